//! Names of members: which field of a type and which member of a schema each of them means.

use super::{NO_FIELD, ObjectCheck, Refusal};

/// The name of a member that a field holds.
#[derive(Clone, Copy, Debug)]
pub struct FieldName(&'static str);

impl FieldName {
    /// A name.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// A name as it stands in a text, with quotation marks and a colon, if it can stand there as it is; else nothing.
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
    /// What any name means.
    #[inline(never)]
    pub(super) fn find(&self, name: &str) -> ::std::result::Result<FoundMember, Refusal> {
        self.object.names.map_or(Ok(()), |check| check.judge_text(name))?;
        let (field, member) = self.guess;
        let found = self.object.find(name, member);
        // Members that are left out are left out of both.
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

/// Reads the name of a member: what it means.
pub(super) struct FindInto<'a>(pub(super) &'a FindMember);

impl<'de> ::serde::de::DeserializeSeed<'de> for FindInto<'_> {
    type Value = FoundMember;

    fn deserialize<D: ::serde::Deserializer<'de>>(self, reader: D) -> ::std::result::Result<FoundMember, D::Error> {
        reader.deserialize_identifier(self)
    }
}

impl ::serde::de::Visitor<'_> for FindInto<'_> {
    type Value = FoundMember;

    fn expecting(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        out.write_str("the name of a member")
    }

    fn visit_str<E: ::serde::de::Error>(self, name: &str) -> ::std::result::Result<FoundMember, E> {
        self.0.find(name).map_err(E::custom)
    }
}

/// Whether two texts are equal.
#[inline]
pub(super) fn are_same(one: &str, other: &str) -> bool {
    planwright_source::bytes::are_equal(one.as_bytes(), other.as_bytes())
}
