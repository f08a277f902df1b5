//! Equality and order of JSON values, as JSON Schema defines them for `const`, `enum` and `uniqueItems`.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use serde_json::{Number, Value};

/// Returns whether two values are equal. Numbers are compared by their value, so that `1` and `1.0` are equal.
pub fn is_same(one: &Value, other: &Value) -> bool {
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

/// Returns the indices of the first item that equals an earlier one, and of that one before it.
pub fn first_repeated(items: &[Value]) -> Option<(usize, usize)> {
    let mut seen = HashMap::with_capacity(items.len());
    items.iter().enumerate().find_map(|(index, item)| {
        let mut text = String::new();
        write_canonical(item, &mut text);
        seen.insert(text, index).map(|earlier| (earlier, index))
    })
}

/// Writes the same string for equal values.
fn write_canonical(value: &Value, into: &mut String) {
    // Writing to a string cannot fail.
    let _ = match value {
        Value::Number(number) => match integer(number) {
            Some(integer) => write!(into, "{integer}"),
            None => write!(into, "{number}"),
        },
        Value::Array(items) => {
            into.push('[');
            for item in items {
                write_canonical(item, into);
                into.push(',');
            }
            write!(into, "]")
        }
        Value::Object(members) => {
            into.push('{');
            let sorted: BTreeMap<_, _> = members.iter().collect();
            for (name, member) in sorted {
                let _ = write!(into, "{}:", Value::from(name.as_str()));
                write_canonical(member, into);
                into.push(',');
            }
            write!(into, "}}")
        }
        plain => write!(into, "{plain}"),
    };
}

/// Returns whether a number has no fraction.
pub fn is_integer(number: &Number) -> bool {
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
pub fn compare(one: &Number, other: &Number) -> Option<Ordering> {
    if let (Some(one), Some(other)) = (integer(one), integer(other)) {
        return Some(one.cmp(&other));
    }
    // At least one is a fraction or very large. A fraction below 2^53 differs from each integer as a float too.
    one.as_f64()?.partial_cmp(&other.as_f64()?)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{first_repeated, is_same};

    #[test]
    fn numbers_are_equal_by_value() {
        let parsed = |text: &str| serde_json::from_str::<Value>(text).expect("it is JSON");
        for (one, two, equal) in [
            ("1", "1.0", true),
            ("10000000000000000", "1e16", true),
            ("-0.0", "0", true),
            ("18446744073709551615", "18446744073709551615.0", false),
            ("9007199254740993", "9007199254740992.0", false),
            ("0.1", "1e-1", true),
            ("[{\"a\": 1, \"b\": [2.0]}]", "[{\"b\": [2], \"a\": 1.0}]", true),
            ("\"1\"", "1", false),
        ] {
            let (one, two) = (parsed(one), parsed(two));
            assert_eq!(is_same(&one, &two), equal, "{one} {two}");
            assert_eq!(first_repeated(&[json!(null), one, two]), equal.then_some((1, 2)));
        }
    }
}
