//! The `dataType` hint of an input. The hint is open: an unknown one is read as text, with a warning. Two known types are
//! refused, because no single value sets them.

/// What an input's value is in Apex.
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

/// What a hint says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// A type with values of its own.
    Known(DataType),
    /// A compound type; only its component fields can be set.
    Compound,
    /// Not a type of the platform; read as text.
    Unknown,
}

/// Reads a hint, in any case of letters.
pub fn read(hint: &str) -> Hint {
    let hint = hint.trim().as_bytes();
    let mut lower = [0; LONGEST];
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

/// How long a hint is at most.
const LONGEST: usize = "encryptedstring".len();

/// The type that generated code uses for a hint; text where the hint says nothing.
pub fn resolve(hint: &str) -> DataType {
    match read(hint) {
        Hint::Known(known) => known,
        Hint::Compound | Hint::Unknown => DataType::Text,
    }
}

/// The hints that people should write, for advice.
pub(crate) const USUAL: &[&str] = &[
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
