//! Execution of fix plans: the order of their tasks, a diagram for people, and the codes of a run.

pub mod codes;
mod drawing;
mod order;
mod picture;
mod tasks;

pub use order::order;
pub use picture::{GraphFormat, graph, sheets};
