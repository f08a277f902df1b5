//! Verdicts read a keyword in exactly those dialects in which `check` validates it.

use planwright_drift::{Options, Verdict};
use serde_json::{Value, json};

use crate::{accepts, compared, with};

const DRAFT_04: &str = "http://json-schema.org/draft-04/schema#";
const DRAFT_06: &str = "http://json-schema.org/draft-06/schema#";
const DRAFT_07: &str = "http://json-schema.org/draft-07/schema#";
const DRAFT_2019: &str = "https://json-schema.org/draft/2019-09/schema";
const DRAFT_2020: &str = "https://json-schema.org/draft/2020-12/schema";

#[test]
fn equal_schemas_are_proved_in_every_dialect() {
    let needs_b = json!({ "a": ["b"] });
    let needs_two = json!({ "a": { "minProperties": 2 } });
    for (dialect, old, new) in [
        (DRAFT_2019, json!({ "dependentRequired": needs_b }), json!({ "dependencies": needs_b })),
        (DRAFT_2020, json!({ "dependentSchemas": needs_two }), json!({ "dependencies": needs_two })),
        (DRAFT_2020, json!({ "minLength": 3 }), json!({ "minLength": 3.0 })),
        (DRAFT_2020, json!({ "maxItems": 2, "items": true }), json!({ "maxItems": 2.0, "additionalItems": false })),
        (DRAFT_07, json!({ "$ref": "#/definitions/a" }), json!({ "$ref": "#/definitions/a", "minLength": 9 })),
        (DRAFT_06, json!({ "if": false, "else": false }), json!({})),
        (DRAFT_04, json!({ "const": 1, "contains": false }), json!({})),
        (DRAFT_04, json!({ "minimum": 1, "exclusiveMinimum": false }), json!({ "minimum": 1 })),
    ] {
        let more = json!({ "$schema": dialect, "definitions": { "a": { "type": "string" } } });
        let pair = compared(&with(&old, &more), &with(&new, &more), Options::default());
        assert_eq!((pair.backward(), pair.forward()), (Verdict::Proved, Verdict::Proved), "{dialect}: {old} {new}");
    }
}

#[test]
fn a_keyword_that_is_read_breaks() {
    let one = json!({ "a": 1 });
    for (dialect, keyword, document) in [
        (DRAFT_2020, json!({ "dependencies": { "a": ["b"] } }), &one),
        (DRAFT_2019, json!({ "dependencies": { "a": { "minProperties": 2 } } }), &one),
        (DRAFT_2019, json!({ "additionalItems": false, "items": [true] }), &json!([1, 2])),
        (DRAFT_2020, json!({ "prefixItems": [{ "type": "string" }] }), &json!([1])),
        (DRAFT_04, json!({ "minimum": 1, "exclusiveMinimum": true }), &json!(1)),
    ] {
        let more = json!({ "$schema": dialect });
        let (old, new) = (more.clone(), with(&keyword, &more));
        assert!(accepts(&old, document) && !accepts(&new, document), "{keyword}: {document}");
        let pair = compared(&old, &new, Options::default());
        let Verdict::Broken(witness) = pair.backward() else { panic!("{keyword}: {:?}", pair.backward()) };
        assert!(accepts(&old, &witness) && !accepts(&new, &witness), "{keyword}: {witness}");
        assert_eq!(pair.forward(), Verdict::Proved, "{keyword}");
    }
}

/// A bundle with schemas of two dialects is decided like one of a single dialect.
#[test]
fn schemas_of_several_dialects_are_decided_together() {
    let bundle = |length: u32, kind: &str| {
        json!({
            "$schema": DRAFT_07,
            "properties": { "a": { "$ref": "https://example.org/inner" }, "b": { "maxLength": length } },
            "definitions": { "inner": {
                "$schema": DRAFT_2020, "$id": "https://example.org/inner", "prefixItems": [{ "type": kind }],
            } },
        })
    };
    let old = bundle(3, "string");
    for (new, witness) in [(bundle(2, "string"), json!({ "b": "aaa" })), (bundle(3, "integer"), json!({ "a": [""] }))] {
        let pair = compared(&old, &new, Options::default());
        assert_eq!(pair.backward(), Verdict::Broken(witness), "{new}");
    }
    let wider = json!(["string", "integer"]);
    let mut new = old.clone();
    new["definitions"]["inner"]["prefixItems"][0]["type"] = wider;
    assert_eq!(compared(&old, &new, Options::default()).backward(), Verdict::Proved);
}

/// Hostile: what only one of the validators evaluates must not be proved.
#[test]
fn dependencies_next_to_unevaluated_properties_are_undecided() {
    let schema = |inner: Value| json!({ "dependencies": { "a": { "properties": { "b": inner } } }, "unevaluatedProperties": false });
    let pair = compared(&schema(json!(true)), &json!({ "maxProperties": 1 }), Options::default());
    assert_ne!(pair.backward(), Verdict::Proved);
    let pair = compared(&schema(json!(true)), &schema(json!(true)), Options::default());
    assert_eq!(pair.backward(), Verdict::Proved, "unchanged");
}

/// The validators that confirm a witness know the meta-schemas of every dialect.
#[test]
fn references_to_meta_schemas_of_any_dialect_leave_the_rest_decided() {
    let dialects = [DRAFT_04, DRAFT_06, DRAFT_07, DRAFT_2019, DRAFT_2020];
    for (dialect, other) in dialects.into_iter().flat_map(|dialect| dialects.map(|other| (dialect, other))) {
        let side = |length: u32, other: &str| {
            json!({
                "$schema": dialect,
                "properties": { "name": { "minLength": length }, "schema": { "$ref": other } },
                "required": ["name", "schema"],
            })
        };
        let pair = compared(&side(1, other), &side(0, other), Options::default());
        assert_eq!(pair.backward(), Verdict::Proved, "{dialect}: {other}");
        let Verdict::Broken(witness) = pair.forward() else { panic!("{dialect}: {other}: {:?}", pair.forward()) };
        assert_eq!(witness["name"], "", "{dialect}: {other}");
        let changed = compared(&side(1, DRAFT_04), &side(1, DRAFT_07), Options::default());
        assert_ne!(changed.backward(), Verdict::Proved, "{dialect}");
    }
}

/// A schema that the prover cannot interpret is equal on both sides, even if it refers to a meta-schema.
#[test]
fn an_unchanged_schema_that_refers_to_a_meta_schema_is_proved() {
    let side = |length: u32, other: &str| {
        let inner = json!({ "properties": { "b": { "$ref": other } } });
        json!({
            "$schema": DRAFT_2020,
            "properties": {
                "a": { "dependencies": { "a": inner }, "unevaluatedProperties": false },
                "b": { "minLength": length },
            },
        })
    };
    for (other, is_proved) in [(DRAFT_2020, true), (DRAFT_07, true), (DRAFT_06, false)] {
        let old = if is_proved { other } else { DRAFT_07 };
        let pair = compared(&side(2, old), &side(1, other), Options::default());
        assert_eq!(pair.backward() == Verdict::Proved, is_proved, "{other}: {:?}", pair.backward());
    }
}
