//! The texts of questions: «با متن …», «عنوان سوال را … بگذار».

use super::ends;
use super::fields::group;
use super::names::{Found, Noun, given, link, nearest_noun, quotation, skip_colon, text_word};
use super::tokens::{Kind, Token, Utterance};
use super::words::{any, skip};

/// Takes the text of a question out that starts with «[با] متن» at `at`.
pub(super) fn of_text(said: &mut Utterance, at: usize) -> Option<usize> {
    let word = text_word(&said.tokens, skip(&said.tokens, at, &["با"]))?;
    let about = link(&said.tokens, word)?;
    if about.of_field || about.end > word && !about.colon {
        return spoken_of(said, at, about.end);
    }
    if nearest_noun(&said.tokens, at) != Some(Noun::Field) {
        return None;
    }
    take(said, at, skip_colon(&said.tokens, word))
}

/// Takes the text of a question out that was announced at `at` and starts at `from`.
pub(super) fn take(said: &mut Utterance, at: usize, from: usize) -> Option<usize> {
    let found = quotation(&said.tokens, from).unwrap_or_else(|| {
        let end = ends::question(&said.tokens, from);
        Found { text: from..end, quoted: false, end }
    });
    (!found.text.is_empty()).then(|| put(said, at, found))
}

/// Takes the text of a question out of «عنوان سوال را … بگذار», which says at `at` that the text starts at `from`.
pub(super) fn spoken_of(said: &mut Utterance, at: usize, from: usize) -> Option<usize> {
    match given(&said.tokens, from, false) {
        Some(found) => Some(put(said, at, found)),
        None => take(said, at, from),
    }
}

/// Whether the words for a group of fields end right before `at`.
pub(super) fn ends_group(tokens: &[Token], at: usize) -> bool {
    let start = ends::clause_start(tokens, at);
    (start..at).any(|from| group(tokens, from).is_some_and(|group| group.end == at))
}

fn put(said: &mut Utterance, at: usize, found: Found) -> usize {
    let text = said.written(found.text);
    said.take(at..found.end);
    said.tokens[at].kind = Kind::Question;
    said.tokens[at].text = text;
    found.end
}

/// The text of the question at `at`, quoted or taken out, and where it ends.
pub(super) fn text(tokens: &[Token], at: usize) -> Option<(Text, usize)> {
    let token = tokens.get(at)?;
    let after = |from: usize| from + tokens[from..].iter().take_while(|token| token.kind == Kind::Taken).count();
    match token.kind {
        Kind::Question => Some((Text::Taken(at), after(at + 1))),
        Kind::Quote => Some((Text::Quoted(at), at + 1)),
        _ => None,
    }
}

/// Where the text of a question stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Text {
    Taken(usize),
    Quoted(usize),
}

/// The texts that stand at `at` one after another, with «و» or a comma between, and where the last one ends.
pub(super) fn texts(tokens: &[Token], at: usize) -> Option<(Vec<Text>, usize)> {
    let (first, mut end) = text(tokens, skip_colon(tokens, at))?;
    let mut all = vec![first];
    loop {
        let comma = tokens.get(end).is_some_and(|token| token.is_mark("،") || token.is_mark(","));
        let next = if comma { end + 1 } else { end };
        let next = any(tokens, next, &["و"]).unwrap_or(next);
        match text(tokens, next).filter(|_| next > end) {
            Some((Text::Quoted(at), after)) => {
                all.push(Text::Quoted(at));
                end = after;
            }
            _ => return Some((all, end)),
        }
    }
}
