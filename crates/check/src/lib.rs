//! Checks documents against a schema and against rules that no schema can state.
//!
//! A document passes four stages: text, JSON, schema, rules. Each stage reports everything that it finds, the next one runs
//! only if there was no error, and the result is a [`Checked`] document or a [`Report`]. The crate knows no schema of its own:
//! a [`Contract`] names a generated type and its rules, [`check_schema`] takes any root. Pure functions: no I/O, no clock.

mod checked;
pub mod codes;
mod contract;
mod diagnostic;
mod mend;
pub mod prompt;
pub mod render;
pub mod repair;
mod report;
pub mod rule;
pub mod schema;
mod suggest;
pub mod text;

pub use checked::Checked;
pub use contract::{Contract, Passed, check, check_schema, check_value, judge, judge_rules, parse};
pub use diagnostic::{Diagnostic, Severity};
pub use mend::mend;
pub use repair::Repair;
pub use report::Report;
pub use rule::{Findings, Rule, Step};
pub use schema::Violation;
pub use suggest::nearest;
pub use text::{FENCE_STRIPPED, Policy};
