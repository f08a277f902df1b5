//! Mutates schemas deterministically: the seed is sufficient to reproduce a failure.

use serde_json::{Map, Value, json};

/// Small generator of pseudo-random numbers (xorshift64*).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator that always yields the same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        // Close seeds must not start alike, and zero must not stay zero.
        Self((seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// Returns a number below `bound`, which must not be zero.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize;
        high % bound
    }

    /// Returns one of `items`, which must not be empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// Names that a schema should not have, and some that are valid.
const NAMES: &[&str] = &[
    "",
    "type",
    "self",
    "Self",
    "a b",
    "a-b",
    "a_b",
    "*/",
    "\"#",
    "\u{202e}x",
    "é",
    "1",
    "$ref",
    "$defs",
    "definitions",
    "properties",
    "required",
    "enum",
    "const",
    "default",
    "oneOf",
    "title",
    "Option",
    "Law",
    "schemas",
    "😀",
    "a/b~c",
    "line\nbreak",
];

/// Parts that can be inserted: every schema of the files, and every keyword with its values.
#[derive(Debug, Default)]
pub struct Pool {
    schemas: Vec<Value>,
    members: Vec<(String, Value)>,
}

impl Pool {
    /// Collects the parts of schema documents, and adds keywords that may be missing there.
    pub fn new<'a>(documents: impl IntoIterator<Item = &'a Value>) -> Self {
        let mut pool = Self::default();
        for document in documents {
            pool.collect(document);
        }
        let extra = json!({
            "not": {}, "if": { "type": "object" }, "then": false, "else": true, "contains": { "type": "null" },
            "items": [true, { "type": "string" }], "additionalItems": false, "uniqueItems": true, "const": null,
            "enum": ["a", 1, null], "type": ["string", "null", "integer"], "format": "uuid", "pattern": "^(a|b", "allOf": [{}],
            "anyOf": [{ "type": "string" }], "oneOf": [{ "$ref": "#" }, { "type": "null" }], "$ref": "#/definitions/a",
            "patternProperties": { "^x": false }, "propertyNames": { "minLength": 2 }, "dependencies": { "a": ["b"] },
            "default": { "a": [1] }, "multipleOf": 0.1, "minimum": -1e300, "maximum": 18_446_744_073_709_551_615_u64,
            "required": ["a"], "properties": {}, "additionalProperties": {}, "title": "'); drop", "description": "*/ ```\r\n",
            "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:x", "$anchor": "x", "$recursiveRef": "#",
            "minItems": -1, "maxLength": 1.0, "examples": [{}], "readOnly": true, "prefixItems": [{}],
        });
        pool.members.extend(extra.as_object().cloned().unwrap_or_default());
        pool
    }

    fn collect(&mut self, value: &Value) {
        match value {
            Value::Object(members) => {
                if ["type", "$ref", "oneOf", "enum", "const"].iter().any(|keyword| members.contains_key(*keyword)) {
                    self.schemas.push(value.clone());
                    self.members.extend(members.clone());
                }
                members.values().for_each(|value| self.collect(value));
            }
            Value::Array(items) => items.iter().for_each(|item| self.collect(item)),
            _ => {}
        }
    }

    fn value(&self, random: &mut Random) -> Value {
        match random.below(8) {
            0 => Value::Null,
            1 => json!(true),
            2 => json!(random.below(5)),
            3 => json!([]),
            4 => json!((*random.pick(NAMES)).to_owned()),
            _ => random.pick(&self.schemas).clone(),
        }
    }
}

/// Mutates one location of a document.
pub fn mutate(document: &mut Value, pool: &Pool, random: &mut Random) {
    let pointers = pointers(document);
    let pointer: &String = random.pick(&pointers);
    let place = document.pointer_mut(pointer);
    match place {
        Some(Value::Object(members)) => spoil_object(members, pool, random),
        Some(Value::Array(items)) => {
            let index = random.below(items.len() + 1);
            match random.below(3) {
                0 if index < items.len() => drop(items.remove(index)),
                1 if index < items.len() => items.push(items[index].clone()),
                _ => items.insert(index, pool.value(random)),
            }
        }
        Some(scalar) => *scalar = pool.value(random),
        None => {}
    }
}

fn spoil_object(members: &mut Map<String, Value>, pool: &Pool, random: &mut Random) {
    let names: Vec<String> = members.keys().cloned().collect();
    let (keyword, value) = random.pick(&pool.members).clone();
    if names.is_empty() {
        members.insert(keyword, value);
        return;
    }
    let name = random.pick(&names).clone();
    match random.below(7) {
        0 => drop(members.shift_remove(&name)),
        1 => drop(members.insert((*random.pick(NAMES)).to_owned(), members[&name].clone())),
        2 => {
            if let Some(value) = members.shift_remove(&name) {
                members.insert((*random.pick(NAMES)).to_owned(), value);
            }
        }
        3 => drop(members.insert(name, pool.value(random))),
        4 if members[&name].is_object() => drop(members.insert(name, random.pick(&pool.schemas).clone())),
        // Replacing a schema by another one is most likely to yield a valid schema.
        5 if members.contains_key("type") => {
            *members = random.pick(&pool.schemas).as_object().cloned().unwrap_or_default();
        }
        _ => drop(members.insert(keyword, value)),
    }
}

/// Returns every location of a document.
fn pointers(document: &Value) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut next = 0;
    while let Some(at) = found.get(next).cloned() {
        next += 1;
        match document.pointer(&at) {
            Some(Value::Object(members)) => {
                found.extend(members.keys().map(|name| format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"))));
            }
            Some(Value::Array(items)) => found.extend((0..items.len()).map(|index| format!("{at}/{index}"))),
            _ => {}
        }
    }
    found
}
