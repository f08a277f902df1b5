//! Names of JSON types, as used in JSON Schema.

use serde_json::Value;

/// Returns the JSON type of a value. An integer is a `number` too.
#[must_use]
pub fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
