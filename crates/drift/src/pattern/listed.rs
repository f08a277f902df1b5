//! Sorted list of excluded strings that a search compares with its prefix.

use std::collections::HashSet;

/// Range of the strings that begin with the current prefix, and the length of the prefix. `None` if the range is empty.
pub(super) type Prefix = Option<(usize, usize, usize)>;

/// Strings, sorted and without duplicates.
pub(super) struct ExcludedStrings<'q> {
    texts: Vec<&'q [u8]>,
}

impl<'q> ExcludedStrings<'q> {
    pub(super) fn new(texts: &[&'q str]) -> Self {
        let mut texts: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
        texts.sort_unstable();
        texts.dedup();
        Self { texts }
    }

    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    /// Returns all bytes of the strings.
    pub(super) fn bytes(&self) -> HashSet<u8> {
        self.texts.iter().flat_map(|text| text.iter().copied()).collect()
    }

    pub(super) fn begin(&self) -> Prefix {
        (!self.texts.is_empty()).then_some((0, self.texts.len(), 0))
    }

    /// Consumes one byte.
    pub(super) fn after(&self, prefix: Prefix, byte: u8) -> Prefix {
        let (from, to, length) = prefix?;
        let within = self.texts.get(from..to)?;
        let first = from + within.partition_point(|text| text.get(length).is_none_or(|own| *own < byte));
        let end = from + within.partition_point(|text| text.get(length).is_none_or(|own| *own <= byte));
        (first < end).then_some((first, end, length + 1))
    }

    /// Checks whether the current prefix is a string of the list.
    pub(super) fn has(&self, prefix: Prefix) -> bool {
        prefix.is_some_and(|(from, _, length)| self.texts.get(from).is_some_and(|text| text.len() == length))
    }
}
