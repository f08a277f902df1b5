//! What each definition asks of a value, as tables for readers that judge while they read.
//!
//! `tables` compiles linked definitions to the tables of the runtime's module `reader`; `patterns` makes automata of patterns.
//! A definition that no table can say (`unevaluatedProperties`, a reference that depends on the path of evaluation, draft-04)
//! has no reader, nor has what refers to it: their types are read by serde, after the validator has judged. How each type is
//! built is in `backend::readers`.

mod patterns;
mod tables;

pub(crate) use tables::{Tables, tables};
