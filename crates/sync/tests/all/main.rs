//! Integration tests of `planwright-sync`, in one binary.

mod memory;
mod plan;
mod read;
mod recorded;
mod stamps;
