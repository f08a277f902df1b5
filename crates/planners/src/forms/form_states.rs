//! The two states of a form, which it enters («به حالت پیش‌نویس برگردان») or leaves («از انتشار خارج کن»).

use super::persian_forms::{Action, Light, Mood, PublishState, Verb, passive, simple, with_light};
use super::phrases::{any, skip};
use super::tokenizer::Token;

/// Names of the states, including adjectives.
const STATES: &[(PublishState, &[&str])] = &[
    (PublishState::Draft, &["پیش نویس", "پیش نویسی", "درفت", "درافت"]),
    (PublishState::Published, &["انتشار", "انتشار یافته", "منتشر", "منتشر شده", "نشر", "پابلیش", "پابلیش شده"]),
];

/// Nouns before the name of a state.
pub(super) const STATUS: &[&str] = &["حالت", "وضعیت", "مرحله", "حالت های", "وضعیت های"];

/// Prepositions before a state that is entered.
const INTO_STATE: &[&str] = &["به", "در", "توی", "تو", "رو", "روی", "داخل", "وارد", "وارد فاز"];

/// Nouns that form, with a light verb, a verb of entering a state.
const CARRIERS: &[&str] = &[
    "در",
    "درش",
    "تبدیل",
    "تبدیلش",
    "منتقل",
    "منتقلش",
    "تغییر",
    "تغییرش",
    "تغییر وضعیت",
    "تغییر حالت",
    "عوض",
    "عوضش",
    "قرار",
    "قرارش",
    "برگشت",
];

/// Nouns that form, with a light verb, a verb of leaving a state.
const EXITS: &[&str] = &["خارج", "خارجش", "در", "درش", "بیرون", "بیرونش"];

/// Returns the state named at `at`, with or without «حالت», and its end.
fn state(tokens: &[Token], at: usize) -> Option<(PublishState, usize)> {
    let name = skip(tokens, at, STATUS);
    let found = STATES.iter().filter_map(|(state, names)| Some((*state, any(tokens, name, names)?)));
    found.max_by_key(|(_, end)| *end)
}

/// Returns the state that is entered in «به حالت پیش‌نویس», and its end.
fn entered(tokens: &[Token], at: usize) -> Option<(PublishState, usize)> {
    state(tokens, any(tokens, at, INTO_STATE)?)
}

/// Returns the state that is left in «از حالت پیش‌نویس», and its end.
pub(super) fn left(tokens: &[Token], at: usize) -> Option<(PublishState, usize)> {
    state(tokens, any(tokens, at, &["از"])?)
}

/// Parses a verb that enters or leaves a state, in any word order: «به پیش‌نویس برگردان», «برگردان به پیش‌نویس».
pub(super) fn read_state_verb(tokens: &[Token], at: usize) -> Option<Verb> {
    if let Some((old, next)) = left(tokens, at) {
        if let Some((light, mood, end)) = leaver(tokens, next) {
            return Some(Verb { action: Action::Leave(old), mood: passive(light, mood), end });
        }
        // «از پیش‌نویس به انتشار ببر»
        let verb = enters(tokens, next)?;
        return (verb.action != old.entered_by()).then_some(verb);
    }
    enters(tokens, at).or_else(|| leaves(tokens, at))
}

fn enters(tokens: &[Token], at: usize) -> Option<Verb> {
    let verb = |state: PublishState, light: Light, mood: Mood, end: usize| Verb {
        action: state.entered_by(),
        mood: passive(light, mood),
        end,
    };
    if let Some((state, next)) = entered(tokens, at) {
        let becomes = any(tokens, at, &["وارد"]).is_some();
        let (light, mood, end) = carrier(tokens, next, becomes)?;
        return Some(verb(state, light, mood, end));
    }
    let (light, mood, next) = carrier(tokens, at, false)?;
    let (state, end) = entered(tokens, next)?;
    Some(verb(state, light, mood, end))
}

/// «درش بیار از حالت پیش‌نویس»
fn leaves(tokens: &[Token], at: usize) -> Option<Verb> {
    let (light, mood, next) = leaver(tokens, at)?;
    let (state, end) = left(tokens, next)?;
    Some(Verb { action: Action::Leave(state), mood: passive(light, mood), end })
}

/// Returns a verb that enters a state. «کن» and «شود» without a noun only do so after «وارد».
fn carrier(tokens: &[Token], at: usize, becomes: bool) -> Option<(Light, Mood, usize)> {
    let with_noun = CARRIERS.iter().filter_map(|noun| with_light(tokens, at, noun)).max_by_key(|(.., end)| *end);
    // «تغییر وضعیت دهد» describes what the form does, and is not a request.
    let with_noun = with_noun.map(|(light, mood, end)| {
        let is =
            |at: usize, words: &[&str]| words.iter().any(|word| tokens.get(at).is_some_and(|token| token.is(word)));
        let changes = end > 1 && is(end - 2, &["تغییر"]) && is(end - 1, &["کند", "بکند", "کنه", "بکنه"]);
        let third = changes || is(end - 1, &["دهد", "بدهد"]);
        (light, if third { Mood::Jussive } else { mood }, end)
    });
    let alone = || {
        simple(tokens, at).filter(|(light, ..)| match light {
            Light::Carry | Light::Put | Light::Go => true,
            Light::Do | Light::Become => becomes,
            Light::Give
            | Light::Make
            | Light::Append
            | Light::Take
            | Light::Throw
            | Light::Strike
            | Light::Gain
            | Light::Be
            | Light::Have => false,
        })
    };
    with_noun.or_else(alone)
}

fn leaver(tokens: &[Token], at: usize) -> Option<(Light, Mood, usize)> {
    let with_noun = EXITS.iter().filter_map(|noun| with_light(tokens, at, noun)).max_by_key(|(.., end)| *end);
    with_noun.or_else(|| simple(tokens, at).filter(|(light, ..)| *light == Light::Take))
}
