//! Integration tests of what generated code shares, in one binary.

mod byte_source;
mod compiled;
#[cfg(feature = "follow")]
mod follow;
mod integers;
mod names;
mod reader;
mod root;
