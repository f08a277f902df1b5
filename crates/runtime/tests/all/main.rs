//! Integration tests of what generated code shares, in one binary.

mod byte_source;
mod reader;
mod root;
