//! Limits the numbers of an exported schema to the integers that every JSON parser represents exactly.
//!
//! Vendors reject a request whose schema contains a number that a double cannot represent exactly.

use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use crate::keywords::{Subschemas, rebuild, subschemas};

/// Largest integer that every JSON parser represents exactly: 2^53 - 1.
pub const MAX_EXACT: i64 = (1 << 53) - 1;

/// Change that was made to a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberChange {
    /// The number was replaced by the nearest exact one.
    Moved,
    /// The keyword was removed, or values were removed from its list.
    Removed,
}

/// Keywords that limit numbers.
const BOUND_KEYWORDS: [&str; 4] = ["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum"];
/// Keywords that limit a count.
const COUNT_KEYWORDS: [&str; 8] =
    ["maxContains", "maxItems", "maxLength", "maxProperties", "minContains", "minItems", "minLength", "minProperties"];

/// Returns the schema with every number limited.
pub fn bound_all(schema: &Value) -> Value {
    rebuild(schema, &Pointer::root(), &mut |schema, _| {
        bound(schema);
    })
}

/// Limits the numbers of one schema, but not those of nested schemas, and returns each changed keyword.
pub fn bound(schema: &mut Value) -> Vec<(String, NumberChange)> {
    let Some(members) = schema.as_object_mut() else { return Vec::new() };
    let large =
        members.iter().filter(|(name, value)| matches!(subschemas(name, value), Subschemas::None) && is_inexact(value));
    let names: Vec<String> = large.map(|(name, _)| name.clone()).collect();
    let changes = names.into_iter().map(|name| {
        let change = change(members, &name);
        (name, change)
    });
    changes.collect()
}

fn change(members: &mut Map<String, Value>, name: &str) -> NumberChange {
    let Some(value) = members.shift_remove(name) else { return NumberChange::Removed };
    let number = value.as_f64();
    match (name, value, number) {
        (_, _, Some(number)) if BOUND_KEYWORDS.contains(&name) => {
            let plain = if name.ends_with("aximum") { "maximum" } else { "minimum" };
            // No exact number violates a bound outside the exact range, so the bound is dropped unless the value must
            // be an integer.
            let is_outward = (number > 0.0) == (plain == "maximum");
            if is_outward && !is_integer(members) {
                return NumberChange::Removed;
            }
            let exact = if number > 0.0 { MAX_EXACT } else { -MAX_EXACT };
            members.entry(plain).or_insert_with(|| json!(exact));
            NumberChange::Moved
        }
        (_, _, Some(_)) if COUNT_KEYWORDS.contains(&name) => {
            members.insert(name.to_owned(), json!(MAX_EXACT));
            NumberChange::Moved
        }
        ("enum" | "examples", Value::Array(mut values), _) => {
            values.retain(|value| !is_inexact(value));
            if !values.is_empty() {
                members.insert(name.to_owned(), values.into());
            }
            NumberChange::Removed
        }
        _ => NumberChange::Removed,
    }
}

fn is_integer(members: &Map<String, Value>) -> bool {
    let is = |name: &str| match members.get("type") {
        Some(Value::String(one)) => one == name,
        Some(Value::Array(several)) => several.iter().any(|one| one == name),
        _ => false,
    };
    is("integer") && !is("number")
}

/// Returns whether a value contains a number outside the exact range.
pub fn is_inexact(value: &Value) -> bool {
    match value {
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => whole.unsigned_abs() > MAX_EXACT.unsigned_abs(),
            (None, float) => float.is_none_or(|float| float.abs() > 9_007_199_254_740_991.0),
        },
        Value::Array(items) => items.iter().any(is_inexact),
        Value::Object(members) => members.values().any(is_inexact),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{bound_all, is_inexact};

    #[test]
    fn no_number_is_beyond_the_exact_ones() {
        let large = u64::MAX;
        for (schema, expected) in [
            (
                json!({"type": "integer", "maximum": large}),
                json!({"type": "integer", "maximum": 9_007_199_254_740_991_i64}),
            ),
            (
                json!({"type": ["integer", "null"], "minimum": i64::MIN, "exclusiveMaximum": 1e20}),
                json!({"type": ["integer", "null"], "minimum": -9_007_199_254_740_991_i64, "maximum": 9_007_199_254_740_991_i64}),
            ),
            (json!({"type": "number", "maximum": 1e300, "minimum": 0.5}), json!({"type": "number", "minimum": 0.5})),
            (
                json!({"type": "number", "minimum": 1e300}),
                json!({"type": "number", "minimum": 9_007_199_254_740_991_i64}),
            ),
            (json!({"maxLength": large, "multipleOf": 1e200}), json!({"maxLength": 9_007_199_254_740_991_i64})),
            (json!({"enum": [1, large], "default": {"a": large}}), json!({"enum": [1]})),
            (json!({"properties": {"maximum": {"const": large}}}), json!({"properties": {"maximum": {}}})),
            (json!({"maximum": 9_007_199_254_740_991_i64}), json!({"maximum": 9_007_199_254_740_991_i64})),
        ] {
            let bounded = bound_all(&schema);
            assert!(!is_inexact(&bounded), "{bounded}");
            assert_eq!(bounded, expected);
        }
        assert!(is_inexact(&json!({"a": [9_007_199_254_740_992_i64]})) && !is_inexact(&Value::Null));
    }
}
