//! Integration tests of `planwright-typify`, in one binary.

#[path = "../../../../tests/src/golden.rs"]
#[allow(dead_code, unreachable_pub, reason = "it is shared with other crates")]
mod golden;
#[path = "../rows/mod.rs"]
#[allow(dead_code, reason = "the compiled types use the rest")]
mod rows;

mod generated;
