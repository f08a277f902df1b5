//! Integration tests of the stores, in one binary. `crash` is a binary of its own: it starts itself as a process and kills it.

mod drafts;
mod forms;
mod store;
