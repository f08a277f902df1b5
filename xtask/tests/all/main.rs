//! Integration tests of the tasks, in one binary.

mod faults;
mod hostile;
