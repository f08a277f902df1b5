//! Integration tests, in one binary.

mod form_engine;
