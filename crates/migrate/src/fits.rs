//! Validates a value against a schema that has only simple keywords. Migrations use it here, and the Rust code that
//! they print contains the source below.

use serde_json::Value;

/// Whether a value obeys such a schema; `false` also where the number is too large to say.
pub(super) fn fits(value: &Value, schema: &Value) -> bool {
    let Some(asked) = schema.as_object() else { return false };
    asked.iter().all(|(keyword, wanted)| match keyword.as_str() {
        "type" => match wanted {
            Value::Array(types) => types.iter().any(|one| is_of_type(value, one)),
            one => is_of_type(value, one),
        },
        "enum" => wanted.as_array().is_some_and(|values| values.contains(value)),
        "const" => value == wanted,
        "anyOf" => wanted.as_array().is_some_and(|branches| branches.iter().any(|one| fits(value, one))),
        "minimum" => !value.is_number() || at_most(wanted, value),
        "maximum" => !value.is_number() || at_most(value, wanted),
        "minLength" | "maxLength" => {
            value.as_str().is_none_or(|text| within(keyword, text.chars().count() as u64, wanted))
        }
        "minItems" | "maxItems" => value.as_array().is_none_or(|items| within(keyword, items.len() as u64, wanted)),
        _ => false,
    })
}

fn within(keyword: &str, count: u64, wanted: &Value) -> bool {
    let Some(bound) = wanted.as_u64() else { return false };
    if keyword.starts_with("min") { bound <= count } else { count <= bound }
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_whole = || value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0);
    name == kind || (name == "integer" && kind == "number" && is_whole())
}

/// Whole numbers are compared exactly. A large one is rounded to compare it with a fraction, so that equality proves
/// nothing.
fn at_most(lower: &Value, upper: &Value) -> bool {
    let whole = |value: &Value| value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from));
    match (whole(lower), whole(upper), lower.as_f64(), upper.as_f64()) {
        (Some(lower), Some(upper), _, _) => lower <= upper,
        (_, _, Some(lower), Some(upper)) => lower <= upper && (lower < upper || lower.abs() < 9_007_199_254_740_992.0),
        _ => false,
    }
}
