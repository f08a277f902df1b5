//! Writes JSON values as Apex: initial values of fields, and expected values in tests.

use planwright_apex::layout::Piece;
use planwright_apex::literal as text_literal;
use serde_json::Value;

use super::model::{Type, deserialized};

/// Returns the initial value of a field: its default, or the empty value of its type if the field is required.
///
/// A default that has no Apex literal is not used.
pub(super) fn initial(kind: &Type, default: Option<&Value>, required: bool) -> Option<Piece> {
    match default.filter(|default| !default.is_null()) {
        Some(default) => literal(kind, default),
        None if required => empty(kind),
        None => None,
    }
}

fn empty(kind: &Type) -> Option<Piece> {
    match kind {
        Type::Flag => Some(Piece::code("false")),
        Type::List(_) | Type::Map(_) => Some(Piece::instance(&kind.path(None))),
        _ => None,
    }
}

/// Returns a value as an Apex literal, or `None` if Apex has no literal for it.
pub(super) fn literal(kind: &Type, value: &Value) -> Option<Piece> {
    match (kind, value) {
        (Type::Text, Value::String(text)) => text_literal::ascii(text).map(Piece::Code),
        (Type::Flag, Value::Bool(flag)) => Some(Piece::code(flag.to_string())),
        // The smallest number has no literal, because its digits without the sign exceed the largest one.
        (Type::Integer, value) => whole(value).filter(|digits| *digits != i32::MIN.to_string()).map(Piece::Code),
        (Type::Long, value) => whole(value)?.parse().ok().filter(|number| *number != i64::MIN).map(Piece::long),
        (Type::Decimal, Value::Number(number)) => {
            Some(Piece::call("Decimal.valueOf", vec![Piece::quoted(&number.to_string())]))
        }
        (Type::Date, Value::String(day)) => date(day),
        (Type::List(_), Value::Array(items)) if items.is_empty() => empty(kind),
        (Type::List(item), Value::Array(items)) => {
            let items: Option<Vec<Piece>> = items.iter().map(|value| literal(item, value)).collect();
            Some(Piece::collection(&kind.path(None), items?))
        }
        (Type::Map(_), Value::Object(members)) if members.is_empty() => empty(kind),
        _ => None,
    }
}

/// Returns the digits of an integer in any notation.
fn whole(value: &Value) -> Option<String> {
    let number = value.as_number()?;
    if number.is_i64() {
        return Some(number.to_string());
    }
    let text = number.to_string();
    text.strip_suffix(".0").map(str::to_owned)
}

fn date(text: &str) -> Option<Piece> {
    let parts: Option<Vec<u32>> = text.split('-').map(|part| part.parse().ok()).collect();
    let [year, month, day] = parts?.try_into().ok()?;
    Some(Piece::call("Date.newInstance", [year, month, day].map(|part| Piece::code(part.to_string())).into()))
}

/// Returns a value as a test compares it. Strings and timestamps without a literal are deserialized from JSON.
pub(super) fn expected(kind: &Type, value: &Value) -> Piece {
    literal(kind, value).unwrap_or_else(|| {
        let json = Piece::quoted(&text_literal::ascii_json(&value.to_string()));
        deserialized(&kind.path(None), json)
    })
}
