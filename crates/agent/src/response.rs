//! What a controller answers to a proposal that is not valid.

use std::num::NonZeroU64;

use planwright_check::{Contract as _, Diagnostic, Repair, Report};
use planwright_contracts::agent_proposal::Proposal;
use planwright_generated::agent_proposal::{
    RetryAction, RetryDecision, ValidationErrorResponse, ValidationIssue, ValidationLayer,
};
use serde::Serialize;
use serde_json::Value;

use super::invariants;

/// How often an agent is asked in one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempts {
    /// The number of the attempt that failed.
    pub attempt: NonZeroU64,
    /// How many there are.
    pub max_attempts: NonZeroU64,
}

impl Attempts {
    /// The first of three attempts.
    pub fn first() -> Self {
        Self { attempt: NonZeroU64::MIN, max_attempts: NonZeroU64::MIN.saturating_add(2) }
    }

    /// The next attempt, if there is one left.
    pub fn next(self) -> Option<Self> {
        (self.decision() == RetryAction::Retry).then(|| Self { attempt: self.attempt.saturating_add(1), ..self })
    }

    /// What happens after this attempt failed.
    pub fn decision(self) -> RetryAction {
        if self.attempt < self.max_attempts { RetryAction::Retry } else { RetryAction::Abort }
    }
}

/// Why an answer was refused.
#[derive(Clone, Debug, Serialize)]
pub struct Feedback {
    /// For a program.
    pub response: ValidationErrorResponse,
    /// For a model; as JSON it is its text.
    #[serde(serialize_with = "as_text")]
    pub repair: Repair,
}

fn as_text<S: serde::Serializer>(repair: &Repair, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(repair)
}

/// The answer to `proposal`, the text as the agent emitted it, that was refused with `report`; `None` if the report has no
/// errors.
pub fn respond(proposal: &str, report: &Report, attempts: Attempts) -> Option<ValidationErrorResponse> {
    report.has_errors().then(|| answer(proposal, report, attempts))
}

/// [`respond`] to a report that is known to have errors.
pub(super) fn answer(proposal: &str, report: &Report, attempts: Attempts) -> ValidationErrorResponse {
    let received = planwright_source::parse(proposal).ok();
    let action_type = received.as_ref().and_then(|proposal| proposal.get("action_type")).and_then(Value::as_str);
    ValidationErrorResponse {
        action_type: action_type.map(str::to_owned),
        errors: report.errors().map(issue).collect(),
        warnings: report.warnings().map(issue).collect(),
        retry: RetryDecision {
            attempt: attempts.attempt.get(),
            max_attempts: attempts.max_attempts.get(),
            decision: attempts.decision(),
        },
    }
}

/// The layer of the validation that reports a code: each code belongs to one.
pub fn layer(code: &str) -> ValidationLayer {
    if Proposal::RULES.iter().any(|rule| rule.info.code == code) {
        ValidationLayer::Business
    } else if invariants::RULES.iter().any(|rule| rule.info.code == code) {
        ValidationLayer::Invariant
    } else {
        ValidationLayer::Schema
    }
}

fn issue(found: &Diagnostic) -> ValidationIssue {
    let message = match &found.help {
        Some(help) => format!("{}; {help}", found.message),
        None => found.message.clone(),
    };
    ValidationIssue { layer: layer(found.code), code: found.code.to_owned(), pointer: found.at.to_string(), message }
}
