//! Reads any JSON value and rejects duplicate properties.

use super::{Numeric, ReadAt};

/// Parses a document like `planwright_source::parse`. Returns `None` for invalid JSON and for duplicate properties.
pub(crate) fn read_any(text: &str) -> Option<serde_json::Value> {
    let mut source = super::ByteSource::new(text);
    let value = serde::de::DeserializeSeed::deserialize(AnyValue, &mut source).ok()?;
    source.ends().then_some(value)
}

/// Seed that reads any value without validating it. Floats without a fraction become integers, as in checked documents.
pub struct AnyValue;

impl<'de> serde::de::DeserializeSeed<'de> for AnyValue {
    type Value = serde_json::Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, reader: D) -> Result<Self::Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> serde::de::Visitor<'de> for AnyValue {
    type Value = serde_json::Value;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(serde_json::Value::Null)
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(serde_json::Value::Null)
    }

    fn visit_some<D: serde::Deserializer<'de>>(self, reader: D) -> Result<Self::Value, D::Error> {
        reader.deserialize_any(self)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
        Ok(float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Self::Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Self::Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut all = Vec::new();
        while let Some(item) = items.next_element_seed(Self)? {
            all.push(item);
        }
        Ok(serde_json::Value::Array(all))
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut all = serde_json::Map::new();
        while let Some(name) = members.next_key::<String>()? {
            let value = members.next_value_seed(Self)?;
            if all.insert(name, value).is_some() {
                return Err(serde::de::Error::custom(DUPLICATE_PROPERTY));
            }
        }
        Ok(serde_json::Value::Object(all))
    }
}

pub(super) const DUPLICATE_PROPERTY: &str = "duplicate property";

/// Returns a float as a JSON value.
pub(super) fn float(value: f64) -> serde_json::Value {
    let integer = Numeric::Float(value).whole().and_then(|integer| i64::try_from(integer).ok());
    integer.map_or_else(|| value.into(), serde_json::Value::from)
}

/// Returns whether no two values are equal in the sense of JSON Schema, where `1` equals `1.0`.
pub fn are_unique(items: &[serde_json::Value]) -> bool {
    planwright_source::equality::first_repeated(items).is_none()
}

/// Seed that validates a value and drops it.
pub struct SkipJudged(pub ReadAt);

impl<'de> serde::de::DeserializeSeed<'de> for SkipJudged {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        let value = AnyValue.deserialize(reader)?;
        self.0.judge(&value).map_err(serde::de::Error::custom)
    }
}
