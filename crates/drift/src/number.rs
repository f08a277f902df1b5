//! Exact decimal numbers, and the equality of JSON values based on them: `1.0` equals `1`, and `0.3` is three times
//! `0.1`.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, ToPrimitive as _, Zero as _};
use serde_json::{Number, Value};

/// Exact number.
pub(crate) type Exact = BigRational;

/// Largest exponent. Larger ones do not occur in practice, and they cost memory.
const MAX_EXPONENT: i64 = 2_000;

/// Returns the exact value of a JSON number, based on its shortest decimal form.
pub(crate) fn exact(number: &Number) -> Option<Exact> {
    let whole = number.as_i64().map(BigInt::from).or_else(|| number.as_u64().map(BigInt::from));
    whole.map(Exact::from).or_else(|| decimal(&number.to_string()))
}

/// Returns the exact value of a JSON value that is a number.
pub(crate) fn from_value(value: &Value) -> Option<Exact> {
    exact(value.as_number()?)
}

/// Parses a decimal such as `-1.5e3`.
pub(crate) fn decimal(text: &str) -> Option<Exact> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: i64 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: BigInt = format!("{whole}{fraction}").parse().ok()?;
    let exponent = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
    if exponent.abs() > MAX_EXPONENT {
        return digits.is_zero().then(Exact::zero);
    }
    let power = BigInt::from(10).pow(u32::try_from(exponent.unsigned_abs()).ok()?);
    Some(if exponent < 0 { Exact::new(digits, power) } else { Exact::from(digits * power) })
}

/// Returns the JSON number that is exactly equal, if one exists.
pub(crate) fn value(number: &Exact) -> Option<Value> {
    if number.is_integer() {
        let whole = number.to_integer();
        if let Some(whole) = whole.to_i64() {
            return Some(Value::from(whole));
        }
        if let Some(whole) = whole.to_u64() {
            return Some(Value::from(whole));
        }
    }
    let float = Number::from_f64(number.to_f64()?)?;
    (exact(&float).as_ref() == Some(number)).then_some(Value::Number(float))
}

/// Returns the smallest number that is an integer multiple of both.
pub(crate) fn common_multiple(one: &Exact, other: &Exact) -> Exact {
    let scale = num_integer::lcm(one.denom().clone(), other.denom().clone());
    let whole = |number: &Exact| (number * Exact::from(scale.clone())).to_integer();
    let multiple = num_integer::lcm(whole(one), whole(other));
    Exact::new(multiple, scale)
}

/// Checks whether `number` is an integer multiple of `step`.
pub(crate) fn is_multiple(number: &Exact, step: &Exact) -> bool {
    !step.is_zero() && (number / step).is_integer()
}

/// Returns one half of `number`.
pub(crate) fn half(number: &Exact) -> Exact {
    number / (Exact::one() + Exact::one())
}

/// Checks whether two JSON values are equal.
pub(crate) fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(a), Value::Number(b)) => {
            // Different floats have different shortest forms, and so do different integers.
            a == b || a.is_f64() != b.is_f64() && exact(a) == exact(b)
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
        }
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{common_multiple, decimal, is_multiple, same, value};

    #[test]
    fn decimals_are_exact() {
        let number = |text: &str| decimal(text).unwrap();
        assert_eq!(number("1.0"), number("1"));
        assert_eq!(number("-1.5e3"), number("-1500"));
        assert!(is_multiple(&number("0.3"), &number("0.1")));
        assert!(!is_multiple(&number("0.35"), &number("0.1")));
        assert_eq!(common_multiple(&number("0.4"), &number("0.6")), number("1.2"));
        assert_eq!(decimal("1e999999999"), None);
        assert_eq!(value(&number("0.1")), Some(json!(0.1)));
        assert_eq!(value(&(number("1") / number("3"))), None);
        assert!(same(&json!([1.0, {"a": 2}]), &json!([1, {"a": 2.0}])));
    }
}
