//! Reads numbers from strings. Migrations use it here, and the Rust code that they print contains the source below.

use serde_json::Value;

/// Reads a number that keeps all its digits: at most 18, or at most 9 with at most 6 decimals.
pub(super) fn numeral(text: &str) -> Option<Value> {
    let is =
        |digits: &str, most| (1..=most).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
    let digits = text.strip_prefix('-').unwrap_or(text);
    match digits.split_once('.') {
        None if is(digits, 18) => text.parse::<i64>().ok().map(Value::from),
        Some((whole, decimals)) if is(whole, 9) && is(decimals, 6) => text.parse::<f64>().ok().map(Value::from),
        _ => None,
    }
}
