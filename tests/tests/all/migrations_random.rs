//! Random pairs of small schemas with hints: no document refutes a proved migration, and enough documents are tested.

use planwright_drift::{Options, Verdict};
use planwright_migrate::migrate;
use planwright_tests::mutate::Random;
use planwright_tests::sampled::Sampler;
use serde_json::{Map, Value, json};

/// Default number of pairs.
const PAIRS: usize = 150;
const DOCUMENTS: usize = 120;
const NAMES: [&str; 4] = ["a", "b", "c", "d"];

fn pick(random: &mut Random, of: &[Value]) -> Value {
    random.pick(of).clone()
}

/// Returns the schema of a value.
fn value(random: &mut Random, depth: usize) -> Value {
    let kinds = if depth == 0 { 7 } else { 11 };
    match random.below(kinds) {
        0 => json!({ "type": "string" }),
        1 => json!({ "type": "string", "minLength": random.below(3), "maxLength": 2 + random.below(3) }),
        2 => json!({ "type": "string", "enum": [*random.pick(&["x", "y", "z"]), "w"] }),
        3 => json!({ "type": *random.pick(&["number", "integer"]), "minimum": random.below(3) }),
        4 => json!({ "type": *random.pick(&["number", "integer", "boolean"]) }),
        5 => json!({ "const": *random.pick(&["x", "y", "1"]) }),
        6 => json!({ "type": ["string", "null"] }),
        7 => {
            json!({ "type": "array", "items": value(random, depth - 1), "minItems": random.below(2), "maxItems": 1 + random.below(2) })
        }
        8 => json!({ "oneOf": [{ "type": "string" }, object(random, depth - 1)] }),
        _ => object(random, depth - 1),
    }
}

fn object(random: &mut Random, depth: usize) -> Value {
    let mut properties = Map::new();
    for name in NAMES {
        if random.below(2) == 0 {
            properties.insert(name.to_owned(), value(random, depth));
        }
    }
    let required: Vec<&str> = NAMES.into_iter().filter(|_| random.below(4) == 0).collect();
    let mut schema = json!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    match random.below(8) {
        0..4 => schema["additionalProperties"] = json!(false),
        4 => schema["additionalProperties"] = value(random, 0),
        _ => {}
    }
    match random.below(12) {
        0 => schema["anyOf"] = json!([{ "required": ["a"] }, { "required": ["b"] }]),
        1 => schema["if"] = json!({ "properties": { "a": { "const": "x" } } }),
        2 => schema["dependentRequired"] = json!({ "a": ["c"] }),
        _ => {}
    }
    if schema.get("if").is_some() {
        schema["then"] = json!({ "required": ["b"] });
    }
    schema
}

/// Returns the schema with a few changes and hints.
fn next(random: &mut Random, schema: &Value, depth: usize) -> Value {
    let mut next = if random.below(8) == 0 { value(random, depth) } else { schema.clone() };
    if let Some(Value::Object(properties)) = next.get_mut("properties") {
        let mut changed = Map::new();
        for (name, schema) in std::mem::take(properties) {
            let mut schema = self::next(random, &schema, depth.saturating_sub(1));
            let to = if random.below(8) == 0 { *random.pick(&["e", "f", "a", "d"]) } else { name.as_str() };
            if to != name && schema.is_object() {
                schema["x-renamed-from"] = json!(name);
            }
            if random.below(20) > 0 {
                changed.insert(to.to_owned(), schema);
            }
        }
        *properties = changed;
        if random.below(8) == 0 {
            next["required"] = json!([*random.pick(&["a", "b", "e"])]);
        }
        if random.below(6) == 0 {
            next["additionalProperties"] = json!(false);
        }
    }
    for keyword in ["items", "additionalProperties"] {
        if let Some(inner) = next.get(keyword).filter(|inner| inner.is_object()).cloned() {
            next[keyword] = self::next(random, &inner, depth.saturating_sub(1));
        }
    }
    if let Some(Value::Array(branches)) = next.get("oneOf").cloned() {
        let branches: Vec<Value> =
            branches.iter().map(|branch| self::next(random, branch, depth.saturating_sub(1))).collect();
        next["oneOf"] = json!(branches);
    }
    for _ in 0..random.below(2) {
        let converts = [
            json!("wrap-in-array"),
            json!("unwrap-array"),
            json!({ "wrap-in": "a" }),
            json!({ "unwrap": "a" }),
            json!("to-string"),
            json!("to-integer"),
            json!("clamp"),
            json!("truncate"),
            json!(["to-integer", "clamp"]),
        ];
        let values = [json!("x"), json!(1), json!(null), json!({}), json!(["x"])];
        let (hint, with) = match random.below(8) {
            0 => ("x-enum-map", json!({ "x": pick(random, &values), "y": "z", "z": "y" })),
            1 | 2 => ("x-convert", pick(random, &converts)),
            3 => ("x-for-refused", pick(random, &values)),
            4 => ("x-drop-refused", json!(true)),
            5 => ("x-drop-unknown", json!(true)),
            6 => ("x-drop-undescribed", json!(true)),
            _ => ("x-default-for-missing", pick(random, &values)),
        };
        next[hint] = with;
    }
    next
}

#[test]
fn no_document_refutes_a_random_migration() {
    let wanted = std::env::var("MIGRATION_PAIRS").ok().and_then(|count| count.parse().ok());
    let mut random = Random::new(15);
    let (mut proved, mut edited, mut judged, mut failures) = (0, 0, 0, Vec::new());
    for pair in 0..wanted.unwrap_or(PAIRS) {
        let old = object(&mut random, 1);
        let new = next(&mut random, &old, 1);
        let migration = migrate(&old, &new, Options::default()).expect("the proof runs");
        assert_eq!(migration.verdict == Verdict::Proved && migration.holes.is_empty(), migration.is_total());
        assert!(migration.is_total() || !migration.holes.is_empty(), "{old}\n{new}");
        if migration.verdict != Verdict::Proved {
            continue;
        }
        proved += 1;
        edited += usize::from(!migration.edits.is_empty());
        let (one, two) = (
            jsonschema::validator_for(&old).expect("it is a schema"),
            jsonschema::validator_for(&new).expect("it is a schema"),
        );
        let mut sampler = Sampler::new(&old, &new, pair as u64);
        for _ in 0..DOCUMENTS {
            let document = sampler.draw();
            if !one.is_valid(&document) {
                continue;
            }
            judged += 1;
            let mut after = document.clone();
            migration.apply(&mut after);
            if !two.is_valid(&after) {
                failures.push(format!("{old}\n{new}\n{document} became {after} by {}", migration.to_json()["edits"]));
                break;
            }
        }
    }
    println!("{proved} proved, {edited} of them with edits, {judged} documents, {} refuted", failures.len());
    assert!(failures.is_empty(), "{}", failures.iter().take(3).cloned().collect::<Vec<_>>().join("\n\n"));
    assert!(edited > 2 && judged > 1_000, "{edited} {judged}");
}
