//! Keywords that apply to numbers.

use serde_json::{Number, Value};

use super::part::{Part, Reader};
use super::{Keyword, SchemaObject};
use crate::draft::Draft;

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

impl SchemaObject {
    /// Returns the bound that a keyword sets, in the meaning of any draft: a flag of draft-04 changes the bound next to it.
    pub fn bound(&self, keyword: Keyword) -> Option<Bound<'_>> {
        let Self { number, string, array, object, .. } = self;
        let excludes = |exclusive: &Option<Exclusive>| exclusive == &Some(Exclusive::Flag(true));
        let count = match keyword {
            Keyword::Minimum => {
                let is_exclusive = excludes(&number.exclusive_minimum);
                return number.minimum.as_ref().map(|number| Bound { number, is_exclusive });
            }
            Keyword::Maximum => {
                let is_exclusive = excludes(&number.exclusive_maximum);
                return number.maximum.as_ref().map(|number| Bound { number, is_exclusive });
            }
            Keyword::ExclusiveMinimum => return number.exclusive_minimum.as_ref()?.bound(),
            Keyword::ExclusiveMaximum => return number.exclusive_maximum.as_ref()?.bound(),
            Keyword::MinLength => &string.min_length,
            Keyword::MaxLength => &string.max_length,
            Keyword::MinItems => &array.min_items,
            Keyword::MaxItems => &array.max_items,
            Keyword::MinProperties => &object.min_properties,
            Keyword::MaxProperties => &object.max_properties,
            _ => return None,
        };
        count.as_ref().map(|count| Bound { number: count.number(), is_exclusive: false })
    }
}

impl Exclusive {
    fn bound(&self) -> Option<Bound<'_>> {
        match self {
            Self::Bound(number) => Some(Bound { number, is_exclusive: true }),
            Self::Flag(_) => None,
        }
    }
}
