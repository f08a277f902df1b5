//! Reads tagged unions, in which one property decides the branch. The tag may be anywhere among the properties.

use super::access::SerdeMembers;
use super::names::are_same;
use super::refusal::below;
use super::source::{ByteSource, ObjectMembers};
use super::{
    AnyValue, CheckVerdict, MemberReader, MemberSource, ObjectCheck, ReadAt, Refusal, Unreadable, ValueCheck,
    through_value,
};

/// A union whose branches are objects that each require the tag property with a distinct string.
#[derive(Debug)]
pub struct TagCheck {
    /// Name of the tag property.
    pub tag: &'static str,
    /// Branches by the value of the tag.
    pub branches: &'static [(&'static str, &'static ValueCheck)],
}

impl TagCheck {
    /// Returns the branch of a tag, which is most likely at index `guess`.
    fn branch_near(&self, tag: &str, guess: usize) -> Option<&'static ValueCheck> {
        match self.branches.get(guess) {
            Some((value, check)) if are_same(value, tag) => Some(check),
            _ => self.branch(tag),
        }
    }

    fn branch(&self, tag: &str) -> Option<&'static ValueCheck> {
        self.branches.iter().find(|(value, _)| *value == tag).map(|(_, check)| *check)
    }

    pub(super) fn judge(&self, value: &serde_json::Value, strict: bool, depth: usize) -> CheckVerdict {
        let tag = value.get(self.tag).and_then(serde_json::Value::as_str);
        let branch =
            tag.and_then(|tag| self.branch(tag)).ok_or(Refusal::Because("the tag is not one of the known values"))?;
        branch.judge_at(value, strict, depth + 1)
    }
}

/// A type with several branches that a tag distinguishes.
pub trait ReadBranch<'de>: super::ReadJudged<'de> {
    /// Name of the tag property.
    const TAG: &'static str;
    /// The tag as [`FieldName::quoted`](super::FieldName::quoted) returns it.
    const QUOTED: &'static str;
    /// Values of the tag.
    const TAGS: &'static [&'static str];
    /// For each value, whether the tag is also a field of the branch's type.
    const OWN_TAG: &'static [bool];

    /// Reads the properties of the branch with this index.
    fn branch<A: MemberSource<'de>>(index: usize, from: &mut MemberReader<A>) -> Result<Self, A::Error>;
}

/// Reads an object whose tag decides the branch.
pub fn read_tagged<'de, T: ReadBranch<'de>, D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<T, D::Error> {
    if is_by_tag(at.check) {
        at.check.kind(super::kinds::OBJECT).map_err(serde::de::Error::custom)?;
        reader.deserialize_map(BranchVisitor(at, std::marker::PhantomData))
    } else {
        through_value(reader, at)
    }
}

/// Same as [`read_tagged`], from the bytes of a document.
pub fn read_tagged_source<'de, T: ReadBranch<'de>>(source: &mut ByteSource<'de>, at: ReadAt) -> Result<T, Unreadable> {
    if !is_by_tag(at.check) {
        return through_value(source, at);
    }
    at.check.kind(super::kinds::OBJECT).map_err(|_| Unreadable)?;
    read_branch(ObjectMembers::open(source)?, at)
}

fn is_by_tag(check: &ValueCheck) -> bool {
    check.applied.is_empty() && check.values.is_none() && check.object.is_none()
}

struct BranchVisitor<T>(ReadAt, std::marker::PhantomData<fn() -> T>);

impl<'de, T: ReadBranch<'de>> serde::de::Visitor<'de> for BranchVisitor<T> {
    type Value = T;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "an object with the property {:?}", T::TAG)
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        read_branch(SerdeMembers(map), self.0)
    }
}

