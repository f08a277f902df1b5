//! Integration tests of the stores, in one binary. `crash` is a separate binary, because it starts itself as a process
//! and kills it.

mod drafts;
mod forms;
mod store;
