//! What the runtime says where the blueprint says nothing. The tests expect these words.

use planwright_contracts::action_blueprint::payload::own_message;
use planwright_contracts::action_blueprint::record_access;
use planwright_generated::action_blueprint::{Guardrail, RecordAccessLevel};

use planwright_apex::tokens::plain_digits;

use super::action::Action;

/// How the refusal starts: the message of the blueprint, or what every default message of the type has in common.
pub(crate) fn refusal(action: &Action<'_>, guardrail: &Guardrail) -> String {
    own_message(guardrail).map_or_else(|| usual(action, guardrail), str::to_owned)
}

fn usual(action: &Action<'_>, guardrail: &Guardrail) -> String {
    match guardrail {
        Guardrail::NumericPositive { params, .. } => {
            format!("{} must be greater than zero.", action.label_of(&params.field))
        }
        Guardrail::NumericRange { params, .. } => format!("{} must be at ", action.label_of(&params.field)),
        Guardrail::EnumAllowed { params, .. } => {
            format!("{} must be one of: {}.", action.label_of(&params.field), params.values.join(", "))
        }
        Guardrail::PiiRedact { .. } => "Remove personal data from: ".to_owned(),
        Guardrail::SharingRequired { .. } => "No permission to change ".to_owned(),
        Guardrail::RecordAccess { .. } => {
            let word = match record_access(guardrail) {
                Some(RecordAccessLevel::Read) => "read",
                Some(RecordAccessLevel::Delete) => "delete",
                Some(RecordAccessLevel::Transfer) => "transfer",
                Some(RecordAccessLevel::All) => "full",
                Some(RecordAccessLevel::Edit) | None => "edit",
            };
            format!("No {word} access to these records: ")
        }
        Guardrail::RateLimit { .. } => about(&action.plan.label, "the limit of "),
        _ => "No access to these fields: ".to_owned(),
    }
}

/// A label as the start of an error.
pub(crate) fn about(label: &str, what: &str) -> String {
    format!("{label}: {what}")
}

/// The text that a number has in a picklist.
pub(crate) fn number_text(value: f64) -> String {
    plain_digits(value)
}
