//! Integration tests of `planwright-rmcp`, in one binary.

mod client;
mod server;
mod wrong_calls;
