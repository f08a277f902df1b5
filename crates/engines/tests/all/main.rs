//! Integration tests of the engines, in one binary.

mod agent;
mod agent_controller;
mod agent_invariants;
mod fix_order;
mod form_engine;
mod form_utterances;
mod goals;
mod org;
mod workflow_engine;
mod workflow_graph;
mod workflow_hostile;
mod workflow_round_trip;
mod workflow_vectors;
