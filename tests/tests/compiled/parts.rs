//! A type without a reader validates its values too, however they are reached.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::cases::nested_unions_serde::schemas::{Row, Strict};
use crate::cases::validated_parts::schemas::{
    Entry, JobDone, JobOpen, Line, OrderAddress, OrderPayment, OrderPaymentCard, ReportSizesValue2, ReportSummary,
    Unreached, UnreachedInner,
};

/// Reads a value from text, from a value, and from an array.
#[track_caller]
fn check<T: DeserializeOwned>(value: &Value, is_valid: bool) {
    let name = std::any::type_name::<T>();
    let text = serde_json::from_str::<T>(&value.to_string());
    assert_eq!(text.is_ok(), is_valid, "{name} from text: {value}: {:?}", text.err());
    let list = serde_json::from_str::<Vec<T>>(&json!([value]).to_string());
    assert_eq!(list.is_ok(), is_valid, "{name} in a list: {value}: {:?}", list.err());
    let read = T::deserialize(value);
    assert_eq!(read.is_ok(), is_valid, "{name} from a value: {value}: {:?}", read.err());
}

#[test]
fn definitions_of_draft_04_are_validated() {
    check::<Line>(&json!({ "quantity": 1 }), true);
    check::<Line>(&json!({ "quantity": 0 }), false);
    check::<Line>(&json!({ "quantity": 1, "options": { "gift": true, "color": "" } }), false);
    let error = serde_json::from_str::<Line>(r#"{"quantity":0}"#).expect_err("it is invalid").to_string();
    assert!(error.contains("OUT_OF_RANGE") && error.contains("/quantity"), "{error}");
}

#[test]
fn types_in_place_are_validated() {
    check::<OrderAddress>(&json!({ "zip": "1000" }), true);
    check::<OrderAddress>(&json!({ "zip": "10" }), false);
    check::<OrderPayment>(&json!({ "kind": "card", "digits": "1234" }), true);
    check::<OrderPayment>(&json!({ "kind": "card", "digits": "1" }), false);
    check::<OrderPaymentCard>(&json!({ "kind": "card", "digits": "1" }), false);
}

#[test]
fn definitions_that_no_root_reaches_are_validated() {
    check::<Unreached>(&json!({ "inner": { "level": 3 } }), true);
    check::<Unreached>(&json!({ "inner": { "level": 4 } }), false);
    check::<UnreachedInner>(&json!({ "level": 4 }), false);
}

#[test]
fn unevaluated_properties_are_refused() {
    check::<Entry>(&json!({ "name": "a", "count": 9 }), true);
    check::<Entry>(&json!({ "name": "a", "count": 10 }), false);
    check::<Entry>(&json!({ "name": "a", "more": 1 }), false);
    check::<ReportSummary>(&json!({ "text": "" }), true);
    check::<ReportSummary>(&json!({ "more": "" }), false);
}

/// The schema at the location of these types is that of the tag, or of one of several patterns.
#[test]
fn types_without_a_schema_of_their_own_are_read() {
    check::<JobOpen>(&json!({ "state": "open" }), true);
    check::<JobDone>(&json!({ "state": "done", "result": "a" }), true);
    check::<ReportSizesValue2>(&json!("b"), true);
    check::<ReportSizesValue2>(&json!({ "width": 1 }), true);
}

#[test]
fn types_without_readers_are_validated() {
    check::<Strict>(&json!({ "rank": -1, "note": "a" }), true);
    check::<Strict>(&json!({ "rank": 0, "note": "a" }), false);
    check::<Row>(&json!({ "kind": "row", "children": [] }), true);
    check::<Row>(&json!({ "kind": "row", "children": [{ "kind": "rwo" }] }), false);
}
