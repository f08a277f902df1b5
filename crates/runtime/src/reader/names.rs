//! Names of members: which field of a type and which member of a schema each of them means.

use super::object::MemberCheck;
use super::{NO_FIELD, ObjectCheck, Refusal};

/// The name of a member that a field holds.
#[derive(Clone, Copy, Debug)]
pub struct FieldName {
    name: &'static str,
    /// The name, if a text has it only as it is, else nothing.
    hint: &'static str,
}

impl FieldName {
    /// No name that could be expected.
    pub(super) const NONE: &'static Self = &Self::new("");

    /// A name.
    pub const fn new(name: &'static str) -> Self {
        let bytes = name.as_bytes();
        let mut index = 0;
        while index < bytes.len() {
            if matches!(bytes[index], b'"' | b'\\' | 0..=0x1f) {
                return Self { name, hint: "" };
            }
            index += 1;
        }
        Self { name, hint: name }
    }

    /// Reads a name that most likely is this one: a source that is told what to expect compares before it searches.
    #[inline]
    pub(super) fn expect<'de, V: ::serde::de::Visitor<'de>, D: ::serde::Deserializer<'de>>(
        &self,
        reader: D,
        visitor: V,
    ) -> ::std::result::Result<V::Value, D::Error> {
        reader.deserialize_newtype_struct(self.hint, visitor)
    }

    /// Whether a name that was read is this one.
    #[inline]
    pub(super) fn is(&self, name: &str) -> bool {
        are_same(self.name, name)
    }
}

/// Finds the member and the field of a name.
pub(super) struct FindMember {
    pub(super) fields: &'static [FieldName],
    pub(super) object: &'static ObjectCheck,
    /// The indexes of the field and of the member that come next in the order of the schema.
    pub(super) guess: (usize, usize),
}

/// What a name means that is not the one that was expected.
pub(super) struct FoundMember {
    /// In the check.
    pub(super) member: ::std::option::Option<usize>,
    /// In the type.
    pub(super) field: usize,
    /// Where one of the two is not there.
    pub(super) name: ::std::option::Option<::std::string::String>,
}

impl FindMember {
    /// The member that is expected, where its field and its member stand at the same place of their order.
    #[inline]
    pub(super) fn expected(&self) -> ::std::option::Option<(&'static FieldName, &'static MemberCheck)> {
        let (field, member) = (self.fields.get(self.guess.0)?, self.object.members.get(self.guess.1)?);
        (member.named && self.object.names.is_none() && are_same(field.name, member.name)).then_some((field, member))
    }

    /// What any name means.
    #[inline(never)]
    pub(super) fn find(&self, name: &str) -> ::std::result::Result<FoundMember, Refusal> {
        self.object.names.map_or(Ok(()), |check| check.judge_text(name))?;
        let (field, member) = self.guess;
        let found = self.object.find(name, member);
        // Members that are left out are left out of both.
        let field = field.wrapping_add(found.unwrap_or(member)).wrapping_sub(member);
        let field = match self.fields.get(field) {
            Some(next) if next.is(name) => field,
            _ => self.fields.iter().position(|field| field.name == name).unwrap_or(NO_FIELD),
        };
        let is_named = !self.fields.is_empty() && found.is_some_and(|index| self.object.members[index].named);
        let name = if field != NO_FIELD || is_named { None } else { Some(name.to_owned()) };
        Ok(FoundMember { member: found, field, name })
    }
}

/// Reads the name of a member: whether it is the one that was expected; what another one means goes to `found`.
pub(super) struct FindInto<'a> {
    pub(super) find: &'a FindMember,
    pub(super) expected: &'static FieldName,
    pub(super) found: &'a mut ::std::option::Option<FoundMember>,
}

impl<'de> ::serde::de::DeserializeSeed<'de> for FindInto<'_> {
    type Value = bool;

    #[inline]
    fn deserialize<D: ::serde::Deserializer<'de>>(self, reader: D) -> ::std::result::Result<bool, D::Error> {
        self.expected.expect(reader, self)
    }
}

impl<'de> ::serde::de::Visitor<'de> for FindInto<'_> {
    type Value = bool;

    fn expecting(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        out.write_str("the name of a member")
    }

    #[inline]
    fn visit_newtype_struct<D: ::serde::Deserializer<'de>>(self, reader: D) -> ::std::result::Result<bool, D::Error> {
        reader.deserialize_identifier(self)
    }

    #[inline]
    fn visit_str<E: ::serde::de::Error>(self, name: &str) -> ::std::result::Result<bool, E> {
        // The name of no field is empty, so that an empty one is never expected.
        if !name.is_empty() && self.expected.is(name) {
            return Ok(true);
        }
        *self.found = Some(self.find.find(name).map_err(E::custom)?);
        Ok(false)
    }
}

/// Whether two texts are equal; most are when they are one text.
#[inline]
fn are_same(one: &str, other: &str) -> bool {
    ::std::ptr::eq(one, other) || super::source::are_equal(one.as_bytes(), other.as_bytes())
}
