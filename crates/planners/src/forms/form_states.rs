//! The two states of a form, as something that it enters («به حالت پیش‌نویس برگردان») or leaves («از انتشار خارج کن»).

use super::persian_forms::{Action, Light, Mood, PublishState, Verb, passive, simple, with_light};
use super::phrases::{any, skip};
use super::tokenizer::Token;

/// Names of the states, with their adjectives.
const STATES: &[(PublishState, &[&str])] = &[
    (PublishState::Draft, &["پیش نویس", "پیش نویسی", "درفت", "درافت"]),
    (PublishState::Published, &["انتشار", "انتشار یافته", "منتشر", "منتشر شده", "نشر", "پابلیش", "پابلیش شده"]),
];

/// The noun that a state has before it.
pub(super) const STATUS: &[&str] = &["حالت", "وضعیت", "مرحله", "حالت های", "وضعیت های"];

/// What leads into a state.
const INTO_STATE: &[&str] = &["به", "در", "توی", "تو", "رو", "روی", "داخل", "وارد", "وارد فاز"];

/// Nouns that carry into a state with a light verb.
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

/// Nouns that carry out of a state.
const EXITS: &[&str] = &["خارج", "خارجش", "در", "درش", "بیرون", "بیرونش"];

/// The state that is named at `at`, with or without «حالت», and where its name ends.
fn state(tokens: &[Token], at: usize) -> Option<(PublishState, usize)> {
    let name = skip(tokens, at, STATUS);
    let found = STATES.iter().filter_map(|(state, names)| Some((*state, any(tokens, name, names)?)));
    found.max_by_key(|(_, end)| *end)
}

/// The state that is entered in «به حالت پیش‌نویس», and where that ends.
fn entered(tokens: &[Token], at: usize) -> Option<(PublishState, usize)> {
    state(tokens, any(tokens, at, INTO_STATE)?)
}

/// The state that is left in «از حالت پیش‌نویس», and where that ends.
pub(super) fn left(tokens: &[Token], at: usize) -> Option<(PublishState, usize)> {
    state(tokens, any(tokens, at, &["از"])?)
}

/// The verb that enters or leaves a state, whatever its order: «به پیش‌نویس برگردان», «برگردان به پیش‌نویس».
pub(super) fn read(tokens: &[Token], at: usize) -> Option<Verb> {
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

/// A verb that carries into a state; alone, «کن» and «شود» only do so after «وارد».
fn carrier(tokens: &[Token], at: usize, becomes: bool) -> Option<(Light, Mood, usize)> {
    let with_noun = CARRIERS.iter().filter_map(|noun| with_light(tokens, at, noun)).max_by_key(|(.., end)| *end);
    // «تغییر وضعیت دهد» is what the form does, not what somebody does to it.
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
