//! Verbs that the planner knows, in all their forms: simple verbs, nouns with a light verb («منتشر کن»), and verbs of
//! entering or leaving a state. Only a positive imperative is a request.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::form_states;
pub(super) use super::persian_forms::{Action, Mood, Verb, Wish};
use super::persian_forms::{Light, OBJECT_PRONOUNS, passive, simple, with_light};
use super::phrases::{MAX_VERB_DISTANCE, any};
use super::tokenizer::{Token, TokenKind};

/// Nouns that form a verb with a light verb.
struct Compound {
    nouns: &'static [&'static str],
    lights: &'static [Light],
    action: Action,
}

const DO: &[Light] = &[Light::Do, Light::Become];
const GIVE: &[Light] = &[Light::Give, Light::Gain];
/// Nouns with which «کند» describes what should happen to something.
const CHANGE_NOUNS: &[&str] = &["تغییر", "تغییر پیدا"];

/// Light verbs of the nouns without a step. «بساز» is excluded, because it is a separate request, as in «فرم خالی
/// بساز».
const OTHER_LIGHTS: &[Light] = &[
    Light::Do,
    Light::Become,
    Light::Give,
    Light::Carry,
    Light::Take,
    Light::Throw,
    Light::Strike,
    Light::Go,
    Light::Gain,
    Light::Be,
    Light::Have,
];
/// Light verbs that put a form into a state.
const STATE: &[Light] = &[Light::Do, Light::Become, Light::Be];

const COMPOUNDS: &[Compound] = &[
    Compound {
        nouns: &["ایجاد", "درست", "طراحی", "تهیه", "شروع", "آماده", "تولید", "تعریف", "راه اندازی", "ردیف"],
        lights: DO,
        action: Action::Create,
    },
    Compound { nouns: &["تشکیل"], lights: &[Light::Give], action: Action::Create },
    Compound { nouns: &["راه"], lights: &[Light::Throw], action: Action::Create },
    Compound {
        nouns: &["اضافه", "اضاف", "وارد", "درج", "الحاق", "ادد"], lights: DO, action: Action::Add
    },
    Compound { nouns: &["قرار"], lights: &[Light::Give], action: Action::Put },
    Compound { nouns: &["در نظر"], lights: &[Light::Take], action: Action::Put },
    Compound { nouns: &["منتشر", "نشر", "پابلیش"], lights: STATE, action: Action::Publish },
    Compound { nouns: &["انتشار"], lights: GIVE, action: Action::Publish },
    Compound { nouns: &["پیش نویس"], lights: STATE, action: Action::Draft },
    Compound { nouns: &["باز", "ویرایش", "ادیت"], lights: DO, action: Action::Open },
    Compound { nouns: &["نشان", "نشون", "نمایش"], lights: &[Light::Give], action: Action::Show },
    Compound {
        nouns: &["تغییر", "تغییر نام", "تغییر اسم", "تغییر عنوان", "تغییر پیدا"],
        lights: GIVE,
        action: Action::Change,
    },
    Compound { nouns: CHANGE_NOUNS, lights: &[Light::Do], action: Action::Change },
    Compound {
        nouns: &["عوض", "تبدیل", "انتخاب", "تعیین", "تنظیم", "نام گذاری"], lights: DO, action: Action::Change
    },
];

/// Pronoun endings of a noun: of the object, or of the person it is done for.
const NOUN_PRONOUNS: &[&str] = &["اش", "م", "مان", "مون"];

/// Noun of a compound verb with one of its endings.
struct CompoundNoun {
    text: String,
    lights: &'static [Light],
    action: Action,
}

/// All nouns, with and without pronoun endings, by their first letter.
static NOUNS: LazyLock<BTreeMap<char, Vec<CompoundNoun>>> = LazyLock::new(|| {
    let known = COMPOUNDS.iter().flat_map(|one| one.nouns.iter().map(|noun| (*noun, one.lights, one.action)));
    let others = OTHER_NOUNS.iter().map(|noun| (*noun, OTHER_LIGHTS, Action::Other));
    let ended = |(noun, lights, action): (&str, &'static [Light], Action)| {
        let shown = NOUN_PRONOUNS.iter().filter(move |end| action == Action::Show || **end == "اش");
        let endings = [""].iter().chain(OBJECT_PRONOUNS).chain(shown);
        endings.map(|end| CompoundNoun { text: format!("{noun}{end}"), lights, action }).collect::<Vec<_>>()
    };
    let mut nouns: BTreeMap<char, Vec<CompoundNoun>> = BTreeMap::new();
    for noun in known.chain(others).flat_map(ended) {
        nouns.entry(noun.text.chars().next().unwrap_or_default()).or_default().push(noun);
    }
    nouns
});

