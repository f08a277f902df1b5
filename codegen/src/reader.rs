//! Readers that judge while they read: a table of what each definition asks, and how each type is built.
//!
//! `tables` compiles linked definitions to the tables of the runtime's module `reader`; `patterns` makes automata of patterns.
//! A definition that no table can say (`unevaluatedProperties`, a reference that depends on the path of evaluation, draft-04)
//! has no reader, nor has what refers to it: their types are read by serde, and documents are judged by the validator.

mod patterns;
mod tables;

pub(crate) use tables::{Tables, tables};
