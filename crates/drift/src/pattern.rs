//! Regular expressions as automata: matches strings, and searches for a string that matches some patterns and not
//! others.

mod ahead;
mod listed;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use indexmap::IndexMap;
use planwright_schema::rust_regex;
use regex_automata::dfa::{Automaton as _, dense};
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;

use crate::effort::Effort;
use listed::ExcludedStrings;

type Dfa = dense::DFA<Vec<u32>>;

/// Maximum number of states of the product that are visited.
const MAX_STATES: usize = 40_000;
/// Maximum total length of strings that are excluded individually.
const MAX_EXCLUDED_LENGTH: usize = 100_000;
/// Number of different bytes.
const BYTES: usize = 256;
/// Number of bytes that all automata together process in one step.
const BYTES_PER_STEP: usize = 16;
/// Steps for a pattern that cannot be compiled to an automaton.
const STEPS_OF_FAILED_BUILD: usize = 20_000;
/// Maximum length of a pattern that is compiled.
const MAX_PATTERN_LENGTH: usize = 2_000;
/// Maximum string length that is tracked in a search.
const MAX_TRACKED_LENGTH: u64 = 600;

/// Maximum number of ways to violate the patterns that must not match.
const MAX_WAYS: usize = 64;

/// Compiled pattern. Each automaton has to match if its sign is `true`, and must not match otherwise.
type Compiled = Vec<(Dfa, bool)>;

/// Compiled patterns. The value is `None` for an invalid or too large regular expression.
#[derive(Debug, Default)]
pub(crate) struct Patterns {
    known: HashMap<String, Option<Arc<Compiled>>>,
    /// Remaining effort of the current query.
    pub effort: Effort,
}

/// Result of a search for a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// No string satisfies the query.
    Empty,
    /// A shortest string.
    Text(String),
    /// The search was too expensive.
    Unknown,
}

/// Conditions on a string.
#[derive(Clone, Debug, Default)]
pub(crate) struct Query<'q> {
    pub found: Vec<&'q str>,
    pub not_found: Vec<&'q str>,
    pub not_equal: Vec<&'q str>,
    pub min: u64,
    pub max: Option<u64>,
}

/// State of one automaton, or `None` once it has matched.
type Place = Option<StateID>;

