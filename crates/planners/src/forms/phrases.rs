//! Finds phrases letter by letter over several tokens, so that it does not matter how the parts of a word are joined.

use super::tokenizer::{Token, TokenKind};

#[cfg(test)]
thread_local! {
    /// Number of phrase comparisons. It measures the work of the planner independently of the machine.
    pub(super) static COMPARISONS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Maximum number of words that are searched for a related verb, so that the work is linear in the request length.
pub(super) const MAX_VERB_DISTANCE: usize = 40;

/// Returns the end of `phrase` if it starts at token `at`.
///
/// Spaces in `phrase` are ignored, except after «و», which is a separate word: «و اسم» is not «واسم».
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

/// Returns the end of the longest of `phrases` that starts at token `at`.
pub(super) fn any(tokens: &[Token], at: usize, phrases: &[&str]) -> Option<usize> {
    phrases.iter().filter_map(|one| phrase(tokens, at, one)).max()
}

/// Returns the end of the longest of `phrases` at token `at`, or `at` if none matches.
pub(super) fn skip(tokens: &[Token], at: usize, phrases: &[&str]) -> usize {
    any(tokens, at, phrases).unwrap_or(at)
}
