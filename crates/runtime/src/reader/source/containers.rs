//! Reads arrays and objects.

use serde::Deserializer;
use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};

use super::super::{MemberSource, ReadAt, ReadJudged, SkipJudged};
use super::{ByteSource, Read, Unreadable};

impl<'de> ByteSource<'de> {
    /// Reads the array that starts here.
    #[inline]
    pub(super) fn visit_list<V: Visitor<'de>>(&mut self, visitor: V) -> Read<V::Value> {
        let depth = self.open(b'[')?;
        let value = visitor.visit_seq(ListElements { source: &mut *self, is_first: true })?;
        self.was_closed(depth, value)
    }

    /// Reads the object that starts here.
    #[inline]
    pub(super) fn visit_object<V: Visitor<'de>>(&mut self, visitor: V) -> Read<V::Value> {
        let depth = self.open(b'{')?;
        let value = visitor.visit_map(ObjectMembers { source: &mut *self, is_first: true })?;
        self.was_closed(depth, value)
    }

    /// Enters a container, and returns the depth before it.
    #[inline]
    fn open(&mut self, bracket: u8) -> Read<u8> {
        self.expect_byte(bracket)?;
        let depth = self.depth;
        self.depth = depth.checked_sub(1).ok_or(Unreadable)?;
        Ok(depth)
    }

    /// Advances to the first element of the array that starts here.
    #[inline]
    pub(in super::super) fn opens_list(&mut self) -> Read<()> {
        self.open(b'[').map(|_| ())
    }

    /// Advances to the next element. Returns false at the end.
    #[inline]
    pub(in super::super) fn turns_to_element(&mut self, is_first: bool) -> Read<bool> {
        self.turns_to_next(is_first, b']')
    }

    /// Returns the value if its visitor has read the container to the end.
    #[inline]
    fn was_closed<T>(&self, depth: u8, value: T) -> Read<T> {
        if self.depth == depth { Ok(value) } else { Err(Unreadable) }
    }

    /// Advances to the next element or name. Returns false at the end. A comma precedes all but the first.
    #[inline]
    fn turns_to_next(&mut self, is_first: bool, end: u8) -> Read<bool> {
        let next = self.peek()?;
        if next == end {
            self.at += 1;
            self.depth += 1;
            return Ok(false);
        }
        if is_first {
            return Ok(true);
        }
        if next != b',' {
            return Err(Unreadable);
        }
        self.at += 1;
        // A value or name follows, and neither starts with a closing bracket.
        Ok(true)
    }
}

/// Elements of an array.
struct ListElements<'s, 'de> {
    source: &'s mut ByteSource<'de>,
    is_first: bool,
}

impl<'de> SeqAccess<'de> for ListElements<'_, 'de> {
    type Error = Unreadable;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<Option<S::Value>> {
        let is_first = std::mem::replace(&mut self.is_first, false);
        if !self.source.turns_to_next(is_first, b']')? {
            return Ok(None);
        }
        seed.deserialize(&mut *self.source).map(Some)
    }
}

/// Properties of an object.
pub(in super::super) struct ObjectMembers<'s, 'de> {
    source: &'s mut ByteSource<'de>,
    is_first: bool,
}

impl<'s, 'de> ObjectMembers<'s, 'de> {
    /// Returns the properties of the object that starts here.
    #[inline]
    pub(in super::super) fn open(source: &'s mut ByteSource<'de>) -> Read<Self> {
        source.open(b'{')?;
        Ok(Self { source, is_first: true })
    }

    /// Advances to the name of the next property. Returns false at the end.
    #[inline]
    fn turns_to_name(&mut self) -> Read<bool> {
        let is_first = std::mem::replace(&mut self.is_first, false);
        let source = &mut *self.source;
        let mut next = source.peek()?;
        if next == b',' && !is_first {
            source.at += 1;
            next = source.peek()?;
        } else if next == b'}' {
            source.at += 1;
            source.depth += 1;
            return Ok(false);
        } else if !is_first {
            return Err(Unreadable);
        }
        if next == b'"' { Ok(true) } else { Err(Unreadable) }
    }
}

impl<'de> MapAccess<'de> for ObjectMembers<'_, 'de> {
    type Error = Unreadable;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<Option<S::Value>> {
        if !self.turns_to_name()? {
            return Ok(None);
        }
        self.name(seed)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<S::Value> {
        self.value_by(seed)
    }
}

impl<'de> MemberSource<'de> for ObjectMembers<'_, 'de> {
    type Error = Unreadable;

    #[inline]
    fn turn(&mut self) -> Read<bool> {
        self.turns_to_name()
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compares with a constant of the caller")]
    fn takes(&mut self, quoted: &'static str) -> bool {
        let end = self.source.at + quoted.len();
        let is_it = self.source.bytes().get(self.source.at..end) == Some(quoted.as_bytes());
        if is_it {
            self.source.at = end;
        }
        is_it
    }

    #[inline(never)]
    fn name<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<Option<S::Value>> {
        let name = seed.deserialize(NameOfMember(&mut *self.source))?;
        self.source.expect_byte(b':')?;
        Ok(Some(name))
    }

    #[inline]
    fn value_by<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<S::Value> {
        seed.deserialize(&mut *self.source)
    }

    #[inline]
    fn value<T: ReadJudged<'de>>(&mut self, at: ReadAt) -> Read<T> {
        T::read_source(self.source, at)
    }

    fn skip(&mut self, at: ReadAt) -> Read<()> {
        if self.source.peek()? == b'"' {
            return self.source.text(|text| at.check.judge_text(text).map_err(|_| Unreadable));
        }
        SkipJudged(at).deserialize(&mut *self.source)
    }
}

/// Deserializer of a property name, whose quotation mark is the next byte.
struct NameOfMember<'s, 'de>(&'s mut ByteSource<'de>);

impl<'de> Deserializer<'de> for NameOfMember<'_, 'de> {
    type Error = Unreadable;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.0.visit_text(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Read<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        visitor.visit_some(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}
