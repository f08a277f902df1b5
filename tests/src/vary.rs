//! Variations of valid documents: values and names of others are inserted, properties are removed, and equivalent
//! notations are used.

use serde_json::{Map, Value, json};

use crate::mutate::Random;

/// Values and property names of documents, as material for variations.
#[derive(Debug, Default)]
pub struct DocumentParts {
    values: Vec<Value>,
    /// Names.
    pub names: Vec<String>,
}

impl DocumentParts {
    /// Adds all values of a document.
    pub fn collect(&mut self, value: &Value) {
        self.values.push(value.clone());
        match value {
            Value::Object(members) => members.iter().for_each(|(name, member)| {
                self.names.push(name.clone());
                self.collect(member);
            }),
            Value::Array(items) => items.iter().for_each(|item| self.collect(item)),
            _ => {}
        }
    }

    fn value(&self, random: &mut Random) -> Value {
        let odd = json!([
            null,
            true,
            0,
            1,
            -1,
            1.0,
            1.5,
            u64::MAX,
            1e300,
            "",
            " ",
            "x",
            [],
            {},
            "T1",
            "2024-01-01T00:00:00Z",
            "a/b",
            "é",
            [1, 1.0]
        ]);
        match (random.below(2), odd.as_array()) {
            (0, Some(odd)) => random.pick(odd).clone(),
            _ => random.pick(&self.values).clone(),
        }
    }

    /// Changes one location of a document.
    pub fn change(&self, document: &mut Value, random: &mut Random) {
        let mut places = Vec::new();
        collect_places(document, String::new(), &mut places);
        let value = self.value(random);
        let place: &String = random.pick(&places);
        match document.pointer_mut(place) {
            Some(Value::Object(members)) => self.change_members(members, value, random),
            Some(Value::Array(items)) if random.below(3) > 0 && !items.is_empty() => {
                let index = random.below(items.len());
                if random.below(2) == 0 {
                    items.remove(index);
                } else {
                    items.push(items[index].clone());
                }
            }
            Some(Value::Array(items)) => items.push(value),
            Some(plain) => *plain = value,
            None => {}
        }
    }

    fn change_members(&self, members: &mut Map<String, Value>, value: Value, random: &mut Random) {
        let names: Vec<String> = members.keys().cloned().collect();
        match random.below(4) {
            0 if !names.is_empty() => {
                let name = random.pick(&names);
                members.retain(|other, _| other != name);
            }
            1 => drop(members.insert(format!("x{}", random.below(3)), value)),
            _ => drop(members.insert(random.pick(&self.names).clone(), value)),
        }
    }
}

fn collect_places(value: &Value, at: String, places: &mut Vec<String>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(name, member)| {
            collect_places(member, format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), places);
        }),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| collect_places(item, format!("{at}/{index}"), places));
        }
        _ => {}
    }
    places.push(at);
}

/// Prints a document with its properties in another order, so that a tag comes first, last or between, and with random
/// white space.
pub fn written(value: &Value, random: &mut Random) -> String {
    match value {
        Value::Object(members) => {
            let mut members: Vec<(&String, &Value)> = members.iter().collect();
            // Half of all objects stay in the order of the schema, which readers are optimized for.
            if random.below(2) == 0 {
                for index in (1..members.len()).rev() {
                    members.swap(index, random.below(index + 1));
                }
            }
            let members = members.into_iter().map(|(name, member)| {
                let (before, behind) = (space(random), space(random));
                format!("{}{}{before}:{behind}{}", space(random), name_text(name, random), written(member, random))
            });
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| written(item, random)).collect();
            format!("[{}]", items.join(", "))
        }
        plain => format!("{plain}{}", space(random)),
    }
}

/// Returns white space, which is mostly empty.
fn space(random: &mut Random) -> &'static str {
    ["", "", "", " ", "\n          ", "\n\t", "\r\n"][random.below(7)]
}

/// Returns a possible notation of a name: some have an escape.
fn name_text(name: &str, random: &mut Random) -> String {
    let quoted = Value::from(name).to_string();
    match name.chars().next() {
        Some(first) if random.below(20) == 0 && first.is_ascii_alphanumeric() => {
            quoted.replacen(first, &format!("\\u{:04x}", u32::from(first)), 1)
        }
        _ => quoted,
    }
}
