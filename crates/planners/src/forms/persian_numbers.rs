//! Numbers in digits and words.

use super::phrases::any;
use super::tokenizer::{Token, TokenKind};

const WORDS: &[(&str, usize)] = &[
    ("یک", 1),
    ("یه", 1),
    ("دو", 2),
    ("سه", 3),
    ("چهار", 4),
    ("چار", 4),
    ("پنج", 5),
    ("شش", 6),
    ("شیش", 6),
    ("هفت", 7),
    ("هشت", 8),
    ("نه", 9),
    ("ده", 10),
    ("یازده", 11),
    ("دوازده", 12),
    ("سیزده", 13),
    ("چهارده", 14),
    ("چارده", 14),
    ("پانزده", 15),
    ("پونزده", 15),
    ("شانزده", 16),
    ("شونزده", 16),
    ("هفده", 17),
    ("هیفده", 17),
    ("هجده", 18),
    ("هیجده", 18),
    ("هیژده", 18),
    ("نوزده", 19),
];

/// Numbers that may be followed by a smaller one: «بیست و سه».
const TENS: &[(&str, usize)] = &[
    ("بیست", 20),
    ("سی", 30),
    ("چهل", 40),
    ("پنجاه", 50),
    ("شصت", 60),
    ("هفتاد", 70),
    ("هشتاد", 80),
    ("نود", 90),
    ("صد", 100),
];

/// Ordinals that are not a number with the suffix «م».
const ORDINALS: &[(&str, usize)] = &[("اول", 1), ("سوم", 3), ("سی ام", 30)];

/// Words between a number and the counted noun.
const CLASSIFIERS: &[&str] = &["تا", "عدد", "دونه", "دانه", "تا دونه"];

/// Number and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) value: usize,
    pub(super) end: usize,
}

/// Returns the number at `at`, without a classifier. Numbers that are too large become the maximum.
pub(super) fn number(tokens: &[Token], at: usize) -> Option<Number> {
    let token = tokens.get(at)?;
    match token.kind {
        TokenKind::Number => Some(Number { value: token.text.parse().unwrap_or(usize::MAX), end: at + 1 }),
        TokenKind::Word => in_words(tokens, at),
        _ => None,
    }
}

/// Parses a number in words: «سه», «بیست», «بیست و سه».
pub(super) fn in_words(tokens: &[Token], at: usize) -> Option<Number> {
    let of = |table: &[(&str, usize)], at: usize, limit: usize| {
        let token = tokens.get(at).filter(|token| token.kind == TokenKind::Word)?;
        let &(_, value) = table.iter().find(|(word, value)| token.text == *word && *value < limit)?;
        Some(Number { value, end: at + 1 })
    };
    if let Some(one) = of(WORDS, at, usize::MAX) {
        return Some(one);
    }
    let mut sum = of(TENS, at, usize::MAX)?;
    while let Some(next) = any(tokens, sum.end, &["و"]) {
        let limit = if sum.value % 100 == 0 { 100 } else { 10 };
        let Some(more) = of(WORDS, next, limit).or_else(|| of(TENS, next, limit)) else { break };
        sum = Number { value: sum.value + more.value, end: more.end };
        if sum.value % 10 != 0 {
            break;
        }
    }
    Some(sum)
}

/// Returns the count at `at`, with its classifier: «سه», «سه تا», «سه‌تا», «سهتا».
pub(super) fn count(tokens: &[Token], at: usize) -> Option<Number> {
    let glued = || {
        let token = tokens.get(at).filter(|token| token.kind == TokenKind::Word)?;
        let classified = |word| token.text.strip_prefix(word).is_some_and(|rest| CLASSIFIERS.contains(&rest));
        let &(_, value) = WORDS.iter().find(|(word, _)| classified(word))?;
        Some(Number { value, end: at + 1 })
    };
    let plain = || {
        let number = number(tokens, at)?;
        Some(Number { end: any(tokens, number.end, CLASSIFIERS).unwrap_or(number.end), ..number })
    };
    plain().or_else(glued)
}

/// Returns the end of an indefinite number: «چند», «چند تا», «تعدادی».
pub(super) fn vague(tokens: &[Token], at: usize) -> Option<usize> {
    let end = any(tokens, at, &["چند", "چندین", "چندتا", "چند تا", "تعدادی", "مقداری"])?;
    Some(any(tokens, end, CLASSIFIERS).unwrap_or(end))
}

/// Returns the ordinal at `at`.
pub(super) fn ordinal(tokens: &[Token], at: usize) -> Option<Number> {
    let token = tokens.get(at).filter(|token| token.kind == TokenKind::Word)?;
    let named = ORDINALS.iter().find_map(|&(word, value)| Some(Number { value, end: any(tokens, at, &[word])? }));
    named.or_else(|| {
        let cardinal = token.text.strip_suffix('م')?;
        let &(_, value) = WORDS.iter().chain(TENS).find(|(word, value)| cardinal == *word && *value != 3)?;
        Some(Number { value, end: at + 1 })
    })
}
