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
    match hint.trim().to_ascii_lowercase().as_str() {
        "string" | "text" | "textarea" | "email" | "phone" | "url" | "picklist" | "combobox" | "encryptedstring"
        | "anytype" => Hint::Known(DataType::Text),
        "multipicklist" => Hint::Known(DataType::MultiPicklist),
        "id" | "reference" => Hint::Known(DataType::Id),
        "boolean" => Hint::Known(DataType::Boolean),
        "int" | "integer" => Hint::Known(DataType::Integer),
        "long" => Hint::Known(DataType::Long),
        "double" | "decimal" | "number" | "currency" | "percent" => Hint::Known(DataType::Decimal),
        "date" => Hint::Known(DataType::Date),
        "datetime" => Hint::Known(DataType::Datetime),
        "time" => Hint::Known(DataType::Time),
        "base64" => Hint::Known(DataType::Blob),
        "address" | "location" => Hint::Compound,
        _ => Hint::Unknown,
    }
}

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