impl Patterns {
    /// Checks whether a pattern matches a string. Returns `None` if the pattern cannot be decided.
    pub(crate) fn is_match(&mut self, pattern: &str, text: &str) -> Option<bool> {
        for (dfa, sign) in self.compiled(pattern)? {
            let mut place = Some(begin(dfa)?);
            for byte in text.bytes() {
                place = step(dfa, place, byte)?;
            }
            if ends(dfa, place)? != *sign {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Checks whether a pattern can be decided.
    pub(crate) fn is_decidable(&mut self, pattern: &str) -> bool {
        self.compiled(pattern).is_some()
    }

    /// Searches for a string. All patterns of the query must be decidable.
    pub(crate) fn text(&mut self, query: &Query<'_>) -> Language {
        if query.not_equal.iter().map(|text| text.len()).sum::<usize>() > MAX_EXCLUDED_LENGTH {
            return Language::Unknown;
        }
        let listed = ExcludedStrings::new(&query.not_equal);
        self.effort.spend(listed.len());
        self.add(ANY_STRING, Syntax::Rust);
        for pattern in query.found.iter().chain(&query.not_found) {
            self.add(pattern, Syntax::Ecma);
        }
        // Moved out of `self`, so that searches can count their steps while automata are borrowed.
        let mut effort = std::mem::take(&mut self.effort);
        let (mut shortest, mut is_known) = (None::<String>, true);
        match self.products(query) {
            None => is_known = false,
            Some(ways) => {
                for automata in &ways {
                    let alphabet = distinct_bytes(automata, &listed);
                    match search(automata, &listed, &alphabet, (query.min, query.max), &mut effort) {
                        Language::Text(text) if shortest.as_ref().is_none_or(|other| text.len() < other.len()) => {
                            shortest = Some(text);
                        }
                        Language::Unknown => is_known = false,
                        Language::Text(_) | Language::Empty => {}
                    }
                }
            }
        }
        self.effort = effort;
        match shortest {
            Some(text) => Language::Text(text),
            None if is_known => Language::Empty,
            None => Language::Unknown,
        }
    }

    /// Returns the products of automata to search: one for each way to violate the patterns that must not match.
    fn products(&self, query: &Query<'_>) -> Option<Vec<Vec<(&Dfa, bool)>>> {
        let parts = |pattern: &str| self.known.get(pattern)?.as_deref();
        let mut all: Vec<(&Dfa, bool)> = Vec::new();
        for pattern in [ANY_STRING].iter().chain(&query.found) {
            all.extend(parts(pattern)?.iter().map(|(dfa, sign)| (dfa, *sign)));
        }
        let mut ways = vec![all];
        for pattern in &query.not_found {
            let parts = parts(pattern)?;
            if ways.len() * parts.len() > MAX_WAYS {
                return None;
            }
            let mut next = Vec::with_capacity(ways.len() * parts.len());
            for way in &ways {
                next.extend(parts.iter().map(|(dfa, sign)| [way.as_slice(), &[(dfa, !sign)]].concat()));
            }
            ways = next;
        }
        Some(ways)
    }

    fn compiled(&mut self, pattern: &str) -> Option<&Compiled> {
        self.add(pattern, Syntax::Ecma);
        self.known.get(pattern)?.as_deref()
    }

    fn add(&mut self, pattern: &str, syntax: Syntax) {
        if !self.known.contains_key(pattern) {
            let built = built(pattern, syntax);
            let bytes = built.as_deref().map_or(0, memory_usage);
            self.effort.spend(if built.is_some() { bytes / BYTES_PER_STEP } else { STEPS_OF_FAILED_BUILD });
            self.known.insert(pattern.to_owned(), built.filter(|_| self.effort.keep(bytes)));
        }
    }
}

/// Patterns of all queries of the process, because schemas often repeat a few patterns.
#[derive(Default)]
struct Built {
    by_pattern: HashMap<(String, Syntax), Option<Arc<Compiled>>>,
    bytes: usize,
}

/// Maximum number of bytes of all automata that are kept for later queries, with their patterns.
const MAX_BUILT_BYTES: usize = 64 << 20;

/// Returns the automata of a pattern. Each query still counts their cost, so that its result does not depend on others.
fn built(pattern: &str, syntax: Syntax) -> Option<Arc<Compiled>> {
    static BUILT: LazyLock<Mutex<Built>> = LazyLock::new(Mutex::default);
    let lock = || BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (pattern.to_owned(), syntax);
    if let Some(known) = lock().by_pattern.get(&key) {
        return known.clone();
    }
    let built = match syntax {
        Syntax::Rust => build(pattern).map(|dfa| vec![(dfa, true)]),
        Syntax::Ecma => compile(pattern),
    };
    let built = built.map(Arc::new);
    let bytes = pattern.len() + built.as_deref().map_or(0, memory_usage);
    let mut all = lock();
    if all.bytes + bytes <= MAX_BUILT_BYTES {
        all.bytes += bytes;
        all.by_pattern.insert(key, built.clone());
    }
    built
}

fn memory_usage(compiled: &Compiled) -> usize {
    compiled.iter().map(|(dfa, _)| dfa.memory_usage()).sum()
}

/// Syntax of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Syntax {
    Rust,
    Ecma,
}

fn compile(pattern: &str) -> Option<Compiled> {
    if !jsonschema_regex::is_valid_ecma_regex(pattern) {
        return None;
    }
    let parts = ahead::split(pattern)?;
    parts.iter().map(|(part, sign)| Some((build(&rust_regex(part, MAX_PATTERN_LENGTH)?)?, *sign))).collect()
}

/// Matches every valid UTF-8 string.
const ANY_STRING: &str = r"\A(?s:.)*\z";

fn build(pattern: &str) -> Option<Dfa> {
    let config = dense::Config::new()
        .dfa_size_limit(Some(2 << 20))
        .determinize_size_limit(Some(8 << 20))
        .start_kind(regex_automata::dfa::StartKind::Unanchored);
    dense::Builder::new().configure(config).build(pattern).ok()
}

fn begin(dfa: &Dfa) -> Option<StateID> {
    dfa.start_state(&start::Config::new()).ok()
}

/// Consumes one byte. The outer `None` means that the automaton gives up.
#[allow(clippy::option_option, reason = "the inner one is a place that has found, the outer one is no answer")]
fn step(dfa: &Dfa, place: Place, byte: u8) -> Option<Place> {
    let Some(state) = place else { return Some(None) };
    let next = dfa.next_state(state, byte);
    if dfa.is_quit_state(next) {
        return None;
    }
    Some(if dfa.is_match_state(next) { None } else { Some(next) })
}

fn ends(dfa: &Dfa, place: Place) -> Option<bool> {
    let Some(state) = place else { return Some(true) };
    let last = dfa.next_eoi_state(state);
    if dfa.is_quit_state(last) { None } else { Some(dfa.is_match_state(last)) }
}

/// Returns all bytes in the order in which they are tried. Readable characters come first.
fn alphabet() -> impl Iterator<Item = u8> {
    let plain = (b'a'..=b'z').chain(b'A'..=b'Z').chain(b'0'..=b'9').chain(*b"-_ .:/@");
    let rest = (0..=u8::MAX).filter(|byte| !byte.is_ascii_alphanumeric() && !b"-_ .:/@".contains(byte));
    plain.chain(rest)
}

/// Returns the first byte of each set of bytes that lead every search to the same states. The others would only lead to
/// states that are already reached.
fn distinct_bytes(automata: &[(&Dfa, bool)], listed: &ExcludedStrings<'_>) -> Vec<u8> {
    let mut known = HashSet::new();
    let in_texts = listed.bytes();
    let is_new = |byte: &u8| {
        let classes: Vec<u8> = automata.iter().map(|(dfa, _)| dfa.byte_classes().get(*byte)).collect();
        known.insert((classes, starts_character(*byte), in_texts.get(byte).copied()))
    };
    alphabet().filter(is_new).collect()
}

/// Returns whether a byte of UTF-8 starts a character. JSON Schema counts characters.
fn starts_character(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

/// Searches the product of the automata, the excluded strings and the length, breadth first.
fn search(
    automata: &[(&Dfa, bool)],
    listed: &ExcludedStrings<'_>,
    alphabet: &[u8],
    (min, max): (u64, Option<u64>),
    effort: &mut Effort,
) -> Language {
    if min > MAX_TRACKED_LENGTH {
        return Language::Unknown;
    }
    let max = max.filter(|max| *max <= MAX_TRACKED_LENGTH);
    // Lengths beyond this are equivalent, so the number of states stays finite.
    let counted = max.map_or(min, |max| max + 1);
    let Some(first) = automata.iter().map(|(dfa, _)| begin(dfa).map(Some)).collect::<Option<Vec<Place>>>() else {
        return Language::Unknown;
    };
    let first = Reached { places: first, prefix: listed.begin(), length: 0 };
    // The states in the order in which they are reached, each with the index of its predecessor and the byte between them.
    let mut reached: IndexMap<Reached, (usize, u8)> = IndexMap::from([(first, (usize::MAX, 0))]);
    let mut index = 0;
    while let Some((at, _)) = reached.get_index(index) {
        let at = at.clone();
        let Some(accepts) = accepts(automata, &at.places) else { return Language::Unknown };
        if accepts && !listed.has(at.prefix) && at.length >= min && max.is_none_or(|max| at.length <= max) {
            return text_of(&reached, index);
        }
        effort.spend(BYTES * (1 + automata.len()) / BYTES_PER_STEP);
        if effort.spent().is_some() {
            return Language::Unknown;
        }
        for &byte in alphabet {
            let length = if starts_character(byte) { (at.length + 1).min(counted) } else { at.length };
            if max.is_some_and(|max| length > max) {
                continue;
            }
            let mut places = Vec::with_capacity(at.places.len());
            let mut dead = false;
            for ((dfa, wanted), place) in automata.iter().zip(&at.places) {
                let Some(place) = step(dfa, *place, byte) else { return Language::Unknown };
                // A match that is forbidden, or a required match that can no longer happen, ends this path.
                dead |= place.map_or(!wanted, |state| *wanted && dfa.is_dead_state(state));
                places.push(place);
            }
            let next = Reached { places, prefix: listed.after(at.prefix, byte), length };
            if !dead && !reached.contains_key(&next) {
                if reached.len() >= MAX_STATES {
                    return Language::Unknown;
                }
                reached.insert(next, (index, byte));
            }
        }
        index += 1;
    }
    Language::Empty
}

/// State of a search.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Reached {
    places: Vec<Place>,
    prefix: listed::Prefix,
    length: u64,
}

fn accepts(automata: &[(&Dfa, bool)], places: &[Place]) -> Option<bool> {
    let mut all = true;
    for ((dfa, wanted), place) in automata.iter().zip(places) {
        all &= ends(dfa, *place)? == *wanted;
    }
    Some(all)
}

fn text_of(reached: &IndexMap<Reached, (usize, u8)>, index: usize) -> Language {
    let mut bytes = Vec::new();
    let mut at = index;
    while let Some((_, (before, byte))) = reached.get_index(at).filter(|(_, (before, _))| *before != usize::MAX) {
        bytes.push(*byte);
        at = *before;
    }
    bytes.reverse();
    String::from_utf8(bytes).map_or(Language::Unknown, Language::Text)
}

#[cfg(test)]
mod tests {
    use super::{
        ANY_STRING, Effort, ExcludedStrings, Language, Patterns, Query, Syntax, alphabet, built, distinct_bytes, search,
    };

    #[test]
    fn inclusion_of_patterns() {
        let mut patterns = Patterns::default();
        let mut ask = |found: &[&'static str], not_found: &[&'static str]| {
            patterns.text(&Query { found: found.to_vec(), not_found: not_found.to_vec(), ..Query::default() })
        };
        assert_eq!(ask(&["^a+$"], &["^[ab]+$"]), Language::Empty);
        assert!(matches!(ask(&["^[ab]+$"], &["^a+$"]), Language::Text(text) if text.contains('b')));
        assert_eq!(ask(&["a"], &["a|b"]), Language::Empty, "searches, not matches");
        assert_eq!(ask(&[r"^\d$"], &["^[0-9]$"]), Language::Empty, "digits are ASCII");
        assert_eq!(ask(&["^[ا-ی]{2}$", "ی"], &["^ی"]), Language::Text("ای".to_owned()));
        assert_eq!(ask(&["(?=a)"], &[]), Language::Unknown);
        assert_eq!(ask(&["^(?=.*[0-9])(?!x).+$"], &["[0-9]"]), Language::Empty);
        assert_eq!(ask(&["^(?!x)[xy]$"], &[]), Language::Text("y".to_owned()));
        assert_eq!(ask(&["^[xy]$"], &["^(?!x)[xy]$"]), Language::Text("x".to_owned()));
        assert_eq!(ask(&["^x-"], &["^(?!x-)"]), Language::Text("x-".to_owned()));
        assert_eq!(ask(&["^x-", "^(?!x-)"], &[]), Language::Empty);
    }

    #[test]
    fn equivalent_bytes_are_tried_once() {
        let any = built(ANY_STRING, Syntax::Rust).expect("it compiles");
        let all: Vec<u8> = alphabet().collect();
        let patterns = ["^a+$", "^[A-Z]{2}[0-9]{4}$", r"^\w+$", "é|[^a-z]", "^.{3,9}$"];
        for (found, not_found) in patterns.iter().flat_map(|one| patterns.map(|other| (*one, other))) {
            let [one, two] = [found, not_found].map(|pattern| built(pattern, Syntax::Ecma).expect("it compiles"));
            let automata = [(&any[0].0, true), (&one[0].0, true), (&two[0].0, false)];
            for texts in [vec![], vec!["a", "é", "AA0000", "b1"]] {
                let listed = ExcludedStrings::new(&texts);
                let alphabet = distinct_bytes(&automata, &listed);
                assert!(alphabet.len() < 64, "{found} {not_found}: {}", alphabet.len());
                let text =
                    |alphabet: &[u8]| search(&automata, &listed, alphabet, (2, Some(12)), &mut Effort::default());
                assert_eq!(text(&alphabet), text(&all), "{found} {not_found}");
            }
        }
        // Only the structure of UTF-8 distinguishes the bytes.
        assert!(distinct_bytes(&[(&any[0].0, true)], &ExcludedStrings::new(&[])).len() < 20);
    }

    #[test]
    fn length_and_texts_left_out_count() {
        let mut patterns = Patterns::default();
        let query = |not_equal, min, max| Query { found: vec!["^(a|b)*$"], not_equal, min, max, not_found: vec![] };
        assert_eq!(patterns.text(&query(vec!["a", "b", ""], 0, Some(1))), Language::Empty);
        assert_eq!(patterns.text(&query(vec!["a"], 1, Some(1))), Language::Text("b".to_owned()));
        assert_eq!(patterns.is_match("b$", "ab"), Some(true));
        assert_eq!(patterns.is_match("b$", "b\n"), Some(false), "$ is the very end");
    }
}
