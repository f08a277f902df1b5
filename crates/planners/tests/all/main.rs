//! Integration tests, in one binary.

/// Helper for expected files, shared with the workspace tests.
#[path = "../../../../tests/src/golden.rs"]
#[allow(dead_code, unreachable_pub, reason = "not every crate needs all of it")]
mod golden;

mod form_requests;
mod form_utterances;
mod goal_sentences;
mod goals;
