//! A schema that cannot be interpreted only affects what depends on it.

use planwright_drift::inclusion::included;
use planwright_drift::{Options, Verdict};
use serde_json::{Map, Value, json};

use crate::{accepts, compared};

/// Returns a schema whose evaluated properties depend on too many combinations of branches.
fn unreadable(inner: &Value) -> Value {
    let branches: Vec<Value> = (0..9)
        .map(|index| {
            let members = Map::from_iter([(format!("p{index}"), inner.clone())]);
            json!({ "properties": members })
        })
        .collect();
    let any: Vec<Value> = branches.iter().map(|branch| json!({ "anyOf": [branch, { "required": ["z"] }] })).collect();
    json!({ "type": "object", "allOf": any, "unevaluatedProperties": false })
}

fn document(unreadable: Value, shared: Value, other: Value) -> Value {
    let definitions = [("u", unreadable), ("s", shared), ("o", other)].map(|(name, schema)| (name.to_owned(), schema));
    let mut document = json!({ "properties": { "u": { "$ref": "#/$defs/u" }, "o": { "$ref": "#/$defs/o" } } });
    document["$defs"] = Value::Object(Map::from_iter(definitions));
    document
}

#[test]
fn a_break_elsewhere_is_found() {
    let reference = json!({ "$ref": "#/$defs/s" });
    let text = json!({ "type": "string" });
    let plain = |other: Value| document(unreadable(&json!({})), json!({}), other);
    let referring = |shared: Value, other: Value| document(unreadable(&reference), shared, other);
    let rows = [
        (plain(json!({ "type": "integer" })), plain(text.clone())),
        // The schema that cannot be interpreted depends on one that changes.
        (
            referring(json!({ "maxLength": 3 }), json!({ "type": "integer" })),
            referring(json!({ "maxLength": 4 }), text),
        ),
    ];
    for (old, new) in rows {
        let pair = compared(&old, &new, Options::default());
        for (verdict, inner, outer) in [(pair.backward(), &old, &new), (pair.forward(), &new, &old)] {
            let Verdict::Broken(witness) = verdict else { panic!("{verdict:?}: {inner} within {outer}") };
            assert!(accepts(inner, &witness) && !accepts(outer, &witness), "{witness}");
        }
        assert!(pair.changes.iter().any(|change| change.rule.id.as_str() == "type-changed"));
    }
}

#[test]
fn an_unchanged_schema_is_proved_and_a_changed_one_is_not() {
    let reference = json!({ "$ref": "#/$defs/s" });
    let mut described = unreadable(&reference);
    described["title"] = json!("Described");
    let (old, new) =
        (document(unreadable(&reference), json!({}), json!({})), document(described, json!({}), json!({})));
    let pair = compared(&old, &new, Options::default());
    assert_eq!((pair.backward(), pair.forward()), (Verdict::Proved, Verdict::Proved));
    // Control: a schema that it references is evaluated differently, although it allows the same values.
    let evaluating = document(unreadable(&reference), json!({ "if": { "properties": { "q": true } } }), json!({}));
    let pair = compared(&old, &evaluating, Options::default());
    assert_ne!(pair.backward(), Verdict::Proved);
}

/// Hostile: a `oneOf` inside a `oneOf` must not be weakened, because the outer one then rejects more.
#[test]
fn a_weaker_branch_does_not_prove_an_inclusion() {
    // The inner `oneOf` accepts nothing, so the outer one accepts strings.
    let strings = json!({ "anyOf": [{}], "oneOf": [{ "oneOf": [{}, {}] }, { "type": "string" }] });
    let others = json!({ "not": { "type": "string" } });
    let Ok(Verdict::Broken(witness)) = included(&strings, &others, Options::default()) else {
        panic!("it is a string")
    };
    assert!(accepts(&strings, &witness) && !accepts(&others, &witness), "{witness}");
    let text = json!({ "type": "string" });
    assert_eq!(included(&strings, &text, Options::default()).ok(), Some(Verdict::Proved));
}
