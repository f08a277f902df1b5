//! Integration tests, in one binary.

mod workflow_engine;
mod workflow_graph;
mod workflow_hostile;
mod workflow_round_trip;
mod workflow_vectors;
