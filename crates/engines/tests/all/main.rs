//! Integration tests of the engines, in one binary.

/// The one helper for expected files, of the crate of tests, which stands above this one.
#[path = "../../../../tests/src/golden.rs"]
#[allow(dead_code, unreachable_pub, reason = "not every crate needs all of it")]
mod golden;

mod action_drift;
mod agent;
mod agent_controller;
mod agent_invariants;
mod agent_script;
mod fix_order;
mod form_engine;
mod form_requests;
mod form_utterances;
mod goal_sentences;
mod goals;
mod org;
mod workflow_engine;
mod workflow_graph;
mod workflow_hostile;
mod workflow_round_trip;
mod workflow_vectors;
