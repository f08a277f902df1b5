//! Integration tests of the contracts, in one binary.

mod blueprints;
mod guardrail_docs;
mod invalid_cases;
mod payload_surroundings;
mod payload_vectors;
mod repair;
mod setup_objects;
mod user_schemas;
mod vectors;
