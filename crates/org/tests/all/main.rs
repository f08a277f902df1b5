//! Integration tests, in one binary.

/// The helper for expected files, shared with the crate of workspace tests.
#[path = "../../../../tests/src/golden.rs"]
#[allow(dead_code, unreachable_pub, reason = "not every crate needs all of it")]
mod golden;

mod org;
mod org_counts;
