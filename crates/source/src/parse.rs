//! Text to value: strict RFC 8259 through `serde_json`, with a visitor that also sees what `serde_json` lets pass.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::Problem;
use crate::duplicates::duplicates;
use crate::slips::explain;

/// The largest magnitude up to which every integer is a 64-bit float.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Parses one JSON document.
///
/// Refuses all that RFC 8259 does not allow (one problem, with its byte offset and help for the usual slips) and repeated
/// members (all of them). Nesting is limited to 127, so no input overflows the stack.
///
/// A float without a fraction within ±2^53 becomes an integer: JSON Schema calls `1.0` an integer, serde would refuse it
/// where a type says `i64`, and the two must not disagree about one text.
pub fn parse(text: &str) -> Result<Value, Vec<Problem>> {
    let mut repeated = false;
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Node { repeated: &mut repeated }
        .deserialize(&mut reader)
        .and_then(|value| reader.end().map(|()| value))
        .map_err(|error| vec![explain(text, &error)])?;
    if repeated { Err(duplicates(text)) } else { Ok(value) }
}

/// Reads one value and notes whether any object below has a member twice.
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
    if value.fract() == 0.0 && value.abs() <= EXACT {
        #[allow(clippy::cast_possible_truncation, reason = "no fraction and within 2^53, checked just above")]
        let whole = value as i64;
        whole.into()
    } else {
        Number::from_f64(value).map_or(Value::Null, Value::Number)
    }
}

/// The same value with its floats as [`parse`] gives them.
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
