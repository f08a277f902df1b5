//! Tests of what is rendered.

mod classes;
mod hostile;
mod invariants;
mod support;
