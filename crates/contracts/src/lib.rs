//! Checks the plans that language models write.
//!
//! A document goes one way: text, JSON, schema, generated type, rules. Each stage reports all that it finds, the next runs
//! only if there was no error, and at the end stands a [`Checked`] plan or a [`Report`]. Pure functions: no I/O, no clock.

#![allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "all rules have one signature, and some contracts have no surroundings: `&()`"
)]

pub mod action_blueprint;
pub mod agent_proposal;
mod catalog;
mod checked;
pub mod codes;
mod contract;
mod diagnostic;
pub mod fix_plan;
pub mod form_plan;
pub mod org;
pub mod prompt;
pub mod render;
pub mod repair;
mod report;
mod rule;
mod schema;
mod suggest;
mod text;
pub mod workflow_tools;
mod yaml;

pub use catalog::{ContractName, Surroundings};
pub use checked::Checked;
pub use contract::{Contract, check, check_schema, check_value};
pub use diagnostic::{Diagnostic, Severity};
pub use repair::Repair;
pub use report::Report;
pub use rule::{Findings, Rule, Step};
pub use schema::Violation;
pub use suggest::nearest;
pub use text::{FENCE_STRIPPED, Policy};
