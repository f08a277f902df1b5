//! Every change of a bound on a count is decided in both directions, and each break has a witness.

use planwright_drift::{Options, Verdict};
use serde_json::{Value, json};

use crate::{accepts, compared, with};

const COUNTS: [u64; 4] = [0, 1, 2, 5];

/// Keywords of a bound, and schemas that restrict the counted items in other ways.
fn rows() -> Vec<(&'static str, Vec<Value>)> {
    let objects = vec![
        json!({ "type": "object" }),
        json!({}),
        json!({ "type": "object", "additionalProperties": { "type": "integer" } }),
        json!({ "type": "object", "properties": { "a": {}, "b": { "type": "string" } } }),
        json!({ "type": "object", "patternProperties": { "^x": { "type": "string" } }, "additionalProperties": false }),
        json!({ "type": "object", "patternProperties": { "0$": { "type": "string" } } }),
        json!({ "type": "object", "propertyNames": { "maxLength": 1 } }),
        json!({ "type": "object", "propertyNames": { "pattern": "^[a-z]$" } }),
        json!({ "type": "object", "propertyNames": { "enum": ["a", "b", "c", "d", "e", "f", "g", "h"] } }),
        json!({ "type": "object", "propertyNames": { "format": "date" } }),
    ];
    let arrays = vec![
        json!({ "type": "array" }),
        json!({}),
        json!({ "type": "array", "items": { "type": "integer" } }),
        json!({ "type": "array", "uniqueItems": true }),
        json!({ "type": "array", "uniqueItems": true, "items": { "type": "string" } }),
        json!({ "type": "array", "uniqueItems": true, "items": { "enum": [1, 2, 3, 4, 5, 6, 7] } }),
        json!({ "type": "array", "prefixItems": [{ "type": "string" }, {}], "items": { "type": "boolean" } }),
    ];
    let contained = vec![
        json!({ "type": "array", "contains": { "type": "integer" }, "minContains": 0 }),
        json!({ "type": "array", "contains": { "const": "a" }, "minContains": 0, "items": { "type": "string" } }),
        json!({ "contains": {}, "minContains": 0 }),
    ];
    let strings = vec![
        json!({ "type": "string" }),
        json!({}),
        json!({ "type": "string", "pattern": "^[a-z]*$" }),
        json!({ "type": "string", "format": "regex" }),
    ];
    vec![
        ("minProperties", objects.clone()),
        ("maxProperties", objects),
        ("minItems", arrays.clone()),
        ("maxItems", arrays),
        ("minContains", contained.clone()),
        ("maxContains", contained),
        ("minLength", strings.clone()),
        ("maxLength", strings),
    ]
}

#[test]
fn every_change_of_a_count_is_decided() {
    let mut problems = Vec::new();
    for (keyword, schemas) in rows() {
        for schema in schemas {
            for (from, to) in COUNTS.iter().flat_map(|from| COUNTS.iter().map(move |to| (*from, *to))) {
                let (old, new) = (with(&schema, &json!({ keyword: from })), with(&schema, &json!({ keyword: to })));
                let pair = compared(&old, &new, Options::default());
                let is_tighter = if keyword.starts_with("min") { to > from } else { to < from };
                let is_right = match pair.backward() {
                    Verdict::Proved => !is_tighter,
                    Verdict::Broken(witness) => is_tighter && accepts(&old, &witness) && !accepts(&new, &witness),
                    Verdict::Undecided(_) => false,
                };
                if !is_right {
                    problems.push(format!("{old} -> {new}: {:?}", pair.backward()));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{} of them:\n{}", problems.len(), problems.join("\n"));
}

/// Wrappings of a bound: alone, and next to a required object with exactly one property.
fn wrapped(schema: &Value) -> [Value; 2] {
    let map = json!({ "type": "object", "minProperties": 1, "maxProperties": 1 });
    let object = json!({ "type": "object", "required": ["x"], "properties": { "x": map, "m": schema } });
    [schema.clone(), object]
}

#[test]
fn one_step_of_a_bound_is_decided_and_listed_once() {
    let rows = [
        ("minimum", json!({ "type": "integer" })),
        ("maximum", json!({ "type": "integer" })),
        ("exclusiveMinimum", json!({ "type": "number" })),
        ("exclusiveMaximum", json!({ "type": "number" })),
        ("minLength", json!({ "type": "string" })),
        ("maxLength", json!({ "type": "string" })),
        ("minItems", json!({ "type": "array" })),
        ("maxItems", json!({ "type": "array" })),
        ("minContains", json!({ "type": "array", "contains": { "type": "integer" } })),
        ("maxContains", json!({ "type": "array", "contains": { "type": "integer" } })),
        ("minProperties", json!({ "type": "object" })),
        ("maxProperties", json!({ "type": "object" })),
    ];
    for (keyword, schema) in rows {
        for low in [1, 2, 7] {
            let [lower, higher] = [low, low + 1].map(|bound| wrapped(&with(&schema, &json!({ keyword: bound }))));
            for (low, high) in lower.iter().zip(&higher) {
                let (tight, loose) = if keyword.to_lowercase().contains("min") { (high, low) } else { (low, high) };
                for (old, new, rule) in [(loose, tight, "bound-tightened"), (tight, loose, "bound-loosened")] {
                    let pair = compared(old, new, Options::default());
                    let rules: Vec<&str> = pair.changes.iter().map(|change| change.rule.id.as_str()).collect();
                    assert_eq!(rules, [rule], "{old} -> {new}");
                    let (broken, proved) = match rule {
                        "bound-tightened" => (pair.backward(), pair.forward()),
                        _ => (pair.forward(), pair.backward()),
                    };
                    assert!(matches!(broken, Verdict::Broken(_)) && proved == Verdict::Proved, "{old} -> {new}");
                }
            }
        }
    }
}

/// A pattern that one of the validators does not support must not hide a change of another property.
#[test]
fn a_back_reference_hides_no_change() {
    let side = |length: u64| json!({ "type": "object", "properties": { "a": { "pattern": "^(a|b)\\1$" }, "b": { "type": "string", "maxLength": length } } });
    let pair = compared(&side(5), &side(3), Options::default());
    assert!(matches!(pair.backward(), Verdict::Broken(_)), "{:?}", pair.backward());
    assert_eq!(pair.forward(), Verdict::Proved);
}
