//! Integration tests of the programs, in one binary.

mod bowtie;
mod faults;
mod hostile;
