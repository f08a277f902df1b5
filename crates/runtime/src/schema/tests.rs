//! Schemas for cases that the contracts' schemas do not contain.

use crate::{RootInfo, Union, Validator};
use serde_json::{Value, json};

use super::{unknown_members, violations};

/// Creates the root of a schema.
macro_rules! root {
    ($unions:expr, $schema:literal) => {
        RootInfo {
            name: "Test",
            file: concat!("test-", line!()),
            id: concat!("test-", line!()),
            schema: $schema,
            pointer: "",
            unions: $unions,
            validator: || {
                static VALIDATOR: Validator = Validator::new($schema, "Draft7", true, $unions);
                &VALIDATOR
            },
            normalize: |value| Ok(value.clone()),
        }
    };
}

fn finding_codes(root: &RootInfo, value: &Value) -> Vec<(&'static str, String)> {
    let mut all: Vec<_> = violations(root, value, |violation, _| Some(violation))
        .into_iter()
        .map(|one| (one.code, one.at.to_string()))
        .collect();
    all.sort();
    all
}

fn pairs(expected: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    expected.iter().map(|&(code, at)| (code, at.to_owned())).collect()
}

#[test]
fn every_keyword_has_its_code() {
    let root = root!(
        &[],
        r#"{
            "properties": {
                "type": {"type": "integer"}, "types": {"type": ["string", "null"]}, "enum": {"enum": ["a", 1]},
                "const": {"const": 1}, "pattern": {"pattern": "^a$"}, "blank": {"pattern": "\\S"},
                "format": {"format": "date"}, "short": {"minLength": 2}, "long": {"maxLength": 1},
                "few": {"minItems": 1}, "many": {"maxItems": 1}, "tuple": {"items": [true], "additionalItems": false},
                "low": {"minimum": 1}, "high": {"maximum": 1}, "xlow": {"exclusiveMinimum": 1},
                "xhigh": {"exclusiveMaximum": 1}, "step": {"multipleOf": 2}, "unique": {"uniqueItems": true},
                "contains": {"contains": {"const": 1}}, "fewer": {"minProperties": 1}, "more": {"maxProperties": 0},
                "names": {"propertyNames": {"pattern": "^a$"}}, "not": {"not": {"const": 1}}, "never": false,
                "depends": {"dependencies": {"a": ["b"]}}, "closed": {"additionalProperties": false},
                "if": {"if": {"required": ["a"]}, "then": {"required": ["b"]}}
            },
            "required": ["gone", "a/b"]
        }"#
    );
    let value = json!({
        "type": 1.5, "types": 1, "enum": "b", "const": 2, "pattern": "b", "blank": " ", "format": "x", "short": "é",
        "long": "ab", "few": [], "many": [1, 2], "tuple": [1, 2], "low": 0, "high": 2, "xlow": 1, "xhigh": 1, "step": 3,
        "unique": [1, 1], "contains": [2], "fewer": {}, "more": {"a": 1}, "names": {"b": 1}, "not": 1, "never": 1,
        "depends": {"a": 1}, "closed": {"x": 1, "y": 2}, "if": {"a": 1}
    });
    let expected = [
        ("CONST_MISMATCH", "/const"),
        ("DUPLICATE_ITEM", "/unique"),
        ("ENUM_MISMATCH", "/enum"),
        ("FIELD_NAME_MISMATCH", "/names/b"),
        ("FORBIDDEN_VALUE", "/never"),
        ("FORBIDDEN_VALUE", "/not"),
        ("FORMAT_MISMATCH", "/format"),
        ("MISSING_FIELD", "/a~1b"),
        ("MISSING_FIELD", "/depends/b"),
        ("MISSING_FIELD", "/gone"),
        ("MISSING_FIELD", "/if/b"),
        ("MISSING_ITEM", "/contains"),
        ("OUT_OF_RANGE", "/high"),
        ("OUT_OF_RANGE", "/low"),
        ("OUT_OF_RANGE", "/step"),
        ("OUT_OF_RANGE", "/xhigh"),
        ("OUT_OF_RANGE", "/xlow"),
        ("PATTERN_MISMATCH", "/pattern"),
        ("TOO_FEW_FIELDS", "/fewer"),
        ("TOO_FEW_ITEMS", "/few"),
        ("TOO_LONG", "/long"),
        ("TOO_MANY_FIELDS", "/more"),
        ("TOO_MANY_ITEMS", "/many"),
        ("TOO_MANY_ITEMS", "/tuple"),
        ("TOO_SHORT", "/blank"),
        ("TOO_SHORT", "/short"),
        ("TYPE_MISMATCH", "/type"),
        ("TYPE_MISMATCH", "/types"),
        ("UNKNOWN_FIELD", "/closed/x"),
        ("UNKNOWN_FIELD", "/closed/y"),
    ];
    assert_eq!(finding_codes(&root, &value), pairs(&expected));
    for one in violations(&root, &value, |violation, _| Some(violation)) {
        assert!(!one.message.is_empty() && one.message.len() < 200, "{}", one.message);
    }
}

