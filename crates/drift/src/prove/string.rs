//! Strings: length and patterns, by one search through the product of their automata.

use serde_json::Value;

use super::{Found, Prover, State};
use crate::arena::Node;
use crate::pattern::{Language, Query};

/// The longest text that is made as a candidate.
const MAX_MADE: u64 = 200_000;

impl Prover<'_> {
    pub(super) fn string(&mut self, done: &State) -> Found {
        let mut min = 0;
        let mut max: Option<u64> = None;
        let (mut found, mut not_found, mut formats) = (Vec::new(), Vec::new(), Vec::new());
        let mut listed: Vec<String> = Vec::new();
        for (id, sign) in done {
            match (self.arena.node(*id), sign) {
                (Node::MinLength(own), true) => min = min.max(*own),
                (Node::MaxLength(own), false) => min = min.max(own.saturating_add(1)),
                (Node::MaxLength(own), true) => max = Some(max.map_or(*own, |max| max.min(*own))),
                (Node::MinLength(0), false) => return Found::Empty,
                (Node::MinLength(own), false) => max = Some(max.map_or(own - 1, |max| max.min(own - 1))),
                (Node::Pattern(pattern), sign) => {
                    let list = if *sign { &mut found } else { &mut not_found };
                    list.push(pattern.clone());
                }
                (Node::Format(name), sign) => {
                    self.notes.insert(format!("format {name:?} is not decided"));
                    formats.push((name.clone(), *sign));
                }
                (Node::Enum(values), false) => {
                    listed.extend(values.iter().filter_map(Value::as_str).map(str::to_owned));
                }
                _ => {}
            }
        }
        if max.is_some_and(|max| max < min) {
            return Found::Empty;
        }
        let mut left_out = false;
        for list in [&mut found, &mut not_found] {
            list.retain(|pattern| {
                let known = self.patterns.knows(pattern);
                if !known {
                    self.notes.insert(format!("pattern {pattern:?} is not decided"));
                }
                left_out |= !known;
                known
            });
        }
        let mut candidates: Vec<Value> =
            if formats.is_empty() && !left_out { Vec::new() } else { samples().map(Value::from).collect() };
        let plain = found.is_empty() && not_found.is_empty();
        if plain && (min > 64 || max.is_none_or(|max| max > 64)) {
            let lengths = [min, min + 1, min + 2];
            let texts = lengths.iter().filter(|length| **length <= MAX_MADE && max.is_none_or(|max| **length <= max));
            candidates.extend(texts.map(|length| Value::from("a".repeat(usize::try_from(*length).unwrap_or(0)))));
            let odd = ["b", "x", "y1", "zz9"].into_iter().map(Value::from);
            candidates.extend(odd);
            return self.some(done, &formats, candidates);
        }
        let query = Query {
            found: found.iter().map(String::as_str).collect(),
            not_found: not_found.iter().map(String::as_str).collect(),
            not_equal: listed.iter().map(String::as_str).collect(),
            min,
            max,
        };
        match self.patterns.text(&query) {
            Language::Empty => Found::Empty,
            Language::Text(text) => {
                let second = [text.as_str()];
                let mut not_equal = query.not_equal.clone();
                not_equal.extend(second);
                let other = self.patterns.text(&Query { not_equal, ..query });
                candidates.insert(0, Value::from(text.as_str()));
                if let Language::Text(other) = other {
                    candidates.insert(1, Value::from(other));
                }
                self.some(done, &formats, candidates)
            }
            Language::Unknown => {
                self.notes.insert("budget: patterns are too large together".to_owned());
                self.some(done, &formats, candidates)
            }
        }
    }

    fn some(&mut self, done: &State, formats: &[(String, bool)], mut candidates: Vec<Value>) -> Found {
        // Few are kept: those of a format that is asked for come first.
        candidates.sort_by_key(|value| {
            let text = value.as_str().unwrap_or_default();
            !formats.iter().any(|(name, is_asked)| *is_asked && sample_of(name) == Some(text))
        });
        match self.listed(done, candidates) {
            Found::Empty => Found::Maybe(Vec::new()),
            found @ Found::Maybe(_) => found,
        }
    }
}

/// The one of [`samples`] that is of a format.
fn sample_of(format: &str) -> Option<&'static str> {
    Some(match format {
        "date" => "2024-02-29",
        "date-time" => "2024-02-29T12:30:00Z",
        "time" => "12:30:00Z",
        "duration" => "P1D",
        "email" | "idn-email" => "a@example.com",
        "hostname" | "idn-hostname" => "example.com",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "uri" | "iri" => "https://example.com/a",
        "json-pointer" => "/a/b",
        "uuid" => "123e4567-e89b-12d3-a456-426614174000",
        _ => return None,
    })
}

/// Texts of the usual formats, and one of none.
pub(crate) fn samples() -> impl Iterator<Item = &'static str> {
    [
        "no format at all",
        "",
        "2024-02-29",
        "2024-02-29T12:30:00Z",
        "12:30:00Z",
        "P1D",
        "a@example.com",
        "example.com",
        "192.0.2.1",
        "2001:db8::1",
        "https://example.com/a",
        "/a/b",
        "123e4567-e89b-12d3-a456-426614174000",
        "^a$",
        "(",
        "Ab1-xyz_",
        "12345678",
        "aA1!aaaa",
    ]
    .into_iter()
}
