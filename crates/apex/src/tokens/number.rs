//! Numbers in Apex.

use crate::layout::{self, Piece, Place};

use super::display_text;

const DECIMAL_VALUE_OF: &str = "Decimal.valueOf";

/// Literal that can be assigned to a `Decimal`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApexNumber(String);

impl ApexNumber {
    /// Converts a JSON number. Numbers without a literal use `Decimal.valueOf`, and non-finite numbers become null.
    pub fn new(value: f64) -> Self {
        if !value.is_finite() {
            return Self("null".to_owned());
        }
        let text = plain_digits(value);
        Self(if value.fract() == 0.0 {
            match text.parse::<i64>() {
                Ok(whole) if i32::try_from(whole).is_ok() => text,
                Ok(whole) if whole > i64::MIN => format!("{text}L"),
                _ => format!("{DECIMAL_VALUE_OF}('{text}')"),
            }
        } else if text.len() <= 17 {
            text
        } else {
            format!("{DECIMAL_VALUE_OF}('{text}')")
        })
    }

    /// Converts a number and lays it out for its position.
    pub fn at(value: f64, place: Place) -> Self {
        let literal = Self::new(value).0;
        let digits = literal
            .strip_prefix(DECIMAL_VALUE_OF)
            .and_then(|rest| rest.strip_prefix('('))
            .and_then(|rest| rest.strip_suffix(')'));
        match digits {
            Some(digits) => {
                Self(layout::piece(&Piece::call(DECIMAL_VALUE_OF, vec![Piece::Code(digits.to_owned())]), place))
            }
            None => Self(literal),
        }
    }

    /// Converts an integer.
    pub fn whole(value: i32) -> Self {
        Self(value.to_string())
    }

    /// Returns the literal.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Formats the digits of a number without an exponent. Negative zero loses its sign.
pub fn plain_digits(value: f64) -> String {
    if value == 0.0 { "0".to_owned() } else { format!("{value}") }
}

display_text!(ApexNumber);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_legal_literals() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (5.0, "5"),
            (-5.0, "-5"),
            (0.1, "0.1"),
            (2_147_483_648.0, "2147483648L"),
            (-2_147_483_648.0, "-2147483648"),
            (1e19, "Decimal.valueOf('10000000000000000000')"),
            (0.123_456_789_012_345_66, "Decimal.valueOf('0.12345678901234566')"),
            (f64::NAN, "null"),
        ];
        for (value, literal) in cases {
            assert_eq!(ApexNumber::new(value).as_str(), literal);
        }
    }
}
