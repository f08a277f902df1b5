//! Compares JSON values as JSON Schema does, and reads types and values from schemas.

use planwright_schema::model::Keyword;
use planwright_source::type_name;
use serde_json::Value;

/// Checks whether a value has a type of the dialect.
pub(crate) fn is_of(value: &Value, scalar: &str) -> bool {
    match scalar {
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        other => type_name(value) == other,
    }
}

/// Checks whether two values are equal in JSON Schema, where 1 equals 1.0.
pub(crate) fn same(one: &Value, other: &Value) -> bool {
    one == other || (one.is_number() && other.is_number() && one.as_f64() == other.as_f64())
}

/// Returns the types in a schema. The list is empty if the schema has no `type`.
pub(crate) fn named_types(schema: &Value) -> Vec<&str> {
    match schema.get(Keyword::Type.name()) {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Returns the values that a schema enumerates.
pub(crate) fn listed(schema: &Value) -> Option<Vec<&Value>> {
    match (schema.get(Keyword::Const.name()), schema.get(Keyword::Enum.name())) {
        (Some(value), _) => Some(vec![value]),
        (None, Some(Value::Array(values))) => Some(values.iter().collect()),
        _ => None,
    }
}
