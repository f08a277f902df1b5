//! Keywords that apply to values of every type.

use serde_json::Value;

use super::Subject;
use super::part::{Part, Reader};

/// Type of a value.
#[allow(missing_docs, reason = "each variant is the type of that name")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    Array,
    Boolean,
    Integer,
    Null,
    Number,
    Object,
    String,
}

impl Type {
    /// Every type, sorted by name.
    pub const ALL: [Self; 7] =
        [Self::Array, Self::Boolean, Self::Integer, Self::Null, Self::Number, Self::Object, Self::String];

    /// Returns the type with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name() == name)
    }

    /// Returns the name, as schemas spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Array => "array",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Null => "null",
            Self::Number => "number",
            Self::Object => "object",
            Self::String => "string",
        }
    }

    /// Returns whether keywords with this subject apply to values of the type.
    pub const fn is_of(self, subject: Subject) -> bool {
        match subject {
            Subject::Any => true,
            Subject::Array => matches!(self, Self::Array),
            Subject::Number => matches!(self, Self::Integer | Self::Number),
            Subject::Object => matches!(self, Self::Object),
            Subject::String => matches!(self, Self::String),
        }
    }
}

/// Value of `type`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Types {
    /// A single type.
    One(Type),
    /// An array of types.
    List(Vec<Type>),
}

impl Types {
    /// Reads the value of `type`. Returns `None` if it names no type.
    pub fn from_value(value: &Value) -> Option<Self> {
        let one = |value: &Value| Type::from_name(value.as_str()?);
        match value {
            Value::Array(list) => Some(Self::List(list.iter().map(one).collect::<Option<_>>()?)),
            value => one(value).map(Self::One),
        }
    }

    /// Returns the types, in the order in which they were written.
    pub fn as_slice(&self) -> &[Type] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::List(list) => list,
        }
    }

    /// Returns whether values of one of the types can have keywords with this subject.
    pub fn include(&self, subject: Subject) -> bool {
        self.as_slice().iter().any(|one| one.is_of(subject))
    }
}

impl Part for Types {
    fn from_value(value: &Value, _: Reader<'_>) -> Option<Self> {
        Self::from_value(value)
    }

    fn to_value(&self) -> Value {
        match self {
            Self::One(one) => one.name().into(),
            Self::List(list) => list.iter().map(|one| one.name()).collect(),
        }
    }
}

/// Values that a schema lists.
#[derive(Clone, Debug, Default)]
pub struct Values {
    /// `enum`.
    pub enumeration: Option<Vec<Value>>,
    /// `const`.
    pub constant: Option<Value>,
}

impl Values {
    /// Returns whether the schema lists values.
    pub fn any(&self) -> bool {
        self.enumeration.is_some() || self.constant.is_some()
    }
}
