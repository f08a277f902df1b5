//! Maps byte offsets to the line and column that an editor shows.

use crate::bytes::find;

/// Start offsets of all lines, computed once for many lookups.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
    /// Number of characters before each [`BLOCK`] of bytes, so that a column lookup need not walk the whole line.
    /// `None` for ASCII input.
    before: Option<Vec<usize>>,
}

/// Maximum number of bytes that are counted to find a column.
const BLOCK: usize = 256;

/// A location as editors count it, both numbers starting at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, starting at 1. A line ends with `\n`.
    pub line: usize,
    /// Column, starting at 1, in Unicode scalar values (not bytes, not UTF-16 code units).
    pub column: usize,
}

impl<'a> Lines<'a> {
    /// Finds the lines of `text`.
    pub fn new(text: &'a str) -> Self {
        let mut starts = vec![0];
        let mut at = 0;
        while let Some(end) = find(text.as_bytes(), at, b'\n') {
            at = end + 1;
            starts.push(at);
        }
        let before = (!text.is_ascii()).then(|| {
            let mut count = 0;
            let before = text.as_bytes().chunks(BLOCK).map(|block| {
                count += characters(block);
                count - characters(block)
            });
            before.collect()
        });
        Self { text, starts, before }
    }

    /// Returns the number of characters before an offset.
    fn before(&self, offset: usize) -> usize {
        let Some(before) = &self.before else { return offset };
        let block = offset / BLOCK;
        let rest = self.text.as_bytes().get(block * BLOCK..offset).unwrap_or_default();
        before.get(block).copied().map_or_else(|| characters(self.text.as_bytes()), |known| known + characters(rest))
    }

    /// Returns the line and column of the byte at `offset`.
    ///
    /// An offset inside a character is treated as the start of the character, and one past the end as the end.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1];
        LineColumn { line, column: self.before(offset) - self.before(start) + 1 }
    }

    /// Returns the content of a line without its line break, or `None` if there is no such line. Lines start at 1.
    pub fn line(&self, line: usize) -> Option<&'a str> {
        let start = *self.starts.get(line.checked_sub(1)?)?;
        let end = self.starts.get(line).map_or(self.text.len(), |&next| next - 1);
        let text = &self.text[start..end];
        Some(text.strip_suffix('\r').unwrap_or(text))
    }

    /// Returns the offset of the first byte of a line. Lines start at 1.
    pub fn start(&self, line: usize) -> Option<usize> {
        self.starts.get(line.checked_sub(1)?).copied()
    }

    /// Returns the number of lines. It is at least 1, and a final `\n` starts another line.
    pub fn count(&self) -> usize {
        self.starts.len()
    }
}

/// Returns the number of characters that start in a byte slice.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0b1100_0000 != 0b1000_0000).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_far_along_a_line_is_that_of_a_walk() {
        let text = "é1😀\n".repeat(3) + &"aé😀".repeat(700) + "\n" + &"x".repeat(BLOCK);
        let lines = Lines::new(&text);
        for offset in (0..=text.len()).filter(|offset| text.is_char_boundary(*offset)) {
            let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
            assert_eq!(lines.line_column(offset).column, text[start..offset].chars().count() + 1, "at {offset}");
        }
    }

    #[test]
    fn columns_count_characters() {
        let lines = Lines::new("aé😀b\r\n\nz");
        let at = |offset| {
            let LineColumn { line, column } = lines.line_column(offset);
            (line, column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(1), (1, 2));
        assert_eq!(at(2), (1, 2), "inside é");
        assert_eq!(at(3), (1, 3));
        assert_eq!(at(7), (1, 4));
        assert_eq!(at(10), (2, 1));
        assert_eq!(at(11), (3, 1));
        assert_eq!(at(99), (3, 2));
        assert_eq!(
            (lines.line(1), lines.line(2), lines.line(3), lines.line(4)),
            (Some("aé😀b"), Some(""), Some("z"), None)
        );
        assert_eq!(lines.line(0), None);
    }

    #[test]
    fn an_empty_text_has_one_line() {
        assert_eq!(Lines::new("").line_column(0), LineColumn { line: 1, column: 1 });
        assert_eq!(Lines::new("").count(), 1);
    }
}
