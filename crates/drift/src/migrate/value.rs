//! Edits of one value, and what becomes of a schema by them.

use serde_json::{Map, Value, json};

use super::fits::fits;
use super::hints::{both, either, without};

/// What is done to a value. Values of another form stay as they are.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueEdit {
    /// A text becomes the value that `x-enum-map` has for it.
    Map {
        /// Old texts with new values.
        values: Map<String, Value>,
    },
    /// What is no array becomes the one element of one.
    WrapInArray,
    /// An array of one element becomes the element.
    UnwrapArray,
    /// What is no object becomes the one member of one.
    WrapIn {
        /// The name of the member.
        member: String,
        /// Objects too, where all old values are.
        objects: bool,
    },
    /// An object becomes the value of a member. Its other members are lost.
    Unwrap {
        /// The name of the member.
        member: String,
    },
    /// Numbers, `true` and `false` become texts.
    ToString,
    /// A number loses its fraction.
    ToInteger,
    /// A number beyond a bound becomes the bound.
    Clamp {
        /// The least.
        minimum: Option<Value>,
        /// The greatest.
        maximum: Option<Value>,
    },
    /// A text beyond a length is cut to it.
    Truncate {
        /// How many characters are left.
        length: u64,
    },
    /// A value that a schema refuses becomes another.
    Replace {
        /// The schema, of simple keywords alone.
        unless: Value,
        /// The other value.
        value: Value,
    },
}

impl ValueEdit {
    /// Whether the new value may tell less than the old one.
    pub(super) fn loses(&self) -> bool {
        match self {
            Self::Map { .. } | Self::WrapInArray | Self::UnwrapArray | Self::WrapIn { .. } | Self::ToString => false,
            Self::Unwrap { .. }
            | Self::ToInteger
            | Self::Clamp { .. }
            | Self::Truncate { .. }
            | Self::Replace { .. } => true,
        }
    }

    pub(super) fn make(&self, value: &mut Value) {
        match self {
            Self::Map { values } => {
                if let Some(mapped) = value.as_str().and_then(|text| values.get(text)) {
                    *value = mapped.clone();
                }
            }
            Self::WrapInArray if !value.is_array() => *value = Value::Array(vec![value.take()]),
            Self::UnwrapArray => {
                let only = value.as_array_mut().filter(|items| items.len() == 1).and_then(Vec::pop);
                if let Some(only) = only {
                    *value = only;
                }
            }
            Self::WrapIn { member, objects } if *objects || !value.is_object() => {
                *value = json!({ member: value.take() });
            }
            Self::Unwrap { member } => {
                if let Some(inner) = value.as_object_mut().and_then(|members| members.shift_remove(member)) {
                    *value = inner;
                }
            }
            Self::ToString if value.is_number() || value.is_boolean() => *value = Value::String(value.to_string()),
            Self::ToInteger => {
                let is_whole = value.is_i64() || value.is_u64();
                let fraction = value.as_f64().filter(|_| !is_whole).map(|number| format!("{:.0}", number.trunc()));
                if let Some(whole) = fraction.and_then(|text| text.parse::<i64>().ok()) {
                    *value = whole.into();
                }
            }
            Self::Clamp { minimum, maximum } => {
                for (keyword, bound) in [("minimum", minimum), ("maximum", maximum)] {
                    if let Some(bound) = bound
                        && !fits(value, &json!({ keyword: bound }))
                    {
                        *value = bound.clone();
                    }
                }
            }
            Self::Truncate { length } => {
                let end =
                    value.as_str().and_then(|text| text.char_indices().map(|(at, _)| at).nth(characters(*length)));
                if let (Some(end), Value::String(text)) = (end, value) {
                    text.truncate(end);
                }
            }
            Self::Replace { unless, value: other } if !fits(value, unless) => *value = other.clone(),
            Self::WrapInArray | Self::WrapIn { .. } | Self::ToString | Self::Replace { .. } => {}
        }
    }

