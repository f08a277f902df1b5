//! Checks the plans that language models write.
//!
//! A document passes through these stages: text, JSON, schema, generated type, rules. Each stage reports all of its
//! findings, and the next stage runs only if there was no error. The result is a [`Checked`] plan or a [`Report`]. All
//! functions are pure: no I/O, no clock.

#![allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "all rules have one signature, and some contracts have no surroundings: `&()`"
)]

pub mod action_blueprint;
pub mod agent_proposal;
mod catalog;
mod examples;
pub mod fix_plan;
mod follow;
pub mod form_plan;
mod name_hash;
pub mod platform;
pub mod workflow_tools;

pub use catalog::{ContractName, Surroundings};
pub use examples::ContractExample;
pub use planwright_check::{
    Checked, Contract, Diagnostic, FENCE_STRIPPED, Findings, Policy, Repair, Report, Rule, Severity, Step, Violation,
    check, check_schema, check_value, codes, nearest, prompt, render, repair,
};
