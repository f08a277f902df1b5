//! Sets of characters, printed as GBNF classes.

use std::fmt;

/// Number of the last character.
const LAST_CHARACTER: u32 = 0x0010_ffff;
/// Surrogate code points. They never occur in a string, so it does not matter if a set contains them.
const SURROGATES: (u32, u32) = (0xd800, 0xdfff);

/// Set of characters as sorted ranges that do not touch each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CharacterSet(Vec<(u32, u32)>);

impl CharacterSet {
    /// Creates a set from inclusive ranges.
    pub(super) fn from_ranges(ranges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut ranges: Vec<(u32, u32)> = ranges.into_iter().collect();
        ranges.sort_unstable();
        let mut all: Vec<(u32, u32)> = Vec::new();
        for (first, last) in ranges {
            match all.last_mut() {
                Some((_, end)) if first <= *end + 1 || (*end + 1, first - 1) == SURROGATES => *end = last.max(*end),
                _ => all.push((first, last)),
            }
        }
        Self(all)
    }

    /// Returns the set of all characters except some.
    pub(super) fn all_but(others: impl IntoIterator<Item = char>) -> Self {
        Self::from_ranges(others.into_iter().map(|c| (u32::from(c), u32::from(c)))).complement()
    }

    /// Returns the characters that are in neither set.
    pub(super) fn of_neither(&self, other: &Self) -> Self {
        Self::from_ranges(self.0.iter().chain(&other.0).copied()).complement()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn complement(&self) -> Self {
        let mut next = 0;
        let mut gaps = Vec::new();
        for (first, last) in &self.0 {
            if next < *first {
                gaps.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= LAST_CHARACTER {
            gaps.push((next, LAST_CHARACTER));
        }
        Self(gaps)
    }

    pub(super) fn contains(&self, c: u32) -> bool {
        self.0.iter().any(|(first, last)| (*first..=*last).contains(&c))
    }
}

/// Prints a class. A set that contains the last character is printed as the negation of the others.
impl fmt::Display for CharacterSet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others = self.complement();
        let is_most = self.contains(LAST_CHARACTER) && !others.is_empty();
        out.write_str(if is_most { "[^" } else { "[" })?;
        for (first, last) in if is_most { &others.0 } else { &self.0 } {
            out.write_str(&in_class(*first))?;
            if first != last {
                write!(out, "-{}", in_class(*last))?;
            }
        }
        out.write_str("]")
    }
}

/// Prints a character inside a class.
fn in_class(c: u32) -> String {
    match char::from_u32(c) {
        Some(plain) if plain.is_ascii_alphanumeric() => plain.to_string(),
        _ => by_number(c),
    }
}

/// Prints a character by its number.
pub(super) fn by_number(c: u32) -> String {
    match c {
        0..=0xff => format!("\\x{c:02X}"),
        0x100..=0xffff => format!("\\u{c:04X}"),
        _ => format!("\\U{c:08X}"),
    }
}
