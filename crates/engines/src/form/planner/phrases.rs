//! How phrases are found: letter by letter over any number of tokens, so that it does not matter how the parts of a word are
//! joined.

use super::tokenizer::{Token, TokenKind};

/// Where `phrase` ends that starts at token `at`. Spaces in it are for the reader.
pub(super) fn phrase(tokens: &[Token], at: usize, phrase: &str) -> Option<usize> {
    let mut wanted = phrase.chars().filter(|&letter| letter != ' ').peekable();
    for (index, token) in tokens.iter().enumerate().skip(at) {
        if !matches!(token.kind, TokenKind::Word | TokenKind::Number)
            || token.text.chars().any(|one| wanted.next() != Some(one))
        {
            return None;
        }
        if wanted.peek().is_none() {
            return Some(index + 1);
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
