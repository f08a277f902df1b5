//! Unions whose branch a member decides, wherever it stands among the others.

use super::refusal::below;
use super::{AnyValue, CheckVerdict, FieldName, MemberReader, ObjectCheck, ReadAt, Refusal, ValueCheck, through_value};

/// A union whose branches are objects that each require one member, the tag, with a text of its own.
#[derive(Debug)]
pub struct TagCheck {
    /// The member.
    pub tag: &'static str,
    /// The branches, by the text of the tag.
    pub branches: &'static [(&'static str, &'static ValueCheck)],
}

impl TagCheck {
    fn branch(&self, tag: &str) -> ::std::option::Option<&'static ValueCheck> {
        self.branches.iter().find(|(value, _)| *value == tag).map(|(_, check)| *check)
    }

    pub(super) fn judge(&self, value: &::serde_json::Value, strict: bool, depth: usize) -> CheckVerdict {
        let tag = value.get(self.tag).and_then(::serde_json::Value::as_str);
        let branch =
            tag.and_then(|tag| self.branch(tag)).ok_or(Refusal::Because("a union whose tag names no branch"))?;
        branch.judge_at(value, strict, depth + 1)
    }
}

/// A type that is one of several, by a tag.
pub trait ReadBranch<'de>: super::ReadJudged<'de> {
    /// The member that tells them apart.
    const TAG: &'static str;
    /// Its texts.
    const TAGS: &'static [&'static str];
    /// For each of them, whether the tag is a member of the branch's own type too.
    const OWN_TAG: &'static [bool];

    /// Reads the members of one of them, by its index.
    fn branch<A: ::serde::de::MapAccess<'de>>(
        index: usize,
        from: &mut MemberReader<A>,
    ) -> ::std::result::Result<Self, A::Error>;
}

/// Reads an object whose tag decides what it is.
pub fn read_tagged<'de, T: ReadBranch<'de>, D: ::serde::Deserializer<'de>>(
    reader: D,
    at: ReadAt,
) -> ::std::result::Result<T, D::Error> {
    let ValueCheck { applied, values, object, .. } = at.check;
    if applied.is_empty() && values.is_none() && object.is_none() {
        at.check.kind(super::kinds::OBJECT).map_err(::serde::de::Error::custom)?;
        reader.deserialize_map(BranchVisitor(at, ::std::marker::PhantomData))
    } else {
        through_value(reader, at)
    }
}

struct BranchVisitor<T>(ReadAt, ::std::marker::PhantomData<fn() -> T>);

impl<'de, T: ReadBranch<'de>> ::serde::de::Visitor<'de> for BranchVisitor<T> {
    type Value = T;

    fn expecting(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(out, "an object with the member {:?}", T::TAG)
    }

    fn visit_map<A: ::serde::de::MapAccess<'de>>(self, mut map: A) -> ::std::result::Result<T, A::Error> {
        use ::serde::de::Error as _;
        let at = self.0;
        let mut before = ::std::vec::Vec::new();
        let index = loop {
            match map.next_key_seed(FindTag(const { &FieldName::new(T::TAG) }))? {
                None => return Err(A::Error::custom(Refusal::Missing(T::TAG))),
                Some(None) => break map.next_value_seed(OneOf(T::TAGS)).map_err(|error| below(&error, T::TAG))?,
                Some(Some(name)) => before.push((name, map.next_value_seed(AnyValue)?)),
            }
        };
        let tag = T::TAGS[index];
        let check = match at.check.tagged {
            None => &ValueCheck::ANY,
            Some(tagged) if tagged.tag == T::TAG => {
                tagged.branch(tag).ok_or_else(|| A::Error::custom("a union whose tag names no branch"))?
            }
            Some(_) => return Err(A::Error::custom("a union with another tag")),
        };
        let own = T::OWN_TAG.get(index).copied().unwrap_or_default();
        if check.in_one_pass() && check.object.is_none_or(ObjectCheck::in_one_pass) {
            if own {
                before.insert(0, (T::TAG.to_owned(), tag.into()));
            }
            let members = &mut MemberReader::of_branch(map, at.part(check), (!own).then_some(T::TAG), before);
            return T::branch(index, members);
        }
        let mut whole = ::serde_json::Map::new();
        before.insert(0, (T::TAG.to_owned(), tag.into()));
        while let Some(name) = map.next_key()? {
            before.push((name, map.next_value_seed(AnyValue)?));
        }
        for (name, value) in before {
            if whole.insert(name, value).is_some() {
                return Err(A::Error::custom(super::value::TWICE));
            }
        }
        let whole = ::serde_json::Value::Object(whole);
        at.part(check).judge(&whole).map_err(A::Error::custom)?;
        T::read(whole, ReadAt::JUDGED).map_err(A::Error::custom)
    }
}

/// Reads a name: `None` if it is the one that is looked for.
struct FindTag(&'static FieldName);

impl<'de> ::serde::de::DeserializeSeed<'de> for FindTag {
    type Value = ::std::option::Option<::std::string::String>;

    fn deserialize<D: ::serde::Deserializer<'de>>(self, reader: D) -> ::std::result::Result<Self::Value, D::Error> {
        self.0.expect(reader, self)
    }
}

impl<'de> ::serde::de::Visitor<'de> for FindTag {
    type Value = ::std::option::Option<::std::string::String>;

    fn expecting(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        out.write_str("the name of a member")
    }

    fn visit_newtype_struct<D: ::serde::Deserializer<'de>>(
        self,
        reader: D,
    ) -> ::std::result::Result<Self::Value, D::Error> {
        reader.deserialize_identifier(self)
    }

    fn visit_str<E>(self, name: &str) -> ::std::result::Result<Self::Value, E> {
        Ok(if self.0.is(name) { None } else { Some(name.to_owned()) })
    }
}

/// Reads a text that is one of several: its index.
struct OneOf(&'static [&'static str]);

impl<'de> ::serde::de::DeserializeSeed<'de> for OneOf {
    type Value = usize;

    fn deserialize<D: ::serde::Deserializer<'de>>(self, reader: D) -> ::std::result::Result<usize, D::Error> {
        reader.deserialize_str(self)
    }
}

impl ::serde::de::Visitor<'_> for OneOf {
    type Value = usize;

    fn expecting(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(out, "one of {:?}", self.0)
    }

    fn visit_str<E: ::serde::de::Error>(self, text: &str) -> ::std::result::Result<usize, E> {
        let index = self.0.iter().position(|known| *known == text);
        index.ok_or_else(|| E::unknown_variant(text, self.0))
    }
}

/// Reads a value as a whole, judges it and gives it to the branch that loses least of it.
pub fn read_closest<'de, T: ::serde::Serialize, D: ::serde::Deserializer<'de>>(
    reader: D,
    at: ReadAt,
    branches: &[fn(&::serde_json::Value) -> ::serde_json::Result<T>],
) -> ::std::result::Result<T, D::Error> {
    let value = super::judged_value(reader, at)?;
    super::super::closest(value, branches).map_err(::serde::de::Error::custom)
}

/// Reads a value that was read before.
pub fn read_value<'de, T: super::ReadJudged<'de>>(
    value: &::serde_json::Value,
    check: &'static ValueCheck,
) -> ::serde_json::Result<T> {
    T::read(value.clone(), ReadAt::of(check))
}
