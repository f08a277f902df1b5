//! Parses strict RFC 8259 JSON with `serde_json`, and a visitor that also detects what `serde_json` accepts silently.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::Problem;
use crate::duplicates::duplicates;
use crate::slips::explain;

/// Largest magnitude up to which every integer is exact as a 64-bit float.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// Parses one JSON document.
///
/// A float without a fraction within ±2^53 becomes an integer. JSON Schema treats `1.0` as an integer, but serde would
/// reject it for a field of type `i64`, and both must agree.
///
/// # Errors
///
/// Returns one problem, with byte offset and help, for input that violates RFC 8259, or all duplicate properties.
/// Nesting is limited to 127 levels, so no input overflows the stack.
pub fn parse(text: &str) -> Result<Value, Vec<Problem>> {
    let mut repeated = false;
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Node { repeated: &mut repeated }
        .deserialize(&mut reader)
        .and_then(|value| reader.end().map(|()| value))
        .map_err(|error| vec![explain(text, &error)])?;
    if repeated { Err(duplicates(text)) } else { Ok(value) }
}

/// Reads one value and records whether any object in it has a duplicate property.
struct Node<'n> {
    repeated: &'n mut bool,
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(element) = elements.next_element_seed(Node { repeated: &mut *self.repeated })? {
            all.push(element);
        }
        Ok(Value::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            let value = members.next_value_seed(Node { repeated: &mut *self.repeated })?;
            *self.repeated |= all.insert(name, value).is_some();
        }
        Ok(Value::Object(all))
    }
}

fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() <= MAX_EXACT {
        #[allow(clippy::cast_possible_truncation, reason = "no fraction and within 2^53, checked just above")]
        let whole = value as i64;
        whole.into()
    } else {
        Number::from_f64(value).map_or(Value::Null, Value::Number)
    }
}

/// Returns the value with its floats converted as [`parse`] does.
pub(crate) fn whole(value: Value) -> Value {
    match value {
        Value::Number(float) if float.is_f64() => float.as_f64().map_or(Value::Null, number),
        Value::Array(items) => items.into_iter().map(whole).collect(),
        Value::Object(members) => members.into_iter().map(|(name, value)| (name, whole(value))).collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests;
