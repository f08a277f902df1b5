//! JSON values as Apex: what a member starts with, and what a test expects of it.

use serde_json::Value;

use super::layout::Expr;
use super::model::Type;
use super::tokens;

/// What a member starts with: its default, or where it must be there and its type has an empty value, that. A default that
/// Apex has no literal for stays with the schema.
pub(super) fn initial(kind: &Type, default: Option<&Value>, required: bool) -> Option<Expr> {
    match default.filter(|default| !default.is_null()) {
        Some(default) => literal(kind, default),
        None if required => empty(kind),
        None => None,
    }
}

fn empty(kind: &Type) -> Option<Expr> {
    match kind {
        Type::Flag => Some(Expr::atom("false")),
        Type::List(_) | Type::Map(_) => Some(Expr::atom(format!("new {}()", kind.name("")))),
        _ => None,
    }
}

/// A value of a type as Apex writes it; `None` where there is no literal.
pub(super) fn literal(kind: &Type, value: &Value) -> Option<Expr> {
    match (kind, value) {
        (Type::Text, Value::String(text)) => tokens::literal(text).map(Expr::Atom),
        (Type::Flag, Value::Bool(flag)) => Some(Expr::atom(flag.to_string())),
        // The lowest number is no literal: its digits alone are one too high.
        (Type::Integer, value) => whole(value).filter(|digits| *digits != i32::MIN.to_string()).map(Expr::Atom),
        (Type::Long, value) => {
            whole(value).filter(|digits| *digits != i64::MIN.to_string()).map(|digits| Expr::atom(format!("{digits}L")))
        }
        (Type::Decimal, Value::Number(number)) => {
            Some(Expr::call("Decimal.valueOf", vec![Expr::atom(tokens::quote(&number.to_string()))]))
        }
        (Type::Date, Value::String(day)) => date(day),
        (Type::List(_), Value::Array(items)) if items.is_empty() => empty(kind),
        (Type::List(item), Value::Array(items)) => {
            let items: Option<Vec<Expr>> = items.iter().map(|value| literal(item, value)).collect();
            Some(Expr::Values(format!("new {}", kind.name("")), items?))
        }
        (Type::Map(_), Value::Object(members)) if members.is_empty() => empty(kind),
        _ => None,
    }
}

/// The digits of a whole number, however it is written.
fn whole(value: &Value) -> Option<String> {
    let number = value.as_number()?;
    if number.is_i64() {
        return Some(number.to_string());
    }
    let text = number.to_string();
    text.strip_suffix(".0").map(str::to_owned)
}

fn date(text: &str) -> Option<Expr> {
    let parts: Option<Vec<u32>> = text.split('-').map(|part| part.parse().ok()).collect();
    let [year, month, day] = parts?.try_into().ok()?;
    Some(Expr::call("Date.newInstance", [year, month, day].map(|part| Expr::atom(part.to_string())).into()))
}

/// A value of a type as a test compares it; texts and moments without a literal are read from JSON.
pub(super) fn expected(kind: &Type, value: &Value) -> Expr {
    literal(kind, value).unwrap_or_else(|| {
        let json = tokens::quote(&tokens::ascii_json(&value.to_string()));
        let name = kind.name("");
        Expr::call(format!("({name}) JSON.deserialize"), vec![Expr::atom(json), Expr::atom(format!("{name}.class"))])
    })
}
