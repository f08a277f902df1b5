//! Execution of fix plans: the order of their tasks, a diagram for people, and the codes of a run.

pub mod codes;
mod drawing;
mod graph;
mod order;
mod tasks;

pub use graph::{GraphFormat, graph, sheets};
pub use order::order;
