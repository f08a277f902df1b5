//! Policies of a campaign for single operations: their time limits and numbers of attempts.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use planwright_check::{Diagnostic, codes};
use planwright_generated::agent_proposal::ToolName;
use planwright_source::Pointer;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Operations that run like tools, in addition to the tools of the contract.
const ACTIONS: [&str; 3] = ["analyze_leads", "generate_message", "request_user_input"];
/// Limits of a policy.
const MAX_SECONDS: u32 = 86_400;
const MAX_ATTEMPTS: u32 = 10;

/// Policies of a campaign by the names of operations. Other operations have no policy.
pub type Operations = BTreeMap<String, OperationPolicy>;

/// Policy for one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperationPolicy {
    /// Time after which an attempt is stopped. It replaces the general limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_seconds: Option<NonZeroU32>,
    /// Maximum number of attempts within one cycle.
    #[serde(default = "once")]
    pub attempts: NonZeroU32,
    /// Waiting time between two attempts.
    #[serde(default)]
    pub wait_seconds: u32,
    /// True if a repetition with the same key is harmless. Only such operations are tried more than once.
    #[serde(default)]
    pub idempotent: bool,
}

fn once() -> NonZeroU32 {
    NonZeroU32::MIN
}

/// Validates the property `operations` of a campaign file.
pub(super) fn validate(operations: &Value, found: &mut Vec<Diagnostic>) {
    let at = Pointer::root().member("operations");
    let Value::Object(members) = operations else {
        found.push(Diagnostic::error(codes::TYPE_MISMATCH, at, "expected an object"));
        return;
    };
    let known = || ToolName::ALL.iter().map(|tool| tool.as_str()).chain(ACTIONS);
    for (name, policy) in members {
        let at = at.member(name);
        if !known().any(|known| known == name) {
            let help = format!("name one of {}", known().collect::<Vec<_>>().join(", "));
            let message = format!("no operation is called {name:?}");
            found.push(Diagnostic::error(codes::UNKNOWN_FIELD, at, message).with_help(help));
            continue;
        }
        match OperationPolicy::deserialize(policy) {
            Err(error) => found.push(Diagnostic::error(codes::SCHEMA_VIOLATION, at, error.to_string())),
            Ok(policy) => policy.validate(&at, found),
        }
    }
}

impl OperationPolicy {
    fn validate(&self, at: &Pointer, found: &mut Vec<Diagnostic>) {
        let seconds = self.timeout_seconds.map_or(0, NonZeroU32::get);
        for (name, number, most) in [
            ("timeout_seconds", seconds, MAX_SECONDS),
            ("attempts", self.attempts.get(), MAX_ATTEMPTS),
            ("wait_seconds", self.wait_seconds, MAX_SECONDS),
        ] {
            if number > most {
                let message = format!("{number} is more than {most}");
                found.push(Diagnostic::error(codes::OUT_OF_RANGE, at.member(name), message));
            }
        }
        if self.attempts.get() > 1 && !self.idempotent {
            let message = "an operation that is not idempotent is not tried again";
            let help =
                "add \"idempotent\": true if a repetition with the same key does no harm, else leave attempts out";
            found.push(Diagnostic::error(codes::SCHEMA_VIOLATION, at.member("attempts"), message).with_help(help));
        }
    }
}
