//! Mutates a document as a tree. The result is JSON, and often still a schema.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::odd::Odd;
use super::random::Random;

/// Mutates one location of `document`. Parts may be copied from `donor`.
pub(super) fn spoil(document: &mut Value, donor: Option<&Value>, odd: &Odd, random: &mut Random) {
    let places = places(document);
    let schemas = schemas(document, &places);
    let anywhere = random.once_in(3);
    let at = random.pick(if anywhere { &places } else { &schemas }).cloned().unwrap_or_default();
    let other = random.pick(&places).cloned().unwrap_or_default();
    let copy = |pointer: &str, document: &Value| document.pointer(pointer).cloned().unwrap_or_default();
    match random.below(24) {
        0 => set(document, &at, odd.value(random)),
        1 | 2 => set(document, &at, odd.schema(random)),
        3 => remove(document, &at),
        // Copies, moves or swaps a part.
        4 => set(document, &other, copy(&at, document)),
        5 => {
            let part = copy(&at, document);
            remove(document, &at);
            insert(document, &other, Odd::keyword(random), part);
        }
        6 => {
            let (one, two) = (copy(&at, document), copy(&other, document));
            set(document, &at, two);
            set(document, &other, one);
        }
        7 => set(document, &at, json!({ "$ref": fragment(&other) })),
        8 => set(document, &at, json!({ "$ref": fragment(&at) })),
        9 => insert(document, &at, "$ref", fragment(&other).into()),
        10 => {
            let keyword = Odd::keyword(random);
            let part = nested(copy(&at, document), keyword, random.below(140));
            set(document, &at, part);
        }
        11 => rename(document, &at, &Odd::name(random)),
        12 => insert(document, &at, &Odd::name(random), odd.value(random)),
        13..=15 => insert(document, &at, Odd::keyword(random), odd.value(random)),
        16 => set(document, &at, random.once_in(2).into()),
        17 => {
            let part = donor.map(|donor| {
                let pointers = self::schemas(donor, &self::places(donor));
                random.pick(&pointers).map_or(Value::Null, |pointer| copy(pointer, donor))
            });
            set(document, &at, part.unwrap_or_default());
        }
        18 => bomb(document, &at, random),
        19 => set(document, "/$schema", odd.value(random)),
        20 => insert(document, &at, Odd::keyword(random), wide(odd, random)),
        21 => {
            let part = copy(&at, document);
            insert(document, &at, Odd::keyword(random), part);
        }
        22 => {
            let parts = vec![copy(&at, document); random.below(6)];
            insert(
                document,
                &other,
                ["allOf", "anyOf", "oneOf"].get(random.below(3)).copied().unwrap_or("allOf"),
                parts.into(),
            );
        }
        _ => *document = copy(&at, document),
    }
}

/// Returns the location of every value, root first, up to about ten thousand.
fn places(document: &Value) -> Vec<String> {
    let mut found = vec![(String::new(), document)];
    let mut next = 0;
    while let Some((at, value)) = found.get(next).cloned() {
        next += 1;
        if found.len() > 10_000 {
            break;
        }
        match value {
            Value::Object(members) => {
                let inner = members.iter().map(|(name, value)| (format!("{at}/{}", escape(name)), value));
                found.extend(inner.collect::<Vec<_>>());
            }
            Value::Array(items) => {
                found.extend(items.iter().enumerate().map(|(index, value)| (format!("{at}/{index}"), value)));
            }
            _ => {}
        }
    }
    found.into_iter().map(|(at, _)| at).collect()
}

/// Returns the locations that look like schemas.
fn schemas(document: &Value, places: &[String]) -> Vec<String> {
    let is_schema = |value: &Value| {
        let keywords = ["type", "$ref", "enum", "const", "properties", "items", "allOf", "anyOf", "oneOf"];
        keywords.iter().any(|keyword| value.get(keyword).is_some())
    };
    places.iter().filter(|at| document.pointer(at).is_some_and(is_schema)).cloned().collect()
}

fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn fragment(pointer: &str) -> String {
    let mut fragment = "#".to_owned();
    for byte in pointer.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/$".contains(&byte) {
            fragment.push(char::from(byte));
        } else {
            let _ = write!(fragment, "%{byte:02X}");
        }
    }
    fragment
}

fn set(document: &mut Value, at: &str, value: Value) {
    if let Some(place) = document.pointer_mut(at) {
        *place = value;
    } else if let (Some(members), Some(name)) = (document.as_object_mut(), at.strip_prefix('/')) {
        members.insert(name.to_owned(), value);
    }
}

fn insert(document: &mut Value, at: &str, keyword: &str, value: Value) {
    match document.pointer_mut(at) {
        Some(Value::Object(members)) => drop(members.insert(keyword.to_owned(), value)),
        Some(Value::Array(items)) => items.push(value),
        Some(place) => *place = json!({ keyword: value }),
        None => {}
    }
}

fn split(at: &str) -> Option<(&str, String)> {
    let (parent, name) = at.rsplit_once('/')?;
    Some((parent, name.replace("~1", "/").replace("~0", "~")))
}

fn remove(document: &mut Value, at: &str) {
    let Some((parent, name)) = split(at) else { return };
    match document.pointer_mut(parent) {
        Some(Value::Object(members)) => drop(members.shift_remove(&name)),
        Some(Value::Array(items)) => {
            if let Some(index) = name.parse().ok().filter(|index| *index < items.len()) {
                items.remove(index);
            }
        }
        _ => {}
    }
}

fn rename(document: &mut Value, at: &str, new: &str) {
    let Some((parent, name)) = split(at) else { return };
    if let Some(Value::Object(members)) = document.pointer_mut(parent)
        && let Some(value) = members.shift_remove(&name)
    {
        members.insert(new.to_owned(), value);
    }
}

/// Nests a value inside itself, in a list or below a keyword.
fn nested(mut value: Value, keyword: &str, depth: usize) -> Value {
    for level in 0..depth {
        value = match keyword {
            "allOf" | "anyOf" | "oneOf" | "prefixItems" | "enum" | "examples" => json!({ keyword: [value] }),
            "properties" | "$defs" | "definitions" | "patternProperties" | "dependentSchemas" => {
                json!({ keyword: { "a": value } })
            }
            "default" | "const" => json!([value]),
            _ if level == 0 && depth.is_multiple_of(2) => json!([value]),
            _ => json!({ keyword: value }),
        };
    }
    value
}

/// Adds definitions that each reference the next several times: small in source form, huge when expanded.
fn bomb(document: &mut Value, at: &str, random: &mut Random) {
    let length = 5 + random.below(60);
    let keyword =
        ["allOf", "anyOf", "oneOf", "items", "properties", "then"].get(random.below(6)).copied().unwrap_or("allOf");
    let mut definitions = Map::new();
    for number in 0..length {
        let next = json!({ "$ref": format!("#/$defs/b{}", if number + 1 == length && random.once_in(2) { 0 } else { number + 1 }) });
        let schema = match keyword {
            "properties" => json!({ keyword: { "a": next, "b": next } }),
            "items" | "then" => json!({ keyword: next, "additionalProperties": next, "if": next }),
            _ => json!({ keyword: [next, next] }),
        };
        definitions.insert(format!("b{number}"), schema);
    }
    definitions.insert(format!("b{length}"), json!({ "type": "string" }));
    if let Some(members) = document.as_object_mut() {
        members.insert("$defs".to_owned(), definitions.into());
    }
    insert(document, at, "$ref", "#/$defs/b0".into());
}

/// Returns a keyword value with many parts.
fn wide(odd: &Odd, random: &mut Random) -> Value {
    let count = [10, 100, 2_000].get(random.below(3)).copied().unwrap_or(10);
    let part = odd.value(random);
    let part = if part.to_string().len() > 1_000 { Value::Bool(true) } else { part };
    match random.below(3) {
        0 => (0..count).map(|number| json!(format!("v{number}"))).collect(),
        1 => Value::Array(vec![part; count]),
        _ => Value::Object((0..count).map(|number| (format!("p{number}"), part.clone())).collect()),
    }
}
