//! Lists and objects.

use ::serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};

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
        seed.deserialize(&mut *self.source).map(Some)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<S::Value> {
        self.source.take(b':')?;
        seed.deserialize(&mut *self.source)
    }
}
