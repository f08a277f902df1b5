//! Parameters as values, and messages with their names filled in.

use planwright_generated::action_blueprint::{Guardrail, RecordAccessLevel};

use super::{info_of, own_message, param_values, record_access};

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamValue<'g> {
    /// A text or a name.
    Text(&'g str),
    /// Texts or names.
    Texts(&'g [String]),
    /// A number.
    Number(f64),
    /// A count.
    Count(u64),
    /// An access.
    Access(RecordAccessLevel),
}

/// A member of the generated types, read as a parameter.
pub(super) trait ReadParam {
    /// The value; `None` where it is absent.
    fn read(&self) -> Option<ParamValue<'_>>;
    /// The texts, for respelling.
    fn texts_mut(&mut self) -> Vec<&mut String>;
}

impl ReadParam for String {
    fn read(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Text(self))
    }

    fn texts_mut(&mut self) -> Vec<&mut String> {
        vec![self]
    }
}

impl ReadParam for Vec<String> {
    fn read(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Texts(self))
    }

    fn texts_mut(&mut self) -> Vec<&mut String> {
        self.iter_mut().collect()
    }
}

impl ReadParam for f64 {
    fn read(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Number(*self))
    }

    fn texts_mut(&mut self) -> Vec<&mut String> {
        Vec::new()
    }
}

impl ReadParam for u64 {
    fn read(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Count(*self))
    }

    fn texts_mut(&mut self) -> Vec<&mut String> {
        Vec::new()
    }
}

impl ReadParam for RecordAccessLevel {
    fn read(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Access(*self))
    }

    fn texts_mut(&mut self) -> Vec<&mut String> {
        Vec::new()
    }
}

impl<T: ReadParam> ReadParam for Option<T> {
    fn read(&self) -> Option<ParamValue<'_>> {
        self.as_ref().and_then(ReadParam::read)
    }

    fn texts_mut(&mut self) -> Vec<&mut String> {
        self.as_mut().map(ReadParam::texts_mut).unwrap_or_default()
    }
}

/// What the Apex runtime calls an access.
pub(super) fn access_word(access: RecordAccessLevel) -> &'static str {
    match access {
        RecordAccessLevel::Read => "read",
        RecordAccessLevel::Edit => "edit",
        RecordAccessLevel::Delete => "delete",
        RecordAccessLevel::Transfer => "transfer",
        RecordAccessLevel::All => "full",
    }
}

/// How every refusal of a guardrail starts that could judge: its own message, else what the default message and its variants
/// have in common, up to the first name that only a request fills in. `label` is that of the guarded field, `action` that of
/// the blueprint.
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

/// A message with its `{names}` filled in, each once; what is filled in is not looked at again.
pub(crate) fn fill(message: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(message.len());
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let known = values.iter().find_map(|(name, value)| Some((after.strip_prefix(name)?.strip_prefix('}')?, value)));
        rest = if let Some((tail, value)) = known {
            filled.push_str(value);
            tail
        } else {
            filled.push('{');
            after
        };
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_filled_once() {
        let values = [("label", "{values}"), ("values", "a, b")];
        assert_eq!(fill("{label} must be one of: {values}.", &values), "{values} must be one of: a, b.");
        assert_eq!(fill("{other} {label", &values), "{other} {label");
    }

    #[test]
    fn a_refusal_starts_with_what_needs_no_request() {
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
