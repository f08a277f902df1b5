//! Compiles patterns to tables of automata when code is generated.

use std::collections::HashMap;

use planwright_schema::rust_regex;
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use regex_automata::dfa::{Automaton as _, dense};
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;

type PatternDfa = dense::DFA<Vec<u32>>;

/// Maximum number of states in a table. More do not fit a byte, and would be slow.
const MAX_STATES: usize = 200;
/// Maximum length of a pattern that is compiled.
const MAX_PATTERN_LENGTH: usize = 500;
/// Maximum number of entries in a table.
const MAX_ENTRIES: usize = 6_000;

/// Returns the expression of a `PatternTable`, or `None` if the pattern is too large or has another meaning in Rust.
pub(super) fn table(pattern: &str) -> Option<TokenStream> {
    let automaton = Automaton::compile(pattern)?;
    let number = Literal::usize_unsuffixed;
    let mut ranges = Vec::new();
    let mut byte = 0;
    while byte < 256 {
        let class = automaton.classes[byte];
        let first = byte;
        while byte < 256 && automaton.classes[byte] == class {
            byte += 1;
        }
        if class != 0 {
            let (first, last, class) = (number(first), number(byte - 1), number(class));
            ranges.push(quote!((#first, #last, #class)));
        }
    }
    let next = automaton.next.iter().map(|state| Literal::u8_unsuffixed(*state));
    let (pattern, width) = (crate::text::literal(pattern), number(automaton.width));
    Some(quote! {
        PatternTable {
            pattern: #pattern, classes: PatternTable::classes(&[#(#ranges),*]), next: &[#(#next),*], width: #width
        }
    })
}

/// An automaton in the form of the runtime. In state 0 no match is possible, and in state 1 a match was found.
struct Automaton {
    classes: Vec<usize>,
    next: Vec<u8>,
    width: usize,
}

impl Automaton {
    fn compile(pattern: &str) -> Option<Self> {
        let dfa = build(&rust_regex(pattern, MAX_PATTERN_LENGTH)?)?;
        let first = dfa.start_state(&start::Config::new()).ok()?;
        if dfa.is_match_state(first) || dfa.is_special_state(first) && dfa.is_quit_state(first) {
            return None;
        }
        let mut states = vec![first];
        let mut number: HashMap<StateID, usize> = HashMap::from([(first, 2)]);
        let mut rows: Vec<Vec<usize>> = Vec::new();
        while let Some(state) = states.get(rows.len()).copied() {
            let mut row = Vec::with_capacity(257);
            for byte in 0..=u8::MAX {
                let next = dfa.next_state(state, byte);
                row.push(if dfa.is_quit_state(next) {
                    return None;
                } else if dfa.is_match_state(next) {
                    1
                } else if dfa.is_dead_state(next) {
                    0
                } else {
                    *number.entry(next).or_insert_with(|| {
                        states.push(next);
                        states.len() + 1
                    })
                });
            }
            let last = dfa.next_eoi_state(state);
            if dfa.is_quit_state(last) {
                return None;
            }
            row.push(usize::from(dfa.is_match_state(last)));
            rows.push(row);
            if states.len() > MAX_STATES {
                return None;
            }
        }
        let (classes, count) = classes(&rows);
        let width = count + 1;
        if rows.len() * width > MAX_ENTRIES {
            return None;
        }
        let mut next = Vec::with_capacity(rows.len() * width);
        for row in &rows {
            for class in 0..count {
                let byte = classes.iter().position(|own| *own == class)?;
                next.push(u8::try_from(row[byte]).ok()?);
            }
            next.push(u8::try_from(row[256]).ok()?);
        }
        Some(Self { classes, next, width })
    }
}

/// Returns the class of each byte, and the number of classes. Bytes that no state distinguishes share a class, and byte
/// 0 has class 0.
fn classes(rows: &[Vec<usize>]) -> (Vec<usize>, usize) {
    let mut known: HashMap<Vec<usize>, usize> = HashMap::new();
    let classes = (0..256).map(|byte| {
        let column: Vec<usize> = rows.iter().map(|row| row[byte]).collect();
        let fresh = known.len();
        *known.entry(column).or_insert(fresh)
    });
    let classes: Vec<usize> = classes.collect();
    (classes, known.len())
}

fn build(pattern: &str) -> Option<PatternDfa> {
    let config = dense::Config::new()
        .dfa_size_limit(Some(1 << 20))
        .determinize_size_limit(Some(4 << 20))
        .start_kind(regex_automata::dfa::StartKind::Unanchored);
    dense::Builder::new().configure(config).build(pattern).ok()
}

#[cfg(test)]
mod tests {
    use super::Automaton;

    fn finds(pattern: &str, text: &str) -> bool {
        let automaton = Automaton::compile(pattern).expect("a table");
        let after = |state: usize, class: usize| usize::from(automaton.next[(state - 2) * automaton.width + class]);
        let mut state = 2;
        for byte in text.bytes() {
            state = after(state, automaton.classes[usize::from(byte)]);
            if state < 2 {
                return state == 1;
            }
        }
        after(state, automaton.width - 1) == 1
    }

    #[test]
    fn a_table_finds_what_the_validator_finds() {
        let patterns = [
            "^[A-Za-z][A-Za-z0-9_]*$",
            "\\S",
            "^([^~]|~[01])*$",
            "^T[0-9]+$",
            "^[0-9]{2,3}\\.0$",
            "b",
            "^$",
            "",
            "a$",
            "^\\d+$",
            "^[A-Za-z0-9]{15}([A-Za-z0-9]{3})?$",
            "^\\w+$",
            "^a|b$",
            "^.$",
            "\\s$",
            "[^a]",
        ];
        let texts = [
            "",
            "a",
            "b",
            "ab",
            "ba",
            "T1",
            "T",
            "T1\n",
            "10.0",
            "100.0",
            "1000.0",
            " ",
            "\u{a0}",
            "\u{2003}x",
            "\u{feff}",
            "~0",
            "~",
            "~2",
            "é",
            "\u{1f600}",
            "\u{661}",
            "A-1",
            "001000000000001",
            "001000000000001AAA",
            "\n",
            "\r",
            "\u{2028}",
            "a\n",
        ];
        for pattern in patterns {
            let schema = serde_json::json!({ "pattern": pattern });
            let validator = jsonschema::validator_for(&schema).expect("a schema");
            for text in texts {
                assert_eq!(finds(pattern, text), validator.is_valid(&text.into()), "{pattern:?} in {text:?}");
            }
        }
    }

    #[test]
    fn what_is_too_large_or_doubtful_has_no_table() {
        for pattern in ["(?=a)", "^\\p{L}+$", "(a){400}(b){400}", "(", "^(a|b){90}[ab]{200}$"] {
            assert!(Automaton::compile(pattern).is_none(), "{pattern}");
        }
    }
}
