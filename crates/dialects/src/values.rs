//! JSON values as JSON Schema compares them.

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
