//! Compiles definitions to tables for readers that validate while they read.
//!
//! `tables` compiles linked definitions to tables of the runtime's module `reader`, and `patterns` compiles patterns to
//! automata. A definition that no table can express has no reader (`unevaluatedProperties`, references that depend on
//! the evaluation path, draft-04). The same applies to definitions that refer to it: serde reads their types after
//! validation. `backend::readers` decides how each type is built.

mod patterns;
mod tables;

pub(crate) use tables::{Tables, tables};
