//! Compiles the types of the rows of `tests/cases/typify.json` without warnings, and runs them on the documents.
#![deny(warnings)]

#[path = "../rows/mod.rs"]
#[allow(dead_code, reason = "the test of the generator uses the rest")]
mod rows;

#[rustfmt::skip]
#[path = "expected/planwright.rs"]
#[allow(unreachable_pub, reason = "generated code is public wherever it is put")]
mod planwright;

use planwright_runtime::{Report, SchemaRoot};
use serde_json::Value;

use crate::rows::{Row, rows};

/// Parses a document and writes it again.
type Parse = fn(&[u8]) -> Result<Value, Report>;

macro_rules! types {
    ($($module:ident::$name:ident,)*) => {
        /// The type of each row, by the file of its schema.
        const TYPES: &[(&str, Parse)] = &[$((
            <planwright::$module::$name as SchemaRoot>::FILE,
            |text| planwright::$module::$name::parse(text).map(|value| serde_json::to_value(value).expect("it is JSON")),
        )),*];
    };
}

types! {
    string_enum::Light,
    documented_enum::Level,
    internal_tag::Shape,
    external_tag::Setting,
    adjacent_tag::Event,
    untagged::Id,
    maps::Stock,
    known_formats::Visit,
    recursive::Tree,
    all_of::Employee,
    closed::Point,
    patterns::Task,
    defaults::Retry,
    nullable::Contact,
    draft_04::Share,
    draft_2020_12::Route,
    fixed_arrays::Polygon,
    integers::Numbers,
    definitions_only::Book,
    conditions::Payment,
    mixed_values::Choice,
    native_in_circle::Outer,
    endless_merge::Chain,
    repeated_titles::Report,
    other_folder::Invoice,
    properties_and_patterns::Headers,
    patterns_only::Limits,
    native_over_typify::Channelled,
    equal_fields::Twice,
    one_slot::Choice,
}

fn parse(row: &Row, document: &Value) -> Result<Value, Report> {
    let found = TYPES.iter().find(|(file, _)| *file == row.file());
    let (_, parse) = found.unwrap_or_else(|| panic!("{} has no type in the test", row.name));
    parse(document.to_string().as_bytes())
}

fn errors(report: &Report) -> Vec<String> {
    report.iter().map(|one| format!("{} {}", one.code, one.at)).collect()
}

#[test]
fn valid_documents_are_read_and_written() {
    let mut failures = Vec::new();
    for row in rows() {
        for document in &row.valid {
            match parse(&row, document) {
                Ok(written) if contains(&written, document) => {}
                Ok(written) => failures.push(format!("{}: {document} is written as {written}", row.name)),
                Err(report) => failures.push(format!("{}: {document} is rejected: {report}", row.name)),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(TYPES.len(), rows().len());
}

/// Returns whether a value has every property of another. A null property can be missing.
fn contains(value: &Value, part: &Value) -> bool {
    match (value, part) {
        (Value::Object(value), Value::Object(part)) => {
            part.iter().all(|(name, part)| value.get(name).map_or(part.is_null(), |value| contains(value, part)))
        }
        (Value::Array(value), Value::Array(part)) => {
            value.len() == part.len() && value.iter().zip(part).all(|(value, part)| contains(value, part))
        }
        (value, part) => value == part,
    }
}

#[test]
fn every_error_of_an_invalid_document_is_reported() {
    let mut failures = Vec::new();
    for row in rows() {
        for (document, expected) in &row.invalid {
            let found = parse(&row, document).err().as_ref().map(errors).unwrap_or_default();
            if found != *expected {
                failures.push(format!("{}: {document}: {found:?}", row.name));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn types_of_both_generators_contain_each_other() {
    use planwright::native_in_circle::{Inner, Outer};
    let outer = Outer::parse(r#"{"name": "a", "inner": {"pick": 1, "back": {"name": "b"}}}"#).expect("it is valid");
    let inner: Inner = *outer.inner.clone().expect("it has one");
    assert_eq!(inner.back.name, "b");
    assert!(outer.validate().is_ok());
}

#[test]
fn definitions_are_roots() {
    use planwright::string_enum::Color;
    assert_eq!(Color::parse(r#""red""#).expect("it is valid"), Color::Red);
    assert_eq!(errors(&Color::parse(r#""blue""#).expect_err("it is invalid")), ["ENUM_MISMATCH "]);
    assert_eq!(Color::POINTER, "/definitions/Color");
}

/// typify reads without validation, and validates only what its types express.
#[test]
fn values_made_in_rust_are_validated() {
    use planwright::closed::Point;
    use planwright::internal_tag::Shape;
    let circle: Shape = serde_json::from_str(r#"{"kind": "circle", "radius": 0}"#).expect("typify has no bound");
    assert_eq!(errors(&circle.validate().expect_err("the radius is not positive")), ["OUT_OF_RANGE /radius"]);
    assert!(Point { x: 1, y: 2 }.validate().is_ok());
}
