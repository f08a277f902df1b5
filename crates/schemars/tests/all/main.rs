//! Integration tests of `planwright-schemars`, in one binary.

mod files;
mod roots;
mod tutorial;
