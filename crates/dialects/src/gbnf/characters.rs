//! Sets of characters, and how JSON spells a character of one between the quotes of a text.

use std::fmt;

use super::expression::{Expression, by_number};

/// The number of the last character.
const LAST: u32 = 0x0010_ffff;
/// Code points that are no characters. They stand in no text, so that a set may have them or not.
const SURROGATES: (u32, u32) = (0xd800, 0xdfff);
/// The escapes of JSON that have a letter of their own.
const SHORT: [(u32, char); 7] =
    [(0x22, '"'), (0x5c, '\\'), (0x08, 'b'), (0x0c, 'f'), (0x0a, 'n'), (0x0d, 'r'), (0x09, 't')];

/// Characters by their numbers: ranges in order that do not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CharacterSet(Vec<(u32, u32)>);

impl CharacterSet {
    /// Those of some ranges, each from the first to the last.
    pub(super) fn of(ranges: impl IntoIterator<Item = (u32, u32)>) -> Self {
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

    /// Every character but some.
    pub(super) fn all_but(others: impl IntoIterator<Item = char>) -> Self {
        Self::of(others.into_iter().map(|c| (u32::from(c), u32::from(c)))).complement()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn complement(&self) -> Self {
        let mut next = 0;
        let mut gaps = Vec::new();
        for (first, last) in &self.0 {
            if next < *first {
                gaps.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= LAST {
            gaps.push((next, LAST));
        }
        Self(gaps)
    }

    fn contains(&self, c: u32) -> bool {
        self.0.iter().any(|(first, last)| (*first..=*last).contains(&c))
    }

    /// A character of the set as JSON spells it, in the one spelling that the grammar has: escaped where it has to be.
    pub(super) fn in_json(&self) -> Expression {
        let special = Self::of([(0, 0x1f), (0x22, 0x22), (0x5c, 0x5c)]);
        let plain = Self::of(self.complement().0.into_iter().chain(special.0.iter().copied())).complement();
        let is_special = |c: &u32| special.contains(*c);
        let escaped: Vec<u32> = (0..=0x5c).filter(is_special).filter(|c| self.contains(*c)).collect();
        let every = (0..=0x5c).filter(is_special).count();
        let mut parts = Vec::new();
        if escaped.len() == every {
            if plain == special.complement() {
                return Expression::rule("char");
            }
            parts.push(Expression::rule("escape"));
        } else {
            parts.extend(escaped.iter().map(|c| Expression::literal(spelled(*c))));
        }
        if !plain.is_empty() {
            parts.insert(0, Expression::Character(plain));
        }
        Expression::choice(parts)
    }
}

/// The escape of a character that has one.
fn spelled(c: u32) -> String {
    match SHORT.iter().find(|(special, _)| *special == c) {
        Some((_, letter)) => format!("\\{letter}"),
        None => format!("\\u{c:04x}"),
    }
}

/// The characters of a class; those that reach to the last one are told by what is not among them.
impl fmt::Display for CharacterSet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others = self.complement();
        let is_most = self.contains(LAST) && !others.is_empty();
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

/// A character in a class.
fn in_class(c: u32) -> String {
    match char::from_u32(c) {
        Some(plain) if plain.is_ascii_alphanumeric() => plain.to_string(),
        _ => by_number(c),
    }
}
