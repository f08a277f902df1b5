//! Compiles patterns to automata that detect when no match is possible any more.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use regex_automata::dfa::{Automaton as _, dense};
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;

/// Maximum number of states. A pattern with more is checked at the end of a string.
const MAX_STATES: usize = 1_000;
/// Maximum length of a pattern that is compiled to an automaton.
const MAX_PATTERN_LENGTH: usize = 500;

/// A pattern that is compiled to an automaton on first use.
#[derive(Debug)]
pub(super) struct FollowPattern {
    pattern: String,
    built: OnceLock<Option<LiveAutomaton>>,
}

/// An automaton with those of its states from which a match is reachable.
#[derive(Debug)]
struct LiveAutomaton {
    dfa: dense::DFA<Vec<u32>>,
    start: StateID,
    live: HashSet<StateID>,
}

/// State of a pattern within a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PatternState {
    /// The pattern was found, or the automaton cannot decide. The end of the string decides.
    Open,
    /// In a state of the automaton.
    At(StateID),
    /// No string with this prefix can match.
    Lost,
}

impl FollowPattern {
    pub(super) fn new(pattern: &str) -> Self {
        Self { pattern: pattern.to_owned(), built: OnceLock::new() }
    }

    pub(super) fn text(&self) -> &str {
        &self.pattern
    }

    fn automaton(&self) -> Option<&LiveAutomaton> {
        self.built.get_or_init(|| LiveAutomaton::compile(&self.pattern)).as_ref()
    }

    /// Returns the state before the first byte.
    pub(super) fn start(&self) -> PatternState {
        self.automaton().map_or(PatternState::Open, |automaton| automaton.state(automaton.start))
    }

    /// Returns the state after another byte of UTF-8.
    pub(super) fn after(&self, state: PatternState, byte: u8) -> PatternState {
        match (state, self.automaton()) {
            (PatternState::At(state), Some(automaton)) => automaton.state(automaton.dfa.next_state(state, byte)),
            (state, _) => state,
        }
    }
}

impl LiveAutomaton {
    fn compile(pattern: &str) -> Option<Self> {
        let config = dense::Config::new()
            .dfa_size_limit(Some(1 << 20))
            .determinize_size_limit(Some(4 << 20))
            .start_kind(regex_automata::dfa::StartKind::Unanchored);
        let dfa = dense::Builder::new().configure(config).build(&as_rust(pattern)?).ok()?;
        let start = dfa.start_state(&start::Config::new()).ok()?;
        let live = live_states(&dfa, start)?;
        Some(Self { dfa, start, live })
    }

    fn state(&self, state: StateID) -> PatternState {
        if self.dfa.is_match_state(state) {
            PatternState::Open
        } else if self.live.contains(&state) {
            PatternState::At(state)
        } else {
            PatternState::Lost
        }
    }
}

/// Returns the states from which a match is reachable, or `None` if there are too many or the automaton may give up.
fn live_states(dfa: &dense::DFA<Vec<u32>>, start: StateID) -> Option<HashSet<StateID>> {
    let mut before: HashMap<StateID, Vec<StateID>> = HashMap::new();
    let (mut seen, mut pending, mut live) = (HashSet::from([start]), vec![start], Vec::new());
    while let Some(state) = pending.pop() {
        if seen.len() > MAX_STATES || dfa.is_quit_state(state) {
            return None;
        }
        if dfa.is_match_state(state) || dfa.is_match_state(dfa.next_eoi_state(state)) {
            live.push(state);
        }
        for byte in 0..=u8::MAX {
            let next = dfa.next_state(state, byte);
            if !dfa.is_dead_state(next) {
                before.entry(next).or_default().push(state);
                if seen.insert(next) {
                    pending.push(next);
                }
            }
        }
    }
    let mut found: HashSet<StateID> = live.iter().copied().collect();
    while let Some(state) = live.pop() {
        let earlier = before.remove(&state).unwrap_or_default();
        live.extend(earlier.into_iter().filter(|state| found.insert(*state)));
    }
    Some(found)
}

/// Returns the pattern in the syntax of Rust, or `None` if its meaning may differ.
fn as_rust(pattern: &str) -> Option<String> {
    let doubtful = ["\\u{", "\\p", "\\P", "[[", "&&", "--", "~~"];
    let is_plain = pattern.len() <= MAX_PATTERN_LENGTH && pattern.chars().all(|letter| letter <= '\u{ffff}');
    let is_sure = is_plain
        && !doubtful.iter().any(|part| pattern.contains(part))
        && jsonschema_regex::is_valid_ecma_regex(pattern);
    is_sure.then(|| jsonschema_regex::to_rust_regex(pattern).ok().map(std::borrow::Cow::into_owned)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of bytes after which no match is possible, or `None` if one is.
    fn lost_after(pattern: &str, text: &str) -> Option<usize> {
        let pattern = FollowPattern::new(pattern);
        let mut state = pattern.start();
        for (index, byte) in text.bytes().enumerate() {
            state = pattern.after(state, byte);
            if state == PatternState::Lost {
                return Some(index + 1);
            }
        }
        None
    }

    #[test]
    fn a_pattern_is_lost_at_the_first_byte_that_no_match_has() {
        assert_eq!(lost_after("^T[0-9]+$", "T12x4"), Some(4));
        assert_eq!(lost_after("^T[0-9]+$", "x"), Some(1));
        assert_eq!(lost_after("^[0-9]{2,3}\\.0$", "1000"), Some(4));
        assert_eq!(lost_after("^[a-z]+(/[a-z]+)*$", "a//"), Some(3));
        assert_eq!(lost_after("^(ab|cd)$", "ad"), Some(2));
    }

    #[test]
    fn a_pattern_that_may_still_be_found_is_not_lost() {
        for (pattern, text) in [("^T[0-9]+$", "T1"), ("b", "aaaa"), ("\\S", "   "), ("a$", "abc"), ("(?=x)", "y")] {
            assert_eq!(lost_after(pattern, text), None, "{pattern} in {text:?}");
        }
    }
}
