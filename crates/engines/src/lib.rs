//! What is done with plans that passed their contract.
//!
//! One module an engine: [`workflow`] builds and exports workflows, [`form`] previews and executes form plans and reads Persian
//! requests, [`agent`] controls a campaign, [`agent_script`] holds Agent Script against Apex, [`fix`] orders tasks, [`goal`] makes blueprints from English goals, [`org`] imports
//! and compares the snapshot of an org. Nothing here does I/O: clock, ids and stores are handed in.

#![allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "all rules have one signature, and some plans have no surroundings: `&()`"
)]

pub mod action_drift;
pub mod agent;
pub mod agent_script;
mod drawing;
pub mod fix;
pub mod form;
pub mod goal;
pub mod org;
mod run_codes;
pub mod store_error;
pub mod workflow;
mod yaml;

pub use run_codes::run_codes;
pub use store_error::StoreError;
