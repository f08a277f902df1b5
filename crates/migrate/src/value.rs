//! Edits of one value, and their effect on a schema.

use planwright_drift::Verdict;
use planwright_schema::model::Keyword;
use serde_json::{Map, Value, json};

use crate::fits::fits;
use crate::hints::{any_of, both, either, without};
use crate::numeral::numeral;
use crate::plain::get;

/// Change of a value. Values of another type are not changed.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueEdit {
    /// Replaces a string by its value in `x-enum-map`.
    Map {
        /// New value of each old string.
        values: Map<String, Value>,
        /// Set if two values may become one.
        merges: bool,
    },
    /// Wraps a value that is not an array as the only element of a new array.
    WrapInArray,
    /// Replaces an array of one element by that element.
    UnwrapArray,
    /// Wraps a value that is not an object as the only property of a new object.
    WrapIn {
        /// Name of the property.
        member: String,
        /// Set if objects are wrapped too, because all old values are objects.
        objects: bool,
    },
    /// Replaces an object by the value of one property. Other properties are lost.
    Unwrap {
        /// Name of the property.
        member: String,
        /// Set if the object may have other properties, or not this one.
        loses_parts: bool,
    },
    /// Converts an array of objects with two properties to an object. Of equal names, the last one remains.
    PairsToMap {
        /// Property that becomes the name.
        key: String,
        /// Property that becomes the value.
        value: String,
    },
    /// Converts an object to an array of objects with two properties.
    MapToPairs {
        /// Property that gets the name.
        key: String,
        /// Property that gets the value.
        value: String,
    },
    /// Converts numbers and booleans to strings.
    ToString,
    /// Converts strings with a number to numbers. It needs at most 18 digits, or 9 digits with at most 6 decimals, so
    /// that no digit is lost.
    ToNumber,
    /// Truncates a number to an integer.
    ToInteger,
    /// Replaces a number outside the bounds by the nearest bound.
    Clamp {
        /// Smallest allowed number.
        minimum: Option<Value>,
        /// Largest allowed number.
        maximum: Option<Value>,
    },
    /// Truncates a string.
    Truncate {
        /// Maximum number of characters.
        length: u64,
    },
    /// Replaces a value that a schema rejects.
    Replace {
        /// Schema, which has only simple keywords.
        unless: Value,
        /// Replacement.
        value: Value,
    },
}

impl ValueEdit {
    /// Checks whether the new value may contain less information than the old one.
    pub(super) fn loses_information(&self) -> bool {
        match self {
            Self::Map { merges, .. } => *merges,
            Self::Unwrap { loses_parts, .. } => *loses_parts,
            Self::WrapInArray
            | Self::UnwrapArray
            | Self::WrapIn { .. }
            | Self::MapToPairs { .. }
            | Self::ToString
            | Self::ToNumber => false,
            Self::PairsToMap { .. }
            | Self::ToInteger
            | Self::Clamp { .. }
            | Self::Truncate { .. }
            | Self::Replace { .. } => true,
        }
    }

