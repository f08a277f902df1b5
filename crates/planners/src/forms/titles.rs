//! Parses names and labels: titles of the new form, new titles of existing forms, and labels of questions.
//!
//! A quoted label is used literally. An unquoted label ends at the verb. If it could also end elsewhere, there is no
//! plan.

use std::ops::Range;

use super::field_groups::group;
use super::persian_nouns::{self, INTO, OBJECT, field, field_type, form, form_id, name};
use super::persian_numbers::count;
use super::persian_verbs::{self, Action, Mood, Verb, Wish};
use super::phrases::{any, phrase, skip};
use super::refusal::NoPlanReason;
use super::tokenizer::{Token, TokenKind};

/// Reason why a request has no plan, and the tokens at which it was found.
pub(super) type Fault = (NoPlanReason, Range<usize>);

/// Label in a request.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// Tokens of the label, or the quotation.
    pub(super) text: Range<usize>,
    pub(super) quoted: bool,
    /// End of the label with everything that belongs to it.
    pub(super) end: usize,
    /// True if its verb was found too.
    pub(super) verb: bool,
}

/// Target of a name or of a question's wording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noun {
    Form,
    Field,
}

/// Name or label in a request.
#[derive(Clone, Debug)]
pub(super) enum Named {
    /// New title of the form with these digits.
    Rename { digits: usize, found: Found },
    /// Title of the new form.
    Title(Found),
    /// Label of the last group of questions.
    Text(Found),
}

/// Context of a name: facts about the tokens before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    /// The last noun.
    pub(super) noun: Option<Noun>,
    /// True if a group of questions ends directly before.
    pub(super) ends_group: bool,
    /// True if there is a group of questions.
    pub(super) group: bool,
    /// Words that turn a wish into a request.
    pub(super) wish: Option<Wish>,
}

/// Parses a name or label at `at`.
pub(super) fn read_name(tokens: &[Token], at: usize, before: Before) -> Result<Option<Named>, Fault> {
    if let Some(found) = rename(tokens, at, before)? {
        return Ok(Some(found));
    }
    if let Some(found) = introduced(tokens, at, before)? {
        return Ok(Some(found));
    }
    if let Some(found) = spoken_of(tokens, at, before)? {
        return Ok(Some(found));
    }
    question(tokens, at, before)
}

/// Parses «عنوان فرم 3 را به … تغییر بده» with the verb in any position, or «تغییر عنوان فرم 9 به …».
fn rename(tokens: &[Token], at: usize, before: Before) -> Result<Option<Named>, Fault> {
    if let Some(found) = renamed_form(tokens, at, before).or_else(|| name_for_form(tokens, at, before)) {
        return Ok(Some(found));
    }
    let nominal = any(tokens, at, &["تغییر", "تغییر دادن"]);
    let Some(name) = name(tokens, nominal.unwrap_or(at)).filter(|name| !name.possessive) else { return Ok(None) };
    let Some(digits) = form_id(tokens, skip(tokens, name.end, &["جدید", "تازه"])) else { return Ok(None) };
    let from = skip(tokens, skip(tokens, digits + 1, OBJECT), &["هم"]);
    // «اسم فرم ۳و بذار …»: the spoken form of «را».
    let spoken = any(tokens, from, &["و"]).filter(|&verb| {
        let gives = |verb: &Verb| matches!(verb.action, Action::Put | Action::Change | Action::Be);
        persian_verbs::read_verb(tokens, verb).as_ref().is_some_and(gives)
    });
    let from = spoken.unwrap_or(from);
    let found = if nominal.is_some() {
        let Some(from) = any(tokens, from, &["به"]) else { return Err((NoPlanReason::NoTitle, at..from)) };
        rest(tokens, skip_colon(tokens, from))?
    } else {
        // «از «الف» به «ب»»: the old name is quoted, so it is not part of the new one.
        let old = any(tokens, from, &["از"]).and_then(|old| quotation(tokens, old)).map(|old| old.end);
        read_given_name(tokens, old.unwrap_or(from), before.wish, false)?
    };
    let found = found.ok_or((NoPlanReason::NoTitle, at..from))?;
    Ok(Some(Named::Rename { digits, found }))
}

