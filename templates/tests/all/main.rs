//! Tests of the rendered files.

mod classes;
mod hostile;
mod invariants;
mod permissions;
mod support;