/// Reads the properties of an object as those of the branch that its tag selects.
fn read_branch<'de, T: ReadBranch<'de>, A: MemberSource<'de>>(mut map: A, at: ReadAt) -> Result<T, A::Error> {
    use serde::de::Error as _;
    let mut before = Vec::new();
    let index = loop {
        if !map.turn()? {
            return Err(A::Error::custom(Refusal::MissingTag(T::TAG, T::TAGS)));
        }
        let name = if !T::QUOTED.is_empty() && map.takes(T::QUOTED) { Some(None) } else { map.name(FindTag(T::TAG))? };
        match name {
            None => return Err(A::Error::custom(Refusal::MissingTag(T::TAG, T::TAGS))),
            Some(None) => break map.value_by(OneOf(T::TAGS)).map_err(|error| below(&error, T::TAG))?,
            Some(Some(name)) => before.push((name, map.value_by(AnyValue)?)),
        }
    };
    let tag = T::TAGS[index];
    let check = match at.check.tagged {
        None => &ValueCheck::ANY,
        Some(tagged) if are_same(tagged.tag, T::TAG) => {
            let branch = tagged.branch_near(tag, index);
            branch.ok_or_else(|| A::Error::custom("the tag is not one of the known values"))?
        }
        Some(_) => return Err(A::Error::custom("the union has a different tag")),
    };
    let own = T::OWN_TAG.get(index).copied().unwrap_or_default();
    if check.in_one_pass() && check.object.is_none_or(ObjectCheck::in_one_pass) {
        if own {
            before.insert(0, (T::TAG.to_owned(), tag.into()));
        }
        let members = &mut MemberReader::for_branch(map, at.part(check), (!own).then_some(T::TAG), before);
        return T::branch(index, members);
    }
    let mut whole = serde_json::Map::new();
    before.insert(0, (T::TAG.to_owned(), tag.into()));
    while map.turn()?
        && let Some(name) = map.name(OwnName)?
    {
        before.push((name, map.value_by(AnyValue)?));
    }
    for (name, value) in before {
        if whole.insert(name, value).is_some() {
            return Err(A::Error::custom(super::value::DUPLICATE_PROPERTY));
        }
    }
    let whole = serde_json::Value::Object(whole);
    at.part(check).judge(&whole).map_err(A::Error::custom)?;
    T::read_checked(whole, ReadAt::JUDGED).map_err(A::Error::custom)
}

/// Seed that reads any name.
struct OwnName;

impl<'de> serde::de::DeserializeSeed<'de> for OwnName {
    type Value = String;

    fn deserialize<D: serde::Deserializer<'de>>(self, reader: D) -> Result<Self::Value, D::Error> {
        serde::Deserialize::deserialize(reader)
    }
}

/// Seed that reads a name and returns `None` if it is the wanted one.
struct FindTag(&'static str);

impl<'de> serde::de::DeserializeSeed<'de> for FindTag {
    type Value = Option<String>;

    fn deserialize<D: serde::Deserializer<'de>>(self, reader: D) -> Result<Self::Value, D::Error> {
        reader.deserialize_identifier(self)
    }
}

impl serde::de::Visitor<'_> for FindTag {
    type Value = Option<String>;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("a property name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(if self.0 == name { None } else { Some(name.to_owned()) })
    }
}

/// Seed that reads one of several strings and returns its index.
struct OneOf(&'static [&'static str]);

impl<'de> serde::de::DeserializeSeed<'de> for OneOf {
    type Value = usize;

    fn deserialize<D: serde::Deserializer<'de>>(self, reader: D) -> Result<usize, D::Error> {
        reader.deserialize_str(self)
    }
}

impl serde::de::Visitor<'_> for OneOf {
    type Value = usize;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "one of {:?}", self.0)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<usize, E> {
        let index = self.0.iter().position(|known| are_same(known, text));
        index.ok_or_else(|| E::unknown_variant(text, self.0))
    }
}

/// Reads a complete value, validates it, and passes it to the branch that preserves most of it.
pub fn read_closest<'de, T: serde::Serialize, D: serde::Deserializer<'de>>(
    reader: D,
    at: ReadAt,
    branches: &[fn(&serde_json::Value) -> serde_json::Result<T>],
) -> Result<T, D::Error> {
    let value = super::judged_value(reader, at)?;
    super::super::closest(value, branches).map_err(serde::de::Error::custom)
}

/// Reads a value that is already in memory.
pub fn read_value<'de, T: super::ReadJudged<'de>>(
    value: &serde_json::Value,
    check: &'static ValueCheck,
) -> serde_json::Result<T> {
    T::read_checked(value.clone(), ReadAt::checking(check))
}
