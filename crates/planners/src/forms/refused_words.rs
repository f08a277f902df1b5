//! Words outside of quotation marks that make a plan impossible, and words that explain why another word was not
//! understood.

mod hint_words;
mod turning_words;

use self::hint_words::HINT_WORDS;
use self::turning_words::TURNING_WORDS;
use super::form_states;
use super::persian_forms::simple;
use super::persian_nouns::{field, field_type, fields};
use super::persian_numbers::number;
use super::persian_verbs::{self, Action, Mood};
use super::phrases::any;
use super::refusal::NoPlanReason;
use super::small_words::{AND, polite, wish};
use super::tokenizer::{Token, TokenKind};

/// Returns the first words that make a plan impossible, with their range of tokens.
pub(super) fn find(tokens: &[Token]) -> Option<(NoPlanReason, usize, usize)> {
    let mut at = 0;
    while at < tokens.len() {
        let turned = table(TURNING_WORDS, tokens, at);
        if let Some(end) = polite(tokens, at).or_else(|| wish(tokens, at).map(|(_, end)| end)) {
            // «میشه بگی …» is a question, although «میشه» by itself is polite.
            if let Some((reason, turned)) = turned.filter(|(_, turned)| *turned > end) {
                return Some((reason, at, turned));
            }
            at = end;
            continue;
        }
        if let Some(verb) = form_states::read_state_verb(tokens, at).filter(|verb| verb.mood != Mood::Negative) {
            at = verb.end;
            continue;
        }
        if let Some((reason, end)) = turned.or_else(|| denied(tokens, at)) {
            return Some((reason, at, end));
        }
        at += 1;
    }
    None
}

fn denied(tokens: &[Token], at: usize) -> Option<(NoPlanReason, usize)> {
    let token = tokens.get(at)?;
    if let Some(verb) = persian_verbs::read_verb(tokens, at).filter(|verb| verb.mood == Mood::Negative) {
        return Some((NoPlanReason::Negation, verb.end));
    }
    if token.kind == TokenKind::Word && token.text.starts_with("نمی") {
        let end = if token.text == "نمی" { at + 2 } else { at + 1 };
        return Some((NoPlanReason::Negation, end.min(tokens.len())));
    }
    if let Some(end) = any(tokens, at, &["بعد از", "پس از", "قبل از", "پیش از"])
        .filter(|&end| any(tokens, at, AND).is_none_or(|and| and < end))
    {
        return Some((NoPlanReason::Time, end));
    }
    if any(tokens, at, &["کاش", "ای کاش", "کاشکی", "ای کاشکی"]).is_some() {
        return Some((NoPlanReason::NotImperative, at + 1));
    }
    if let Some(end) = duration(tokens, at) {
        return Some((NoPlanReason::Time, end));
    }
    if let Some((_, end)) = form_states::left(tokens, at).filter(|_| form_states::read_state_verb(tokens, at).is_none())
    {
        return Some((NoPlanReason::Negation, end));
    }
    if token.is("نه") && !counts(tokens, at + 1) {
        return Some((NoPlanReason::Correction, at + 1));
    }
    if token.is("بدون") && any(tokens, at + 1, &["سوال", "سوالی", "پرسش", "پرسشی", "فیلد", "فیلدی"]).is_none()
    {
        return Some((NoPlanReason::Negation, at + 1));
    }
    None
}

/// Returns the end of a duration: «سه روز», «۲ هفته».
fn duration(tokens: &[Token], at: usize) -> Option<usize> {
    const UNITS: &[&str] = &["روز", "هفته", "ماه", "سال", "ساعت", "دقیقه", "ثانیه"];
    any(tokens, number(tokens, at)?.end, UNITS)
}

/// Returns whether «نه» before `at` is the number nine.
fn counts(tokens: &[Token], at: usize) -> bool {
    let noun = any(tokens, at, &["تا", "عدد", "دونه"]).unwrap_or(at);
    field(tokens, noun).or_else(|| fields(tokens, noun)).is_some() || field_type(tokens, noun).is_some()
}

fn table(table: &[(NoPlanReason, &[&str])], tokens: &[Token], at: usize) -> Option<(NoPlanReason, usize)> {
    let found = table.iter().filter_map(|(reason, words)| Some((*reason, any(tokens, at, words)?)));
    found.max_by_key(|(_, end)| *end)
}

/// Returns the reason that the word at `at` implies after an unknown word: an unsupported action, or a time.
pub(super) fn implied_reason(tokens: &[Token], at: usize) -> Option<(NoPlanReason, usize)> {
    let noun = simple(tokens, at).is_none();
    let verb = persian_verbs::read_verb(tokens, at).filter(|verb| verb.action == Action::Other && noun);
    let verb = verb.map(|verb| (NoPlanReason::NoSuchStep, verb.end));
    let told = || {
        table(HINT_WORDS, tokens, at)
            .filter(|(reason, _)| matches!(reason, NoPlanReason::NoSuchStep | NoPlanReason::Time))
    };
    verb.or_else(told)
}

/// Returns why the token at `at` was not understood, and the end of the words that show this.
pub(super) fn explain(tokens: &[Token], at: usize) -> (NoPlanReason, usize) {
    let Some(token) = tokens.get(at) else { return (NoPlanReason::UnknownWord, at) };
    if token.is_mark("؟") || token.is_mark("?") {
        return (NoPlanReason::Question, at + 1);
    }
    if matches!(token.kind, TokenKind::OddNumber) {
        return (NoPlanReason::BadNumber, at + 1);
    }
    let verb = || {
        let verb = persian_verbs::read_verb(tokens, at)?;
        Some((if verb.mood.asks(None) { NoPlanReason::NoSuchStep } else { NoPlanReason::NotImperative }, verb.end))
    };
    verb().or_else(|| table(HINT_WORDS, tokens, at)).unwrap_or((NoPlanReason::UnknownWord, at + 1))
}
