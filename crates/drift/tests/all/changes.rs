//! Changes of the meaning are listed and those of the notation are not, and the list never contradicts the verdict.

use planwright_drift::{Effect, Options, Pair, Verdict};
use serde_json::{Value, json};

use crate::compared;

/// A name, two schemas, and the rules of the changes from one to the other and back.
type Row = (&'static str, Value, Value, &'static [&'static str], &'static [&'static str]);

/// Pairs with the same meaning in another notation.
fn notations() -> Vec<(Value, Value)> {
    let short = json!({ "type": "string", "maxLength": 5 });
    vec![
        (short.clone(), json!({ "allOf": [{ "type": "string" }, { "maxLength": 5 }] })),
        (short.clone(), json!({ "$ref": "#/$defs/s", "$defs": { "s": short } })),
        (short.clone(), json!({ "anyOf": [short] })),
        (short.clone(), json!({ "type": "string", "maxLength": 5, "minLength": 0 })),
        (json!({ "enum": ["a", "b"] }), json!({ "oneOf": [{ "const": "b" }, { "const": "a" }] })),
        (json!({ "enum": ["a"] }), json!({ "const": "a", "type": "string" })),
        (json!({ "type": ["string", "null"] }), json!({ "anyOf": [{ "type": "null" }, { "type": "string" }] })),
        (json!({ "type": ["string", "integer"] }), json!({ "oneOf": [{ "type": "string" }, { "type": "integer" }] })),
        (
            json!({ "type": ["string", "null"], "maxLength": 5 }),
            json!({ "oneOf": [{ "type": "string", "maxLength": 5 }, { "type": "null" }] }),
        ),
        (
            json!({ "type": "object", "properties": { "a": { "type": "string" }, "b": true }, "required": ["a"] }),
            json!({
                "allOf": [{ "$ref": "#/$defs/base" }, { "properties": { "b": {} } }],
                "$defs": { "base": { "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] } }
            }),
        ),
        (
            json!({ "anyOf": [{ "type": "integer" }, { "type": "string", "maxLength": 3 }, { "type": "null" }] }),
            json!({ "oneOf": [{ "type": "integer" }, { "type": "string", "maxLength": 3 }, { "type": "null" }] }),
        ),
        (json!({ "type": "integer", "exclusiveMinimum": 0 }), json!({ "type": "integer", "minimum": 1 })),
        (json!({ "type": "boolean", "maxLength": 5 }), json!({ "type": "boolean", "maxLength": 3 })),
        (json!({ "type": "object", "additionalProperties": true }), json!({ "type": "object" })),
        (
            json!({ "dependentRequired": { "a": ["b"] } }),
            json!({ "if": { "required": ["a"] }, "then": {
            "if": { "type": "object" }, "then": { "required": ["b"] } } }),
        ),
        // Hostile: the difference is only under a branch that nothing reaches.
        (
            json!({ "type": "string", "anyOf": [{ "type": "string" }, { "type": "integer", "minimum": 1 }] }),
            json!({ "type": "string", "anyOf": [{ "type": "string" }, { "type": "integer", "minimum": 2 }] }),
        ),
    ]
}

/// Returns the schema with a definition `d`.
fn defs(mut schema: Value, inner: Value) -> Value {
    schema["$defs"] = Value::Object(serde_json::Map::from_iter([("d".to_owned(), inner)]));
    schema
}

fn rows() -> Vec<Row> {
    let text = json!({ "type": "string", "maxLength": 5 });
    let nothing = json!({ "type": "null" });
    let reference = json!({ "$ref": "#/$defs/d" });
    vec![
        ("null", text.clone(), json!({ "anyOf": [text, nothing] }), &["nullable-added"], &["nullable-removed"]),
        (
            "null and a bound",
            text.clone(),
            json!({ "oneOf": [nothing, { "type": "string", "maxLength": 4 }] }),
            &["bound-tightened", "nullable-added"],
            &["bound-loosened", "nullable-removed"],
        ),
        (
            "null in an enum",
            json!({ "enum": ["a"] }),
            json!({ "enum": ["a", null] }),
            &["nullable-added"],
            &["nullable-removed"],
        ),
        (
            "null next to a reference",
            defs(reference.clone(), json!({ "type": "object", "properties": { "a": { "minimum": 1 } } })),
            defs(
                json!({ "anyOf": [reference, nothing] }),
                json!({ "type": "object", "properties": { "a": { "minimum": 1 } } }),
            ),
            &["nullable-added"],
            &["nullable-removed"],
        ),
        (
            "required in a new part",
            json!({ "type": "object", "properties": { "a": {}, "c": {} } }),
            json!({ "type": "object", "allOf": [{ "properties": { "a": {}, "c": {} } }, { "required": ["c"] }] }),
            &["required-added", "rust-optional-changed"],
            &["required-removed", "rust-optional-changed"],
        ),
        (
            "a value of a union of constants",
            json!({ "oneOf": [{ "const": "a" }, { "const": "b" }] }),
            json!({ "oneOf": [{ "const": "a" }, { "const": "b" }, { "const": "c" }] }),
            &["enum-value-added", "rust-enum-grown"],
            &["enum-value-removed"],
        ),
        (
            "a union with further types",
            json!({ "type": ["object", "boolean"], "properties": { "a": { "type": "string" } }, "additionalProperties": false }),
            json!({ "oneOf": [{ "type": "boolean" }, { "type": "string", "enum": ["x"] }, {
                "type": "object", "properties": { "a": { "type": "string" }, "b": {} }, "additionalProperties": false }] }),
            &["property-added-closed", "type-widened"],
            &["property-removed-closed", "type-narrowed"],
        ),
        (
            "a property of a part that two schemas reference",
            defs(
                json!({ "allOf": [reference], "properties": { "w": { "allOf": [reference] } } }),
                json!({ "properties": { "a": {} } }),
            ),
            defs(
                json!({ "allOf": [reference], "properties": { "w": { "allOf": [reference] } } }),
                json!({ "properties": { "a": {}, "b": { "type": "string" } } }),
            ),
            &["property-added-open"],
            &["property-removed-open"],
        ),
        (
            "null next to any type",
            json!({ "maxLength": 5 }),
            json!({ "anyOf": [{ "maxLength": 4 }, nothing] }),
            &["bound-tightened"],
            &["bound-loosened"],
        ),
        (
            "a branch that needs a name",
            json!({ "$defs": { "A": { "type": "object", "required": ["a"] }, "B": { "type": "object", "required": ["b"] } },
                "anyOf": [{ "$ref": "#/$defs/A" }, { "type": "string" }] }),
            json!({ "$defs": { "A": { "type": "object", "required": ["a"] }, "B": { "type": "object", "required": ["b"] } },
                "anyOf": [{ "$ref": "#/$defs/A" }, { "type": "string" }, { "$ref": "#/$defs/B" }] }),
            &["union-branch-added"],
            &["union-branch-removed"],
        ),
    ]
}

/// Pairs in which a schema moves, or is reached in several ways.
fn moved_rows() -> Vec<Row> {
    let reference = json!({ "$ref": "#/$defs/d" });
    vec![
        (
            "a schema that becomes a branch",
            closed("a"),
            json!({ "oneOf": [closed("a"), closed("b")] }),
            &["union-branch-added"],
            &["union-branch-removed"],
        ),
        (
            "a definition that becomes a branch and changes",
            defs(
                reference.clone(),
                json!({ "type": "object", "required": ["a"], "properties": { "a": { "maxLength": 5 } } }),
            ),
            defs(
                json!({ "anyOf": [reference, closed("b")] }),
                json!({ "type": "object", "required": ["a"], "properties": { "a": { "maxLength": 4 } } }),
            ),
            &["bound-tightened", "ref-moved", "union-branch-added"],
            &["bound-loosened", "ref-moved", "union-branch-removed"],
        ),
        (
            "a definition below two conditions",
            defs(conditions(&reference), json!({ "maxLength": 5 })),
            defs(conditions(&reference), json!({ "maxLength": 4 })),
            &["bound-tightened"],
            &["bound-loosened"],
        ),
        (
            "a list of another type",
            json!({ "type": "string", "enum": ["a", "b"] }),
            json!({ "type": "array", "items": { "enum": ["a", "b"] } }),
            &["type-changed"],
            &["type-changed"],
        ),
        (
            "a change below a recursive schema",
            defs(reference.clone(), json!({ "items": { "properties": { "a": reference, "b": { "maxLength": 5 } } } })),
            defs(reference.clone(), json!({ "items": { "properties": { "a": reference, "b": { "maxLength": 4 } } } })),
            &["bound-tightened"],
            &["bound-loosened"],
        ),
        (
            "a change before schemas that are recursive through each other",
            mutual(5),
            mutual(4),
            &["bound-tightened"],
            &["bound-loosened"],
        ),
    ]
}

/// Returns an object that must have one property and no other.
fn closed(name: &str) -> Value {
    json!({ "type": "object", "properties": { name: { "type": "string" } }, "required": [name], "additionalProperties": false })
}

/// Returns an object with two properties that have a schema under the same condition.
fn conditions(schema: &Value) -> Value {
    let condition = json!({ "if": { "minLength": 2 }, "then": schema });
    json!({ "properties": { "x": condition, "y": condition } })
}

/// Returns two definitions that refer to each other. The second is also referenced from outside.
fn mutual(length: u64) -> Value {
    let to = |name: &str| json!({ "$ref": format!("#/$defs/{name}") });
    json!({
        "properties": { "m": { "items": to("a") }, "n": { "items": to("b") } },
        "$defs": {
            "a": { "properties": { "a": to("b"), "z": { "maxLength": length } } },
            "b": { "properties": { "b": to("a"), "c": { "items": to("b") } } }
        }
    })
}

/// Pairs in which a definition changes that is referenced at each position of a subschema.
fn positions() -> Vec<Row> {
    let to_text =
        |schema: Value| (defs(schema.clone(), json!({ "type": "integer" })), defs(schema, json!({ "type": "string" })));
    let reference = json!({ "$ref": "#/$defs/d" });
    let mut rows: Vec<Row> = Vec::new();
    let positions = [
        json!({ "properties": { "x": reference } }),
        json!({ "patternProperties": { "^x": reference } }),
        json!({ "additionalProperties": reference }),
        json!({ "items": reference }),
        json!({ "prefixItems": [true, reference] }),
        json!({ "contains": reference }),
        json!({ "allOf": [{}, reference] }),
        json!({ "anyOf": [{ "type": "boolean" }, reference] }),
        json!({ "oneOf": [{ "type": "boolean" }, reference] }),
        json!({ "if": { "const": 1 }, "then": {}, "else": reference }),
        json!({ "if": { "type": "array" }, "else": { "if": { "const": 1.5 }, "then": {}, "else": reference } }),
        json!({ "dependentSchemas": { "k": { "properties": { "x": reference } } } }),
        json!({ "properties": { "x": true }, "unevaluatedProperties": reference }),
        json!({ "prefixItems": [true], "unevaluatedItems": reference }),
    ];
    for position in positions {
        let (old, new) = to_text(position);
        rows.push(("a position", old, new, &["type-changed"], &["type-changed"]));
    }
    let (old, new) = to_text(json!({ "not": reference }));
    rows.push(("a forbidden schema", old, new, &["not-changed"], &["not-changed"]));
    let (old, new) = to_text(json!({ "if": reference, "then": { "minLength": 2, "minimum": 2 } }));
    rows.push(("a condition", old, new, &["conditional-changed"], &["conditional-changed"]));
    let (old, new) = to_text(json!({ "contains": reference, "maxContains": 1 }));
    rows.push(("a counted schema", old, new, &["schema-changed"], &["schema-changed"]));
    let names = |schema: Value| defs(json!({ "propertyNames": reference }), schema);
    let (old, new) = (names(json!({ "maxLength": 4 })), names(json!({ "maxLength": 3 })));
    rows.push(("names", old, new, &["bound-tightened"], &["bound-loosened"]));
    let list = |schema: Value| json!({ "$dynamicRef": "#n", "$defs": { "n": { "$dynamicAnchor": "n", "properties": { "next": { "$dynamicRef": "#n" }, "v": schema } } } });
    let (old, new) = (list(json!({ "type": "integer" })), list(json!({ "type": "string" })));
    rows.push(("a dynamic reference", old, new, &["type-changed"], &["type-changed"]));
    rows
}

fn check(pair: &Pair) -> Vec<String> {
    let mut problems = Vec::new();
    for (verdict, of) in [
        (pair.backward(), (|change| change.backward) as fn(&planwright_drift::Change) -> Effect),
        (pair.forward(), |change| change.forward),
    ] {
        let breaks = pair.changes.iter().find(|change| of(change) == Effect::Breaks);
        match (&verdict, breaks) {
            (Verdict::Proved, Some(change)) => problems.push(format!("{} contradicts the proof", change.rule.id)),
            (Verdict::Broken(witness), _) if pair.changes.iter().all(|change| of(change) == Effect::Fine) => {
                problems.push(format!("no change explains {witness}"));
            }
            (Verdict::Undecided(because), _) => problems.push(format!("undecided: {because}")),
            _ => {}
        }
    }
    problems
}

#[test]
fn another_notation_is_no_change() {
    for (one, two) in notations() {
        for (old, new) in [(&one, &two), (&two, &one)] {
            let pair = compared(old, new, Options::default());
            assert_eq!((pair.backward(), pair.forward()), (Verdict::Proved, Verdict::Proved), "{old} -> {new}");
            let about_documents =
                pair.changes.iter().filter(|change| change.backward != Effect::Fine || change.forward != Effect::Fine);
            let rules: Vec<_> = about_documents.map(|change| change.rule.id.as_str()).collect();
            let rules: Vec<_> = rules.into_iter().filter(|rule| *rule != "definition-removed").collect();
            assert!(rules.is_empty(), "{old} -> {new}: {rules:?}");
        }
    }
}

#[test]
fn each_change_of_the_meaning_is_listed_once() {
    for (name, one, two, there, back) in rows().into_iter().chain(moved_rows()).chain(positions()) {
        for (old, new, expected) in [(&one, &two, there), (&two, &one, back)] {
            let pair = compared(old, new, Options::default());
            let mut rules: Vec<&str> = pair.changes.iter().map(|change| change.rule.id.as_str()).collect();
            rules.sort_unstable();
            assert_eq!(rules, expected, "{name}: {old} -> {new}");
            assert_eq!(check(&pair), Vec::<String>::new(), "{name}: {old} -> {new}");
        }
    }
}

#[test]
fn a_change_of_a_definition_is_located_there() {
    let schema = |inner: &str| json!({ "properties": { "x": { "if": { "const": 1 }, "else": { "$ref": "#/$defs/P" } } }, "$defs": { "P": { "type": inner } } });
    let pair = compared(&schema("integer"), &schema("string"), Options::default());
    let spots: Vec<_> =
        pair.changes.iter().filter_map(|change| change.new.as_ref()).map(|spot| spot.pointer.as_str()).collect();
    assert_eq!(spots, ["/$defs/P/type"]);
    assert_eq!(pair.changes[0].message, "the type changed from integer to string");
}

#[test]
fn a_change_has_a_witness_of_its_own() {
    let schema = |length: u64, maximum: u64| json!({ "properties": { "a": { "type": "string", "maxLength": length }, "b": { "type": "integer", "maximum": maximum } } });
    let pair = compared(&schema(3, 8), &schema(2, 9), Options::default());
    let shown: Vec<_> = pair.changes.iter().map(|change| (change.rule.id.as_str(), change.witness.clone())).collect();
    assert_eq!(shown[0].0, "bound-tightened");
    assert_eq!(shown[0].1.as_ref().and_then(Value::as_str).map(str::len), Some(3));
    assert_eq!(shown[1], ("bound-loosened", Some(json!(9))));
}

/// Control: a list that contradicts its verdict is found.
#[test]
fn a_contradiction_is_found() {
    let old = json!({ "type": "string" });
    let mut pair = compared(&old, &json!({ "type": ["string", "integer"] }), Options::default());
    assert_eq!(check(&pair), Vec::<String>::new());
    pair.judged[0].forward = Verdict::Proved;
    assert_eq!(check(&pair), ["type-widened contradicts the proof"]);
    pair.judged[0].backward = Verdict::Broken(json!(1));
    assert_eq!(check(&pair).len(), 2);
}

/// Each definition of a chain of references is walked once.
#[test]
fn a_change_at_the_end_of_a_chain_of_references_is_listed_once() {
    let chain = |inner: Value| {
        let mut definitions = serde_json::Map::from_iter([("d60".to_owned(), inner)]);
        for index in 0..60 {
            let next = json!({ "$ref": format!("#/$defs/d{}", index + 1) });
            definitions.insert(format!("d{index}"), json!({ "type": "object", "properties": { "a": next } }));
        }
        json!({ "$ref": "#/$defs/d0", "$defs": definitions })
    };
    let pair = compared(&chain(json!({ "type": "integer" })), &chain(json!({ "type": "string" })), Options::default());
    let rules: Vec<_> = pair.changes.iter().map(|change| change.rule.id.as_str()).collect();
    assert_eq!(rules, ["type-changed"]);
}