/// Parses «فرم 3 را به «…» تغییر نام بده», «فرم 3 را تغییر نام بده به «…»».
fn renamed_form(tokens: &[Token], at: usize, before: Before) -> Option<Named> {
    const NAMES: &[&str] = &["تغییر نام", "تغییر اسم", "تغییر عنوان", "نام گذاری", "نام گذاری مجدد"];
    let verb = |at: usize| {
        any(tokens, at, NAMES)?;
        persian_verbs::read_verb(tokens, at).filter(|verb| verb.action == Action::Change && verb.mood.asks(before.wish))
    };
    let digits = form_id(tokens, at)?;
    let from = skip(tokens, digits + 1, OBJECT);
    let quoted = |at: usize| quotation(tokens, skip(tokens, at, &["به", "با نام", "به نام", "به اسم"]));
    let text = quoted(verb(from).map_or(from, |verb| verb.end))?;
    let end = if verb(from).is_some() { text.end } else { verb(text.end)?.end };
    let text = text.text;
    Some(Named::Rename { digits, found: Found { text, quoted: true, end, verb: true } })
}

/// Parses «برای فرم 3 عنوان «…» بگذار», «عنوان «…» را برای فرم 3 بگذار».
fn name_for_form(tokens: &[Token], at: usize, before: Before) -> Option<Named> {
    let form_at = |at: usize| form_id(tokens, any(tokens, at, INTO)?);
    let named = |at: usize| {
        let name = name(tokens, at).filter(|name| !name.possessive)?;
        let new = skip(tokens, skip(tokens, name.end, &["جدید", "تازه"]), OBJECT);
        let text = quotation(tokens, skip_colon(tokens, new))?;
        Some((text.text, skip(tokens, text.end, OBJECT)))
    };
    let gives = |verb: &Verb| {
        matches!(verb.action, Action::Put | Action::Change | Action::Be | Action::Give) && verb.mood.asks(before.wish)
    };
    // «برای فرم 3 یک اسم جدید بگذار: «…»»
    let named_later = |at: usize| {
        let name = name(tokens, skip(tokens, at, &["یک", "یه"])).filter(|name| !name.possessive)?;
        let new = skip(tokens, skip(tokens, name.end, &["جدید", "تازه"]), OBJECT);
        quotation(tokens, skip_colon(tokens, persian_verbs::read_verb(tokens, new).filter(gives)?.end))
    };
    if let Some((digits, text)) = form_at(at).and_then(|digits| Some((digits, named_later(digits + 1)?))) {
        return Some(Named::Rename { digits, found: Found { verb: true, ..text } });
    }
    let (digits, text, next) = if let Some(digits) = form_at(at) {
        let (text, next) = named(digits + 1)?;
        (digits, text, next)
    } else {
        let (text, next) = named(at)?;
        let digits = form_at(next)?;
        (digits, text, digits + 1)
    };
    let verb = persian_verbs::read_verb(tokens, next).filter(gives)?;
    Some(Named::Rename { digits, found: Found { text, quoted: true, end: verb.end, verb: true } })
}

/// Parses «با عنوان …». The name belongs to the nearest noun before it.
fn introduced(tokens: &[Token], at: usize, before: Before) -> Result<Option<Named>, Fault> {
    let name = any(tokens, at, &["با", "به", "تحت"]).and_then(|at| name(tokens, at)).filter(|name| !name.possessive);
    let Some(name) = name.filter(|name| form_id(tokens, name.end).is_none()) else { return Ok(None) };
    let from = skip_colon(tokens, name.end);
    if before.noun == Some(Noun::Field) {
        return Ok(Some(Named::Text(question_text(tokens, from)?)));
    }
    let found = match quotation(tokens, from) {
        Some(found) => found,
        None if before.noun.is_none() => return Err((NoPlanReason::Ambiguous, at..from)),
        None => plain(from..text_end(tokens, from, |_| false))?,
    };
    Ok(Some(Named::Title(found)))
}

