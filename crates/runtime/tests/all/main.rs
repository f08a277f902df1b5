//! Integration tests of what generated code shares, in one binary.

mod reader;
mod root;
