//! Reports and readers describe one fact with one sentence.

use planwright_runtime::reader::{ListCheck, NumberCheck, Numeric, TextCheck, ValueCheck};
use planwright_runtime::wording::{NumberBound, SizeBound, alternatives, missing_property, plural, unknown_property};
use planwright_runtime::{SchemaRoot, Union, Validator};
use serde_json::{Value, json};

#[derive(Debug, serde::Deserialize, serde::Serialize)]
struct Shift {
    id: String,
}

impl SchemaRoot for Shift {
    const NAME: &'static str = "Shift";
    const FILE: &'static str = "shift.json";
    const ID: &'static str = "shift.json";
    const SCHEMA: &'static str = r#"{ "required": ["id"], "additionalProperties": false, "properties": {
        "id": {}, "hours": { "maximum": 168 }, "name": { "maxLength": 2 }, "days": { "minItems": 1 },
        "tags": { "uniqueItems": true }, "kind": { "type": ["string", "null"] } } }"#;
    const UNIONS: &'static [Union] = &[];

    fn validator() -> &'static Validator {
        static VALIDATOR: Validator =
            planwright_runtime::root_validator!(Shift, Shift::SCHEMA, "Draft7", true, Shift::UNIONS);
        &VALIDATOR
    }
}

fn report(document: &Value) -> Vec<String> {
    let report = Shift::parse(document.to_string().as_bytes()).expect_err("it is invalid");
    report.iter().map(|finding| finding.message.clone()).collect()
}

#[test]
fn a_report_and_a_reader_use_the_same_sentences() {
    const HOURS: NumberCheck = NumberCheck { most: Some(Numeric::Whole(168)), ..NumberCheck::ANY };
    const NAME: TextCheck = TextCheck { most: 2, ..TextCheck::ANY };
    const DAYS: ListCheck = ListCheck { least: 1, ..ListCheck::ANY };
    const TAGS: ListCheck = ListCheck { unique: true, ..ListCheck::ANY };
    let any = ValueCheck::ANY;
    let cases = [
        ("hours", json!(240), ValueCheck { number: Some(&HOURS), ..any }, "240 is greater than the maximum of 168"),
        (
            "name",
            json!("Ann"),
            ValueCheck { text: Some(&NAME), ..any },
            "expected at most 2 characters, found 3: \"Ann\"",
        ),
        ("days", json!([]), ValueCheck { list: Some(&DAYS), ..any }, "expected at least 1 item, found 0"),
        ("tags", json!(["a", 1, "a"]), ValueCheck { list: Some(&TAGS), ..any }, "items 0 and 2 are equal: \"a\""),
    ];
    let read = [
        "the number is greater than the maximum of 168",
        "expected at most 2 characters",
        "expected at least 1 item",
        "two items are equal",
    ];
    for ((name, value, check, message), read) in cases.into_iter().zip(read) {
        assert_eq!(report(&json!({"id": "1", name: value.clone()})), [message]);
        assert_eq!(check.judge(&value, false).expect_err("it is invalid").to_string(), read);
    }
    assert_eq!(report(&json!({})), [missing_property("id")]);
    assert_eq!(report(&json!({"id": "1", "other": 1})), [unknown_property("other")]);
    assert_eq!(report(&json!({"id": "1", "kind": 5})), ["expected a string or null, found the number 5"]);
}

#[test]
fn limits_and_counts_are_readable() {
    assert_eq!(SizeBound::MaxProperties.expected(2), "expected at most 2 properties");
    assert_eq!(SizeBound::MinProperties.expected(1), "expected at least 1 property");
    assert_eq!(NumberBound::Minimum.violated("-1", 0), "-1 is less than the minimum of 0");
    assert_eq!(NumberBound::ExclusiveMaximum.violated("5", 5), "5 is not less than 5");
    assert_eq!(NumberBound::MultipleOf.violated("3", 2), "3 is not a multiple of 2");
    assert_eq!(["key", "entry", "item"].map(|unit| plural(2, unit)), ["2 keys", "2 entries", "2 items"]);
    assert_eq!(alternatives(&["string", "array", "null"]), "a string, an array or null");
}
