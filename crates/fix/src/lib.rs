//! Fix plans that are carried out: the order of their tasks, a graph for people, and the codes of a run.

pub mod codes;
mod drawing;
mod order;
mod picture;
mod tasks;

pub use order::order;
pub use picture::{GraphFormat, graph, sheets};
