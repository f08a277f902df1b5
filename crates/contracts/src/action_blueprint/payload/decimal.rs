//! Decimal numbers as strings of digits, so that no digit is lost and nothing overflows.

use std::cmp::Ordering;
use std::fmt;

/// Maximum number of digits that an exponent may add. It bounds memory; no real value needs more.
const EXPONENT_LIMIT: i64 = 4000;

/// Exact decimal number. It keeps its scale: `1.50` stays `1.50`, but equals `1.5`.
#[derive(Clone, Debug)]
pub struct Decimal {
    negative: bool,
    /// Digits before the decimal point, without leading zeros. At least one.
    whole: String,
    /// Digits after the decimal point.
    fraction: String,
}

impl Decimal {
    /// Parses a number as `Decimal.valueOf(String)` does: sign, digits, decimal point, exponent, and whitespace around
    /// it.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (negative, unsigned) = match text.strip_prefix(['+', '-']) {
            Some(rest) => (text.starts_with('-'), rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, read_exponent(exponent)?),
            None => (unsigned, 0),
        };
        let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_number =
            !(before.is_empty() && after.is_empty()) && before.chars().chain(after.chars()).all(|c| c.is_ascii_digit());
        is_number.then(|| Self::shifted(negative, before, after, exponent))
    }

    /// Moves the decimal point to the right by `exponent`.
    fn shifted(negative: bool, before: &str, after: &str, exponent: i64) -> Self {
        let digits = format!("{before}{after}");
        let point = i64::try_from(before.len()).unwrap_or(i64::MAX).saturating_add(exponent);
        let (whole, fraction) = match usize::try_from(point) {
            Err(_) => (String::new(), format!("{}{digits}", zeros(point.unsigned_abs()))),
            Ok(point) if point < digits.len() => (digits[..point].to_owned(), digits[point..].to_owned()),
            Ok(point) => (format!("{digits}{}", "0".repeat(point - digits.len())), String::new()),
        };
        let significant = whole.trim_start_matches('0');
        let whole = if significant.is_empty() { "0".to_owned() } else { significant.to_owned() };
        let mut number = Self { negative: false, whole, fraction };
        // Zero has no sign.
        number.negative = negative && !number.is_zero();
        number
    }

    /// Returns the number as an integer with its sign, if it is one.
    pub fn to_whole(&self) -> Option<String> {
        let is_whole = self.fraction.bytes().all(|digit| digit == b'0');
        is_whole.then(|| format!("{}{}", if self.negative { "-" } else { "" }, self.whole))
    }

    /// Returns whether the number is greater than zero.
    pub fn is_positive(&self) -> bool {
        !self.negative && !self.is_zero()
    }

    fn is_zero(&self) -> bool {
        self.whole == "0" && self.fraction.bytes().all(|digit| digit == b'0')
    }
}

fn zeros(count: u64) -> String {
    "0".repeat(usize::try_from(count).unwrap_or_default())
}

fn read_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let exponent = if plain { text.parse::<i64>().ok()? } else { return None };
    (exponent.abs() <= EXPONENT_LIMIT).then_some(exponent)
}

/// Converts the digits of a JSON bound. Negative zero loses its sign.
impl From<f64> for Decimal {
    fn from(number: f64) -> Self {
        let text = if number == 0.0 { "0".to_owned() } else { format!("{number}") };
        Self::parse(&text).unwrap_or_else(|| Self::shifted(false, "0", "", 0))
    }
}

/// Formats plain digits, never an exponent.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        if self.fraction.is_empty() {
            write!(f, "{sign}{}", self.whole)
        } else {
            write!(f, "{sign}{}.{}", self.whole, self.fraction)
        }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let size = |a: &Self, b: &Self| {
            let digits = (a.whole.len(), a.whole.as_str()).cmp(&(b.whole.len(), b.whole.as_str()));
            digits.then_with(|| a.fraction.trim_end_matches('0').cmp(b.fraction.trim_end_matches('0')))
        };
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => size(self, other),
            (true, true) => size(other, self),
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn digits_are_kept() {
        let cases = [
            ("1.50", Some("1.50")),
            (" -0012.00 ", Some("-12.00")),
            ("1e3", Some("1000")),
            ("12.5E-3", Some("0.0125")),
            ("12.5E-1", Some("1.25")),
            ("1.234e2", Some("123.4")),
            (".5", Some("0.5")),
            ("5.", Some("5")),
            ("-0", Some("0")),
            ("123456789012345678901234567890.1", Some("123456789012345678901234567890.1")),
            ("1e9999999999", None),
            ("1,000", None),
            ("NaN", None),
            (".", None),
            ("", None),
            ("--1", None),
            ("1e", None),
        ];
        for (text, shown) in cases {
            assert_eq!(Decimal::parse(text).map(|number| number.to_string()).as_deref(), shown, "{text}");
        }
    }

    #[test]
    fn numbers_compare_by_value() {
        let ascending = ["-100", "-99.99", "-0.1", "0.00", "0.09", "0.1", "1", "9.99", "10", "18446744073709551616"];
        for pair in ascending.windows(2) {
            let [low, high] = [pair[0], pair[1]].map(|text| Decimal::parse(text).unwrap());
            assert!(low < high, "{low} < {high}");
        }
        assert_eq!(Decimal::parse("1.50"), Decimal::parse("1.5"));
        assert_eq!(Decimal::parse("-0.0"), Decimal::parse("0"));
    }
}
