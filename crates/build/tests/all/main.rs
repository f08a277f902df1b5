//! Integration tests of `planwright-build`, in one binary.

mod builder;
