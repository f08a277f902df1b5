//! Default messages of the runtime, for which the blueprint has no wording. The generated tests expect them.

use planwright_apex::tokens::plain_digits;
use planwright_contracts::action_blueprint::guardrails::{guarded_field, refusal_start};
use planwright_generated::action_blueprint::Guardrail;

use super::action::Action;

/// Returns the start of the message with which a guardrail refuses a request.
pub(crate) fn refusal(action: &Action<'_>, guardrail: &Guardrail) -> String {
    let label = guarded_field(guardrail).map_or("", |field| action.label_of(field));
    refusal_start(guardrail, label, &action.plan.label)
}

/// Returns an error message that starts with a label.
pub(crate) fn about(label: &str, what: &str) -> String {
    format!("{label}: {what}")
}

/// Formats a number as a picklist value.
pub(crate) fn number_text(value: f64) -> String {
    plain_digits(value)
}
