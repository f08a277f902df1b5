//! Converts JSON values to the types of fields.

use serde_json::Value;

use super::calendar::{self, DateProblem};
use super::data_types::{
    NOT_A_BOOLEAN, NOT_A_DATE, NOT_A_DAY, NOT_A_LOCATION, NOT_A_TEXT, NOT_AN_ADDRESS, NOT_VALID, NOT_WHOLE,
};
use super::decimal::Decimal;
use super::record_id::RecordId;
use super::typed::Typed;
use crate::action_blueprint::data_type::{DataType, Hint, parse_hint};
use crate::action_blueprint::message::fill;

/// Conversion error, in the words of the generated class but without the label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unconvertible(pub String);

/// Converts a value to the type of a `dataType` hint. Unknown hints are text. Null and blank strings become `Null`.
///
/// `number` is the literal of a JSON number, if it is known: a [`Value`] keeps at most 17 digits of a fraction.
pub fn convert(hint: &str, raw: &Value, number: Option<&str>) -> Result<Typed, Unconvertible> {
    if raw.is_null() || raw.as_str().is_some_and(|text| text.trim().is_empty()) {
        return Ok(Typed::Null);
    }
    let shown = value_of_text(raw, number);
    let refuse = |problem: &str| Unconvertible(fill(problem, &[("value", &shown), ("type", hint)]));
    let invalid = || refuse(NOT_VALID);
    let whole = || Decimal::parse(&shown).ok_or_else(invalid)?.to_whole().ok_or_else(|| refuse(NOT_WHOLE));
    let data_type = match parse_hint(hint) {
        Hint::Known(data_type) => data_type,
        Hint::Unknown => DataType::Text,
        Hint::Compound if hint.trim().eq_ignore_ascii_case("address") => return Err(refuse(NOT_AN_ADDRESS)),
        Hint::Compound => return Err(refuse(NOT_A_LOCATION)),
    };
    match data_type {
        DataType::Text => text(raw, shown.clone()).ok_or_else(|| refuse(NOT_A_TEXT)).map(Typed::Text),
        DataType::MultiPicklist => several(raw, &shown).ok_or_else(|| refuse(NOT_A_TEXT)),
        DataType::Id => RecordId::parse(&shown).map(Typed::Id).ok_or_else(invalid),
        DataType::Boolean => boolean(&shown).ok_or_else(|| refuse(NOT_A_BOOLEAN)),
        DataType::Integer => whole()?.parse().map(Typed::Integer).map_err(|_| invalid()),
        DataType::Long => whole()?.parse().map(Typed::Long).map_err(|_| invalid()),
        DataType::Decimal => Decimal::parse(&shown).map(Typed::Decimal).ok_or_else(invalid),
        DataType::Date => calendar::date(&shown)
            .map(Typed::Date)
            .map_err(|problem| refuse(if problem == DateProblem::Form { NOT_A_DATE } else { NOT_A_DAY })),
        DataType::Datetime => calendar::datetime(&shown).map(Typed::Datetime).ok_or_else(invalid),
        DataType::Time => calendar::time(&shown).map(Typed::Time).ok_or_else(invalid),
        DataType::Blob => blob(&shown).ok_or_else(invalid),
    }
}

/// Formats a JSON value as `String.valueOf` does.
fn value_of_text(raw: &Value, number: Option<&str>) -> String {
    match raw {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::String(text) => text.clone(),
        Value::Number(value) => {
            let text = number.map_or_else(|| value.to_string(), str::to_owned);
            // Apex formats a `Decimal` without an exponent and keeps its scale.
            Decimal::parse(&text).map_or(text, |number| number.to_string())
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| value_of_text(item, None)).collect();
            format!("({})", items.join(", "))
        }
        Value::Object(members) => {
            let members: Vec<String> =
                members.iter().map(|(key, value)| format!("{key}={}", value_of_text(value, None))).collect();
            format!("{{{}}}", members.join(", "))
        }
    }
}

fn text(raw: &Value, shown: String) -> Option<String> {
    (!raw.is_array() && !raw.is_object()).then_some(shown)
}

/// Joins an array. Null elements become empty strings. A blank result counts as absent.
fn several(raw: &Value, shown: &str) -> Option<Typed> {
    let joined = match raw {
        Value::Array(parts) => {
            let part = |part: &Value| {
                if part.is_null() { Some(String::new()) } else { text(part, self::value_of_text(part, None)) }
            };
            parts.iter().map(part).collect::<Option<Vec<_>>>()?.join(";")
        }
        _ => text(raw, shown.to_owned())?,
    };
    Some(if joined.trim().is_empty() { Typed::Null } else { Typed::Text(joined) })
}

fn boolean(text: &str) -> Option<Typed> {
    match text.to_lowercase().as_str() {
        "true" => Some(Typed::Boolean(true)),
        "false" => Some(Typed::Boolean(false)),
        _ => None,
    }
}

/// Decodes Base64, with or without line breaks. The padding must be complete.
fn blob(text: &str) -> Option<Typed> {
    let packed: String = text.chars().filter(|letter| !letter.is_ascii_whitespace()).collect();
    let body = packed.trim_end_matches('=');
    let padding = packed.len() - body.len();
    let legal = body.bytes().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, b'+' | b'/'));
    // Base64 may contain line breaks, but no spaces between characters.
    let inner_blank = text.trim().contains([' ', '\t']);
    let complete = packed.len().is_multiple_of(4) && padding <= 2;
    (legal && complete && !inner_blank).then(|| Typed::Blob(packed.clone(), packed.len() / 4 * 3 - padding))
}
