//! Patterns as automata over bytes.

/// A pattern that is searched in a string, as a table that was built when the code was generated.
///
/// In state 0 no match is possible, and in state 1 a match was found. Each other state has a row with the next state
/// for each class of bytes, and finally for the end of the string.
#[derive(Debug)]
pub struct PatternTable {
    /// Source of the pattern.
    pub pattern: &'static str,
    /// Class of each byte.
    pub classes: [u8; 256],
    /// Rows of the states from 2 on.
    pub next: &'static [u8],
    /// Length of a row.
    pub width: usize,
}

impl PatternTable {
    /// Builds the table of classes from ranges of bytes: first, last and class. All other bytes have class 0.
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

    /// Returns whether the pattern matches.
    pub fn finds(&self, text: &str) -> bool {
        let (mut state, mut row) = (2, self.row(2));
        for byte in text.bytes() {
            let next = row.get(usize::from(self.classes[usize::from(byte)])).copied().map_or(0, usize::from);
            // Most bytes do not change the state. Skipping them avoids a data dependency on the previous byte.
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

    /// Returns the row of a state, which is empty if there is no such state.
    fn row(&self, state: usize) -> &'static [u8] {
        let start = (state - 2) * self.width;
        self.next.get(start..start + self.width).unwrap_or_default()
    }
}
