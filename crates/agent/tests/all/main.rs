//! Integration tests, in one binary.

mod agent;
mod agent_controller;
mod agent_invariants;
