//! Resolves plain scalars with the core schema of YAML 1.2.

use serde_json::{Number, Value};

/// Returns the value of a plain scalar, or an error if JSON cannot express it.
pub(super) fn resolve(text: &str) -> Result<Value, &'static str> {
    Ok(match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => true.into(),
        "false" | "False" | "FALSE" => false.into(),
        _ => match number(text) {
            Some(value) => value?,
            None => text.into(),
        },
    })
}

fn number(text: &str) -> Option<Result<Value, &'static str>> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if matches!(digits, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Some(Err("JSON has no infinity and no NaN"));
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8)] {
        if let Some(rest) = text.strip_prefix(prefix).filter(|rest| is_all(rest, radix)) {
            return Some(u64::from_str_radix(rest, radix).map(Value::from).map_err(|_| TOO_LARGE));
        }
    }
    if is_all(digits, 10) {
        let signed = if negative { format!("-{digits}") } else { digits.to_owned() };
        if let Ok(whole) = signed.parse::<i64>() {
            return Some(Ok(whole.into()));
        }
        if let Ok(whole) = signed.parse::<u64>() {
            return Some(Ok(whole.into()));
        }
        return Some(float(text));
    }
    is_float(digits).then(|| float(text))
}

const TOO_LARGE: &str = "the number is too large for a 64-bit float";

fn float(text: &str) -> Result<Value, &'static str> {
    let number = text.parse::<f64>().ok().and_then(Number::from_f64);
    number.map(Value::Number).ok_or(TOO_LARGE)
}

fn is_all(text: &str, radix: u32) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_digit(radix))
}

/// Returns whether a string matches `(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`.
fn is_float(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['-', '+']).unwrap_or(exponent))),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let has_digits = !whole.is_empty() || !fraction.is_empty();
    has_digits && digits(whole) && digits(fraction) && exponent.is_none_or(|exponent| is_all(exponent, 10))
}
