//! The `dataType` hint of an input.
//!
//! Any hint is allowed. Unknown hints are treated as text, with a warning. Two known hints are rejected, because one
//! value cannot set such a field.

/// Type of an input's value in Apex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataType {
    /// `String`.
    Text,
    /// `String`; a JSON array is joined with `;`.
    MultiPicklist,
    /// `Id`.
    Id,
    /// `Boolean`.
    Boolean,
    /// `Integer`.
    Integer,
    /// `Long`.
    Long,
    /// `Decimal`.
    Decimal,
    /// `Date`.
    Date,
    /// `Datetime`.
    Datetime,
    /// `Time`.
    Time,
    /// `Blob`.
    Blob,
}

/// Meaning of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// A type with its own kind of values.
    Known(DataType),
    /// A compound type. Only its component fields can be set.
    Compound,
    /// A type that the platform does not have. It is treated as text.
    Unknown,
}

/// Parses a hint. Letter case does not matter.
pub fn parse_hint(hint: &str) -> Hint {
    let hint = hint.trim().as_bytes();
    let mut lower = [0; MAX_HINT_LENGTH];
    let Some(lower) = lower.get_mut(..hint.len()) else { return Hint::Unknown };
    lower.copy_from_slice(hint);
    lower.make_ascii_lowercase();
    match &*lower {
        b"string" | b"text" | b"textarea" | b"email" | b"phone" | b"url" | b"picklist" | b"combobox"
        | b"encryptedstring" | b"anytype" => Hint::Known(DataType::Text),
        b"multipicklist" => Hint::Known(DataType::MultiPicklist),
        b"id" | b"reference" => Hint::Known(DataType::Id),
        b"boolean" => Hint::Known(DataType::Boolean),
        b"int" | b"integer" => Hint::Known(DataType::Integer),
        b"long" => Hint::Known(DataType::Long),
        b"double" | b"decimal" | b"number" | b"currency" | b"percent" => Hint::Known(DataType::Decimal),
        b"date" => Hint::Known(DataType::Date),
        b"datetime" => Hint::Known(DataType::Datetime),
        b"time" => Hint::Known(DataType::Time),
        b"base64" => Hint::Known(DataType::Blob),
        b"address" | b"location" => Hint::Compound,
        _ => Hint::Unknown,
    }
}

/// Length of the longest hint.
const MAX_HINT_LENGTH: usize = "encryptedstring".len();

/// Returns the type that generated code uses for a hint. Unknown and compound hints are text.
pub fn resolve(hint: &str) -> DataType {
    match parse_hint(hint) {
        Hint::Known(known) => known,
        Hint::Compound | Hint::Unknown => DataType::Text,
    }
}

/// Common hints, for advice in messages.
pub(crate) const COMMON_HINTS: &[&str] = &[
    "String",
    "Picklist",
    "MultiPicklist",
    "Id",
    "Boolean",
    "Integer",
    "Long",
    "Decimal",
    "Currency",
    "Percent",
    "Date",
    "Datetime",
    "Time",
    "Base64",
];
