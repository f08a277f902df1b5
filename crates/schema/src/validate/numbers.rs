//! Bounds of numbers, and `multipleOf`.

use std::cmp::Ordering;

use planwright_source::equality::compare;
use serde_json::{Number, Value};

use super::run::{Flow, Run};
use crate::model::{Keyword, SchemaObject};

impl<'v> Run<'v> {
    /// Checks the keywords for numbers.
    pub(super) fn number(&mut self, object: &'v SchemaObject, number: &Number, value: &Value) -> Flow {
        for keyword in [Keyword::Minimum, Keyword::Maximum, Keyword::ExclusiveMinimum, Keyword::ExclusiveMaximum] {
            let Some(bound) = object.bound(keyword) else { continue };
            let outside = match keyword {
                Keyword::Minimum | Keyword::ExclusiveMinimum => Ordering::Less,
                _ => Ordering::Greater,
            };
            let order = compare(number, bound.number);
            if order == Some(outside) || bound.is_exclusive && order == Some(Ordering::Equal) {
                let limit = bound.number;
                let relation = match (outside, bound.is_exclusive) {
                    (Ordering::Less, false) => "less than the minimum of",
                    (Ordering::Less, true) => "less than or equal to the minimum of",
                    (_, false) => "greater than the maximum of",
                    (_, true) => "greater than or equal to the maximum of",
                };
                self.report(value, |value| format!("{value} is {relation} {limit}"))?;
            }
        }
        match object.number.multiple_of.as_ref().and_then(|divisor| Some((divisor, divisor.as_f64()?))) {
            Some((divisor, float)) if !is_multiple(number, divisor) => {
                self.report(value, |value| format!("{value} is not a multiple of {float}"))
            }
            _ => Flow::Continue(()),
        }
    }
}

/// Returns whether a number divided by another is an integer. Both have the value of their decimal form: 0.3 is a
/// multiple of 0.1.
fn is_multiple(number: &Number, divisor: &Number) -> bool {
    let (Some((digits, places)), Some((divisor, divisor_places))) = (decimal(number), decimal(divisor)) else {
        return false;
    };
    if digits == 0 || divisor == 0 {
        return digits == 0;
    }
    let shift = divisor_places - places;
    if shift < 0 {
        // If the scaled divisor is too large for the type, it is larger than the number.
        let scale = 10_u128.checked_pow(shift.unsigned_abs());
        return scale.and_then(|scale| divisor.checked_mul(scale)).is_some_and(|divisor| digits % divisor == 0);
    }
    // The rest stays below 2^64, so multiplying it does not overflow.
    (0..shift).fold(digits % divisor, |rest, _| rest * 10 % divisor) == 0
}

/// Returns the digits of a number without its sign, and how many of them are decimal places.
fn decimal(number: &Number) -> Option<(u128, i32)> {
    let text = number.to_string();
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
    let (whole, fraction) = mantissa.trim_start_matches('-').split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let digits = [whole.trim_start_matches('-'), fraction].concat().parse().ok()?;
    let places = i32::try_from(fraction.len()).ok()?.checked_sub(exponent.parse().ok()?)?;
    Some((digits, places))
}
