//! Reads numbers. Short integers are parsed here and all others by `serde_json`, so that all values are the same as
//! there.

use serde::Deserializer as _;
use serde::de::Visitor;

use super::{ByteSource, Read, Unreadable};

/// Number of digits that fit every 64-bit integer.
const MAX_DIGITS: usize = 18;

impl<'de> ByteSource<'de> {
    /// Reads the number that starts here.
    #[inline]
    pub(super) fn visit_number<V: Visitor<'de>>(&mut self, visitor: V) -> Read<V::Value> {
        let bytes = self.bytes();
        let is_negative = bytes.get(self.at) == Some(&b'-');
        let first = self.at + usize::from(is_negative);
        let (mut whole, mut end) = (0_u64, first);
        while let Some(digit @ b'0'..=b'9') = bytes.get(end) {
            whole = whole.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            end += 1;
        }
        let ends = !matches!(bytes.get(end), Some(b'.' | b'e' | b'E'));
        // Only the number 0 starts with 0, and -0 is a float.
        let starts = bytes.get(first) != Some(&b'0') || (end - first == 1 && !is_negative);
        if !(ends && starts && (1..=MAX_DIGITS).contains(&(end - first))) {
            return self.visit_other_number(visitor);
        }
        self.at = end;
        if is_negative { visitor.visit_i64(0_i64.wrapping_sub_unsigned(whole)) } else { visitor.visit_u64(whole) }
    }

    #[inline(never)]
    fn visit_other_number<V: Visitor<'de>>(&mut self, visitor: V) -> Read<V::Value> {
        let rest = self.text.get(self.at..).ok_or(Unreadable)?;
        let belongs = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        let length = rest.bytes().position(|byte| !belongs(&byte)).unwrap_or(rest.len());
        let mut number = serde_json::Deserializer::from_str(rest.get(..length).ok_or(Unreadable)?);
        let value = number.deserialize_any(visitor).map_err(|_| Unreadable)?;
        number.end().map_err(|_| Unreadable)?;
        self.at += length;
        Ok(value)
    }
}