/// Parses «نام آن را … بگذار», «نامش … باشد», «عنوان: …».
fn spoken_of(tokens: &[Token], at: usize, before: Before) -> Result<Option<Named>, Fault> {
    let Some(name) = name(tokens, at) else { return Ok(None) };
    let Some(link) = link(tokens, name.end) else { return Ok(None) };
    // In «عنوان «…»», the quotation is sufficient.
    let colon = link.colon || quotation(tokens, link.end).is_some();
    if link.end == name.end && !name.possessive && !colon {
        return Ok(None);
    }
    if link.of_field || colon && before.ends_group {
        return text_of(tokens, link.end, before).map(Some);
    }
    let found = match read_given_name(tokens, link.end, before.wish, true)? {
        Some(found) => found,
        None if name.possessive || colon => rest(tokens, link.end)?.ok_or((NoPlanReason::NoTitle, at..link.end))?,
        None => return Err((NoPlanReason::NoTitle, at..link.end)),
    };
    Ok(Some(Named::Title(found)))
}

/// Parses «با متن …».
fn question(tokens: &[Token], at: usize, before: Before) -> Result<Option<Named>, Fault> {
    let Some(word) = text_word(tokens, skip(tokens, at, &["با"])) else { return Ok(None) };
    let Some(about) = link(tokens, word) else { return Ok(None) };
    let possessive = tokens.get(word.saturating_sub(1)).is_some_and(|token| token.text.ends_with('ش'));
    if about.of_field || possessive || about.end > word && !about.colon {
        return text_of(tokens, about.end, before).map(Some);
    }
    if !before.group {
        return Err((NoPlanReason::UnknownWord, at..word));
    }
    Ok(Some(Named::Text(question_text(tokens, skip_colon(tokens, word))?)))
}

/// Parses the label in «عنوان سوال را … بگذار», starting at `from`.
fn text_of(tokens: &[Token], from: usize, before: Before) -> Result<Named, Fault> {
    let found = match read_given_name(tokens, from, before.wish, true)? {
        Some(found) => found,
        None => question_text(tokens, from)?,
    };
    Ok(Named::Text(found))
}

/// Words between the word for a name and the name: «فرم», «آن», «را», «:».
struct NameLink {
    end: usize,
    colon: bool,
    /// True if it is the name of a question.
    of_field: bool,
}

