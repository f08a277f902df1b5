//! Runs the vectors of the workflow tools: a call after other calls, or a document to validate.

use planwright_contracts::Report;
use planwright_workflow::{Answer, Draft, Session, check_draft};
use serde_json::{Value, json};

use super::VectorResult;
use crate::vector::Vector;

/// Returns the id of the draft. Every vector has only one.
fn ids() -> String {
    "workflow-1".to_owned()
}

/// Runs one call. The outcome is the report on its arguments.
pub(super) fn tool_call(vector: &Vector) -> VectorResult {
    call(vector, |answer| answer.report.clone())
}

/// Validates the document after the prior calls, or the input if it is a document.
pub(super) fn validate(vector: &Vector) -> VectorResult {
    if vector.input.get("actions").is_some() {
        return match Draft::from_value(vector.input.clone()) {
            Ok(draft) => of_report(check_draft(&draft)),
            Err(report) => VectorResult::new(false, report),
        };
    }
    call(vector, |answer| answer.validation.clone().unwrap_or_else(|| answer.report.clone()))
}

fn of_report(report: Report) -> VectorResult {
    VectorResult::new(!report.has_errors(), report)
}

fn call(vector: &Vector, judged: impl Fn(&Answer) -> Report) -> VectorResult {
    let mut session = match vector.context("draft").map(|draft| Draft::from_value(draft.clone())) {
        Some(Ok(draft)) => Session::resume(draft, ids),
        Some(Err(report)) => return VectorResult::new(false, report),
        None => Session::new(ids),
    };
    for prior in vector.context("prior_calls").and_then(Value::as_array).into_iter().flatten() {
        session.call(text(prior, "tool"), prior.get("args").unwrap_or(&Value::Null));
    }
    let before = json!(session.draft());
    let arguments = vector.input.get("args").unwrap_or(&Value::Null);
    let answer = session.call(text(&vector.input, "tool"), arguments);
    let after = session.draft();
    let mut outcome = of_report(judged(&answer)).with("state_unchanged", before == json!(after));
    let disclosed = after.and_then(|draft| {
        let action = draft.action(arguments.get("actionId")?.as_u64()?)?;
        action.disclosed_to(text(arguments, "participantId"))
    });
    if let Some(pointers) = disclosed {
        outcome = outcome.with("dataPointers", json!(pointers));
    }
    if let Some(result) = answer.result {
        if let Some(removed) = result.get("removedActionIds").cloned() {
            outcome = outcome.with("removedActionIds", removed);
        }
        outcome = outcome.with("result", result);
    }
    outcome
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}