/// The branches of a union of names are about the name, not about the object that has it.
#[test]
fn a_name_that_no_branch_allows_is_one_violation() {
    let root = root!(
        &[],
        r#"{
            "properties": {
                "any": {"propertyNames": {"anyOf": [{"maxLength": 1}, {"const": "long"}]}},
                "one": {"propertyNames": {"oneOf": [{"maxLength": 1}, {"const": "long"}, {"const": "b"}]}},
                "not": {"propertyNames": {"allOf": [{"anyOf": [{"type": "null"}, {"maxLength": 1}]}]}}
            }
        }"#
    );
    let names = json!({"a": 1, "ab": 1, "b": 1, "long": 1});
    let value = json!({"any": names, "one": names, "not": names});
    let expected = [
        ("FIELD_NAME_MISMATCH", "/any/ab"),
        ("FIELD_NAME_MISMATCH", "/not/ab"),
        ("FIELD_NAME_MISMATCH", "/not/long"),
        ("FIELD_NAME_MISMATCH", "/one/ab"),
        ("FIELD_NAME_MISMATCH", "/one/b"),
    ];
    assert_eq!(finding_codes(&root, &value), pairs(&expected));
}

#[test]
fn a_wrong_type_silences_what_is_beside_and_below() {
    let root = root!(
        &[],
        r#"{"properties": {
            "a": {"type": "string", "const": "x", "pattern": "^x$"},
            "b": {"enum": ["x", "y"]},
            "c": {"allOf": [{"type": "string"}, {"required": ["d"], "properties": {"e": {"type": "string"}}}]}
        }}"#
    );
    let value = json!({"a": 1, "b": null, "c": {"e": 1}});
    assert_eq!(
        finding_codes(&root, &value),
        pairs(&[("TYPE_MISMATCH", "/a"), ("TYPE_MISMATCH", "/b"), ("TYPE_MISMATCH", "/c")])
    );
}

/// A nullable tagged union whose branches contain it again.
const NESTED: &[Union] = &[Union { at: "/definitions/Node/oneOf", tag: "kind", values: &["leaf", "pair"] }];

fn nested() -> RootInfo {
    root!(
        NESTED,
        r##"{
            "oneOf": [{"type": "null"}, {"$ref": "#/definitions/Node"}],
            "definitions": {
                "Node": {"oneOf": [{"$ref": "#/definitions/Leaf"}, {"$ref": "#/definitions/Pair"}]},
                "Leaf": {"type": "object", "required": ["kind", "value"],
                    "properties": {"kind": {"const": "leaf"}, "value": {"type": "integer", "minimum": 0}}},
                "Pair": {"type": "object", "required": ["kind", "left"],
                    "properties": {"kind": {"const": "pair"}, "left": {"$ref": "#/definitions/Node"},
                        "right": {"anyOf": [{"type": "null"}, {"$ref": "#/definitions/Node"}]}}}
            }
        }"##
    )
}

