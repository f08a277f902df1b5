//! Integration tests, in one binary.

/// Helper for expected files, shared with the workspace tests.
#[path = "../../../../tests/src/golden.rs"]
#[allow(dead_code, unreachable_pub, reason = "not every crate needs all of it")]
mod golden;

/// The reader of case tables, shared with the crate of workspace tests.
#[path = "../../../../tests/src/json_lines.rs"]
#[allow(unreachable_pub, reason = "it is public in the crate of workspace tests")]
mod json_lines;

mod form_requests;
mod form_utterances;
mod goal_answers;
mod goal_sentences;
mod goals;
