//! Decides whether the value of an input fits its field, according to the assignment rules of Apex.

use planwright_contracts::action_blueprint::data_type::{DataType, Hint, parse_hint};
use planwright_generated::action_blueprint::FieldSnapshot;

/// Compatibility of a value with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// The value always fits, or the types are unknown.
    Good,
    /// Apex accepts the value, but the platform may reject it or interpret it differently.
    Loose,
    /// Apex does not accept the value.
    None,
}

/// Returns how well a value with this `dataType` fits the field.
pub(super) fn fit(hint: &str, field: &FieldSnapshot) -> Fit {
    fit_type(hint, &field.type_)
}

/// Returns how well a value with this `dataType` fits a field of this type. Unknown hints are treated as strings.
pub(super) fn fit_type(hint: &str, type_name: &str) -> Fit {
    let given = match parse_hint(hint) {
        Hint::Known(known) => known,
        Hint::Unknown => DataType::Text,
        // Another rule rejects compound types.
        Hint::Compound => return Fit::Good,
    };
    // Fields may have types that inputs cannot have. An import writes AnyType for an unknown type.
    let known = type_name.to_ascii_lowercase();
    if known == "anytype" {
        return Fit::Good;
    }
    match parse_hint(&known) {
        Hint::Known(wanted) => fit_types(given, wanted),
        Hint::Compound => Fit::None,
        Hint::Unknown => Fit::Good,
    }
}

fn fit_types(given: DataType, wanted: DataType) -> Fit {
    use DataType::{Date, Datetime, Decimal, Id, Integer, Long, MultiPicklist, Text};
    match (given, wanted) {
        (given, wanted) if given == wanted => Fit::Good,
        (Id, Text) | (Text, MultiPicklist) | (Integer | Long, Decimal) | (Integer, Long) | (Date, Datetime) => {
            Fit::Good
        }
        (Text, Id) | (MultiPicklist, Text) => Fit::Loose,
        _ => Fit::None,
    }
}

/// Returns how well the value of the field fits an output with this `dataType`. Every value can be read as a string.
pub(super) fn fit_of_output(hint: &str, field: &FieldSnapshot) -> Fit {
    use DataType::{Blob, Date, Datetime, Decimal, Id, Integer, Long, MultiPicklist, Text};
    let known = field.type_.to_ascii_lowercase();
    let (Hint::Known(wanted), held) = (parse_hint(hint), parse_hint(&known)) else { return Fit::Good };
    let held = match held {
        Hint::Known(held) if known != "anytype" => held,
        Hint::Compound => return Fit::None,
        Hint::Known(_) | Hint::Unknown => return Fit::Good,
    };
    match (held, wanted) {
        (Blob, _) => Fit::None,
        (held, wanted) if held == wanted => Fit::Good,
        (_, Text | MultiPicklist) | (Integer, Long | Decimal) | (Long, Decimal) => Fit::Good,
        (Decimal, Integer | Long) | (Long, Integer) | (Text, Id) | (Date, Datetime) => Fit::Loose,
        _ => Fit::None,
    }
}

/// Returns advice on the hint for a field.
pub(super) fn advice(field: &FieldSnapshot) -> String {
    advice_on_type(&field.type_)
}

/// Returns advice on the hint for a field of this type.
pub(super) fn advice_on_type(type_name: &str) -> String {
    match parse_hint(type_name) {
        Hint::Compound => "set the fields that it is made of, one by one".to_owned(),
        _ => format!("write the dataType {type_name:?}, or bind another field"),
    }
}
