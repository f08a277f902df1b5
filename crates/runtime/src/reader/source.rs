//! Reads JSON from bytes. The code is safe and creates no error messages.

mod containers;
mod number;
mod text;

use planwright_source::bytes::skip_space;
use serde::de::Visitor;

pub(super) use containers::ObjectMembers;

/// A JSON document that is read from start to end.
///
/// It accepts the same documents as `serde_json`, to the same depth, and creates the same values. It is faster because
/// errors have no details: for an error message, the document is read again.
#[derive(Debug)]
pub struct ByteSource<'de> {
    text: &'de str,
    /// Offset of the next byte.
    at: usize,
    /// Number of further arrays and objects that may be opened.
    depth: u8,
    /// The last string, if it contained escapes.
    unescaped: String,
}

/// Error for input that is not a JSON document, or not the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable;

/// Maximum nesting of arrays and objects, as in `serde_json`.
const MAX_DEPTH: u8 = 127;

type Read<T> = Result<T, Unreadable>;

impl<'de> ByteSource<'de> {
    /// Returns a source that reads `text`.
    pub fn new(text: &'de str) -> Self {
        Self { text, at: 0, depth: MAX_DEPTH, unescaped: String::new() }
    }

    /// Returns whether only whitespace is left.
    pub fn ends(&mut self) -> bool {
        self.peek().is_err()
    }

    #[inline]
    fn bytes(&self) -> &'de [u8] {
        self.text.as_bytes()
    }

    /// Returns the next byte that is not whitespace.
    #[inline]
    pub(super) fn peek(&mut self) -> Read<u8> {
        match self.bytes().get(self.at) {
            Some(&byte) if byte > b' ' => Ok(byte),
            // A single space is the most common separator between a name and its value.
            Some(b' ') => match self.bytes().get(self.at + 1) {
                Some(&byte) if byte > b' ' => {
                    self.at += 1;
                    Ok(byte)
                }
                _ => self.peek_behind_space(),
            },
            _ => self.peek_behind_space(),
        }
    }

    #[inline(never)]
    fn peek_behind_space(&mut self) -> Read<u8> {
        self.at = skip_space(self.bytes(), self.at);
        self.bytes().get(self.at).copied().ok_or(Unreadable)
    }

    /// Reads one byte that must be `wanted`.
    #[inline]
    fn expect_byte(&mut self, wanted: u8) -> Read<()> {
        if self.peek()? == wanted {
            self.at += 1;
            Ok(())
        } else {
            Err(Unreadable)
        }
    }

    /// Reads `true` or `false`.
    #[inline]
    pub(super) fn truth(&mut self) -> Read<bool> {
        let value = self.peek()? == b't';
        self.word(if value { b"true" } else { b"false" })?;
        Ok(value)
    }

    /// Reads `null`, `true` or `false`.
    #[inline]
    pub(super) fn word(&mut self, word: &[u8]) -> Read<()> {
        self.peek()?;
        let end = self.at + word.len();
        if self.bytes().get(self.at..end) == Some(word) {
            self.at = end;
            Ok(())
        } else {
            Err(Unreadable)
        }
    }
}

impl<'de> serde::Deserializer<'de> for &mut ByteSource<'de> {
    type Error = Unreadable;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        match self.peek()? {
            b'"' => self.visit_text(visitor),
            b'{' => self.visit_object(visitor),
            b'[' => self.visit_list(visitor),
            b'-' | b'0'..=b'9' => self.visit_number(visitor),
            b'n' => self.deserialize_unit(visitor),
            _ => self.deserialize_bool(visitor),
        }
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        visitor.visit_bool(self.truth()?)
    }

    #[inline]
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.word(b"null")?;
        visitor.visit_unit()
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        if self.peek()? == b'n' {
            self.word(b"null")?;
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.peek()?;
        self.visit_text(visitor)
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.peek()?;
        self.visit_list(visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.peek()?;
        self.visit_object(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Read<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit_struct tuple tuple_struct struct enum ignored_any
    }
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("the source does not contain the expected document")
    }
}

impl std::error::Error for Unreadable {}

impl serde::de::Error for Unreadable {
    #[inline]
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}
