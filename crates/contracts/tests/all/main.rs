//! Integration tests of the contracts and their engines, in one binary.

mod agent;
mod agent_controller;
mod agent_invariants;
mod blueprints;
mod fix_order;
mod form_engine;
mod form_requests;
mod form_utterances;
mod goals;
mod guardrail_docs;
mod invalid_cases;
mod org;
mod payload_surroundings;
mod payload_vectors;
mod repair;
mod vectors;
mod workflow_engine;
mod workflow_graph;
mod workflow_hostile;
mod workflow_round_trip;
mod workflow_vectors;
