//! Integration tests, in one binary.

/// Helper for expected files, shared with the workspace tests.
#[path = "../../../../tests/src/golden.rs"]
#[allow(dead_code, unreachable_pub, reason = "not every crate needs all of it")]
mod golden;

mod org;
mod org_counts;
mod platform_facts;
