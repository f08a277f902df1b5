//! Patterns as automata over bytes.

/// A pattern that is searched in a text, as a table made when the code was generated.
///
/// State 0 finds nothing any more, state 1 has found a match; each further state has a row with its next state for each class
/// of bytes, and at last for the end of the text.
#[derive(Debug)]
pub struct PatternTable {
    /// The pattern.
    pub pattern: &'static str,
    /// The class of each byte.
    pub classes: [u8; 256],
    /// The rows of the states from 2 on.
    pub next: &'static [u8],
    /// How long a row is.
    pub width: usize,
}

impl PatternTable {
    /// The table of classes from the ranges of bytes that are not of class 0: first, last and class.
    pub const fn classes(ranges: &[(u8, u8, u8)]) -> [u8; 256] {
        let mut classes = [0; 256];
        let mut index = 0;
        while index < ranges.len() {
            let (first, last, class) = ranges[index];
            let mut byte = first;
            loop {
                classes[byte as usize] = class;
                if byte == last {
                    break;
                }
                byte += 1;
            }
            index += 1;
        }
        classes
    }

    /// Whether the pattern is found.
    pub fn finds(&self, text: &str) -> bool {
        let (mut state, mut row) = (2, self.row(2));
        for byte in text.bytes() {
            let next = row.get(usize::from(self.classes[usize::from(byte)])).copied().map_or(0, usize::from);
            // Most bytes leave the state as it is; then no byte waits for the one before it.
            if next == state {
                continue;
            }
            if next < 2 {
                return next == 1;
            }
            (state, row) = (next, self.row(next));
        }
        row.last() == Some(&1)
    }

    /// The next states of one state; none of a state that there is not.
    fn row(&self, state: usize) -> &'static [u8] {
        let start = (state - 2) * self.width;
        self.next.get(start..start + self.width).unwrap_or_default()
    }
}
