//! Small phrases for messages.

use std::io::{self, Write};

use planwright_source::{is_printable, parse, printable, printable_json, type_name};
use serde_json::{Map, Value};

use crate::help::{Help, Remedy};

/// Maximum length of a quotation from a document, in characters.
const MAX_QUOTE_LENGTH: usize = 60;

/// Returns a value as a message quotes it: compact JSON, cut after 60 characters.
pub fn shorten(value: &Value) -> String {
    let mut start = Start(Vec::new());
    // Writing stops with an error as soon as there is enough, so that a large value is not serialized completely.
    let whole = serde_json::to_writer(&mut start, value).is_ok();
    let text = String::from_utf8_lossy(&start.0);
    match text.char_indices().nth(MAX_QUOTE_LENGTH) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None if whole => text.into_owned(),
        None => format!("{text}…"),
    }
}

/// Writer that accepts a limited number of bytes and then fails.
struct Start(Vec<u8>);

impl Write for Start {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A character has at most four bytes.
        let room = (4 * MAX_QUOTE_LENGTH + 4).saturating_sub(self.0.len());
        let taken = bytes.len().min(room);
        self.0.extend_from_slice(&bytes[..taken]);
        if taken == 0 && !bytes.is_empty() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Maximum number of names that a message lists.
pub(super) const MAX_NAMES: usize = 40;

/// Returns names as a message lists them. Names beyond the fortieth are counted.
pub(super) fn listed_names(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(MAX_NAMES);
    let listed: Vec<_> = names.take(MAX_NAMES).collect();
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", listed.join(", "))
}

pub(super) fn distinct_types(values: &[Value]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for name in values.iter().map(type_name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

pub(super) fn type_help(value: &Value, expected: &[&str]) -> Option<Help> {
    let wants = |name| expected.contains(&name);
    let unquoted = |text: &str| {
        // JSON does not allow leading zeros.
        let is_digits = text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_digit());
        let zeros =
            text.bytes().take(text.len().saturating_sub(1)).take_while(|byte| is_digits && *byte == b'0').count();
        let text = &text[zeros..];
        let inside = serde_json::from_str::<Value>(text).ok()?;
        let fits = wants("boolean") && inside.is_boolean()
            || wants("number") && inside.is_number()
            || wants("integer") && (inside.is_i64() || inside.is_u64());
        fits.then(|| Help::sentence(format!("write {text} without quotes")).safely(Remedy::Write(inside)))
    };
    if let Some(help) = value.as_str().and_then(unquoted) {
        return Some(help);
    }
    let encoded = value.as_str().and_then(|text| decoded(text, expected));
    let wrapped = || value.as_object().and_then(|members| only_part(members, expected));
    if let Some(help) = encoded.or_else(wrapped) {
        return Some(help);
    }
    match value {
        Value::Array(items) if wants("object") && matches!(items.as_slice(), [Value::Object(_)]) => Some(
            Help::sentence("write the object without the square brackets").safely(Remedy::TakePart("0".to_owned())),
        ),
        Value::Null => Some("omit the property if there is no value".into()),
        Value::Number(_) if wants("integer") => Some("write a whole number".into()),
        _ if wants("array") && !value.is_array() => {
            Some(Help::sentence("put it in square brackets").perhaps(Remedy::Write(Value::from(vec![value.clone()]))))
        }
        Value::Number(number) if wants("string") => {
            let remedy = Remedy::Write(number.to_string().into());
            Some(Help::sentence(format!("write \"{value}\" in quotes")).safely(remedy))
        }
        _ => None,
    }
}

/// Returns help for an object whose only property is the expected value.
fn only_part(members: &Map<String, Value>, expected: &[&str]) -> Option<Help> {
    let (name, value) = members.iter().next().filter(|_| members.len() == 1)?;
    let is_expected = expected.contains(&type_name(value)) || expected.contains(&"integer") && value.is_i64();
    let help = Help::sentence(format!("write only the value of {name:?}, without the object around it"));
    let remedy = Remedy::TakePart(name.clone());
    is_expected.then(|| if value.is_array() { help.safely(remedy) } else { help.perhaps(remedy) })
}

/// Returns help for an object or array that is encoded as a string of JSON.
fn decoded(text: &str, expected: &[&str]) -> Option<Help> {
    let value = text.trim_start().starts_with(['{', '[']).then(|| parse(text).ok())??;
    let help = Help::sentence(format!("write the {} itself, not a string that contains it as JSON", type_name(&value)));
    expected.contains(&type_name(&value)).then(|| help.safely(Remedy::Write(value)))
}

pub(super) fn format_help(format: &str) -> String {
    match format {
        "uuid" => "write it like 550e8400-e29b-41d4-a716-446655440000".to_owned(),
        "date-time" => "write it like 2026-01-06T10:00:00Z".to_owned(),
        "date" => "write it like 2026-01-06".to_owned(),
        "uri" => "write it with a scheme, like https://example.com/, other characters percent-encoded".to_owned(),
        other => format!("write a valid {}", printable(other)),
    }
}

pub(super) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| shorten(value), str::to_owned)
}

/// Returns a value as a message lists it.
pub(super) fn listed_value(value: &Value) -> String {
    value.as_str().map_or_else(|| shorten(value), listed_name)
}

/// Returns a string as a message lists it. It is quoted as JSON if it could be mistaken for a part of the message, or
/// contains unprintable characters.
pub(crate) fn listed_name(name: &str) -> String {
    let is_plain = !name.is_empty()
        && name.trim() == name
        && name.chars().all(|letter| is_printable(letter) && letter != '"')
        && !name.contains(", ")
        && !name.contains("##")
        && !name.starts_with("::");
    if is_plain { name.to_owned() } else { printable_json(&Value::from(name).to_string()).into_owned() }
}

/// Returns the number of characters, items or properties of a value.
pub(super) fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.chars().count(),
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn quotes_are_short_whatever_the_value() {
        assert_eq!(shorten(&json!({"a": [1, "x"]})), r#"{"a":[1,"x"]}"#);
        assert_eq!(shorten(&json!("é".repeat(1000))), format!("\"{}…", "é".repeat(59)));
        assert_eq!(shorten(&json!("😀".repeat(58))), format!("\"{}\"", "😀".repeat(58)));
        assert_eq!(shorten(&json!(vec!["x"; 100_000])).chars().count(), 61);
    }
}
