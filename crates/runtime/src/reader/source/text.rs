//! Reads strings, which are borrowed if they contain no escapes.

use serde::de::Visitor;

use planwright_source::bytes::find_stop;

use super::{ByteSource, Read, Unreadable};

impl<'de> ByteSource<'de> {
    /// Reads the next string and converts it.
    #[inline]
    pub(in super::super) fn text<T>(&mut self, make: impl FnOnce(&str) -> Read<T>) -> Read<T> {
        self.peek()?;
        match self.plain_text()? {
            Some(text) => make(text),
            None => make(&self.unescaped),
        }
    }

    /// Reads the next string, which is borrowed if it contains no escapes.
    #[inline]
    pub(in super::super) fn borrowed(&mut self) -> Read<std::borrow::Cow<'de, str>> {
        self.peek()?;
        Ok(match self.plain_text()? {
            Some(text) => std::borrow::Cow::Borrowed(text),
            None => std::borrow::Cow::Owned(self.unescaped.clone()),
        })
    }

    /// Reads the string that starts here.
    #[inline]
    pub(super) fn visit_text<V: Visitor<'de>>(&mut self, visitor: V) -> Read<V::Value> {
        match self.plain_text()? {
            Some(text) => visitor.visit_borrowed_str(text),
            None => visitor.visit_str(&self.unescaped),
        }
    }

    /// Reads the string that starts here. Returns `None` if it contained escapes; `unescaped` then contains the string.
    #[inline]
    fn plain_text(&mut self) -> Read<Option<&'de str>> {
        if self.bytes().get(self.at) != Some(&b'"') {
            return Err(Unreadable);
        }
        let start = self.at + 1;
        let end = find_stop(self.bytes(), start);
        if self.bytes().get(end) == Some(&b'"') {
            self.at = end + 1;
            return self.text.get(start..end).map(Some).ok_or(Unreadable);
        }
        self.unescape(start, end)?;
        Ok(None)
    }

    /// Reads a string that contains escapes or is invalid.
    #[cold]
    fn unescape(&mut self, mut start: usize, mut end: usize) -> Read<()> {
        self.unescaped.clear();
        loop {
            self.unescaped.push_str(self.text.get(start..end).ok_or(Unreadable)?);
            match self.bytes().get(end) {
                Some(b'"') => {
                    self.at = end + 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    let (letter, next) = self.escaped(end + 1)?;
                    self.unescaped.push(letter);
                    start = next;
                }
                _ => return Err(Unreadable),
            }
            end = find_stop(self.bytes(), start);
        }
    }

    /// Returns the character of an escape and the offset after it. `at` is the offset after the backslash.
    fn escaped(&self, at: usize) -> Read<(char, usize)> {
        let letter = match self.bytes().get(at) {
            Some(&byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.code_point(at + 1),
            _ => return Err(Unreadable),
        };
        Ok((letter, at + 1))
    }

    /// Returns the character of one code unit in four hexadecimal digits, or of a surrogate pair.
    fn code_point(&self, at: usize) -> Read<(char, usize)> {
        let (first, next) = (self.code_unit(at)?, at + 4);
        if let Some(letter) = char::from_u32(first.into()) {
            return Ok((letter, next));
        }
        if self.bytes().get(next..next + 2) != Some(b"\\u") {
            return Err(Unreadable);
        }
        let second = self.code_unit(next + 2)?;
        match char::decode_utf16([first, second]).next() {
            Some(Ok(letter)) => Ok((letter, next + 6)),
            _ => Err(Unreadable),
        }
    }

    fn code_unit(&self, at: usize) -> Read<u16> {
        let digits = self.bytes().get(at..at + 4).ok_or(Unreadable)?;
        digits.iter().try_fold(0, |code: u16, digit| {
            let digit = char::from(*digit).to_digit(16).and_then(|digit| u16::try_from(digit).ok());
            digit.map(|digit| code << 4 | digit).ok_or(Unreadable)
        })
    }
}
