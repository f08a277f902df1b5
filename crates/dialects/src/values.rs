//! JSON values as JSON Schema compares them, and which of them a schema names.

use planwright_source::type_name;
use serde_json::Value;

/// Whether a value is what a type of a dialect takes.
pub(crate) fn is_of(value: &Value, scalar: &str) -> bool {
    match scalar {
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        other => type_name(value) == other,
    }
}

/// Whether two values are one to JSON Schema, for which 1 and 1.0 are.
pub(crate) fn same(one: &Value, other: &Value) -> bool {
    one == other || (one.is_number() && other.is_number() && one.as_f64() == other.as_f64())
}

/// The types that a schema names; none where it names no type.
pub(crate) fn named_types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The values that a schema lists.
pub(crate) fn listed(schema: &Value) -> Option<Vec<&Value>> {
    match (schema.get("const"), schema.get("enum")) {
        (Some(value), _) => Some(vec![value]),
        (None, Some(Value::Array(values))) => Some(values.iter().collect()),
        _ => None,
    }
}
