//! The first pass: titles, renames and texts of questions are taken out, so that no word of theirs is read as anything else.

use std::ops::Range;

use super::tokens::{Kind, Token, Utterance};
use super::words::{self, OBJECT, any, field, field_type, form, form_id, phrase, skip};
use super::{ends, questions, verbs};

/// What forms are to be called.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// Titles for the form that is created; quoted ones first.
    pub(super) titles: Vec<String>,
    pub(super) renames: Vec<Rename>,
    /// Whether a form is named in a way that is of no use unless one is created («نامش را … بگذار»).
    pub(super) needs_form: bool,
}

/// One form gets another title.
#[derive(Clone, Debug)]
pub(super) struct Rename {
    /// The token where it is said.
    pub(super) at: usize,
    /// The digits of the form's id.
    pub(super) id: String,
    pub(super) title: String,
}

/// A text that was found, by its tokens.
pub(super) struct Found {
    /// The tokens of the text, or the one quotation.
    pub(super) text: Range<usize>,
    pub(super) quoted: bool,
    /// Where all that belongs to it ends.
    pub(super) end: usize,
}

/// Takes all names and texts out of `said`.
pub(super) fn take(said: &mut Utterance) -> Names {
    let mut names = Names::default();
    let mut plain = Vec::new();
    let mut at = 0;
    while at < said.tokens.len() {
        at = rename(said, at, &mut names)
            .or_else(|| introduced(said, at, &mut names, &mut plain))
            .or_else(|| spoken_of(said, at, &mut names, &mut plain))
            .or_else(|| questions::of_text(said, at))
            .or_else(|| after_form(said, at, &mut names))
            .unwrap_or(at + 1);
    }
    names.titles.append(&mut plain);
    names.titles.retain(|title| !title.is_empty());
    names
}

/// «عنوان فرم 3 را به … تغییر بده», or with the verb before the title.
fn rename(said: &mut Utterance, at: usize, names: &mut Names) -> Option<usize> {
    let name = words::name(&said.tokens, at).filter(|name| !name.possessive)?;
    let (id, after) = form_id(&said.tokens, name.end).map(|(id, end)| (id.to_owned(), end))?;
    let from = skip(&said.tokens, after, OBJECT);
    // «تغییر عنوان فرم 3 به …» has its verb before all this.
    let nominal = at > 0 && said.tokens[at - 1].is("تغییر");
    let Some(found) = given(&said.tokens, from, nominal) else { return Some(after) };
    names.renames.push(Rename { at, id, title: said.written(found.text.clone()) });
    said.take(from..found.end);
    Some(found.end)
}

/// «با عنوان …»: the nearest noun before says of what.
fn introduced(said: &mut Utterance, at: usize, names: &mut Names, plain: &mut Vec<String>) -> Option<usize> {
    let name = words::name(&said.tokens, any(&said.tokens, at, &["با", "به"])?).filter(|name| !name.possessive)?;
    if form_id(&said.tokens, name.end).is_some() {
        return None;
    }
    let from = skip_colon(&said.tokens, name.end);
    if nearest_noun(&said.tokens, at) == Some(Noun::Field) {
        return questions::take(said, at, from);
    }
    let found = quotation(&said.tokens, from).unwrap_or_else(|| {
        let end = ends::title(&said.tokens, from);
        Found { text: from..end, quoted: false, end }
    });
    if found.text.is_empty() {
        return None;
    }
    Some(keep(said, from, &found, names, plain))
}

/// «نام آن را … بگذار», «نامش … باشد», «عنوان: …».
fn spoken_of(said: &mut Utterance, at: usize, names: &mut Names, plain: &mut Vec<String>) -> Option<usize> {
    let name = words::name(&said.tokens, at)?;
    let link = link(&said.tokens, name.end)?;
    // «عنوان «…»» needs no more than the quotation.
    let colon = link.colon || quotation(&said.tokens, link.end).is_some();
    if link.end == name.end && !name.possessive && !colon {
        return None;
    }
    if link.of_field || colon && questions::ends_group(&said.tokens, at) {
        return questions::spoken_of(said, at, link.end);
    }
    let open = name.possessive || colon;
    let found =
        given(&said.tokens, link.end, false).or_else(|| open.then(|| rest(&said.tokens, link.end)).flatten())?;
    names.needs_form |= name.possessive || link.end > name.end && !link.colon;
    Some(keep(said, link.end, &found, names, plain))
}

/// «فرم «…»»: a quotation right after the word for a form.
fn after_form(said: &mut Utterance, at: usize, names: &mut Names) -> Option<usize> {
    let quote = form(&said.tokens, at)?;
    let found = quotation(&said.tokens, quote)?;
    names.titles.push(said.written(found.text));
    said.take(quote..found.end);
    Some(found.end)
}

