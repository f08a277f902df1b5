//! Validates a whole draft. The result depends only on the document.

use planwright_check::{Diagnostic, Report, rule};
use planwright_contracts::workflow_tools::facts::{Facts, Workflow};
use planwright_contracts::workflow_tools::rules;
use planwright_generated::workflow_tools::{ValidationFinding, ValidationReport};
use planwright_source::Pointer;

use super::draft::Draft;

/// Returns the findings about a draft in the format of the contract: codes, messages and locations.
pub fn validate(draft: &Draft) -> ValidationReport {
    of_report(draft, &check_draft(draft))
}

/// Returns the findings about a draft, with pointers into it.
pub fn check_draft(draft: &Draft) -> Report {
    let facts = draft.facts();
    Report::of_value(rule::run(&rules::table::<Facts>(), &*facts, &(), &Pointer::root()))
}

/// Converts the findings of [`check_draft`] to the format of the contract.
pub(super) fn of_report(draft: &Draft, report: &Report) -> ValidationReport {
    let finding = |one: &Diagnostic| ValidationFinding {
        code: one.code.to_owned(),
        location: location(draft, &one.at),
        message: one.message.clone(),
    };
    ValidationReport {
        errors: report.errors().map(finding).collect(),
        is_valid: !report.has_errors(),
        warnings: report.warnings().map(finding).collect(),
    }
}

/// Returns the location `participants`, `actions` or `actions[<id>]`. The contract identifies actions by id, a pointer
/// by index.
fn location(draft: &Draft, at: &Pointer) -> String {
    let steps: Vec<_> = at.tokens().collect();
    let position = |step: &str| step.parse::<usize>().ok();
    match steps.as_slice() {
        [] => String::new(),
        [list] => list.to_string(),
        [list, step, ..] => {
            let id = position(step).and_then(|index| match list.as_ref() {
                "actions" => draft.actions.get(index).map(|action| action.id.to_string()),
                "participants" => draft.participants.get(index).map(|participant| participant.id.clone()),
                _ => None,
            });
            format!("{list}[{}]", id.unwrap_or_else(|| step.to_string()))
        }
    }
}
