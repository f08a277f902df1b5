//! Definitions that are used as roots.

use planwright_runtime::follow::{FollowRoot as _, Progress};
use planwright_runtime::{RootInfo, SchemaRoot};
use serde_json::{Value, json};

use crate::cases::definitions_only::schemas::{Item, Library, User};
use crate::cases::style_roots::schemas::{Line, Order, OrderPlace, Shape};

/// Checks every way to read and validate a document.
#[track_caller]
fn check<T: SchemaRoot>(value: &Value, codes: &[(&str, &str)]) {
    let report = T::parse(value.to_string().as_bytes()).err();
    let found = || report.iter().flat_map(|report| report.iter().map(|one| (one.code, one.at.to_string())));
    let expected: Vec<(&str, String)> = codes.iter().map(|(code, at)| (*code, (*at).to_owned())).collect();
    assert_eq!(found().collect::<Vec<_>>(), expected, "{}: {value}", T::NAME);
    let is_valid = codes.is_empty();
    assert_eq!(T::is_valid(value), is_valid, "{}: {value}", T::NAME);
    assert_eq!(T::from_value(value.clone()).is_ok(), is_valid, "{}: {value}", T::NAME);
    assert_eq!(serde_json::from_value::<T>(value.clone()).is_ok(), is_valid, "{}: {value}", T::NAME);
    assert_eq!(RootInfo::for_type::<T>().check(value).is_ok(), is_valid, "{}: {value}", T::NAME);
}

#[test]
fn a_definition_of_a_file_that_constrains_nothing_is_a_root() {
    assert!(Library::parse("[1]").is_ok(), "the root accepts every value");
    check::<Item>(&json!({ "name": "a" }), &[]);
    check::<Item>(&json!({ "name": "" }), &[("TOO_SHORT", "/name")]);
    check::<Item>(&json!([1]), &[("TYPE_MISMATCH", "")]);
    assert_eq!((Item::FILE, Item::ID), ("library.schema.json", "library.schema.json#/definitions/Item"));
    assert_eq!((Item::SCHEMA, Item::POINTER), (Library::SCHEMA, "/definitions/Item"));
    assert_eq!((User::POINTER, RootInfo::for_type::<Item>().pointer), ("", "/definitions/Item"));
    let schema: Value = serde_json::from_str(Item::SCHEMA).expect("it is JSON");
    assert_eq!(schema.pointer(Item::POINTER).and_then(|item| item.get("required")), Some(&json!(["name"])));
}

#[test]
fn a_listed_definition_is_a_root() {
    check::<Line>(&json!({ "quantity": 1, "parts": [{ "quantity": 2 }], "order": { "lines": [] } }), &[]);
    let broken = json!({ "quantity": 0, "parts": [{ "quantity": 0 }], "order": {} });
    check::<Line>(
        &broken,
        &[("OUT_OF_RANGE", "/quantity"), ("OUT_OF_RANGE", "/parts/0/quantity"), ("MISSING_FIELD", "/order/lines")],
    );
    check::<Shape>(&json!({ "kind": "circle", "radius": 1 }), &[]);
    check::<Shape>(&json!({ "kind": "circle", "radius": 0 }), &[("OUT_OF_RANGE", "/radius")]);
    check::<OrderPlace>(&json!({ "zip": "1000" }), &[]);
    check::<OrderPlace>(&json!({ "zip": "1000", "more": 1 }), &[("UNKNOWN_FIELD", "/more")]);
    assert_eq!(Line::ID, "https://example.org/order#/$defs/Line");
    assert_eq!((Order::SCHEMA, Line::UNIONS), (Line::SCHEMA, Order::UNIONS));
    let line = Line::parse(r#"{"quantity": 1}"#).expect("it is valid");
    assert!(line.validate().is_ok() && Line { quantity: 0, ..line }.validate().is_err());
}

#[test]
fn a_definition_is_followed_by_its_own_schema() {
    let mut follow = Line::follow().expect("the schema is JSON");
    assert!(matches!(follow.feed(br#"{"quantity": 1, "order": "#), Progress::Alive { .. }));
    assert!(matches!(follow.feed(b"1"), Progress::Dead(_)), "an order is an object");
    let mut follow = Item::follow().expect("the schema is JSON");
    assert!(matches!(follow.feed(b"["), Progress::Dead(_)), "an item is an object");
}