/// Keeps a title, takes it out, and says where all that belongs to it ends.
fn keep(said: &mut Utterance, from: usize, found: &Found, names: &mut Names, plain: &mut Vec<String>) -> usize {
    let title = said.written(found.text.clone());
    if found.quoted { &mut names.titles } else { plain }.push(title);
    said.take(from..found.text.end);
    found.end
}

/// What connects the word for a name with the name: «فرم», «آن», «را», «:».
pub(super) struct Link {
    pub(super) end: usize,
    pub(super) colon: bool,
    /// Whether it is the name of a question.
    pub(super) of_field: bool,
}

pub(super) fn link(tokens: &[Token], from: usize) -> Option<Link> {
    let mut link = Link { end: from, colon: false, of_field: false };
    loop {
        let at = link.end;
        let after = any(tokens, at, &["آن", "اون", "این", "را", "رو", "هم"]);
        let ready = |end: &usize| tokens.get(*end).is_some_and(|one| one.is("را") || one.is("رو") || one.is_mark(":"));
        let new = || form(tokens, at).and_then(|end| any(tokens, end, &["جدید", "تازه"])).filter(ready);
        let question = field(tokens, at).filter(|end| ready(end) || quotation(tokens, *end).is_some());
        link.of_field |= question.is_some();
        let colon = tokens.get(at).filter(|token| token.is_mark(":")).map(|_| at + 1);
        link.colon |= colon.is_some();
        if form_id(tokens, at).is_some() {
            return None;
        }
        match after.or_else(new).or_else(|| form(tokens, at)).or(question).or(colon) {
            Some(end) => link.end = end,
            None => return Some(link),
        }
    }
}

/// The name in `[به] NAME VERB` or `VERB [به] NAME`; with `nominal` it may lack its verb.
pub(super) fn given(tokens: &[Token], from: usize, nominal: bool) -> Option<Found> {
    if let Some(verb) = verbs::rename(tokens, from) {
        let from = skip_colon(tokens, skip(tokens, verb, &["به"]));
        return rest(tokens, from);
    }
    let from = skip_colon(tokens, skip(tokens, from, &["به"]));
    let limit = ends::clause(tokens, from);
    if let Some(quoted) = quotation(tokens, from) {
        let end = verbs::rename(tokens, quoted.end).unwrap_or(quoted.end);
        return Some(Found { end, ..quoted });
    }
    let stops = |at: &usize| tokens[*at].kind == Kind::Taken || verbs::rename(tokens, *at).is_some();
    let verb = (from + 1..limit).find(stops).filter(|&at| tokens[at].kind != Kind::Taken);
    let Some(verb) = verb else { return nominal.then(|| rest(tokens, from)).flatten() };
    let end = verbs::rename(tokens, verb).unwrap_or(verb);
    let quoted = (from..verb).find_map(|at| quotation(tokens, at));
    Some(quoted.map_or(Found { text: from..verb, quoted: false, end }, |quoted| Found { end, ..quoted }))
}

/// The name that goes on to the end of what is said.
fn rest(tokens: &[Token], from: usize) -> Option<Found> {
    let end = ends::trailing_name(tokens, from);
    quotation(tokens, from).or_else(|| (end > from).then_some(Found { text: from..end, quoted: false, end }))
}

pub(super) fn quotation(tokens: &[Token], at: usize) -> Option<Found> {
    let token = tokens.get(at).filter(|token| token.kind == Kind::Quote)?;
    debug_assert!(token.text.is_empty());
    Some(Found { text: at..at + 1, quoted: true, end: at + 1 })
}

pub(super) fn skip_colon(tokens: &[Token], at: usize) -> usize {
    if tokens.get(at).is_some_and(|token| token.is_mark(":")) { at + 1 } else { at }
}

/// What a name can be of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noun {
    Form,
    Field,
}

/// The last noun before token `at`.
pub(super) fn nearest_noun(tokens: &[Token], at: usize) -> Option<Noun> {
    (0..at).rev().find_map(|at| {
        let counted = || super::numbers::count(tokens, at).and_then(|count| field_type(tokens, count.end));
        if form(tokens, at).is_some() {
            Some(Noun::Form)
        } else if field(tokens, at).is_some() || words::fields(tokens, at).is_some() || counted().is_some() {
            Some(Noun::Field)
        } else {
            None
        }
    })
}

/// Where «متن» ends, if it is not part of the name of a type.
pub(super) fn text_word(tokens: &[Token], at: usize) -> Option<usize> {
    let end = phrase(tokens, at, "متن").or_else(|| phrase(tokens, at, "متنش"))?;
    field_type(tokens, at).is_none().then_some(end)
}
