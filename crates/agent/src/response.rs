//! Responses of a controller to invalid proposals.

use std::num::NonZeroU64;

use planwright_check::{Contract as _, Diagnostic, Repair, Report};
use planwright_contracts::agent_proposal::Proposal;
use planwright_generated::agent_proposal::{
    RetryAction, RetryDecision, ValidationErrorResponse, ValidationIssue, ValidationLayer,
};
use serde::Serialize;
use serde_json::Value;

use super::invariants;

/// Number of the current attempt in a cycle, and the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempts {
    /// Number of the failed attempt.
    pub attempt: NonZeroU64,
    /// Maximum number of attempts.
    pub max_attempts: NonZeroU64,
}

impl Attempts {
    /// Returns the first of three attempts.
    pub fn first() -> Self {
        Self { attempt: NonZeroU64::MIN, max_attempts: NonZeroU64::MIN.saturating_add(2) }
    }

    /// Returns the next attempt, if there is one left.
    pub fn next(self) -> Option<Self> {
        (self.decision() == RetryAction::Retry).then(|| Self { attempt: self.attempt.saturating_add(1), ..self })
    }

    /// Returns whether to retry or abort after this attempt has failed.
    pub fn decision(self) -> RetryAction {
        if self.attempt < self.max_attempts { RetryAction::Retry } else { RetryAction::Abort }
    }
}

/// Feedback on a rejected answer.
#[derive(Clone, Debug, Serialize)]
pub struct Feedback {
    /// Response for programs.
    pub response: ValidationErrorResponse,
    /// Repair instructions for the model. They are serialized as a string.
    #[serde(serialize_with = "as_text")]
    pub repair: Repair,
}

fn as_text<S: serde::Serializer>(repair: &Repair, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(repair)
}

/// Returns the response to a rejected proposal, or `None` if the report has no errors. `proposal` is the text that the
/// agent returned.
pub fn respond(proposal: &str, report: &Report, attempts: Attempts) -> Option<ValidationErrorResponse> {
    report.has_errors().then(|| answer(proposal, report, attempts))
}

/// Returns the response to a report that has errors.
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

/// Returns the validation layer that reports a code. Each code belongs to exactly one layer.
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
