//! Reads the properties of an object in order, and finds the field and the constraints of each.

use serde::de::{DeserializeSeed as _, Error as _};

use super::access::SerdeMembers;
use super::names::{FindInto, FindMember, FoundMember, are_same};
use super::refusal::below;
use super::source::{ByteSource, ObjectMembers};
use super::value::DUPLICATE_PROPERTY;
use super::{
    FieldName, KeepMember, MemberSource, ObjectCheck, ReadAt, ReadJudged, ReadSeed, Refusal, SkipJudged, Unreadable,
    ValueCheck, kinds, through_value,
};

/// A type that is built from the properties of an object.
pub trait ReadMembers<'de>: ReadJudged<'de> {
    /// Reads all remaining properties.
    fn members<A: MemberSource<'de>>(from: &mut MemberReader<A>) -> Result<Self, A::Error>;
}

/// Reads an object, property by property if its check allows that.
pub fn read_object<'de, T: ReadMembers<'de>, D: serde::Deserializer<'de>>(
    reader: D,
    at: ReadAt,
) -> Result<T, D::Error> {
    if is_in_one_pass(at.check) {
        at.check.kind(kinds::OBJECT).map_err(serde::de::Error::custom)?;
        reader.deserialize_map(ObjectVisitor(at, std::marker::PhantomData))
    } else {
        through_value(reader, at)
    }
}

/// Same as [`read_object`], from the bytes of a document.
pub fn read_object_source<'de, T: ReadMembers<'de>>(source: &mut ByteSource<'de>, at: ReadAt) -> Result<T, Unreadable> {
    if !is_in_one_pass(at.check) {
        return through_value(source, at);
    }
    at.check.kind(kinds::OBJECT).map_err(|_| Unreadable)?;
    T::members(&mut MemberReader::new(ObjectMembers::open(source)?, at))
}

fn is_in_one_pass(check: &ValueCheck) -> bool {
    check.in_one_pass() && check.object.is_none_or(ObjectCheck::in_one_pass)
}

struct ObjectVisitor<T>(ReadAt, std::marker::PhantomData<fn() -> T>);

impl<'de, T: ReadMembers<'de>> serde::de::Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::members(&mut MemberReader::new(SerdeMembers(map), self.0))
    }
}

/// Reader of an object's properties.
pub struct MemberReader<A> {
    /// Properties that were read earlier, while searching for a tag.
    before: Option<Box<EarlierMembers>>,
    map: A,
    at: ReadAt,
    object: &'static ObjectCheck,
    /// Whether a name can be compared directly with the expected one: there is no other constraint on names, and no
    /// earlier property.
    is_direct: bool,
    seen: SeenMembers,
    count: usize,
    /// Properties that neither the schema nor the type names, to detect duplicates.
    unknown_names: Option<std::collections::HashSet<String>>,
    /// Expected field and property, if the document is in schema order.
    guess: (usize, usize),
    check: &'static ValueCheck,
    member: Option<usize>,
    name: Option<String>,
}

/// Properties that were read before their object.
struct EarlierMembers {
    rest: std::vec::IntoIter<(String, serde_json::Value)>,
    /// Value of the current property.
    held: Option<serde_json::Value>,
}

/// Field index of a property that the type does not have.
pub const NO_FIELD: usize = usize::MAX;

impl<'de, A: MemberSource<'de>> MemberReader<A> {
    /// Returns a reader for the properties of a map.
    #[inline]
    pub fn new(map: A, at: ReadAt) -> Self {
        let object = at.check.object.unwrap_or(&ObjectCheck::ANY);
        Self {
            before: None,
            map,
            at,
            object,
            is_direct: object.names.is_none(),
            seen: SeenMembers::with_count(object.members.len()),
            count: 0,
            unknown_names: None,
            guess: (0, 0),
            check: &ValueCheck::ANY,
            member: None,
            name: None,
        }
    }

    /// Returns a reader for a branch of a union, with properties that were read earlier in front of the map.
    pub(super) fn for_branch(map: A, at: ReadAt, tag: Option<&str>, before: Vec<(String, serde_json::Value)>) -> Self {
        let mut members = Self::new(map, at);
        if !before.is_empty() {
            let earlier = EarlierMembers { rest: before.into_iter(), held: None };
            members.before = Some(Box::new(earlier));
            members.is_direct = false;
        }
        if let Some(index) = tag.and_then(|tag| members.object.find(tag, 0)) {
            members.seen.insert(index);
        }
        members.count = usize::from(tag.is_some());
        members.guess = (0, members.count);
        members
    }

