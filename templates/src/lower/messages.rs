//! What the runtime says where the blueprint says nothing. The tests expect these words.

use planwright_apex::tokens::plain_digits;
use planwright_contracts::action_blueprint::guardrails::{guarded_field, refusal_start};
use planwright_generated::action_blueprint::Guardrail;

use super::action::Action;

/// How every refusal of a guardrail starts.
pub(crate) fn refusal(action: &Action<'_>, guardrail: &Guardrail) -> String {
    let label = guarded_field(guardrail).map_or("", |field| action.label_of(field));
    refusal_start(guardrail, label, &action.plan.label)
}

/// A label as the start of an error.
pub(crate) fn about(label: &str, what: &str) -> String {
    format!("{label}: {what}")
}

/// The text that a number has in a picklist.
pub(crate) fn number_text(value: f64) -> String {
    plain_digits(value)
}