#[test]
fn tags_decide_at_every_level() {
    let root = nested();
    assert_eq!(finding_codes(&root, &json!(null)), []);
    let cases = [
        (json!([]), &[("TYPE_MISMATCH", "")][..]),
        (json!({"value": -1}), &[("MISSING_FIELD", "/kind")]),
        (json!({"kind": 1, "value": -1}), &[("TYPE_MISMATCH", "/kind")]),
        (json!({"kind": "Leaf", "value": -1}), &[("ENUM_MISMATCH", "/kind")]),
        (json!({"kind": "leaf", "value": -1}), &[("OUT_OF_RANGE", "/value")]),
        (
            json!({"kind": "pair", "left": {"kind": "leaf", "value": -1}, "right": {"kind": "leaf"}}),
            &[("MISSING_FIELD", "/right/value"), ("OUT_OF_RANGE", "/left/value")],
        ),
        (
            json!({"kind": "pair", "left": {"kind": "pair", "left": 1}, "right": 1}),
            &[("TYPE_MISMATCH", "/left/left"), ("TYPE_MISMATCH", "/right")],
        ),
    ];
    for (value, expected) in cases {
        assert_eq!(finding_codes(&root, &value), pairs(expected), "{value}");
    }
}

#[test]
fn members_are_known_through_unions_and_refs() {
    let root = nested();
    let value = json!({"kind": "pair", "value": 1, "left": {"kind": "leaf", "value": 1, "valu": 2}, "right": null});
    let warnings = unknown_members(&root, &value);
    let at: Vec<_> = warnings.iter().map(|one| one.at.as_str()).collect();
    assert_eq!(at, ["/value", "/left/valu"], "in the order of the document");
    assert!(warnings.iter().all(|one| !one.is_error()));
}

#[test]
fn free_objects_have_no_unknown_members() {
    let root = root!(
        &[],
        r#"{"properties": {
            "map": {"type": "object", "additionalProperties": {"properties": {"known": true}}},
            "any": {"type": "object"},
            "open": {"properties": {"known": true}, "additionalProperties": true},
            "both": {"allOf": [{"properties": {"a": true}}, {"properties": {"b": true}}]},
            "list": {"items": {"properties": {"known": true}}}
        }}"#
    );
    let value = json!({
        "map": {"x": {"known": 1, "new": 1}}, "any": {"new": 1}, "open": {"new": 1}, "both": {"a": 1, "b": 1, "new": 1},
        "list": [{"known": 1}, {"knwon": 1}], "new": 1
    });
    let warnings = unknown_members(&root, &value);
    let at: Vec<_> = warnings.iter().map(|one| one.at.as_str()).collect();
    assert_eq!(at, ["/map/x/new", "/both/new", "/list/1/knwon", "/new"]);
    assert_eq!(warnings[2].help.as_deref(), Some("did you mean \"known\"?"));
}

#[test]
fn of_several_untagged_branches_the_nearest_is_meant() {
    let root = root!(
        &[],
        r#"{"anyOf": [
            {"type": "object", "required": ["a", "b", "c"]},
            {"type": "object", "required": ["a", "d"]},
            {"type": "string"}
        ]}"#
    );
    assert_eq!(finding_codes(&root, &json!({"a": 1})), pairs(&[("MISSING_FIELD", "/d")]));
    assert_eq!(finding_codes(&root, &json!(1)), pairs(&[("TYPE_MISMATCH", "")]));
    let message = &violations(&root, &json!(1), |violation, _| Some(violation))[0].message;
    assert_eq!(message, "expected an object or a string, found the number 1");
}

#[test]
fn a_member_of_each_branch_is_named_where_none_is_there() {
    let root = root!(
        &[],
        r#"{"properties": {"in": {"anyOf": [{"required": ["text"]}, {"required": ["id"]}, {"required": ["a", "b"]}]}}}"#
    );
    let found = violations(&root, &json!({"in": {}}), |violation, _| Some(violation));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].message, "one of the properties \"text\", \"id\" is required");
    let renamed = json!({"in": {"a": 1}});
    assert_eq!(violations(&root, &renamed, |violation, _| Some(violation)).len(), 1);
}

