//! Control of agents: validates their proposals, executes them, records them, and checks the invariants of the record.

#![allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "all rules have one signature, and some plans have no context: `&()`"
)]

pub mod controller;
pub mod invariants;
mod operations;
mod policy;
mod response;
mod snapshot;
mod validator;

pub use operations::{OperationPolicy, Operations};
pub use policy::{Policy, UsualPolicy, asks_approval};
pub use response::{Attempts, layer, respond};
pub use snapshot::{CampaignState, SHOWN_ENTRIES, SHOWN_TASKS, is_complex, snapshot};
pub use validator::{ProposalValidator, Verdict};
