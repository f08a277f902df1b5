//! Messages of guardrails that do not pass.

use planwright_generated::action_blueprint::Guardrail;

use super::case::GuardrailCase;
use super::values::{ParamValue, access_word};
use super::{Phase, info_of, own_message, param_values, record_access, table};
use crate::action_blueprint::message::fill;

/// Message of a guardrail of unknown type.
const UNSUPPORTED: &str = "Unsupported guardrail: {type}";

/// Guardrail of an unchecked blueprint: its type may be unknown.
#[derive(Clone)]
pub(crate) enum AnyGuardrail<'r> {
    Known(&'r Guardrail),
    Unknown { name: String, message: Option<String> },
}

impl AnyGuardrail<'_> {
    /// Returns when the guardrail is evaluated. Guardrails of unknown type are evaluated with the first ones.
    pub(crate) fn phase(&self) -> Phase {
        match self {
            Self::Known(guardrail) => info_of(guardrail).phase,
            Self::Unknown { .. } => Phase::First,
        }
    }
}

impl GuardrailCase<'_> {
    /// Returns the error message if the guardrail does not pass: its own message, or the default of its type.
    pub(crate) fn refusal(&self, rule: &AnyGuardrail<'_>) -> Option<String> {
        match rule {
            AnyGuardrail::Unknown { name, message } => {
                Some(message.clone().unwrap_or_else(|| fill(UNSUPPORTED, &[("type", name)])))
            }
            AnyGuardrail::Known(guardrail) => {
                let problem = table::problem(self, guardrail)?;
                Some(own_message(guardrail).map_or(problem, str::to_owned))
            }
        }
    }
}

/// Returns the common start of all refusals of a guardrail.
///
/// This is the guardrail's own message if it has one. Otherwise it is the start that the default message and its
/// variants share, up to the first placeholder that depends on the request. `label` is the label of the guarded field,
/// `action` is the label of the blueprint.
pub fn refusal_start(guardrail: &Guardrail, label: &str, action: &str) -> String {
    if let Some(message) = own_message(guardrail) {
        return message.to_owned();
    }
    let info = info_of(guardrail);
    let common = info.variants.iter().fold(info.message, |common, variant| {
        let same = common.char_indices().zip(variant.chars()).find(|((_, one), other)| one != other);
        same.map_or(common, |((end, _), _)| &common[..end])
    });
    let texts = param_values(guardrail).into_iter().find_map(|(_, value)| {
        let ParamValue::Texts(texts) = value else { return None };
        Some(texts.join(", "))
    });
    let mut known = vec![("label", label), ("action", action)];
    known.extend(record_access(guardrail).map(|access| ("access", access_word(access))));
    known.extend(texts.as_deref().map(|texts| ("values", texts)));
    let mut start = String::new();
    let mut rest = common;
    while let Some((before, after)) = rest.split_once('{') {
        start.push_str(before);
        let named = known.iter().find_map(|(name, value)| Some((after.strip_prefix(name)?.strip_prefix('}')?, value)));
        let Some((tail, value)) = named else { return start };
        start.push_str(value);
        rest = tail;
    }
    start + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_starts_with_what_is_known_without_a_request() {
        let start = |text: &str| refusal_start(&serde_json::from_str(text).unwrap(), "Amount", "Pay");
        let range = r#"{"type":"NUMERIC_RANGE","params":{"field":"A","max":3}}"#;
        assert_eq!(start(range), "Amount must be at ");
        let one_of = r#"{"type":"ENUM_ALLOWED","params":{"field":"A","values":["x","y"]}}"#;
        assert_eq!(start(one_of), "Amount must be one of: x, y.");
        assert_eq!(start(r#"{"type":"RECORD_ACCESS"}"#), "No edit access to these records: ");
        assert_eq!(start(r#"{"type":"SHARING_REQUIRED"}"#), "No permission to change ");
        let rate = r#"{"type":"RATE_LIMIT","params":{"requests":1,"seconds":1}}"#;
        assert_eq!(start(rate), "Pay: the limit of ");
        assert_eq!(start(r#"{"type":"FLS_VIEW","message":"Ask first."}"#), "Ask first.");
    }
}
