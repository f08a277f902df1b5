//! How phrases are found: letter by letter over any number of tokens, so that it does not matter how the parts of a word are
//! joined.

use super::tokenizer::{Token, TokenKind};

#[cfg(test)]
thread_local! {
    /// How many phrases were compared: the work of the planner, which does not depend on how busy the machine is.
    pub(super) static COMPARISONS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// How many words are looked through for a verb that another word needs, so that the work grows with the text only.
pub(super) const NEAR: usize = 40;

/// Where `phrase` ends that starts at token `at`. Spaces in it are for the reader, but for those after «و», which is a word of
/// its own: «و اسم» is not «واسم».
pub(super) fn phrase(tokens: &[Token], at: usize, phrase: &str) -> Option<usize> {
    #[cfg(test)]
    COMPARISONS.set(COMPARISONS.get() + 1);
    let mut rest = phrase;
    for (index, token) in tokens.iter().enumerate().skip(at) {
        if !matches!(token.kind, TokenKind::Word | TokenKind::Number) {
            return None;
        }
        for letter in token.text.chars() {
            rest = rest.trim_start_matches(' ').strip_prefix(letter)?;
        }
        if rest.is_empty() {
            return Some(index + 1);
        }
        if token.text == "و" && !rest.starts_with(' ') {
            return None;
        }
    }
    None
}

/// Where the longest of `phrases` ends that start at token `at`.
pub(super) fn any(tokens: &[Token], at: usize, phrases: &[&str]) -> Option<usize> {
    phrases.iter().filter_map(|one| phrase(tokens, at, one)).max()
}

/// `at`, or the end of the phrase that may stand there.
pub(super) fn skip(tokens: &[Token], at: usize, phrases: &[&str]) -> usize {
    any(tokens, at, phrases).unwrap_or(at)
}
