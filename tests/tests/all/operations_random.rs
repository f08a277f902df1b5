//! Random tools: no call with described arguments refutes a proof, and each break has such a call as a witness.

use std::collections::BTreeMap;

use planwright_drift::operations::{judge_operations, read_operations};
use planwright_drift::{ContentModel, Options, Verdict};
use serde_json::{Map, Value, json};

const PAIRS: usize = 300;
const CALLS: usize = 150;
const NAMES: [&str; 3] = ["a", "b", "c"];

/// Generator of numbers that are the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit
    }

    fn pick(&mut self, of: &[Value]) -> Value {
        of[self.below(of.len())].clone()
    }
}

fn object(random: &mut Random, depth: usize) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for name in NAMES {
        if random.below(2) == 0 {
            properties.insert(name.to_owned(), member(random, depth));
            if random.below(3) == 0 {
                required.push(name);
            }
        }
    }
    let mut schema = json!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    match random.below(8) {
        0 => schema["additionalProperties"] = json!(false),
        1 => schema["additionalProperties"] = json!({ "type": "integer" }),
        _ => {}
    }
    schema
}

fn member(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 5 } else { 9 }) {
        0 => json!({ "type": "string" }),
        1 => json!({ "type": ["string", "null"] }),
        2 => json!({ "enum": ["x", "y"] }),
        3 => json!({ "type": "integer", "minimum": random.below(3) }),
        4 => json!({ "$ref": "#/$defs/D" }),
        5 => json!({ "type": "array", "items": object(random, depth - 1) }),
        6 => json!({ "anyOf": [object(random, depth - 1), { "type": "null" }] }),
        _ => object(random, depth - 1),
    }
}

/// Adds, removes or changes a property of the tool, at the top or in the definition.
fn edited(random: &mut Random, old: &Value) -> Value {
    let mut new = old.clone();
    let holder = if random.below(3) == 0 { &mut new["$defs"]["D"] } else { &mut new };
    let name = NAMES[random.below(3)];
    match random.below(4) {
        0 => drop(holder["properties"].as_object_mut().and_then(|members| members.shift_remove(name))),
        1 => holder["required"] = json!([name]),
        2 => drop(holder.as_object_mut().and_then(|members| members.shift_remove("required"))),
        _ => holder["properties"][name] = member(random, 1),
    }
    new
}

/// Returns a call with described properties only, which is usually valid.
fn call(random: &mut Random, schema: &Value, definition: &Value, depth: usize) -> Value {
    if schema["$ref"].is_string() {
        return call(random, definition, definition, depth);
    }
    if let Some(branches) = schema["anyOf"].as_array() {
        let branch = random.below(2);
        return call(random, &branches[branch], definition, depth);
    }
    if let Some(properties) = schema["properties"].as_object().filter(|_| depth > 0) {
        let mut members = Map::new();
        for (name, schema) in properties {
            let is_required = schema["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
            if is_required || random.below(3) > 0 {
                members.insert(name.clone(), call(random, schema, definition, depth - 1));
            }
        }
        return members.into();
    }
    if schema["type"] == "array" {
        let count = random.below(3);
        return (0..count).map(|_| call(random, &schema["items"], definition, depth)).collect();
    }
    random.pick(&[json!("x"), json!("y"), json!("z"), json!(null), json!(0), json!(1), json!(2), json!({})])
}

#[test]
fn no_described_call_refutes_a_proof() {
    let mut random = Random(11);
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut tried = 0;
    for _ in 0..PAIRS {
        let mut old = object(&mut random, 2);
        // The definition has no references, so every call is finite.
        old["$defs"] = json!({ "D": { "type": "object", "properties": { "a": { "type": "integer" }, "b": {} } } });
        let new = edited(&mut random, &old);
        let compiled = |schema: &Value| jsonschema::validator_for(schema).expect("it is a schema");
        let (one, two) = (compiled(&old), compiled(&new));
        let list = |schema: &Value| read_operations(&json!([{ "name": "t", "inputSchema": schema }])).expect("a list");
        let judged = judge_operations(&list(&old), &list(&new), ContentModel::Lenient, Options::default())
            .expect("the proof runs");
        let verdict = &judged[0].input.as_ref().expect("it was judged").verdict;
        *verdicts.entry(verdict.word()).or_default() += 1;
        match verdict {
            Verdict::Broken(call) => assert!(one.is_valid(call) && !two.is_valid(call), "{call}: {old} {new}"),
            Verdict::Proved => {
                for _ in 0..CALLS {
                    let call = call(&mut random, &old, &old["$defs"]["D"], 4);
                    if one.is_valid(&call) {
                        tried += 1;
                        assert!(two.is_valid(&call), "{call} refutes: {old} {new}");
                    }
                }
            }
            Verdict::Undecided(_) => {}
        }
    }
    let undecided = verdicts.get("undecided").copied().unwrap_or_default();
    assert!(undecided * 100 <= PAIRS * 3, "{verdicts:?}");
    assert!(verdicts["proved"] > 30 && verdicts["broken"] > 30 && tried > 1_000, "{verdicts:?}, {tried} calls");
}