fn link(tokens: &[Token], from: usize) -> Option<NameLink> {
    let mut link = NameLink { end: from, colon: false, of_field: false };
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

/// Parses the name in `[به] NAME VERB` or `VERB [به] NAME`. A quoted name may lack its verb. `told` allows «است».
fn read_given_name(tokens: &[Token], from: usize, wish: Option<Wish>, told: bool) -> Result<Option<Found>, Fault> {
    let asks = |verb: &Verb| {
        let edits = || quotation(tokens, skip(tokens, verb.end, &["به"])).is_some_and(|text| text.end > verb.end + 1);
        let names = matches!(verb.action, Action::Put | Action::Change | Action::Be | Action::Do)
            || verb.action == Action::Open && edits();
        let mood = verb.mood.asks(wish) || told && verb.action == Action::Be && verb.mood == Mood::Statement;
        names && mood
    };
    let from = skip(tokens, from, POLITE);
    if let Some(verb) = persian_verbs::read_verb(tokens, from).filter(asks) {
        let from = skip_colon(tokens, skip(tokens, giving(tokens, verb, wish), &["به"]));
        return Ok(rest(tokens, from)?.map(|found| Found { verb: true, ..found }));
    }
    let to = any(tokens, from, &["به"]);
    let from = skip_colon(tokens, to.unwrap_or(from));
    if let Some(quoted) = quotation(tokens, from) {
        let verb = persian_verbs::read_verb(tokens, quoted.end).filter(asks);
        return Ok(Some(Found { end: verb.map_or(quoted.end, |verb| verb.end), verb: verb.is_some(), ..quoted }));
    }
    let limit = clause_end(tokens, from);
    let Some((at, verb)) = (from..limit).find_map(|at| Some((at, persian_verbs::read_verb(tokens, at)?))) else {
        return Ok(None);
    };
    let text = from..at;
    if text.is_empty() {
        return Ok(None);
    }
    let bare = verb.action == Action::Do && (text.len() < 2 || persian_verbs::belongs_to_noun(tokens, at));
    if !asks(&verb) || bare {
        let (reason, end) = super::refused_words::explain(tokens, at);
        return Err((if bare { NoPlanReason::UnknownWord } else { reason }, at..end));
    }
    unambiguous(tokens, &text)?;
    if let Some(at) = text.clone().find(|&at| to.is_none() && tokens[at].is("به")) {
        return Err((NoPlanReason::Ambiguous, at..at + 1));
    }
    Ok(Some(Found { text, quoted: false, end: verb.end, verb: true }))
}

/// Returns the end of the verb that sets the name after «عوض کن»: «عوض کن و بذار …», «عوض کن، اسمشو بذار …».
fn giving(tokens: &[Token], verb: Verb, wish: Option<Wish>) -> usize {
    if verb.action != Action::Change {
        return verb.end;
    }
    let comma = tokens.get(verb.end).is_some_and(|token| token.is_mark("،") || token.is_mark(","));
    let next = skip(tokens, if comma { verb.end + 1 } else { verb.end }, &["و"]);
    let next = name(tokens, next).filter(|name| name.possessive).map_or(next, |name| skip(tokens, name.end, OBJECT));
    let gives = |verb: &Verb| matches!(verb.action, Action::Put | Action::Do | Action::Be) && verb.mood.asks(wish);
    persian_verbs::read_verb(tokens, next).filter(gives).map_or(verb.end, |verb| verb.end)
}

/// Placeholders that are not names.
const VAGUE_NAMES: &[&str] = &[
    "چیز",
    "چیزی",
    "هر چی",
    "هرچی",
    "هر چه",
    "هرچه",
    "بهتر",
    "بهتری",
    "دلخواه",
    "مناسب",
    "مناسبی",
    "قبلی",
    "دیگری",
    "دیگه",
    "خودت",
];

/// Rejects an unquoted label that could be more than a label.
fn unambiguous(tokens: &[Token], text: &Range<usize>) -> Result<(), Fault> {
    let unclear = |&at: &usize| {
        let token = &tokens[at];
        token.kind == TokenKind::Quote
            || token.is("را")
            || token.is("رو")
            || at == text.start && token.is("از")
            || at > text.start && form_id(tokens, at).is_some()
            || any(tokens, at, VAGUE_NAMES).is_some()
            || POLITE.contains(&token.text.as_str())
            || begins_request(tokens, at)
    };
    match text.clone().find(unclear) {
        Some(at) => Err((NoPlanReason::Ambiguous, at..at + 1)),
        None => Ok(()),
    }
}

/// Polite words that may be next to a name.
const POLITE: &[&str] = &["لطفا", "لطفن", "خواهشا", "مرسی", "ممنون", "الان", "فورا", "سریع", "حتما"];

/// Parses a name that extends to the end of its clause, or to «و» before another request.
fn rest(tokens: &[Token], from: usize) -> Result<Option<Found>, Fault> {
    if let Some(quoted) = quotation(tokens, from) {
        return Ok(Some(quoted));
    }
    let limit = clause_end(tokens, from);
    let end = (from + 1..limit).find(|&at| begins_request(tokens, at)).unwrap_or(limit);
    let polite = (from..end).rev().take_while(|&at| POLITE.contains(&tokens[at].text.as_str())).count();
    let end = end - polite;
    if end <= from {
        return Ok(None);
    }
    if let Some((at, verb)) = (from..end).find_map(|at| Some((at, persian_verbs::read_verb(tokens, at)?))) {
        return Err((NoPlanReason::Ambiguous, at..verb.end));
    }
    unambiguous(tokens, &(from..end))?;
    Ok(Some(Found { text: from..end, quoted: false, end, verb: false }))
}

/// Parses the label of a question that starts at `from`.
fn question_text(tokens: &[Token], from: usize) -> Result<Found, Fault> {
    if let Some(quoted) = quotation(tokens, from) {
        return Ok(quoted);
    }
    let addressed = |at| {
        any(tokens, at, INTO)
            .is_some_and(|form| form_id(tokens, form).is_some() || tokens.get(form).is_some_and(|one| one.is("فرم")))
    };
    let end = text_end(tokens, from, |at| addressed(at) || begins_request(tokens, at));
    let mark = tokens.get(end).is_some_and(|token| token.is_mark("؟") || token.is_mark("?"));
    let found = plain(from..end)?;
    let end = if mark { end + 1 } else { end };
    Ok(Found { text: found.text.start..end, end, ..found })
}

fn plain(text: Range<usize>) -> Result<Found, Fault> {
    if text.is_empty() {
        return Err((NoPlanReason::NoTitle, text.start.saturating_sub(1)..text.start));
    }
    Ok(Found { end: text.end, text, quoted: false, verb: false })
}

/// Returns the end of an unquoted name: the next verb, separator or quotation, or where `ends` returns true.
fn text_end(tokens: &[Token], from: usize, ends: impl Fn(usize) -> bool) -> usize {
    let limit = clause_end(tokens, from);
    let stops = |&at: &usize| {
        tokens[at].kind == TokenKind::Quote || at > from && (persian_verbs::read_verb(tokens, at).is_some() || ends(at))
    };
    (from..limit).find(stops).unwrap_or(limit)
}

/// Returns whether «و» at `at` starts another request.
fn begins_request(tokens: &[Token], at: usize) -> bool {
    if !tokens[at].is("و") {
        return false;
    }
    let next = skip(tokens, at + 1, &["سپس", "بعد", "بعدش"]);
    let counted = || {
        let end = count(tokens, next)?.end;
        field(tokens, end).or_else(|| field_type(tokens, end).map(|found| found.end))
    };
    let named = || any(tokens, name(tokens, next)?.end, OBJECT);
    let into = || form_id(tokens, any(tokens, next, INTO)?);
    let spoken_of = || any(tokens, next, &["آن را", "آن رو", "اون را", "اون رو", "یک فرم", "یه فرم"]);
    let results = || form_id(tokens, any(tokens, next, &["نتایج"])?);
    let form_named = || form_id(tokens, name(tokens, next)?.end);
    form_id(tokens, next).is_some()
        || counted().is_some()
        || named().is_some()
        || form_named().is_some()
        || into().is_some()
        || spoken_of().is_some()
        || results().is_some()
        || group(tokens, next).is_some()
        || persian_verbs::read_verb(tokens, next).is_some()
}

/// Returns the next separator after `at`, or the end of the utterance.
fn clause_end(tokens: &[Token], at: usize) -> usize {
    let after = tokens.iter().skip(at).position(|token| token.kind == TokenKind::Separator);
    after.map_or(tokens.len(), |length| at + length)
}

/// Returns the quotation at `at`.
pub(super) fn quotation(tokens: &[Token], at: usize) -> Option<Found> {
    tokens.get(at).filter(|token| token.kind == TokenKind::Quote)?;
    Some(Found { text: at..at + 1, quoted: true, end: at + 1, verb: false })
}

/// Returns consecutive quotations at `at`, separated by «و» or a comma, and the end of the last one.
pub(super) fn quotations(tokens: &[Token], at: usize) -> Option<(Vec<usize>, usize)> {
    let first = skip_colon(tokens, at);
    quotation(tokens, first)?;
    let (mut all, mut end) = (vec![first], first + 1);
    loop {
        let comma = tokens.get(end).is_some_and(|token| token.is_mark("،") || token.is_mark(","));
        let next = skip(tokens, if comma { end + 1 } else { end }, &["و"]);
        if next == end || quotation(tokens, next).is_none() {
            return Some((all, end));
        }
        all.push(next);
        end = next + 1;
    }
}

/// Parses «با متن‌های «…»، «…» و «…»». Returns the quotations, and the end of the last one.
pub(super) fn list_of_texts(tokens: &[Token], at: usize) -> Option<(Vec<usize>, usize)> {
    let words = &["متن های", "عنوان های", "عناوین", "نام های", "اسم های", "متن ها ی"];
    quotations(tokens, any(tokens, skip(tokens, at, &["با", "به"]), words)?)
}

fn skip_colon(tokens: &[Token], at: usize) -> usize {
    if tokens.get(at).is_some_and(|token| token.is_mark(":")) { at + 1 } else { at }
}

/// Returns the end of «متن», if it is not part of the name of a type.
fn text_word(tokens: &[Token], at: usize) -> Option<usize> {
    let end = phrase(tokens, at, "متن").or_else(|| phrase(tokens, at, "متنش"))?;
    persian_nouns::field_type(tokens, at).is_none().then_some(end)
}
