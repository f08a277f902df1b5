//! Defaults: which of them a field can carry.

use serde_json::Value;

use super::forms::text_enum;
use crate::names;
use crate::shape::Shape;

/// Whether a field of this shape can carry the default; `Err` says how the default breaks the schema's own type.
///
/// Only defaults that are plain (texts, numbers, truth values, lists of these, empty lists and maps, the value of an
/// enum) become part of a type. Others stay in the schema, and the field is optional.
pub(super) fn usable(default: &Value, shape: &Shape, law: &Value) -> Result<bool, String> {
    if let Some(values) = law.get("enum").and_then(Value::as_array) {
        return if values.contains(default) {
            Ok(has_variants(law))
        } else {
            Err(format!("{default} is not one of its values"))
        };
    }
    match (shape, default) {
        (Shape::Named(_), Value::Object(members)) => Ok(members.is_empty() && law.get("required").is_none()),
        (Shape::Any(_) | Shape::Named(_), _) | (Shape::Nullable(_), Value::Null) => Ok(false),
        (Shape::Nullable(inner), value) => usable(value, inner, law),
        (Shape::Null, Value::Null)
        | (Shape::Bool, Value::Bool(_))
        | (Shape::String | Shape::Date | Shape::DateTime, Value::String(_))
        | (Shape::Number, Value::Number(_)) => Ok(true),
        (Shape::BigInteger, Value::Number(number)) => {
            if number.as_f64().is_some_and(|number| number.fract() == 0.0) {
                Ok(false)
            } else {
                Err(format!("{number} is of another type"))
            }
        }
        (Shape::Integer(true) | Shape::Int32(true), Value::Number(number)) if number.is_u64() => Ok(true),
        (Shape::Integer(false) | Shape::Int32(false), Value::Number(number)) if number.is_i64() => Ok(true),
        (Shape::List(_), Value::Array(items)) if items.is_empty() => Ok(true),
        (Shape::List(item), Value::Array(items)) => {
            let law = law.get("items").unwrap_or(&Value::Null);
            items.iter().try_fold(true, |all, value| Ok(all && usable(value, item, law)?))
        }
        (Shape::Map(_), Value::Object(members)) => Ok(members.is_empty()),
        (_, value) => Err(format!("{value} is of another type")),
    }
}

/// The default with the defaults of its own members filled in: `{}` where a member has one is not that member's empty value.
/// `None` where such a member's default breaks its own schema, which `behind` finds.
pub(super) fn spelled_out<'a>(
    default: &Value,
    law: &'a Value,
    behind: impl Fn(&'a Value) -> &'a Value,
) -> Option<Value> {
    let (Value::Object(given), Some(members)) = (default, law.get("properties").and_then(Value::as_object)) else {
        return Some(default.clone());
    };
    let own = members.iter().filter_map(|(name, member)| Some((name, member.get("default")?, member)));
    let own: Vec<_> = own.filter(|(name, ..)| !given.contains_key(*name)).collect();
    if !own.iter().all(|(_, default, member)| fits(default, behind(member))) {
        return None;
    }
    let own = own.into_iter().map(|(name, default, _)| (name.clone(), default.clone()));
    Some(Value::Object(own.chain(given.iter().map(|(name, value)| (name.clone(), value.clone()))).collect()))
}

/// Whether the texts that a schema lists, if it does, are called in Rust as they are written.
fn has_variants(law: &Value) -> bool {
    text_enum(law).is_none_or(|values| names::are_variants(&values))
}

/// Whether a default is of its schema's own type and values.
fn fits(default: &Value, law: &Value) -> bool {
    let is_of = |name: &str| match name {
        "null" => default.is_null(),
        "boolean" => default.is_boolean(),
        "integer" => default.is_i64() || default.is_u64(),
        "number" => default.is_number(),
        "string" => default.is_string(),
        "array" => default.is_array(),
        _ => default.is_object(),
    };
    let of_type = match law.get("type") {
        Some(Value::String(name)) => is_of(name),
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).any(is_of),
        _ => true,
    };
    of_type
        && has_variants(law)
        && law.get("enum").and_then(Value::as_array).is_none_or(|values| values.contains(default))
}
