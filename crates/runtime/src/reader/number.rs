//! Numbers as JSON Schema compares them: by value, whatever they are written as.

/// A number of a document or a schema.
#[derive(Clone, Copy, Debug)]
pub enum Numeric {
    /// A whole number that was written as one.
    Whole(i128),
    /// Any other.
    Float(f64),
}

/// Up to this magnitude every whole number is a float.
const EXACT: i128 = 1 << 53;

/// What a schema asks of a number. A bound beyond what floats hold exactly is not compiled to a table.
#[derive(Debug)]
pub struct NumberCheck {
    /// The least value.
    pub least: ::std::option::Option<Numeric>,
    /// What the value must be above.
    pub above: ::std::option::Option<Numeric>,
    /// The largest value.
    pub most: ::std::option::Option<Numeric>,
    /// What the value must be below.
    pub below: ::std::option::Option<Numeric>,
    /// What the value must be a multiple of, above 0.
    pub multiple_of: ::std::option::Option<i64>,
}

impl NumberCheck {
    /// No bound at all.
    pub const ANY: Self = Self { least: None, above: None, most: None, below: None, multiple_of: None };

    /// Whether a number keeps the bounds.
    pub fn admits(&self, number: Numeric) -> bool {
        use ::std::cmp::Ordering::{Equal, Greater, Less};
        let keeps = |bound: ::std::option::Option<Numeric>, allowed: &[::std::cmp::Ordering]| {
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
    /// The number of a JSON value.
    pub fn of(number: &::serde_json::Number) -> ::std::option::Option<Self> {
        let signed = number.as_i64().map(|number| Self::Whole(i128::from(number)));
        let unsigned = || number.as_u64().map(|number| Self::Whole(i128::from(number)));
        signed.or_else(unsigned).or_else(|| number.as_f64().map(Self::Float))
    }

    /// The number as a JSON value.
    pub fn to_value(self) -> ::serde_json::Value {
        match self.whole() {
            Some(whole) => match (i64::try_from(whole), u64::try_from(whole)) {
                (Ok(whole), _) => whole.into(),
                (_, Ok(whole)) => whole.into(),
                _ => self.float().into(),
            },
            None => self.float().into(),
        }
    }

    /// Whether JSON Schema calls it an integer: `1.0` is one.
    pub fn is_integer(self) -> bool {
        match self {
            Self::Whole(_) => true,
            Self::Float(float) => float.fract() == 0.0,
        }
    }

    /// The number as an integer; `None` for a fraction, and for a float of which no one can say which integer was meant.
    pub fn whole(self) -> ::std::option::Option<i128> {
        match self {
            Self::Whole(whole) => Some(whole),
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_precision_loss,
                reason = "no fraction and within 2^53"
            )]
            Self::Float(float) => (float.fract() == 0.0 && float.abs() <= EXACT as f64).then_some(float as i128),
        }
    }

    /// Which of two numbers is the larger.
    pub fn compare(self, other: Self) -> ::std::option::Option<::std::cmp::Ordering> {
        match (self.exact(), other.exact()) {
            (Some(one), Some(other)) => Some(one.cmp(&other)),
            _ => self.float().partial_cmp(&other.float()),
        }
    }

    /// The number as an integer, if it is one and not beyond all types.
    fn exact(self) -> ::std::option::Option<i128> {
        match self {
            Self::Whole(whole) => Some(whole),
            #[allow(clippy::cast_possible_truncation, reason = "no fraction and within 2^127")]
            Self::Float(float) => (float.fract() == 0.0 && float.abs() < 1e38).then_some(float as i128),
        }
    }

    /// The nearest float.
    #[allow(clippy::cast_precision_loss, reason = "the nearest float is meant")]
    pub fn float(self) -> f64 {
        match self {
            Self::Whole(whole) => whole as f64,
            Self::Float(float) => float,
        }
    }

    #[allow(clippy::cast_precision_loss, reason = "the compiler takes divisors within 2^53 alone")]
    fn is_multiple_of(self, divisor: i64) -> bool {
        match self {
            Self::Whole(whole) => divisor != 0 && whole % i128::from(divisor) == 0,
            Self::Float(float) => float % divisor as f64 == 0.0,
        }
    }
}

impl ::std::fmt::Display for Numeric {
    fn fmt(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        self.to_value().fmt(out)
    }
}
