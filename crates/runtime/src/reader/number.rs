//! Numbers, compared by value as in JSON Schema and not by notation.

use crate::wording::NumberBound;

/// A number of a document or schema.
#[derive(Clone, Copy, Debug)]
pub enum Numeric {
    /// An integer that was written as one.
    Whole(i128),
    /// Any other number.
    Float(f64),
}

/// Largest magnitude up to which every integer is exact as a float.
const MAX_EXACT: i128 = 1 << 53;

/// Constraints on a number. Bounds outside the exact range of floats are not compiled to a table.
#[derive(Debug)]
pub struct NumberCheck {
    /// Minimum.
    pub least: Option<Numeric>,
    /// Exclusive minimum.
    pub above: Option<Numeric>,
    /// Maximum.
    pub most: Option<Numeric>,
    /// Exclusive maximum.
    pub below: Option<Numeric>,
    /// Positive number of which the value must be a multiple.
    pub multiple_of: Option<i64>,
}

impl NumberCheck {
    /// Allows every number.
    pub const ANY: Self = Self { least: None, above: None, most: None, below: None, multiple_of: None };

    /// Returns the limit that a bound sets.
    pub(super) fn limit(&self, bound: NumberBound) -> Option<Numeric> {
        match bound {
            NumberBound::Minimum => self.least,
            NumberBound::Maximum => self.most,
            NumberBound::ExclusiveMinimum => self.above,
            NumberBound::ExclusiveMaximum => self.below,
            NumberBound::MultipleOf => self.multiple_of.map(|divisor| Numeric::Whole(i128::from(divisor))),
        }
    }

    /// Returns the bounds that a number violates.
    pub(crate) fn violated(&self, number: Numeric) -> impl Iterator<Item = (NumberBound, Numeric)> {
        let order = [
            NumberBound::Minimum,
            NumberBound::ExclusiveMinimum,
            NumberBound::Maximum,
            NumberBound::ExclusiveMaximum,
            NumberBound::MultipleOf,
        ];
        order.into_iter().filter_map(move |bound| {
            let limit = self.limit(bound)?;
            let alone = match bound {
                NumberBound::Minimum => Self { least: Some(limit), ..Self::ANY },
                NumberBound::ExclusiveMinimum => Self { above: Some(limit), ..Self::ANY },
                NumberBound::Maximum => Self { most: Some(limit), ..Self::ANY },
                NumberBound::ExclusiveMaximum => Self { below: Some(limit), ..Self::ANY },
                NumberBound::MultipleOf => Self { multiple_of: self.multiple_of, ..Self::ANY },
            };
            (!alone.admits(number)).then_some((bound, limit))
        })
    }

    /// Returns whether a number is within the bounds.
    pub fn admits(&self, number: Numeric) -> bool {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let keeps = |bound: Option<Numeric>, allowed: &[std::cmp::Ordering]| {
            bound.is_none_or(|bound| number.compare(bound).is_some_and(|order| allowed.contains(&order)))
        };
        keeps(self.least, &[Greater, Equal])
            && keeps(self.above, &[Greater])
            && keeps(self.most, &[Less, Equal])
            && keeps(self.below, &[Less])
            && self.multiple_of.is_none_or(|divisor| number.is_multiple_of(divisor))
    }
}

impl Numeric {
    /// Returns the number of a JSON value.
    pub fn from_json(number: &serde_json::Number) -> Option<Self> {
        let signed = number.as_i64().map(|number| Self::Whole(i128::from(number)));
        let unsigned = || number.as_u64().map(|number| Self::Whole(i128::from(number)));
        signed.or_else(unsigned).or_else(|| number.as_f64().map(Self::Float))
    }

    /// Returns the number as a JSON value.
    pub fn to_value(self) -> serde_json::Value {
        match self.whole() {
            Some(whole) => match (i64::try_from(whole), u64::try_from(whole)) {
                (Ok(whole), _) => whole.into(),
                (_, Ok(whole)) => whole.into(),
                _ => self.float().into(),
            },
            None => self.float().into(),
        }
    }

    /// Returns whether JSON Schema treats the number as an integer, which includes `1.0`.
    pub fn is_integer(self) -> bool {
        match self {
            Self::Whole(_) => true,
            Self::Float(float) => float.fract() == 0.0,
        }
    }

    /// Returns the number as an integer, or `None` for a fraction or a float outside the exact range.
    pub fn whole(self) -> Option<i128> {
        match self {
            Self::Whole(whole) => Some(whole),
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_precision_loss,
                reason = "no fraction and within 2^53"
            )]
            Self::Float(float) => (float.fract() == 0.0 && float.abs() <= MAX_EXACT as f64).then_some(float as i128),
        }
    }

    /// Compares two numbers by value.
    pub fn compare(self, other: Self) -> Option<std::cmp::Ordering> {
        match (self.exact(), other.exact()) {
            (Some(one), Some(other)) => Some(one.cmp(&other)),
            _ => self.float().partial_cmp(&other.float()),
        }
    }

    /// Returns the number as an integer, if it is one and in the range of `i128`.
    fn exact(self) -> Option<i128> {
        match self {
            Self::Whole(whole) => Some(whole),
            #[allow(clippy::cast_possible_truncation, reason = "no fraction and within 2^127")]
            Self::Float(float) => (float.fract() == 0.0 && float.abs() < 1e38).then_some(float as i128),
        }
    }

    /// Returns the nearest float.
    #[allow(clippy::cast_precision_loss, reason = "the nearest float is meant")]
    pub fn float(self) -> f64 {
        match self {
            Self::Whole(whole) => whole as f64,
            Self::Float(float) => float,
        }
    }

    #[allow(clippy::cast_precision_loss, reason = "the compiler accepts only divisors within 2^53")]
    fn is_multiple_of(self, divisor: i64) -> bool {
        match self {
            Self::Whole(whole) => divisor != 0 && whole % i128::from(divisor) == 0,
            Self::Float(float) => float % divisor as f64 == 0.0,
        }
    }
}

impl std::fmt::Display for Numeric {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.to_value().fmt(out)
    }
}