    pub(super) fn make(&self, value: &mut Value) {
        match self {
            Self::Map { values, .. } => {
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
            Self::Unwrap { member, .. } => {
                if let Some(inner) = value.as_object_mut().and_then(|members| members.shift_remove(member)) {
                    *value = inner;
                }
            }
            Self::PairsToMap { key, value: name } => {
                let is_pair = |item: &Value| item[key].is_string() && item.get(name).is_some();
                if let Some(items) = value.as_array_mut().filter(|items| items.iter().all(is_pair)) {
                    let pair = |mut item: Value| Some((item[key].as_str()?.to_owned(), item[name].take()));
                    let members: Map<String, Value> = items.drain(..).filter_map(pair).collect();
                    *value = Value::Object(members);
                }
            }
            Self::MapToPairs { key, value: name } => {
                if let Value::Object(members) = value {
                    let members = std::mem::take(members).into_iter();
                    *value = members.map(|(member, inner)| json!({ key: member, name: inner })).collect();
                }
            }
            Self::ToString if value.is_number() || value.is_boolean() => *value = Value::String(value.to_string()),
            Self::ToNumber => {
                if let Some(number) = value.as_str().and_then(numeral) {
                    *value = number;
                }
            }
            Self::ToInteger => {
                let is_whole = value.is_i64() || value.is_u64();
                let fraction = value.as_f64().filter(|_| !is_whole).map(|number| format!("{:.0}", number.trunc()));
                if let Some(whole) = fraction.and_then(|text| text.parse::<i64>().ok()) {
                    *value = whole.into();
                }
            }
            Self::Clamp { minimum, maximum } => {
                for (keyword, bound) in [(Keyword::Minimum, minimum), (Keyword::Maximum, maximum)] {
                    if let Some(bound) = bound
                        && !fits(value, &json!({ (keyword.name()): bound }))
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

    /// Restores an old value that this edit may have changed to `value`.
    pub(super) fn revert(&self, value: &mut Value) {
        match self {
            Self::Map { values, .. } => {
                if let Some((text, _)) = values.iter().find(|(_, mapped)| *mapped == value) {
                    *value = Value::from(text.as_str());
                }
            }
            Self::WrapInArray => Self::UnwrapArray.make(value),
            Self::UnwrapArray => Self::WrapInArray.make(value),
            Self::WrapIn { member, .. } => Self::Unwrap { member: member.clone(), loses_parts: false }.make(value),
            Self::Unwrap { member, .. } => *value = json!({ member: value.take() }),
            Self::PairsToMap { key, value: name } => {
                Self::MapToPairs { key: key.clone(), value: name.clone() }.make(value);
            }
            Self::MapToPairs { key, value: name } => {
                Self::PairsToMap { key: key.clone(), value: name.clone() }.make(value);
            }
            Self::ToNumber if value.is_number() => *value = Value::String(value.to_string()),
            Self::ToString => {
                let read = value.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
                if let Some(read) = read.filter(|read| read.is_number() || read.is_boolean()) {
                    *value = read;
                }
            }
            Self::ToNumber | Self::ToInteger | Self::Clamp { .. } | Self::Truncate { .. } | Self::Replace { .. } => {}
        }
    }

    /// Returns a schema of all values that the edit makes of the values of `schema`.
    ///
    /// Edits inside a value are not covered here if the caller knows the inner schema.
    pub(super) fn image(&self, schema: &Value) -> Value {
        match self {
            Self::Map { values, .. } => {
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
                any_of(&images)
            }
            Self::ToNumber => numbers_of_strings(schema),
            Self::ToInteger => {
                let mut numbers = json!({ "type": "integer" });
                for keyword in [Keyword::Minimum, Keyword::Maximum] {
                    // An integer bound remains valid: removing the fraction of a number cannot move it past an integer.
                    // Next to a `$ref`, the bound may be ignored by the dialect.
                    let known = get(schema, keyword).filter(|_| get(schema, Keyword::Ref).is_none());
                    let bound = known.filter(|bound| bound.is_i64() || bound.is_u64());
                    if let Some(bound) = bound {
                        numbers[keyword.name()] = bound.clone();
                    }
                }
                either(&without(schema, &json!({ "type": "number" })), &numbers)
            }
            Self::Clamp { minimum, maximum } => {
                let mut bounded = Map::new();
                for (keyword, bound) in [(Keyword::Minimum, minimum), (Keyword::Maximum, maximum)] {
                    bounded.extend(bound.clone().map(|bound| (keyword.name().to_owned(), bound)));
                }
                let values: Vec<&Value> = bounded.values().collect();
                either(&both(schema, &Value::Object(bounded.clone())), &json!({ "enum": values }))
            }
            Self::Truncate { length } => {
                let (min, max) = (Keyword::MinLength.name(), Keyword::MaxLength.name());
                let cut = json!({ "type": "string", min: length, max: length });
                either(&both(schema, &json!({ max: length })), &cut)
            }
            Self::Replace { unless, value } => either(&both(schema, unless), &json!({ "enum": [value] })),
            Self::WrapInArray
            | Self::UnwrapArray
            | Self::WrapIn { .. }
            | Self::Unwrap { .. }
            | Self::PairsToMap { .. }
            | Self::MapToPairs { .. } => json!({}),
        }
    }
}

/// Returns a schema of the values of a schema, with numbers instead of the strings that contain a number.
fn numbers_of_strings(schema: &Value) -> Value {
    if let Some(values) = get(schema, Keyword::Enum).and_then(Value::as_array) {
        let values = values.iter().map(|value| value.as_str().and_then(numeral).unwrap_or_else(|| value.clone()));
        return json!({ "enum": values.collect::<Vec<_>>() });
    }
    let text = |pattern: &str| json!({ "type": "string", (Keyword::Pattern.name()): pattern });
    let has = |pattern: &str| !is_empty(&both(schema, &text(pattern)), schema);
    let (whole, decimals) = ("^-?[0-9]{1,18}$", "^-?[0-9]{1,9}\\.[0-9]{1,6}$");
    let mut images = vec![without(schema, &any_of(&[text(whole), text(decimals)]))];
    let sign = if has("^-") { -1 } else { 0 };
    // The most digits that the schema allows give the bounds.
    let digits = (1..=18).rev().find(|digits| has(&format!("^-?[0-9]{{{digits}}}$")));
    images.extend(digits.map(|digits| {
        let most = 10_i64.pow(digits) - 1;
        json!({ "type": "integer", (Keyword::Minimum.name()): sign * most, (Keyword::Maximum.name()): most })
    }));
    images.extend(has(decimals).then(|| {
        let most = 1_000_000_000;
        json!({ "type": "number", (Keyword::Minimum.name()): sign * most, (Keyword::Maximum.name()): most })
    }));
    any_of(&images)
}

/// Converts a number of characters to `usize`.
fn characters(length: u64) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}

/// Checks whether a schema without references certainly allows no value.
fn is_empty(part: &Value, schema: &Value) -> bool {
    !schema.to_string().contains("\"$ref\"")
        && crate::compare_schemas(part, &json!({ "not": {} })) == Ok(Verdict::Proved)
}