    /// Advances to the next property. Returns false at the end if that is known before the name is read.
    ///
    /// In that case, the constraints on the complete object have been checked.
    #[inline]
    pub fn turn(&mut self) -> Result<bool, A::Error> {
        if self.before.is_some() || self.map.turn()? {
            return Ok(true);
        }
        self.end().map(|()| false)
    }

    /// Returns the expected field.
    #[inline]
    pub fn expected(&self) -> usize {
        self.guess.0
    }

    /// Returns whether the next property is the expected one: it is called `name`, which a document contains as
    /// `quoted`.
    // Both are constants of the caller. Comparing with a constant takes a few instructions, with any string a call.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "measured: otherwise 80 instructions per property")]
    pub fn takes(&mut self, name: &'static str, quoted: &'static str) -> Result<bool, A::Error> {
        let (field, index) = self.guess;
        let Some(member) = self.object.members.get(index) else { return Ok(false) };
        if !(self.is_direct && member.named && are_same(member.name, name)) || quoted.is_empty() {
            return Ok(false);
        }
        if !self.map.takes(quoted) {
            return Ok(false);
        }
        self.check = member.check;
        self.member = Some(index);
        self.count += 1;
        self.guess = (field + 1, index + 1);
        if self.seen.insert(index) { Ok(true) } else { Err(self.placed(&A::Error::custom(DUPLICATE_PROPERTY))) }
    }

    /// Returns the field of the next property, [`NO_FIELD`] if the type has none, or `None` at the end.
    ///
    /// At the end, the constraints on the complete object are checked.
    #[inline(never)]
    pub fn next(&mut self, fields: &'static [FieldName]) -> Result<Option<usize>, A::Error> {
        let find = FindMember { fields, object: self.object, guess: self.guess };
        if let Some(before) = self.before.as_deref_mut() {
            if let Some(name) = before.turn_to_next() {
                let found = find.find(&name).map_err(A::Error::custom)?;
                return self.turn_to(Some(found)).map(Some);
            }
            self.before = None;
            self.is_direct = self.object.names.is_none();
            if !self.map.turn()? {
                return self.end().map(|()| None);
            }
        }
        match self.map.name(FindInto(&find))? {
            Some(found) => self.turn_to(Some(found)).map(Some),
            None => self.end().map(|()| None),
        }
    }

    #[inline(never)]
    fn turn_to(&mut self, found: Option<FoundMember>) -> Result<usize, A::Error> {
        let found = found.ok_or_else(|| A::Error::custom("a property without a name"))?;
        let field = found.field;
        let turned = self.judge_presence(&found);
        self.member = found.member;
        self.name = found.name;
        match turned {
            Ok(()) => Ok(field),
            Err(refusal) => Err(self.placed(&serde::de::Error::custom(refusal))),
        }
    }

    fn judge_presence(&mut self, found: &FoundMember) -> Result<(), Refusal> {
        self.count += 1;
        self.check = match found.member {
            Some(index) => {
                if !self.seen.insert(index) {
                    return Err(Refusal::Because(DUPLICATE_PROPERTY));
                }
                let member = &self.object.members[index];
                if member.named {
                    member.check
                } else if self.at.strict {
                    return Err(Refusal::Because("unknown property"));
                } else {
                    self.object.stranger(false)?
                }
            }
            None => self.object.stranger(self.at.strict)?,
        };
        if let Some(name) = &found.name
            && found.member.is_none()
            && !self.unknown_names.get_or_insert_default().insert(name.clone())
        {
            return Err(Refusal::Because(DUPLICATE_PROPERTY));
        }
        let member = found.member.map_or(self.guess.1, |index| index + 1);
        let field = if found.field == NO_FIELD { self.guess.0 } else { found.field + 1 };
        self.guess = (field, member);
        Ok(())
    }

    /// Checks the constraints on the complete object.
    #[inline(never)]
    fn end(&self) -> Result<(), A::Error> {
        self.object.counts(self.count).map_err(A::Error::custom)?;
        let mut members = self.object.members.iter().enumerate();
        let missing = members.find(|(index, member)| member.required && !self.seen.has(*index));
        missing.map_or(Ok(()), |(_, member)| Err(A::Error::custom(Refusal::Missing(member.name))))
    }

