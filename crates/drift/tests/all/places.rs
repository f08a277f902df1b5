//! Each change is reported where it was made, in a sentence that names its cause, and only its own effect counts.

use planwright_drift::{ContentModel, Effect, Options, Pair, Role, Severity, severities};
use serde_json::{Value, json};

use crate::compared;

/// Two schemas, and the location and message of each change between them.
type Row = (Value, Value, &'static [(&'static str, &'static str)]);

fn rows() -> Vec<Row> {
    let condition = |name: &str| json!({ "if": { "required": [name] }, "then": { "required": ["z"] } });
    let listed = json!({ "type": "array", "items": { "type": "string" } });
    let shared = |used: Value, inner: Value| json!({ "properties": { "a": used, "b": used }, "$defs": { "s": inner } });
    let reference = json!({ "$ref": "#/$defs/s" });
    vec![
        (
            json!({ "allOf": [condition("a")] }),
            json!({ "allOf": [condition("a"), condition("b")] }),
            &[("/allOf/1/if", "`if` was added")],
        ),
        (
            json!({ "allOf": [{ "contains": { "const": 1 } }] }),
            json!({ "allOf": [{ "contains": { "const": 1 } }, { "contains": { "const": 2 } }] }),
            &[("/allOf/1/contains", "`contains` was added")],
        ),
        (
            json!({ "allOf": [{ "required": ["a"] }, { "required": ["b"] }] }),
            json!({ "allOf": [{ "required": ["a"] }, { "required": ["b", "c"] }] }),
            &[("/allOf/1/required", "`c` became required")],
        ),
        (
            json!({ "maxLength": 9, "allOf": [{ "maxLength": 5 }] }),
            json!({ "maxLength": 9, "allOf": [{ "maxLength": 4 }] }),
            &[("/allOf/0/maxLength", "`maxLength` changed from 5 to 4")],
        ),
        (
            json!({ "pattern": "^a", "allOf": [{ "pattern": "b$" }] }),
            json!({ "pattern": "^a", "allOf": [{ "pattern": "b$" }, { "pattern": "c" }] }),
            &[("/allOf/1/pattern", "the pattern \"c\" was added")],
        ),
        (
            json!({ "allOf": [{ "anyOf": [{ "minimum": 1 }, { "maximum": -1 }] }] }),
            json!({ "allOf": [{ "anyOf": [{ "minimum": 1 }, { "maximum": -1 }] }, { "anyOf": [{ "minimum": 9 }, { "maximum": -9 }] }] }),
            &[("/allOf/1/anyOf", "a union (`anyOf`) was added")],
        ),
        (
            json!({ "type": "object" }),
            json!({ "anyOf": [{ "type": "object" }, { "type": "array" }] }),
            &[("/anyOf", "the type changed from object to object or array")],
        ),
        (
            json!({ "dependentRequired": { "a": ["b"] } }),
            json!({ "dependentRequired": { "a": ["b", "c", "d"] } }),
            &[("/dependentRequired/a", "`c`, `d` are required if `a` is present")],
        ),
        (
            json!({ "dependentRequired": { "a": ["b", "c"] } }),
            json!({ "dependentRequired": { "a": ["b"] } }),
            &[("/dependentRequired/a", "`c` is no longer required if `a` is present")],
        ),
        (
            listed.clone(),
            json!({ "anyOf": [listed, { "type": "array", "items": { "type": "integer" } }] }),
            &[("/anyOf/1", "the branch `1` was added")],
        ),
        (
            shared(reference.clone(), json!({ "$ref": "https://example.org/x" })),
            shared(reference.clone(), json!({ "$ref": "https://example.org/x" })),
            &[("/$defs/s/$ref", "\"https://example.org/x\" cannot be resolved in either schema")],
        ),
        (
            shared(reference.clone(), json!({ "$ref": "https://example.org/x" })),
            shared(reference, json!(true)),
            &[("/$defs/s/$ref", "\"https://example.org/x\" cannot be resolved in the old schema")],
        ),
        (
            json!({ "$schema": "https://json-schema.org/draft/2019-09/schema", "maximum": 1 }),
            json!({ "$schema": "http://json-schema.org/draft-07/schema#", "maximum": 1 }),
            &[("/$schema", "the dialect changed from 2019-09 to draft-07")],
        ),
    ]
}

/// A side that does not have what changed is located at the object that lacks it.
#[test]
fn a_removed_property_is_located_in_the_object_that_lost_it() {
    let schema = |target: &str| {
        json!({
            "properties": { "x": { "$ref": target } },
            "$defs": {
                "a": { "type": "object", "properties": { "one": { "type": "string" }, "two": { "type": "string" } } },
                "b": { "type": "object", "properties": { "one": { "type": "string" } } }
            }
        })
    };
    let pair = compared(&schema("#/$defs/a"), &schema("#/$defs/b"), Options::default());
    let removed = pair.changes.iter().find(|change| change.rule.id.as_str() == "property-removed-open");
    let spots = removed.map(|change| [&change.old, &change.new].map(|spot| spot.as_ref().unwrap().pointer.to_string()));
    assert_eq!(spots, Some(["/$defs/a/properties/two".to_owned(), "/$defs/b/properties".to_owned()]));
}

#[test]
fn each_change_is_located_where_it_was_made() {
    for (old, new, expected) in rows() {
        let pair = compared(&old, &new, Options::default());
        let listed: Vec<_> =
            pair.changes.iter().map(|change| (change.pointer().to_string(), change.message.clone())).collect();
        let expected: Vec<_> = expected.iter().map(|(at, message)| ((*at).to_owned(), (*message).to_owned())).collect();
        assert_eq!(listed, expected, "{old} -> {new}");
    }
}

fn effects(pair: &Pair) -> Vec<(&'static str, [Effect; 2], Severity)> {
    let severities = severities(pair, Role::Both, ContentModel::Strict);
    let all = pair.changes.iter().zip(severities);
    all.map(|(change, severity)| (change.rule.id.as_str(), [change.backward, change.forward], severity)).collect()
}

/// Other changes of the same schema break it. The searches decide which ones.
#[test]
fn a_change_has_only_the_effects_that_a_value_shows() {
    const NOTHING: [Effect; 2] = [Effect::Fine; 2];
    let definition = |name: &str| json!({ "type": "object", "required": [name] });
    let old = json!({
        "properties": { "u": { "anyOf": [{ "$ref": "#/$defs/A" }, { "$ref": "#/$defs/B" }] }, "f": { "format": "ours" } },
        "additionalProperties": { "type": ["integer", "object"] },
        "$defs": { "A": definition("a"), "B": definition("b"), "C": definition("c") }
    });
    let new = json!({
        "properties": { "u": { "$ref": "#/$defs/A" }, "v": { "type": ["integer", "object"] }, "f": {} },
        "additionalProperties": { "type": ["integer", "object"] },
        "$defs": { "A": definition("a"), "B": definition("b") }
    });
    let pair = compared(&old, &new, Options::default());
    assert_eq!(
        effects(&pair),
        [
            ("definition-removed", [Effect::Depends, Effect::Fine], Severity::Warning),
            ("format-loosened", NOTHING, Severity::Note),
            ("union-branch-removed", [Effect::Breaks, Effect::Fine], Severity::Error),
            ("ref-moved", NOTHING, Severity::Warning),
            ("property-added-covered", NOTHING, Severity::Note),
        ]
    );
}

/// The property is visible in one of two contexts: the other one accepts all objects anyway.
#[test]
fn a_context_that_hides_a_change_adds_no_finding() {
    let schema = |inner: Value| {
        json!({
            "properties": { "x": { "$ref": "#/$defs/R" } },
            "anyOf": [{ "$ref": "#/$defs/R" }, { "type": "object" }],
            "$defs": { "R": { "type": "object", "properties": inner } }
        })
    };
    let pair = compared(&schema(json!({})), &schema(json!({ "s": { "type": "string" } })), Options::default());
    let rules: Vec<_> = pair.changes.iter().map(|change| change.rule.id.as_str()).collect();
    assert_eq!(rules, ["property-added-open"]);
}