#[test]
fn several_branches_that_fit_are_ambiguous() {
    let root = root!(&[], r#"{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}"#);
    assert_eq!(finding_codes(&root, &json!({"a": 1, "b": 1})), pairs(&[("AMBIGUOUS_SHAPE", "")]));
}

#[test]
fn a_closed_contract_suggests_the_member_that_was_meant() {
    let root = root!(&[], r#"{"properties": {"title": true, "notes": true}, "additionalProperties": false}"#);
    let found = violations(&root, &json!({"titel": 1, "x": 1}), |violation, _| Some(violation));
    let helps: Vec<_> = found.iter().map(|one| (one.at.as_str(), one.help.as_deref())).collect();
    assert_eq!(helps, [("/titel", Some("did you mean \"title\"?")), ("/x", Some("remove it"))]);
}

#[test]
fn a_missing_member_is_explained() {
    let root = root!(
        &[],
        r##"{
            "required": ["list"],
            "properties": {"list": {"description": "Things to do. At least one.", "items": {"$ref": "#/definitions/Thing"}}},
            "definitions": {"Thing": {"required": ["name"], "properties": {"name": {"description": "What it is called."}}}}
        }"##
    );
    let help = |value: &Value| violations(&root, value, |violation, _| Some(violation))[0].help.clone();
    assert_eq!(help(&json!({})).as_deref(), Some("add it: Things to do"));
    assert_eq!(help(&json!({"list": [{"name": 1}, {}]})).as_deref(), Some("add it: What it is called"));
}

#[test]
fn a_mistake_deep_in_unions_is_one_finding() {
    let node = |kind: &str| {
        json!({"type": "object", "required": ["kind", "in"],
            "properties": {"kind": {"const": kind}, "in": {"items": {"$ref": "#/definitions/Node"}}}})
    };
    let text = json!({"type": "object", "required": ["kind", "of"],
        "properties": {"kind": {"const": "text"}, "of": {"type": "string"}}});
    let rank = |bounds: Value| {
        json!({"type": "object", "required": ["rank"],
            "properties": {"in": {"$ref": "#/definitions/Term"}, "rank": bounds}})
    };
    let schema = json!({
        "properties": {"node": {"$ref": "#/definitions/Node"}, "term": {"$ref": "#/definitions/Term"}},
        "definitions": {
            // The content of these keywords is not a resource.
            "Data": {"examples": [{"id": "a"}], "default": {"$id": "b"}, "enum": [{"id": "c"}], "properties": {"id": {"const": {"id": "d"}}}},
            "Node": {"oneOf": [node("box"), node("row"), text]},
            "Term": {"anyOf": [rank(json!({"type": "integer", "minimum": 0})), rank(json!({"type": "integer", "maximum": -1}))]}
        }
    });
    let unions =
        [("/definitions/Node/oneOf".to_owned(), ("kind".to_owned(), ["box", "row", "text"].map(str::to_owned).into()))];
    let schema = Validator::of_document(&schema, jsonschema::Draft::Draft7, unions.into()).unwrap();
    let (mut node, mut term) = (json!({"kind": "text", "of": 1}), json!({"rank": "x"}));
    for level in 0..40 {
        let kind = if level % 2 == 0 { "box" } else { "row" };
        node = json!({"kind": kind, "in": [node]});
        term = json!({"rank": 1, "in": term});
    }
    let found = violations(&schema, &json!({"node": node, "term": term}), |violation, _| Some(violation));
    let places: Vec<_> = found.iter().map(|one| (one.code, one.at.as_str())).collect();
    let (in_node, in_term) = (format!("/node{}/of", "/in/0".repeat(40)), format!("/term{}/rank", "/in".repeat(40)));
    assert_eq!(places, [("TYPE_MISMATCH", in_node.as_str()), ("TYPE_MISMATCH", in_term.as_str())]);
}

#[test]
fn the_replaced_help_is_not_that_of_an_item_with_a_longer_index() {
    let root = root!(&[], r#"{"items": {"type": "string"}, "uniqueItems": true}"#);
    let mut items: Vec<Value> = (0..10).map(|index| json!(format!("a{index}"))).collect();
    items[1] = json!(4711);
    // In quotes, the number repeats this item, and the error about the tenth item stays.
    items[3] = json!("4711");
    items.push(Value::Null);
    let found = violations(&root, &Value::from(items), |violation, _| Some(violation));
    let found: Vec<_> = found.iter().map(|one| (one.at.as_str(), one.help.as_deref())).collect();
    assert_eq!(found, [("/1", None), ("/10", Some("write a string"))]);
}
