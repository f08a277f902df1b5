//! Maps property names to fields of a type and properties of a schema.

use super::{NO_FIELD, ObjectCheck, Refusal};

/// Property name of a field.
#[derive(Clone, Copy, Debug)]
pub struct FieldName(&'static str);

impl FieldName {
    /// Returns a field name.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// Returns `quoted`, the name in quotation marks with a colon, or an empty string if the name needs escapes.
    pub const fn quoted(name: &'static str, quoted: &'static str) -> &'static str {
        let bytes = name.as_bytes();
        let mut index = 0;
        while index < bytes.len() {
            if matches!(bytes[index], b'"' | b'\\' | 0..=0x1f) {
                return "";
            }
            index += 1;
        }
        quoted
    }
}

/// Search for the property and the field of a name.
pub(super) struct FindMember {
    pub(super) fields: &'static [FieldName],
    pub(super) object: &'static ObjectCheck,
    /// Indices of the field and the property that come next in schema order.
    pub(super) guess: (usize, usize),
}

/// Result of the search for a name other than the expected one.
pub(super) struct FoundMember {
    /// Index in the check.
    pub(super) member: Option<usize>,
    /// Index in the type.
    pub(super) field: usize,
    /// The name, if one of the two is missing.
    pub(super) name: Option<String>,
}

impl FindMember {
    /// Finds the property and field of a name.
    #[inline(never)]
    pub(super) fn find(&self, name: &str) -> Result<FoundMember, Refusal> {
        self.object.names.map_or(Ok(()), |check| check.judge_text(name))?;
        let (field, member) = self.guess;
        let found = self.object.find(name, member);
        // A property that the document omits is skipped in both lists.
        let field = field.wrapping_add(found.unwrap_or(member)).wrapping_sub(member);
        let field = match self.fields.get(field) {
            Some(next) if are_same(next.0, name) => field,
            _ => self.fields.iter().position(|field| field.0 == name).unwrap_or(NO_FIELD),
        };
        let is_named = !self.fields.is_empty() && found.is_some_and(|index| self.object.members[index].named);
        let name = if field != NO_FIELD || is_named { None } else { Some(name.to_owned()) };
        Ok(FoundMember { member: found, field, name })
    }
}

/// Seed that reads a property name and finds it.
pub(super) struct FindInto<'a>(pub(super) &'a FindMember);

impl<'de> serde::de::DeserializeSeed<'de> for FindInto<'_> {
    type Value = FoundMember;

    fn deserialize<D: serde::Deserializer<'de>>(self, reader: D) -> Result<FoundMember, D::Error> {
        reader.deserialize_identifier(self)
    }
}

impl serde::de::Visitor<'_> for FindInto<'_> {
    type Value = FoundMember;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("a property name")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<FoundMember, E> {
        self.0.find(name).map_err(E::custom)
    }
}

/// Returns whether two strings are equal.
#[inline]
pub(super) fn are_same(one: &str, other: &str) -> bool {
    planwright_source::bytes::are_equal(one.as_bytes(), other.as_bytes())
}