/// Returns the nouns that could start at `at`.
fn nouns_at(tokens: &[Token], at: usize) -> &'static [CompoundNoun] {
    let letter = tokens.get(at).and_then(|token| token.text.chars().next());
    letter.and_then(|letter| NOUNS.get(&letter)).map_or(&[], Vec::as_slice)
}

/// Nouns of verbs without a step. With them, «کن» does not set a name.
const OTHER_NOUNS: &[&str] = &[
    "حذف",
    "پاک",
    "لغو",
    "کپی",
    "چک",
    "بررسی",
    "اصلاح",
    "تایید",
    "تأیید",
    "ذخیره",
    "ثبت",
    "نگاه",
    "فراموش",
    "رها",
    "تمیز",
    "تکثیر",
    "منتقل",
    "ارسال",
    "قفل",
    "فعال",
    "غیرفعال",
    "غیر فعال",
    "خارج",
    "متوقف",
    "صبر",
    "بسته",
    "جابجا",
    "جا به جا",
    "آرشیو",
    "بایگانی",
    "مرتب",
    "کامل",
    "تمام",
    "قطع",
    "وصل",
    "رد",
    "خراب",
    "پنهان",
    "مخفی",
    "چاپ",
    "دانلود",
    "آپلود",
    "کم",
    "زیاد",
    "الزامی",
    "اجباری",
    "اختیاری",
    "خالی",
    "پر",
    "دنبال",
    "کار",
    "فکر",
    "خاموش",
    "روشن",
    "به روز",
    "بروز",
    "آپدیت",
    "به روز رسانی",
    "اشتراک",
    "به اشتراک",
    "ارجاع",
    "ترجمه",
];

/// Returns the verb at `at`, in any mood.
pub(super) fn read_verb(tokens: &[Token], at: usize) -> Option<Verb> {
    if tokens.get(at)?.kind != TokenKind::Word {
        return None;
    }
    form_states::read_state_verb(tokens, at).or_else(|| compound(tokens, at)).or_else(|| alone(tokens, at))
}

fn compound(tokens: &[Token], at: usize) -> Option<Verb> {
    let found = |other: bool| {
        let nouns = nouns_at(tokens, at).iter().filter(move |noun| (noun.action == Action::Other) == other);
        let all = nouns.filter_map(|noun| {
            let (light, mood, end) = with_light(tokens, at, &noun.text)?;
            let third = ["کند", "بکند", "کنه", "بکنه"].iter().any(|form| tokens[end - 1].is(form));
            let happens = third && CHANGE_NOUNS.contains(&noun.text.as_str());
            let mood = if happens { Mood::Jussive } else { passive(light, mood) };
            noun.lights.contains(&light).then_some(Verb { action: noun.action, mood, end })
        });
        all.max_by_key(|verb| verb.end)
    };
    participle(tokens, at).or_else(|| found(false)).or_else(|| found(true)).or_else(|| shared(tokens, at))
}

/// Parses «منتشر کرده و … پیش‌نویس کن»: in formal writing, the first of two verbs has the mood of the second.
fn participle(tokens: &[Token], at: usize) -> Option<Verb> {
    let nouns =
        nouns_at(tokens, at).iter().filter(|noun| noun.action != Action::Other && noun.lights.contains(&Light::Do));
    let (action, end) = nouns
        .filter_map(|noun| Some((noun.action, any(tokens, any(tokens, at, &[&noun.text])?, &["کرده", "نموده"])?)))
        .max_by_key(|(_, end)| *end)?;
    let next = any(tokens, end, &["و"])?;
    let clause = (next..tokens.len()).take(MAX_VERB_DISTANCE).take_while(|&at| tokens[at].kind != TokenKind::Separator);
    let later = { clause }.find_map(|at| read_verb(tokens, at))?;
    matches!(later.mood, Mood::Imperative | Mood::Either).then_some(Verb { action, mood: later.mood, end })
}

