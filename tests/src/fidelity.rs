//! Checks that a generated type is faithful to its schema: a valid document can be read, and is written as it was.
//!
//! Four differences are allowed:
//! - A number may have another notation (`1` for `1.0`).
//! - A missing property with a default may be added.
//! - An empty property with a default may be omitted.
//! - An undescribed property may be omitted.
//!
//! An integer beyond 64 bits may be refused if the schema has no such bound. `parse` reports it as such.

use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use crate::mutate::Random;
use crate::round_trip::{Root, check_short};

/// Property name that no schema describes.
const UNKNOWN_PROPERTY: &str = "x-stranger";

/// Checks that a valid document is preserved and stays valid. A property may only be omitted if the schema does not
/// restrict it.
pub fn check(root: &Root, document: &Value) -> Result<(), String> {
    let again = match (root.filled)(document) {
        Ok(again) => again,
        Err(_) if tamed(document) != *document && (root.filled)(&tamed(document)).is_ok() => return Ok(()),
        Err(error) => return Err(format!("{document} is valid, and its type refuses it: {error}")),
    };
    let mut left_out = Vec::new();
    if let Some(place) = changed(document, &again, &mut Pointer::root(), &mut left_out) {
        return Err(format!("{document} comes back as {again}: see {place:?}"));
    }
    if let Some(place) = left_out.iter().find(|place| is_judged(root, document, place)) {
        return Err(format!("{document} comes back as {again}: {place:?} is lost"));
    }
    if !is_valid(root, &again) {
        return Err(format!("{document} comes back as {again}, which is not valid"));
    }
    check_short(root, document, &again)
}

/// Returns the first value of `before` that differs in `after`. Collects the omitted properties.
fn changed(before: &Value, after: &Value, at: &mut Pointer, left_out: &mut Vec<Pointer>) -> Option<Pointer> {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => before.iter().find_map(|(name, value)| {
            at.push(name);
            if !after.contains_key(name) {
                left_out.push(at.clone());
            }
            let found = after.get(name).and_then(|other| changed(value, other, at, left_out));
            at.pop();
            found
        }),
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            before.iter().zip(after).enumerate().find_map(|(index, (one, other))| {
                at.push_index(index);
                let found = changed(one, other, at, left_out);
                at.pop();
                found
            })
        }
        (Value::Number(one), Value::Number(other)) if one.as_f64() == other.as_f64() => None,
        _ => (before != after).then(|| at.clone()),
    }
}

/// Checks whether a document is valid under a root.
#[must_use]
pub fn is_valid(root: &Root, document: &Value) -> bool {
    (root.violations)(document).is_none()
}

/// Returns the document with small numbers in place of integers beyond 64 bits.
fn tamed(document: &Value) -> Value {
    match document {
        Value::Number(number) if number.is_u64() && !number.is_i64() => json!(1),
        Value::Number(number) if number.as_f64().is_some_and(|float| number.is_f64() && float.abs() >= 9e18) => {
            json!(1)
        }
        Value::Array(items) => items.iter().map(tamed).collect(),
        Value::Object(members) => {
            Value::Object(members.iter().map(|(name, value)| (name.clone(), tamed(value))).collect())
        }
        plain => plain.clone(),
    }
}

/// Checks whether the value at a location is validated: most other values in its place are invalid.
///
/// Some other values may be valid, because a property that one branch of a `oneOf` rejects may make another branch
/// match. An empty list or map that is the default does not count.
fn is_judged(root: &Root, document: &Value, at: &Pointer) -> bool {
    if document.pointer(at.as_str()).is_some_and(|value| *value == json!([]) || *value == json!({})) {
        return false;
    }
    let probes = plain_values();
    let refused = probes.iter().filter(|probe| {
        let mut other = document.clone();
        if let Some(place) = other.pointer_mut(at.as_str()) {
            *place = (*probe).clone();
        }
        !is_valid(root, &other)
    });
    refused.count() * 2 > probes.len()
}

