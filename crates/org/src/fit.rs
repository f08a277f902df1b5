//! Whether the value that an input brings fits the field it goes to, as Apex assigns it.

use planwright_contracts::action_blueprint::data_type::{DataType, Hint, read};
use planwright_generated::action_blueprint::FieldSnapshot;

/// How well a value goes into a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// It always does, or nothing is known.
    Good,
    /// Apex takes it, the platform may refuse it or read it otherwise.
    Loose,
    /// Apex does not take it.
    None,
}

/// How a value of this `dataType` fits the field. An unknown hint is text, as everywhere.
pub(super) fn fit(hint: &str, field: &FieldSnapshot) -> Fit {
    let given = match read(hint) {
        Hint::Known(known) => known,
        Hint::Unknown => DataType::Text,
        // Refused by a rule of its own.
        Hint::Compound => return Fit::Good,
    };
    // A field may be of a type that no input can have; AnyType is what an import writes where it does not know.
    let known = field.type_.to_ascii_lowercase();
    if known == "anytype" {
        return Fit::Good;
    }
    match read(&known) {
        Hint::Known(wanted) => of(given, wanted),
        Hint::Compound => Fit::None,
        Hint::Unknown => Fit::Good,
    }
}

fn of(given: DataType, wanted: DataType) -> Fit {
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

/// How the value of the field fits an output of this `dataType`. Whatever is read has a text.
pub(super) fn fit_of_output(hint: &str, field: &FieldSnapshot) -> Fit {
    use DataType::{Blob, Date, Datetime, Decimal, Id, Integer, Long, MultiPicklist, Text};
    let known = field.type_.to_ascii_lowercase();
    let (Hint::Known(wanted), held) = (read(hint), read(&known)) else { return Fit::Good };
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

/// The hint to write for a field.
pub(super) fn advice(field: &FieldSnapshot) -> String {
    match read(&field.type_) {
        Hint::Compound => "set the fields that it is made of, one by one".to_owned(),
        _ => format!("write the dataType {:?}, or bind another field", field.type_),
    }
}