    /// An old value that may have become this one.
    pub(super) fn take_back(&self, value: &mut Value) {
        match self {
            Self::Map { values } => {
                if let Some((text, _)) = values.iter().find(|(_, mapped)| *mapped == value) {
                    *value = Value::from(text.as_str());
                }
            }
            Self::WrapInArray => Self::UnwrapArray.make(value),
            Self::UnwrapArray => Self::WrapInArray.make(value),
            Self::WrapIn { member, .. } => Self::Unwrap { member: member.clone() }.make(value),
            Self::Unwrap { member } => *value = json!({ member: value.take() }),
            Self::ToString => {
                let read = value.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
                if let Some(read) = read.filter(|read| read.is_number() || read.is_boolean()) {
                    *value = read;
                }
            }
            Self::ToInteger | Self::Clamp { .. } | Self::Truncate { .. } | Self::Replace { .. } => {}
        }
    }

    /// A schema that allows all that becomes of the values of `schema`. Of the edits that change what is inside values, and of which
    /// the caller knows the inside, it is made there.
    pub(super) fn image(&self, schema: &Value) -> Value {
        match self {
            Self::Map { values } => {
                let texts: Vec<&String> = values.keys().collect();
                let mapped: Vec<&Value> = values.values().collect();
                either(&without(schema, &json!({ "enum": texts })), &json!({ "enum": mapped }))
            }
            Self::ToString => {
                let text = json!({ "type": "string", "pattern": "^-?[0-9]+(\\.[0-9]+)?(e[+-]?[0-9]+)?$" });
                let numbers = both(schema, &json!({ "type": "number" }));
                let booleans = both(schema, &json!({ "type": "boolean" }));
                let rest = without(schema, &json!({ "type": ["number", "boolean"] }));
                let mut images = vec![rest];
                images.extend((!is_empty(&numbers, schema)).then_some(text));
                images.extend((!is_empty(&booleans, schema)).then(|| json!({ "enum": ["true", "false"] })));
                json!({ "anyOf": images })
            }
            Self::ToInteger => {
                let mut numbers = json!({ "type": "integer" });
                for keyword in ["minimum", "maximum"] {
                    // A whole bound stays one: what is above it is not below it without its fraction.
                    // Beside a reference it may be ignored.
                    let known = schema.get(keyword).filter(|_| schema.get("$ref").is_none());
                    let bound = known.filter(|bound| bound.is_i64() || bound.is_u64());
                    if let Some(bound) = bound {
                        numbers[keyword] = bound.clone();
                    }
                }
                either(&without(schema, &json!({ "type": "number" })), &numbers)
            }
            Self::Clamp { minimum, maximum } => {
                let mut bounded = Map::new();
                for (keyword, bound) in [("minimum", minimum), ("maximum", maximum)] {
                    bounded.extend(bound.clone().map(|bound| (keyword.to_owned(), bound)));
                }
                let values: Vec<&Value> = bounded.values().collect();
                either(&both(schema, &Value::Object(bounded.clone())), &json!({ "enum": values }))
            }
            Self::Truncate { length } => {
                let cut = json!({ "type": "string", "minLength": length, "maxLength": length });
                either(&both(schema, &json!({ "maxLength": length })), &cut)
            }
            Self::Replace { unless, value } => either(&both(schema, unless), &json!({ "enum": [value] })),
            Self::WrapInArray | Self::UnwrapArray | Self::WrapIn { .. } | Self::Unwrap { .. } => json!({}),
        }
    }
}

/// A number of characters, as far as there may be so many.
fn characters(length: u64) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}

/// Whether a schema without references surely allows nothing.
fn is_empty(part: &Value, schema: &Value) -> bool {
    !schema.to_string().contains("\"$ref\"")
        && super::judged(part, &json!({ "not": {} })) == Ok(crate::verdict::Verdict::Proved)
}
