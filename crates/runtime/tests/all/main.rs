//! Integration tests of the runtime crate, in one binary.

mod byte_source;
#[cfg(feature = "follow")]
mod follow;
mod integers;
mod names;
mod reader;
mod root;
mod wording;
