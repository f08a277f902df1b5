//! Values after conversion.

use serde_json::Value;

use super::decimal::Decimal;
use super::record_id::RecordId;

/// Value of the Apex type that its field accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// `null`, which clears a field.
    Null,
    /// `String`. Several picklist values are joined by `;`.
    Text(String),
    /// `Id`.
    Id(RecordId),
    /// `Boolean`.
    Boolean(bool),
    /// `Integer`.
    Integer(i32),
    /// `Long`.
    Long(i64),
    /// `Decimal`, with every digit.
    Decimal(Decimal),
    /// `Date`, as `YYYY-MM-DD`.
    Date(String),
    /// `Datetime` in UTC, as `YYYY-MM-DDThh:mm:ss.mmmZ`.
    Datetime(String),
    /// `Time`, as `hh:mm:ss.mmmZ`.
    Time(String),
    /// `Blob` as its original Base64 string, and its length in bytes.
    Blob(String, usize),
}

impl Typed {
    /// Returns the value as `String.valueOf` formats it, or `None` for null.
    pub fn text(&self) -> Option<String> {
        Some(match self {
            Self::Null => return None,
            Self::Text(text) | Self::Date(text) | Self::Time(text) => text.clone(),
            Self::Id(id) => id.to_string(),
            Self::Boolean(value) => value.to_string(),
            Self::Integer(value) => value.to_string(),
            Self::Long(value) => value.to_string(),
            Self::Decimal(value) => value.to_string(),
            Self::Datetime(text) => text[..19].replace('T', " "),
            Self::Blob(_, length) => format!("Blob[{length}]"),
        })
    }

    /// Returns the value as JSON. A `Decimal` is a string, because a JSON number would lose digits.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Text(text) | Self::Date(text) | Self::Datetime(text) | Self::Time(text) | Self::Blob(text, _) => {
                Value::from(text.as_str())
            }
            Self::Id(id) => Value::from(id.as_str()),
            Self::Boolean(value) => Value::from(*value),
            Self::Integer(value) => Value::from(*value),
            Self::Long(value) => Value::from(*value),
            Self::Decimal(value) => Value::from(value.to_string()),
        }
    }

    /// Returns the value as a number. Numeric strings count as numbers.
    pub(crate) fn number(&self) -> Option<Decimal> {
        Decimal::parse(&self.text()?)
    }
}
