//! Integration tests of the programs, in one binary.

mod faults;
mod hostile;
