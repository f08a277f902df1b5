//! Keywords that apply to numbers.

use serde_json::{Number, Value};

use jsonschema::Draft;

use super::part::{Part, Reader};

/// Assertions about numbers.
#[derive(Clone, Debug, Default)]
pub struct NumberKeywords {
    /// `minimum`.
    pub minimum: Option<Number>,
    /// `maximum`.
    pub maximum: Option<Number>,
    /// `exclusiveMinimum`.
    pub exclusive_minimum: Option<Exclusive>,
    /// `exclusiveMaximum`.
    pub exclusive_maximum: Option<Exclusive>,
    /// `multipleOf`.
    pub multiple_of: Option<Number>,
}

/// Value of `exclusiveMinimum` or `exclusiveMaximum`.
#[derive(Clone, Debug, PartialEq)]
pub enum Exclusive {
    /// The bound.
    Bound(Number),
    /// In draft-04, `true` if the inclusive bound next to it excludes its own value.
    Flag(bool),
}

impl Part for Exclusive {
    fn from_value(value: &Value, reader: Reader<'_>) -> Option<Self> {
        match value {
            Value::Bool(flag) if reader.draft == Draft::Draft4 => Some(Self::Flag(*flag)),
            Value::Number(number) if reader.draft != Draft::Draft4 => Some(Self::Bound(number.clone())),
            _ => None,
        }
    }

    fn to_value(&self) -> Value {
        match self {
            Self::Bound(number) => Value::Number(number.clone()),
            Self::Flag(flag) => Value::Bool(*flag),
        }
    }
}

/// A lower or an upper bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound<'n> {
    /// The number.
    pub number: &'n Number,
    /// Set if the number itself is outside.
    pub is_exclusive: bool,
}

impl NumberKeywords {
    /// Returns the lower bounds, in the meaning of any draft.
    pub fn lower_bounds(&self) -> impl Iterator<Item = Bound<'_>> {
        bounds(self.minimum.as_ref(), self.exclusive_minimum.as_ref())
    }

    /// Returns the upper bounds, in the meaning of any draft.
    pub fn upper_bounds(&self) -> impl Iterator<Item = Bound<'_>> {
        bounds(self.maximum.as_ref(), self.exclusive_maximum.as_ref())
    }
}

fn bounds<'n>(inclusive: Option<&'n Number>, exclusive: Option<&'n Exclusive>) -> impl Iterator<Item = Bound<'n>> {
    let (other, is_exclusive) = match exclusive {
        Some(Exclusive::Bound(number)) => (Some(Bound { number, is_exclusive: true }), false),
        Some(Exclusive::Flag(flag)) => (None, *flag),
        None => (None, false),
    };
    inclusive.map(|number| Bound { number, is_exclusive }).into_iter().chain(other)
}