/// Parses the first noun in «ویرایش و منتشر کن» or «فرم ۳ را منتشر و فرم ۴ را پیش‌نویس کن», which share one light verb.
fn shared(tokens: &[Token], at: usize) -> Option<Verb> {
    let noun_at = |at: usize| {
        let nouns =
            nouns_at(tokens, at).iter().filter(|noun| noun.action != Action::Other && noun.lights.contains(&Light::Do));
        nouns.filter_map(|noun| Some((noun.action, any(tokens, at, &[&noun.text])?))).max_by_key(|(_, end)| *end)
    };
    let (action, end) = noun_at(at)?;
    let next = any(tokens, end, &["و"])?;
    for later in (next..tokens.len()).take(MAX_VERB_DISTANCE) {
        let is_verb = || simple(tokens, later).is_some() || form_states::read_state_verb(tokens, later).is_some();
        match noun_at(later) {
            Some((_, after)) => {
                let Some((light, mood, _)) = simple(tokens, after) else { continue };
                return DO.contains(&light).then_some(Verb { action, mood: passive(light, mood), end });
            }
            None if tokens[later].kind == TokenKind::Separator || is_verb() => return None,
            None => {}
        }
    }
    None
}

fn alone(tokens: &[Token], at: usize) -> Option<Verb> {
    let (light, mood, end) = simple(tokens, at)?;
    let action = match light {
        Light::Make | Light::Strike => Action::Create,
        Light::Have if matches!(mood, Mood::FirstPerson) => Action::Create,
        Light::Append | Light::Have => Action::Add,
        Light::Put => Action::Put,
        Light::Be => Action::Be,
        Light::Do => Action::Do,
        Light::Become if mood == Mood::Jussive => Action::Be,
        Light::Give => Action::Give,
        Light::Become | Light::Carry | Light::Take | Light::Throw | Light::Go | Light::Gain => Action::Other,
    };
    Some(Verb { action, mood, end })
}

/// Returns a verbal noun that represents the whole request and precedes its object: «انتشار فرم ۵», «ایجاد یک فرم».
pub(super) fn noun(tokens: &[Token], at: usize) -> Option<(Action, usize)> {
    const NOUNS: &[(&str, Action)] = &[
        ("ایجاد", Action::Create),
        ("ساختن", Action::Create),
        ("ایجاد کردن", Action::Create),
        ("درست کردن", Action::Create),
        ("ساخت", Action::Create),
        ("افزودن", Action::Add),
        ("اضافه کردن", Action::Add),
        ("انتشار", Action::Publish),
        ("منتشر کردن", Action::Publish),
        ("انتشار دادن", Action::Publish),
        ("پیش نویس کردن", Action::Draft),
        ("باز کردن", Action::Open),
        ("ویرایش", Action::Open),
    ];
    let found = NOUNS.iter().filter_map(|&(noun, action)| Some((action, any(tokens, at, &[noun])?)));
    found.max_by_key(|(_, end)| *end)
}

/// Returns the end of «اقدام کنید» or «انجام شود», the light verb of a noun that precedes its object.
pub(super) fn carried_out(tokens: &[Token], at: usize) -> Option<usize> {
    let (light, mood, end) = ["اقدام", "انجام"].iter().find_map(|noun| with_light(tokens, at, noun))?;
    let light = matches!(light, Light::Do | Light::Become | Light::Give | Light::Gain);
    (light && mood.asks(None)).then_some(end)
}

/// Returns whether a noun that changes the meaning of «کن» ends directly before `at`.
pub(super) fn belongs_to_noun(tokens: &[Token], at: usize) -> bool {
    let ends_here = |back: usize| {
        at.checked_sub(back).is_some_and(|start| {
            nouns_at(tokens, start).iter().any(|noun| any(&tokens[..at], start, &[&noun.text]) == Some(at))
        })
    };
    ends_here(1) || ends_here(2)
}
