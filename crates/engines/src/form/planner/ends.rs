//! Where clauses and unquoted texts end.

use super::tokens::{Kind, Token};
use super::words::{INTO, OBJECT, any, field, field_type, form_id, name};
use super::{numbers, verbs};

/// The end of the clause that token `at` is in: the next separator, or the end of the utterance.
pub(super) fn clause(tokens: &[Token], at: usize) -> usize {
    let after = tokens.iter().skip(at).position(|token| token.kind == Kind::Separator);
    after.map_or(tokens.len(), |length| at + length)
}

/// The start of the clause that token `at` is in.
pub(super) fn clause_start(tokens: &[Token], at: usize) -> usize {
    tokens[..at].iter().rposition(|token| token.kind == Kind::Separator).map_or(0, |before| before + 1)
}

/// The end of a title that starts at `at` and is not quoted: the next verb for creating, separator or quotation. It has at
/// least one token, unless the clause has none.
pub(super) fn title(tokens: &[Token], at: usize) -> usize {
    text(tokens, at, |tokens, at| verbs::create(tokens, at).is_some())
}

/// The end of a name that follows its verb: where a title ends, or where «و» begins the next request.
pub(super) fn trailing_name(tokens: &[Token], at: usize) -> usize {
    text(tokens, at, |tokens, at| verbs::create(tokens, at).is_some() || begins_request(tokens, at))
}

/// The end of the text of a question: where a title ends, at the form that it is for, at the verb for adding, or at the next
/// request.
pub(super) fn question(tokens: &[Token], at: usize) -> usize {
    let addressed = |tokens: &[Token], at| {
        any(tokens, at, INTO)
            .is_some_and(|form| form_id(tokens, form).is_some() || tokens.get(form).is_some_and(|one| one.is("فرم")))
    };
    text(tokens, at, |tokens, at| {
        verbs::create(tokens, at).is_some()
            || verbs::add(tokens, at).is_some()
            || addressed(tokens, at)
            || begins_request(tokens, at)
    })
}

fn text(tokens: &[Token], at: usize, ends: impl Fn(&[Token], usize) -> bool) -> usize {
    let stops =
        |index: usize| matches!(tokens[index].kind, Kind::Separator | Kind::Quote | Kind::Taken | Kind::Question);
    let end = (at..tokens.len()).find(|&index| stops(index) || index > at && ends(tokens, index));
    end.unwrap_or(tokens.len())
}

/// Whether «و» at `at` begins another request.
fn begins_request(tokens: &[Token], at: usize) -> bool {
    let next = at + 1;
    let counted = || {
        let end = numbers::count(tokens, next)?.end;
        field(tokens, end).or_else(|| field_type(tokens, end).map(|found| found.end))
    };
    let named = || any(tokens, name(tokens, next)?.end, OBJECT);
    let into = || form_id(tokens, any(tokens, next, INTO)?);
    let spoken_of = || any(tokens, next, &["آن را", "آن رو", "اون را", "اون رو", "منتشرش", "پیش نویسش"]);
    let results = || form_id(tokens, any(tokens, next, &["نتایج"])?);
    tokens[at].is("و")
        && (form_id(tokens, next).is_some()
            || counted().is_some()
            || named().is_some()
            || into().is_some()
            || spoken_of().is_some()
            || results().is_some())
}
