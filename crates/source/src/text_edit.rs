//! Edits of a source by byte ranges.

use std::ops::Range;

use serde::Serialize;

/// Replacement of a byte range.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct TextEdit {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
    /// The replacement.
    pub with: String,
}

impl TextEdit {
    /// Returns an edit that replaces these bytes.
    pub fn new(bytes: Range<usize>, with: impl Into<String>) -> Self {
        Self { start: bytes.start, end: bytes.end, with: with.into() }
    }
}

/// Applies all edits. Of overlapping edits only the first is applied, and edits outside the input are ignored.
pub fn edited(text: &str, mut edits: Vec<TextEdit>) -> String {
    edits.sort();
    let mut made = String::new();
    let mut from = 0;
    for TextEdit { start, end, with } in edits {
        if start >= from
            && let Some(before) = text.get(from..start)
            && text.is_char_boundary(end)
        {
            made.push_str(before);
            made.push_str(&with);
            from = end.max(start);
        }
    }
    made + text.get(from..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_two_edits_that_overlap_is_made() {
        let edits = vec![TextEdit::new(2..4, "X"), TextEdit::new(1..3, "Y"), TextEdit::new(9..12, "no")];
        assert_eq!(edited("abcdef", edits), "aYdef");
    }
}
