//! Agent proposals: the next action that a model proposes, and the state snapshot that it is based on.

mod context;
mod rules;

pub use context::{Context, StoredTask, read_context};

use planwright_check::codes::CodeInfo;
use planwright_check::{Contract, Rule, Severity, Violation, schema};
use planwright_generated::agent_proposal::{AgentProposal, StateSnapshot};
use serde_json::Value;

/// Contract of one proposal.
pub struct Proposal;

/// Contract of a state snapshot.
pub struct State;

const UNKNOWN_ACTION_TYPE: &str = "UNKNOWN_ACTION_TYPE";

impl Contract for Proposal {
    type Plan = AgentProposal;
    type Context = Context;

    const SCHEMA_CODES: &'static [CodeInfo] = &[CodeInfo {
        code: UNKNOWN_ACTION_TYPE,
        severity: Severity::Error,
        purpose: "The `action_type` of the proposal is not one of the eight known types.",
    }];
    const RULES: &'static [Rule<AgentProposal, Context>] = rules::ALL;

    /// Every rule needs the tasks or the policy of the context.
    fn is_clean(_: &AgentProposal, context: &Context) -> bool {
        context.snapshot.is_none() && context.task_store.is_none() && !context.complex_campaign
    }

    fn recode(violation: Violation, document: &Value) -> Option<Violation> {
        if violation.keyword != "tag" {
            return Some(violation);
        }
        let given = document.pointer(violation.at.as_str()).map(schema::shorten).unwrap_or_default();
        let help = violation.tag_help();
        Some(violation.recoded(UNKNOWN_ACTION_TYPE).reworded(format!("unknown action type {given}"), help))
    }
}

impl Contract for State {
    type Plan = StateSnapshot;
    type Context = ();

    const RULES: &'static [Rule<StateSnapshot, ()>] = &[];
}
