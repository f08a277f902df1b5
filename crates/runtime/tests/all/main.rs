//! Integration tests of what generated code shares, in one binary.

#[cfg(feature = "follow")]
mod follow;
mod reader;
mod root;
