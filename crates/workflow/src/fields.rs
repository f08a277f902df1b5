//! Constraints of data fields: their names, the types they apply to, and the form of their values.

use planwright_check::{Diagnostic, nearest};
use planwright_generated::workflow_tools::{DataField, DataFieldType};
use planwright_source::Pointer;
use serde_json::Value;

use super::codes::UNKNOWN_CONSTRAINT;

use DataFieldType::{Boolean, Date, File, Integer, Number, String};

/// Known constraint.
struct Constraint {
    name: &'static str,
    /// Types of fields that the constraint applies to.
    of: &'static [DataFieldType],
    /// Returns whether a value is valid for the constraint.
    well_formed: fn(&Value) -> bool,
}

const CONSTRAINTS: &[Constraint] = &[
    Constraint { name: "minLength", of: &[String], well_formed: Value::is_u64 },
    Constraint { name: "maxLength", of: &[String], well_formed: Value::is_u64 },
    Constraint { name: "pattern", of: &[String], well_formed: Value::is_string },
    Constraint { name: "format", of: &[String], well_formed: Value::is_string },
    Constraint { name: "enum", of: &[String, Number, Integer, Boolean, Date], well_formed: is_list },
    Constraint { name: "minimum", of: &[Number, Integer], well_formed: Value::is_number },
    Constraint { name: "maximum", of: &[Number, Integer], well_formed: Value::is_number },
    Constraint { name: "multipleOf", of: &[Number, Integer], well_formed: is_positive },
    Constraint { name: "maxSize", of: &[File], well_formed: Value::is_u64 },
    Constraint { name: "allowedExtensions", of: &[File], well_formed: is_list_of_texts },
];

/// Returns whether the exported document expresses the constraint, so that validators check it.
pub(super) fn is_known(name: &str, of: DataFieldType, value: &Value) -> bool {
    why_unknown(name, of, value).is_none()
}

/// Returns warnings about constraints that no validator checks.
pub(super) fn constraint_warnings(fields: &[DataField]) -> Vec<Diagnostic> {
    let at = |index, name| Pointer::root().member("dataFields").index(index).member("constraints").member(name);
    let mut found = Vec::new();
    for (index, field) in fields.iter().enumerate() {
        for (name, value) in field.constraints.iter().flatten() {
            if let Some((message, help)) = why_unknown(name, field.type_, value) {
                found.push(Diagnostic::warning(UNKNOWN_CONSTRAINT, at(index, name), message).with_help(help));
            }
        }
    }
    found
}

fn why_unknown(name: &str, of: DataFieldType, value: &Value) -> Option<(std::string::String, std::string::String)> {
    let known =
        || CONSTRAINTS.iter().filter(|constraint| constraint.of.contains(&of)).map(|constraint| constraint.name);
    match CONSTRAINTS.iter().find(|constraint| constraint.name == name) {
        Some(constraint) if constraint.of.contains(&of) => (!(constraint.well_formed)(value)).then(|| {
            let message = format!(
                "the constraint {name} cannot be {}, so nothing checks it",
                planwright_check::schema::shorten(value)
            );
            (message, "correct its value, or remove it".to_owned())
        }),
        Some(_) => {
            let message = format!("the constraint {name} has no effect on a field of type {of}");
            Some((message, format!("use one of {}, or another type", list(known()))))
        }
        None => {
            let message = format!("the constraint {name:?} is not known, so nothing checks it");
            let near = nearest(name, known()).map(|name| format!("did you mean {name:?}?"));
            Some((message, near.unwrap_or_else(|| format!("use one of {}", list(known())))))
        }
    }
}

fn list(names: impl Iterator<Item = &'static str>) -> std::string::String {
    names.collect::<Vec<_>>().join(", ")
}

fn is_list(value: &Value) -> bool {
    value.as_array().is_some_and(|items| !items.is_empty())
}

fn is_list_of_texts(value: &Value) -> bool {
    is_list(value) && value.as_array().is_some_and(|items| items.iter().all(Value::is_string))
}

fn is_positive(value: &Value) -> bool {
    value.as_f64().is_some_and(|number| number > 0.0)
}