/// Creates random documents from the seeds and the schema, checks the valid ones, and returns their number.
pub fn hunt(root: &Root, schema: &Value, seeds: &[Value], rounds: usize, seed: u64) -> Result<usize, String> {
    let mut random = Random::new(seed);
    let words = Words::from_schema(schema);
    let mut pool: Vec<Value> = seeds.to_vec();
    pool.push(json!({}));
    let mut obeyed = 0;
    for _ in 0..rounds {
        let mut document = random.pick(&pool).clone();
        for _ in 0..=random.below(3) {
            document = words.mutated(&document, &mut random, 4);
        }
        if is_valid(root, &document) {
            check(root, &document)?;
            obeyed += 1;
            // A valid document is a seed for more.
            if pool.len() < 200 {
                pool.push(document);
            }
        }
    }
    Ok(obeyed)
}

/// Names and values that appear in a schema.
struct Words {
    names: Vec<String>,
    values: Vec<Value>,
}

impl Words {
    fn from_schema(schema: &Value) -> Self {
        let mut words = Self { names: vec![UNKNOWN_PROPERTY.to_owned()], values: plain_values() };
        words.collect(schema);
        words.names.sort();
        words.names.dedup();
        words
    }

    fn collect(&mut self, schema: &Value) {
        match schema {
            Value::Object(members) => {
                for (keyword, value) in members {
                    match (keyword.as_str(), value) {
                        ("properties", Value::Object(members)) => self.names.extend(members.keys().cloned()),
                        ("required", Value::Array(names)) => {
                            self.names.extend(names.iter().filter_map(|name| name.as_str().map(str::to_owned)));
                        }
                        ("enum" | "examples", Value::Array(values)) => self.values.extend(values.iter().cloned()),
                        ("const" | "default" | "minimum" | "maximum", value) => self.values.push(value.clone()),
                        _ => {}
                    }
                    self.collect(value);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.collect(item)),
            _ => {}
        }
    }

    fn value(&self, random: &mut Random, depth: usize) -> Value {
        match random.below(if depth == 0 { 3 } else { 5 }) {
            0..3 => random.pick(&self.values).clone(),
            3 => (0..random.below(3)).map(|_| self.value(random, depth - 1)).collect(),
            _ => {
                let count = random.below(4);
                let members = (0..count).map(|_| (random.pick(&self.names).clone(), self.value(random, depth - 1)));
                Value::Object(members.collect::<Map<_, _>>())
            }
        }
    }

    fn mutated(&self, document: &Value, random: &mut Random, depth: usize) -> Value {
        let stops = depth == 0 || random.below(5) == 0;
        match document {
            Value::Object(members) if !stops => {
                let mut members = members.clone();
                let names: Vec<String> = members.keys().cloned().collect();
                match random.below(4) {
                    0 => {
                        let value = self.value(random, 2);
                        members.insert(random.pick(&self.names).clone(), value);
                    }
                    1 if !names.is_empty() => {
                        members.shift_remove(random.pick(&names));
                    }
                    _ if !names.is_empty() => {
                        let name = random.pick(&names).clone();
                        let value = self.mutated(&members[&name], random, depth - 1);
                        members.insert(name, value);
                    }
                    _ => {}
                }
                Value::Object(members)
            }
            Value::Array(items) if !stops && !items.is_empty() => {
                let mut items = items.clone();
                let index = random.below(items.len());
                match random.below(4) {
                    0 => items.push(items[index].clone()),
                    1 => {
                        items.remove(index);
                    }
                    _ => items[index] = self.mutated(&items[index], random, depth - 1),
                }
                Value::Array(items)
            }
            _ => self.value(random, depth.min(2)),
        }
    }
}

fn plain_values() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(1.0),
        json!(-2),
        json!(2.5),
        json!(i64::MAX),
        json!(1e25),
        json!(""),
        json!("a"),
        json!("text of some length"),
        json!("2026-01-02"),
        json!([]),
        json!({}),
        json!({ UNKNOWN_PROPERTY: null }),
    ]
}
