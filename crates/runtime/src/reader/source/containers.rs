//! Lists and objects.

use ::serde::Deserializer;
use ::serde::de::value::BorrowedStrDeserializer;
use ::serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};

use super::scan::are_equal;
use super::{ByteSource, Read, Unreadable};

impl<'de> ByteSource<'de> {
    /// Reads the list that starts here.
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

    /// Goes one level down; the depth before.
    #[inline]
    fn open(&mut self, bracket: u8) -> Read<u8> {
        self.take(bracket)?;
        let depth = self.depth;
        self.depth = depth.checked_sub(1).ok_or(Unreadable)?;
        Ok(depth)
    }

    /// The value, if its visitor read to the end.
    #[inline]
    fn was_closed<T>(&self, depth: u8, value: T) -> Read<T> {
        if self.depth == depth { Ok(value) } else { Err(Unreadable) }
    }

    /// Reads as far as the next element or name; false at the end. A comma stands before all but the first.
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
        // What follows is a value or a name, and neither starts as a container ends.
        Ok(true)
    }
}

/// The elements of a list.
struct ListElements<'s, 'de> {
    source: &'s mut ByteSource<'de>,
    is_first: bool,
}

impl<'de> SeqAccess<'de> for ListElements<'_, 'de> {
    type Error = Unreadable;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<::std::option::Option<S::Value>> {
        let is_first = ::std::mem::replace(&mut self.is_first, false);
        if !self.source.turns_to_next(is_first, b']')? {
            return Ok(None);
        }
        seed.deserialize(&mut *self.source).map(Some)
    }
}

/// The members of an object.
struct ObjectMembers<'s, 'de> {
    source: &'s mut ByteSource<'de>,
    is_first: bool,
}

impl<'de> MapAccess<'de> for ObjectMembers<'_, 'de> {
    type Error = Unreadable;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<::std::option::Option<S::Value>> {
        let is_first = ::std::mem::replace(&mut self.is_first, false);
        if !self.source.turns_to_next(is_first, b'}')? {
            return Ok(None);
        }
        if self.source.peek()? != b'"' {
            return Err(Unreadable);
        }
        seed.deserialize(NameOfMember(&mut *self.source)).map(Some)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<S::Value> {
        self.source.take(b':')?;
        seed.deserialize(&mut *self.source)
    }
}

/// The name of a member, whose quotation mark is the next byte.
///
/// A newtype of a text is read as its text. Its name is taken as a guess of what the text is: where it is right, nothing is searched.
struct NameOfMember<'s, 'de>(&'s mut ByteSource<'de>);

impl ByteSource<'_> {
    /// Reads the name that starts here if it is `guess`, in which no byte needs an escape.
    #[inline]
    fn takes_name(&mut self, guess: &str) -> bool {
        let start = self.at + 1;
        let end = start + guess.len();
        let bytes = self.bytes();
        let is_it = bytes.get(end) == Some(&b'"')
            && bytes.get(start..end).is_some_and(|name| are_equal(name, guess.as_bytes()));
        if is_it {
            self.at = end + 1;
        }
        is_it
    }
}

impl<'de> Deserializer<'de> for NameOfMember<'_, 'de> {
    type Error = Unreadable;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.0.visit_text(visitor)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, guess: &'static str, visitor: V) -> Read<V::Value> {
        if self.0.takes_name(guess) {
            visitor.visit_newtype_struct(BorrowedStrDeserializer::new(guess))
        } else {
            visitor.visit_newtype_struct(self)
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        visitor.visit_some(self)
    }

    ::serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}