    /// Reads the value of the property into its field.
    #[inline]
    pub fn value<T: ReadJudged<'de>>(&mut self, slot: &mut Option<T>) -> Result<(), A::Error> {
        if slot.is_some() {
            return Err(serde::de::Error::custom(DUPLICATE_PROPERTY));
        }
        match self.read_value() {
            Ok(value) => *slot = Some(value),
            Err(error) => return Err(self.placed(&error)),
        }
        Ok(())
    }

    /// Returns the error of the current property, with its location if that is requested.
    #[cold]
    fn placed(&self, error: &A::Error) -> A::Error {
        let known = self.member.and_then(|index| self.object.members.get(index)).map(|member| member.name);
        match known.or(self.name.as_deref()).filter(|_| self.at.explain) {
            Some(name) => below(error, name),
            None => serde::de::Error::custom(error),
        }
    }

    /// Reads the value of a nullable property into a field that distinguishes null from a missing property.
    pub fn present<T: ReadJudged<'de>>(&mut self, slot: &mut Option<Option<T>>) -> Result<(), A::Error> {
        let mut inner = None;
        self.value(&mut inner)?;
        *slot = Some(inner);
        Ok(())
    }

    /// Reads the value of the property with serde, after validating it.
    pub fn by_serde<T: serde::de::DeserializeOwned>(
        &mut self,
        slot: &mut Option<super::BySerde<T>>,
    ) -> Result<(), A::Error> {
        self.value(slot)
    }

    /// Skips the value of a property that the type does not have, but validates it.
    pub fn skip(&mut self) -> Result<(), A::Error> {
        let at = self.at.part(self.check);
        let skipped = match self.held() {
            Some(value) => SkipJudged(at).deserialize(value).map_err(A::Error::custom),
            None => self.map.skip(at),
        };
        skipped.map_err(|error| self.placed(&error))
    }

    /// Reads the value of a property that the type stores by name.
    pub fn other<V: ReadJudged<'de>>(&mut self, into: &mut impl KeepMember<V>) -> Result<(), A::Error> {
        let Some(name) = self.name.take() else { return self.skip() };
        match self.read_value() {
            Ok(value) => {
                let is_kept = into.keep(name, value);
                if is_kept { Ok(()) } else { Err(A::Error::custom("the property name is not a key of the map")) }
            }
            Err(error) => Err(if self.at.explain { below(&error, &name) } else { error }),
        }
    }

    /// Reads the value of the current property.
    #[inline]
    fn read_value<T: ReadJudged<'de>>(&mut self) -> Result<T, A::Error> {
        let at = self.at.part(self.check);
        if self.before.is_some()
            && let Some(value) = self.held()
        {
            return ReadSeed::new(at).deserialize(value).map_err(A::Error::custom);
        }
        self.map.value(at)
    }

    fn held(&mut self) -> Option<serde_json::Value> {
        self.before.as_deref_mut().and_then(|before| before.held.take())
    }
}

impl EarlierMembers {
    /// Returns the name of the next property, and keeps its value.
    fn turn_to_next(&mut self) -> Option<String> {
        let (name, value) = self.rest.next()?;
        self.held = Some(value);
        Some(name)
    }
}

/// Returns the value of a field after all properties were read.
pub fn filled<'de, T: ReadJudged<'de>, E: serde::de::Error>(slot: Option<T>, member: &'static str) -> Result<T, E> {
    slot.or_else(T::absent).ok_or_else(|| E::missing_field(member))
}

/// Same as [`filled`], for a field that only serde can read.
pub fn filled_by_serde<T: serde::de::DeserializeOwned, E: serde::de::Error>(
    slot: Option<super::BySerde<T>>,
    member: &'static str,
) -> Result<T, E> {
    filled::<super::BySerde<T>, E>(slot, member).map(|read| read.0)
}

/// A set of small numbers.
enum SeenMembers {
    Few(u64),
    Many(Vec<bool>),
}

impl SeenMembers {
    fn with_count(count: usize) -> Self {
        if count <= 64 { Self::Few(0) } else { Self::Many(std::iter::repeat_n(false, count).collect()) }
    }

    /// Adds a number. Returns false if the set contained it already.
    #[inline]
    fn insert(&mut self, index: usize) -> bool {
        match self {
            Self::Few(bits) => {
                let is_new = *bits >> index & 1 == 0;
                *bits |= 1 << index;
                is_new
            }
            Self::Many(all) => !std::mem::replace(&mut all[index], true),
        }
    }

    fn has(&self, index: usize) -> bool {
        match self {
            Self::Few(bits) => *bits >> index & 1 == 1,
            Self::Many(all) => all[index],
        }
    }
}
