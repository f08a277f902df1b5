//! The runtime by itself: a handwritten type that is tied to a schema like generated code does it.

use planwright_runtime::{Report, RootInfo, SchemaRoot, Union, Validator, formats};
use serde_json::json;

#[derive(Debug, PartialEq, serde::Deserialize, serde::Serialize)]
struct Order {
    count: u8,
    #[serde(default)]
    note: String,
}

impl SchemaRoot for Order {
    const NAME: &'static str = "Order";
    const FILE: &'static str = "order.json";
    const ID: &'static str = "order.json";
    const SCHEMA: &'static str = r#"{ "required": ["count"], "properties": { "count": { "type": "integer", "minimum": 1 }, "note": { "format": "uuid" } } }"#;
    const UNIONS: &'static [Union] = &[];

    fn validator() -> &'static Validator {
        static VALIDATOR: Validator =
            planwright_runtime::root_validator!(Order, Order::SCHEMA, "Draft7", true, Order::UNIONS);
        &VALIDATOR
    }
}

fn refusal(text: &str) -> Report {
    Order::parse(text.as_bytes()).expect_err("it is refused")
}

#[test]
fn a_document_that_obeys_is_read() {
    let read = Order::parse(br#"{ "count": 3.0 }"#).expect("it obeys");
    assert_eq!(read, Order { count: 3, note: String::new() });
}

#[test]
fn every_violation_is_reported_with_its_place() {
    let report = refusal(r#"{ "count": 0, "note": "none" }"#);
    let expected = "\
        1:12: error[OUT_OF_RANGE] at /count: 0 is less than the minimum of 1; write 1 or more\n\
        1:23: error[FORMAT_MISMATCH] at /note: \"none\" is not a valid uuid; write it like 550e8400-e29b-41d4-a716-446655440000";
    assert_eq!(report.to_string(), expected);
}

#[test]
fn what_no_keyword_refuses_is_said_at_the_root() {
    assert!(refusal("{").to_string().starts_with("1:2: error[PARSE_ERROR] at the root: the JSON ends"));
    let too_large = refusal(r#"{ "count": 300 }"#);
    assert!(
        too_large.to_string().contains(" at the root: the document is valid, but does not fit the type"),
        "{too_large}"
    );
}

#[test]
fn a_root_is_a_value_too() {
    let root = RootInfo::for_type::<Order>();
    assert_eq!((root.name, root.file, root.unions), ("Order", "order.json", &[][..]));
    assert!(root.is_valid(&json!({ "count": 1 })) && root.check(&json!({})).is_err());
    let written = (root.normalize)(&json!({ "count": 1, "more": true })).expect("it fits");
    assert_eq!(written, json!({ "count": 1, "note": "" }));
}

const TREE: &str = r##"{
    "$id": "https://example.org/tree",
    "definitions": {
        "a/b %": {
            "additionalProperties": false,
            "required": ["count"],
            "properties": {
                "count": { "minimum": 1 },
                "next": { "anyOf": [{ "type": "null" }, { "$ref": "#/definitions/a~1b%20%25" }] },
                "root": { "$ref": "#" }
            }
        }
    },
    "type": "string"
}"##;

#[test]
fn a_part_of_a_schema_validates_by_itself() {
    static PART: Validator = Validator::new(TREE, "Draft7", true, &[]).of_part("/definitions/a~1b %");
    let fine = json!({ "count": 1, "next": { "count": 2, "next": null }, "root": "a" });
    assert!(PART.is_valid(&fine) && PART.check(&fine).is_ok());
    let broken = json!({ "count": 0, "next": { "count": 0 }, "root": 1, "cuont": 2 });
    assert!(!PART.is_valid(&broken));
    let report = PART.check(&broken).expect_err("it has four faults");
    let places: Vec<(&str, &str)> = report.iter().map(|one| (one.code, one.at.as_str())).collect();
    assert_eq!(
        places,
        [
            ("OUT_OF_RANGE", "/count"),
            ("UNKNOWN_FIELD", "/cuont"),
            ("OUT_OF_RANGE", "/next/count"),
            ("TYPE_MISMATCH", "/root"),
        ],
        "{report}"
    );
    assert!(!Validator::new(TREE, "Draft7", true, &[]).is_valid(&fine), "the whole schema wants a string");
}

#[test]
fn a_uuid_is_one_form_of_it() {
    assert!(formats::is_uuid("123e4567-E89B-12d3-a456-426614174000"));
    for other in [
        "",
        "123e4567e89b12d3a456426614174000",
        "{123e4567-e89b-12d3-a456-426614174000}",
        "123e4567-e89b-12d3-a456-42661417400g",
    ] {
        assert!(!formats::is_uuid(other), "{other}");
    }
}

#[test]
fn dates_and_times_have_digits_only() {
    for (format, schema, right, wrong) in [
        ("date", r#"{"format": "date"}"#, "2020-02-29", ["2020-0+-29", "+020-02-29", "2020-02-/9"]),
        ("time", r#"{"format": "time"}"#, "10:00:00Z", ["10:0/:00z", "+1:00:00Z", "10:00: 1Z"]),
        (
            "date-time",
            r#"{"format": "date-time"}"#,
            "2020-01-01t00:00:00Z",
            ["+020-01-01T00:00:00Z", "2020-01-01T0+:00:00Z", "2020-0/-01T00:00:00Z"],
        ),
    ] {
        for draft in ["Draft4", "Draft7", "Draft202012"] {
            let is_valid = |text: &str| Validator::new(schema, draft, true, &[]).is_valid(&text.into());
            assert!(is_valid(right), "{draft} {format} {right}");
            for text in wrong {
                assert!(!is_valid(text), "{draft} {format} {text}");
            }
        }
    }
}
