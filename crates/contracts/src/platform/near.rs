//! Finds the standard object whose name was probably meant.
//!
//! A run over many files may contain many unknown objects, so a name is not compared with all others. The index
//! contains each name, and each name without one of its letters. Two names with one letter too many, missing, different
//! or swapped have such a spelling in common.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use planwright_check::{Suggestion, suggest};

use super::TABLE;
use crate::name_hash::name_hash;

/// Hashes of the spellings, with the index of the object. Sorted.
static SPELLINGS: LazyLock<Vec<(u64, usize)>> = LazyLock::new(|| {
    let names = TABLE.iter().enumerate();
    let mut all: Vec<_> =
        names.flat_map(|(index, facts)| spellings(facts.name).into_iter().map(move |hash| (hash, index))).collect();
    all.sort_unstable();
    all
});

/// Limit on the length of a name. A longer one is not a typing error.
const LONGEST_NAME: usize = 100;

/// Returns the standard object that was probably meant.
pub fn suggest_object(name: &str) -> Option<Suggestion<'static>> {
    if name.len() > LONGEST_NAME {
        return None;
    }
    let mut near = BTreeSet::new();
    for hash in spellings(name) {
        let start = SPELLINGS.partition_point(|(other, _)| *other < hash);
        let equal = SPELLINGS.iter().skip(start).take_while(|(other, _)| *other == hash);
        near.extend(equal.map(|(_, index)| *index));
    }
    suggest(name, near.into_iter().filter_map(|index| TABLE.get(index)).map(|facts| facts.name))
}

/// Returns the hashes of the letters of a name, and of the letters without one of them.
fn spellings(name: &str) -> Vec<u64> {
    let letters: Vec<char> = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let without = |omitted: usize| {
        let kept = letters.iter().enumerate().filter(|(index, _)| *index != omitted);
        name_hash(&kept.map(|(_, letter)| letter).collect::<String>())
    };
    // The last one omits nothing.
    (0..=letters.len()).map(without).collect()
}
