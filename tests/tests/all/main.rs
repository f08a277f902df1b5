//! Tests that span crates, in one binary. `compiled` is a binary of its own: it compiles the goldens, which takes longest and need not be
//! done again when a test changes.

mod ajv;
mod apex_snapshot;
mod apex_types;
mod build_script;
mod consumer;
mod determinism;
mod diagrams;
mod dialect_cases;
mod dialect_shapes;
mod dialects;
mod drift;
mod fidelity;
mod formatted;
mod golden_helper;
mod goldens;
mod growth;
mod guide;
mod hostile;
mod injection;
mod layers;
mod library;
mod one_binary;
mod packages;
mod prompts;
mod proposals;
mod readers;
mod refused;
mod scenarios;
mod schema_drift;
mod schema_drift_random;
mod schemas;
mod sixth_contract;
mod structure;
mod table;
