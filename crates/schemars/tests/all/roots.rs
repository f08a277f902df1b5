//! Validation against the schema of a type.

use std::collections::BTreeMap;

use planwright_schemars::{RustRoot, root};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A parcel.
#[derive(Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
struct Parcel {
    /// Number on the label.
    #[schemars(regex(pattern = "^P-[0-9]+$"))]
    id: String,
    #[schemars(range(min = 1, max = 30))]
    kilograms: u32,
    content: Content,
    #[serde(default)]
    notes: BTreeMap<String, String>,
    inner: Option<Box<Parcel>>,
}

#[derive(Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Content {
    Book { pages: u16 },
    Gift { from: String },
}

root!(Parcel, "schemas/parcel.schema.json");

fn parcel() -> Value {
    json!({ "id": "P-1", "kilograms": 2, "content": { "kind": "book", "pages": 3 } })
}

fn changed(change: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut value = parcel();
    change(&mut value);
    let of_value = Parcel::from_value(&value).err();
    let report = Parcel::parse(value.to_string()).err();
    assert_eq!(of_value.is_some(), report.is_some());
    report.iter().flat_map(|report| report.iter()).map(|one| format!("{} {}", one.code, one.at)).collect()
}

#[test]
fn a_valid_document_becomes_its_type() {
    let parsed = Parcel::parse(parcel().to_string()).expect("it is valid");
    assert_eq!(parsed.content, Content::Book { pages: 3 });
    assert!(parsed.validate().is_ok());
    assert_eq!(Parcel::from_value(&parcel()), Ok(parsed));
    assert_eq!(changed(|parcel| parcel["inner"] = self::parcel()), [""; 0]);
}

#[test]
fn every_error_is_reported() {
    let found = changed(|parcel| {
        parcel["id"] = "1".into();
        parcel["kilograms"] = 31.into();
        parcel["notes"] = json!({ "a": 1 });
        parcel["more"] = true.into();
    });
    assert_eq!(
        found,
        ["PATTERN_MISMATCH /id", "OUT_OF_RANGE /kilograms", "TYPE_MISMATCH /notes/a", "UNKNOWN_FIELD /more"]
    );
    let found = changed(|parcel| parcel["inner"] = json!({ "id": "P-2", "kilograms": 0 }));
    assert_eq!(found, ["MISSING_FIELD /inner/content", "OUT_OF_RANGE /inner/kilograms"]);
}

/// The branch of a tagged union is known, so the report is about it.
#[test]
fn a_report_is_about_the_branch_that_the_tag_names() {
    let found = changed(|parcel| parcel["content"] = json!({ "kind": "gift", "pages": 3 }));
    assert_eq!(found, ["MISSING_FIELD /content/from"]);
    let report = Parcel::from_value(&changed_tag()).expect_err("it is invalid");
    let text = report.to_string();
    assert!(text.contains("book") && text.contains("gift"), "{text}");
}

fn changed_tag() -> Value {
    let mut value = parcel();
    value["content"]["kind"] = "bok".into();
    value
}

#[test]
fn a_value_made_in_rust_is_validated() {
    let mut wrong = Parcel::from_value(&parcel()).expect("it is valid");
    wrong.kilograms = 0;
    let report = wrong.validate().expect_err("it is too light");
    assert_eq!((report[0].code, report[0].at.as_str()), ("OUT_OF_RANGE", "/kilograms"));
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Anything(#[allow(dead_code, reason = "only its schema matters")] Value);

root!(Anything, "schemas/anything.schema.json");

#[test]
fn a_schema_that_accepts_everything_is_reported() {
    let report = Anything::parse("1").expect_err("the schema validates nothing");
    assert_eq!(report[0].code, "INVALID_SCHEMA");
    assert!(report.to_string().contains("asserts nothing"), "{report}");
    let files = planwright_schemars::SchemaFiles::new(".").with::<Anything>();
    assert!(files.check().is_err_and(|message| message.starts_with("schemas/anything.schema.json: ")));
}
