//! Strings: length and patterns, decided by one search in the product of their automata.

use serde_json::Value;

use super::{InnerSolution, Prover, State};
use crate::arena::Node;
use crate::formats::{Format, samples};
use crate::pattern::{Language, Query};

/// Maximum length of a candidate string.
const MAX_CANDIDATE_LENGTH: u64 = 200_000;

impl Prover<'_> {
    pub(super) fn string(&mut self, done: &State) -> InnerSolution {
        let mut min = 0;
        let mut max: Option<u64> = None;
        let (mut found, mut not_found) = (Vec::new(), Vec::new());
        let (mut formats, mut refused): (Vec<Format>, Vec<Format>) = (Vec::new(), Vec::new());
        let mut listed: Vec<String> = Vec::new();
        for (id, sign) in done {
            match (self.arena.node(*id), sign) {
                (Node::MinLength(own), true) => min = min.max(*own),
                (Node::MaxLength(own), false) => min = min.max(own.saturating_add(1)),
                (Node::MaxLength(own), true) => max = Some(max.map_or(*own, |max| max.min(*own))),
                (Node::MinLength(0), false) => return InnerSolution::Empty,
                (Node::MinLength(own), false) => max = Some(max.map_or(own - 1, |max| max.min(own - 1))),
                (Node::Pattern(pattern), sign) => {
                    let list = if *sign { &mut found } else { &mut not_found };
                    list.push(pattern.clone());
                }
                (Node::Format(format), true) => formats.push(*format),
                (Node::Format(format), false) => refused.push(*format),
                (Node::Enum(values), false) => {
                    listed.extend(values.iter().filter_map(Value::as_str).map(str::to_owned));
                }
                _ => {}
            }
        }
        if max.is_some_and(|max| max < min) {
            return InnerSolution::Empty;
        }
        if refused.iter().any(|refused| formats.iter().any(|format| format.is_within(*refused))) {
            return InnerSolution::Empty;
        }
        for format in formats.iter().chain(&refused) {
            self.notes.insert(format!("format {:?} is not decided", format.name()));
        }
        let is_restricted = !found.is_empty() || !not_found.is_empty() || !listed.is_empty();
        found.extend(formats.iter().filter_map(|format| format.shape()).map(str::to_owned));
        let mut left_out = false;
        for list in [&mut found, &mut not_found] {
            list.retain(|pattern| {
                let known = self.patterns.is_decidable(pattern);
                if !known {
                    self.notes.insert(format!("pattern {pattern:?} is not decided"));
                }
                left_out |= !known;
                known
            });
        }
        let mut candidates: Vec<Value> =
            formats.iter().flat_map(|format| format.candidates(min, max)).map(Value::from).collect();
        if left_out || !formats.is_empty() || !refused.is_empty() {
            candidates.extend(samples().map(Value::from));
        }
        let plain = found.is_empty() && not_found.is_empty();
        if plain && (min > 64 || max.is_none_or(|max| max > 64)) {
            let lengths = [min, min + 1, min + 2];
            let texts = lengths
                .iter()
                .filter(|length| **length <= MAX_CANDIDATE_LENGTH && max.is_none_or(|max| **length <= max));
            candidates.extend(texts.map(|length| Value::from("a".repeat(usize::try_from(*length).unwrap_or(0)))));
            let odd = ["b", "x", "y1", "zz9"].into_iter().map(Value::from);
            candidates.extend(odd);
            return self.some(done, candidates);
        }
        let query = Query {
            found: found.iter().map(String::as_str).collect(),
            not_found: not_found.iter().map(String::as_str).collect(),
            not_equal: listed.iter().map(String::as_str).collect(),
            min,
            max,
        };
        // If other patterns restrict the string too, the core pattern of its format yields likely candidates.
        for core in formats.iter().filter_map(|format| format.core()).filter(|_| is_restricted) {
            let found = query.found.iter().copied().chain([core]).collect();
            if let Language::Text(text) = self.patterns.text(&Query { found, ..query.clone() }) {
                candidates.insert(0, Value::from(text));
            }
        }
        match self.patterns.text(&query) {
            Language::Empty => InnerSolution::Empty,
            Language::Text(text) => {
                let second = [text.as_str()];
                let mut not_equal = query.not_equal.clone();
                not_equal.extend(second);
                let other = self.patterns.text(&Query { not_equal, ..query });
                candidates.insert(0, Value::from(text.as_str()));
                if let Language::Text(other) = other {
                    candidates.insert(1, Value::from(other));
                }
                self.some(done, candidates)
            }
            Language::Unknown => {
                self.notes.insert("budget: patterns are too large together".to_owned());
                self.some(done, candidates)
            }
        }
    }

    fn some(&mut self, done: &State, candidates: Vec<Value>) -> InnerSolution {
        match self.listed(done, candidates) {
            InnerSolution::Empty => InnerSolution::Maybe(Vec::new()),
            found @ InnerSolution::Maybe(_) => found,
        }
    }
}
