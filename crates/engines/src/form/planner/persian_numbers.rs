//! Numbers in digits and words.

use super::persian_nouns::any;
use super::tokenizer::{Token, TokenKind};

const WORDS: &[(&str, usize)] = &[
    ("یک", 1),
    ("یه", 1),
    ("دو", 2),
    ("سه", 3),
    ("چهار", 4),
    ("پنج", 5),
    ("شش", 6),
    ("هفت", 7),
    ("هشت", 8),
    ("نه", 9),
    ("ده", 10),
    ("یازده", 11),
    ("دوازده", 12),
    ("سیزده", 13),
    ("چهارده", 14),
    ("پانزده", 15),
    ("شانزده", 16),
    ("هفده", 17),
    ("هجده", 18),
    ("نوزده", 19),
    ("بیست", 20),
];

const ORDINALS: &[(&str, usize)] = &[
    ("اول", 1),
    ("دوم", 2),
    ("سوم", 3),
    ("چهارم", 4),
    ("پنجم", 5),
    ("ششم", 6),
    ("هفتم", 7),
    ("هشتم", 8),
    ("نهم", 9),
    ("دهم", 10),
];

/// What may stand between a number and what is counted.
const CLASSIFIERS: &[&str] = &["تا", "عدد", "دونه"];

/// A number and where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) value: usize,
    pub(super) end: usize,
}

/// The number at `at`, without a classifier. More digits than fit mean the largest number.
pub(super) fn number(tokens: &[Token], at: usize) -> Option<Number> {
    let token = tokens.get(at)?;
    let value = match token.kind {
        TokenKind::Number => token.text.parse().unwrap_or(usize::MAX),
        TokenKind::Word => WORDS.iter().find(|(word, _)| token.text == *word)?.1,
        _ => return None,
    };
    Some(Number { value, end: at + 1 })
}

/// The number at `at` that counts something, with its classifier: «سه», «سه تا», «سه‌تا», «سهتا».
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

/// Where a number that is none ends: «چند», «چند تا», «تعدادی».
pub(super) fn vague(tokens: &[Token], at: usize) -> Option<usize> {
    let end = any(tokens, at, &["چند", "چندین", "چندتا", "چند تا", "تعدادی", "مقداری"])?;
    Some(any(tokens, end, CLASSIFIERS).unwrap_or(end))
}

/// The ordinal at `at`.
pub(super) fn ordinal(tokens: &[Token], at: usize) -> Option<Number> {
    let token = tokens.get(at).filter(|token| token.kind == TokenKind::Word)?;
    let &(_, value) = ORDINALS.iter().find(|(word, _)| token.text == *word)?;
    Some(Number { value, end: at + 1 })
}
