//! Equality and order of JSON values.

use std::cmp::Ordering;
use std::collections::HashSet;

use serde_json::{Number, Value};

/// Returns whether two values are equal. Numbers are compared by their value, so that `1` and `1.0` are equal.
pub(super) fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => compare(one, other) == Some(Ordering::Equal),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(name, value)| other.get(name).is_some_and(|other| is_same(value, other)))
        }
        (one, other) => one == other,
    }
}

/// Returns whether all items are different.
pub(super) fn are_unique(items: &[Value]) -> bool {
    let mut seen = HashSet::with_capacity(items.len());
    items.iter().all(|item| seen.insert(canonical(item).to_string()))
}

/// Returns the same string for equal values.
fn canonical(value: &Value) -> Value {
    match value {
        Value::Number(number) => match integer(number) {
            // `Value` has no `i128`. The control character separates the number from strings.
            Some(integer) => Value::String(format!("\u{0}{integer}")),
            None => value.clone(),
        },
        Value::Array(items) => items.iter().map(canonical).collect(),
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_unstable_by_key(|(name, _)| *name);
            Value::Object(sorted.into_iter().map(|(name, value)| (name.clone(), canonical(value))).collect())
        }
        other => other.clone(),
    }
}

/// Returns whether a number has no fraction.
pub(super) fn is_integer(number: &Number) -> bool {
    number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|float| float.fract() == 0.0)
}

/// Returns the value of a number without a fraction, unless it is too large.
fn integer(number: &Number) -> Option<i128> {
    /// All floats below it are exact as `i128`.
    const LIMIT: f64 = 1e38;
    let whole = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
    #[allow(clippy::cast_possible_truncation, reason = "the float is a whole number below the limit")]
    let float = || {
        let float = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < LIMIT)?;
        Some(float as i128)
    };
    whole.or_else(float)
}

/// Compares two numbers exactly.
pub(super) fn compare(one: &Number, other: &Number) -> Option<Ordering> {
    if let (Some(one), Some(other)) = (integer(one), integer(other)) {
        return Some(one.cmp(&other));
    }
    // At least one is a fraction or very large. A fraction below 2^53 differs from each integer as a float too.
    one.as_f64()?.partial_cmp(&other.as_f64()?)
}
