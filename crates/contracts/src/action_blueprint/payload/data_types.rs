//! Table of the data types: their names, the Apex type of their values, and the JSON that they accept.

use crate::action_blueprint::data_type::{DataType, Hint};

/// Properties of a data type.
#[derive(Clone, Copy, Debug)]
pub struct DataTypeInfo {
    /// Kind of the values.
    pub hint: Hint,
    /// Lowercase names of the type. `dataType` is compared without regard to case.
    pub names: &'static [&'static str],
    /// Apex type. Empty if no value is accepted.
    pub apex: &'static str,
    /// JSON that converts to the type. A blank string counts as absent for every type.
    pub takes: &'static str,
    /// Messages of refusals, other than "… is not a valid …".
    pub problems: &'static [&'static str],
}

pub(super) const NOT_A_TEXT: &str = "a string is required, not a list or an object.";
pub(super) const NOT_A_BOOLEAN: &str = "{value} is not true or false.";
pub(super) const NOT_WHOLE: &str = "{value} is not a whole number.";
pub(super) const NOT_A_DATE: &str = "{value} is not a valid Date.";
pub(super) const NOT_A_DAY: &str = "{value} is not a day of the calendar.";
pub(super) const NOT_AN_ADDRESS: &str =
    "set the parts of the address, such as Street, City, State, PostalCode and Country.";
pub(super) const NOT_A_LOCATION: &str = "set the parts of the location: Latitude and Longitude.";
pub(super) const NOT_VALID: &str = "{value} is not a valid {type}.";

const fn known(
    data_type: DataType,
    names: &'static [&'static str],
    apex: &'static str,
    takes: &'static str,
) -> DataTypeInfo {
    DataTypeInfo { hint: Hint::Known(data_type), names, apex, takes, problems: &[] }
}

impl DataTypeInfo {
    const fn refusing(self, problems: &'static [&'static str]) -> Self {
        Self { problems, ..self }
    }
}

/// Every data type. Any other name is treated as text.
pub const DATA_TYPES: &[DataTypeInfo] = &[
    known(
        DataType::Text,
        &["string", "text", "textarea", "email", "phone", "url", "picklist", "combobox", "encryptedstring", "anytype"],
        "String",
        "a string; numbers and booleans are converted to strings",
    )
    .refusing(&[NOT_A_TEXT]),
    known(
        DataType::MultiPicklist,
        &["multipicklist"],
        "String",
        "a string with values separated by ;, or an array of strings, which is joined",
    )
    .refusing(&[NOT_A_TEXT]),
    known(DataType::Id, &["id", "reference"], "Id", "a record id of 15 or 18 characters"),
    known(DataType::Boolean, &["boolean"], "Boolean", "true or false, or a string with either in any case")
        .refusing(&[NOT_A_BOOLEAN]),
    known(
        DataType::Integer,
        &["int", "integer"],
        "Integer",
        "a whole number of 32 bits, or a string with one; 5.0 is whole",
    )
    .refusing(&[NOT_WHOLE]),
    known(DataType::Long, &["long"], "Long", "a whole number of 64 bits, or a string with one").refusing(&[NOT_WHOLE]),
    known(
        DataType::Decimal,
        &["double", "decimal", "number", "currency", "percent"],
        "Decimal",
        "a number, or a string with one; every digit is kept",
    ),
    known(DataType::Date, &["date"], "Date", "a day as YYYY-MM-DD").refusing(&[NOT_A_DATE, NOT_A_DAY]),
    known(
        DataType::Datetime,
        &["datetime"],
        "Datetime",
        "date and time as ISO 8601 writes them; without an offset UTC",
    ),
    known(DataType::Time, &["time"], "Time", "a time of day as hh:mm, hh:mm:ss or hh:mm:ss.mmm"),
    known(DataType::Blob, &["base64"], "Blob", "a Base64 string, padded"),
    DataTypeInfo { hint: Hint::Compound, names: &["address"], apex: "", takes: "nothing", problems: &[NOT_AN_ADDRESS] },
    DataTypeInfo {
        hint: Hint::Compound,
        names: &["location"],
        apex: "",
        takes: "nothing",
        problems: &[NOT_A_LOCATION],
    },
];

#[cfg(test)]
mod tests {
    use super::DATA_TYPES;
    use crate::action_blueprint::data_type::{COMMON_HINTS, Hint, parse_hint};

    #[test]
    fn the_table_agrees_with_the_hints() {
        for info in DATA_TYPES {
            for name in info.names {
                assert_eq!(parse_hint(name), info.hint, "{name}");
            }
        }
        for usual in COMMON_HINTS {
            assert!(DATA_TYPES.iter().any(|info| info.names.contains(&usual.to_lowercase().as_str())), "{usual}");
        }
        assert_eq!(parse_hint("whatever"), Hint::Unknown);
    }
}
