//! The verbs that the planner knows, in every form that a person may write them in.
//!
//! A Persian verb is a stem with a prefix and an ending («بساز», «نسازید», «می‌سازم»), or a noun with a light verb
//! («منتشر کن»). Stems and nouns are tables; the forms, with their mood and polarity, are derived from them. Only a positive
//! imperative asks for something.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::persian_nouns::any;
use super::tokenizer::{Token, TokenKind};

/// What a verb asks to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// «بساز»
    Create,
    /// «اضافه کن»
    Add,
    /// «منتشر کن»
    Publish,
    /// «پیش‌نویس کن»
    Draft,
    /// «باز کن», «ویرایش کن»
    Open,
    /// «نشان بده»: results only.
    Show,
    /// «بگذار»: adds a question, or gives a name.
    Put,
    /// «تغییر بده»: gives a name.
    Change,
    /// «باشد»: gives a name or a quality.
    Be,
    /// «کن» without a noun that is known: gives a name.
    Do,
    /// A verb that no step stands for.
    Other,
}

/// What a form of a verb says about its action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mood {
    /// Asks: «بساز».
    Imperative,
    /// Asks, or says what is wanted: «بسازید».
    Either,
    /// Says what is wanted: «بسازم», «بسازی».
    Subjunctive,
    /// Says what shall be: «اضافه شود».
    Jussive,
    /// Names the action: «ساختن».
    Noun,
    /// Denies or forbids: «نساز».
    Negative,
    /// Tells or asks about what is, was or will be: «می‌سازم», «ساخت».
    Statement,
}

/// A form of a verb in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verb {
    pub(super) action: Action,
    pub(super) mood: Mood,
    /// The token after it.
    pub(super) end: usize,
}

/// The verb that a noun needs, or a simple verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Light {
    Do,
    Become,
    Give,
    Put,
    Make,
    Append,
    Carry,
    Be,
    Have,
}

/// Stems of the present; the flag says whether the imperative needs no prefix («کن», not «گذار»).
const PRESENT: &[(&str, Light, bool)] = &[
    ("کن", Light::Do, true),
    ("ده", Light::Give, false),
    ("د", Light::Give, false),
    ("گذار", Light::Put, false),
    ("ذار", Light::Put, false),
    ("زار", Light::Put, false),
    ("ساز", Light::Make, false),
    ("افزا", Light::Append, false),
    ("یفزا", Light::Append, false),
    ("بر", Light::Carry, false),
    ("یار", Light::Carry, false),
    ("یاور", Light::Carry, false),
    ("برگردان", Light::Carry, true),
    ("برگردون", Light::Carry, true),
];

const PAST: &[(&str, Light)] = &[
    ("کرد", Light::Do),
    ("شد", Light::Become),
    ("داد", Light::Give),
    ("گذاشت", Light::Put),
    ("ذاشت", Light::Put),
    ("ساخت", Light::Make),
    ("افزود", Light::Append),
    ("برد", Light::Carry),
    ("آورد", Light::Carry),
];

/// Forms that no rule derives.
const IRREGULAR: &[(&str, Light, Mood)] = &[
    ("دهید", Light::Give, Mood::Either),
    ("بیفزایید", Light::Append, Mood::Either),
    ("بیفزای", Light::Append, Mood::Imperative),
    ("شود", Light::Become, Mood::Jussive),
    ("بشود", Light::Become, Mood::Jussive),
    ("شه", Light::Become, Mood::Jussive),
    ("بشه", Light::Become, Mood::Jussive),
    ("شوند", Light::Become, Mood::Jussive),
    ("بشوند", Light::Become, Mood::Jussive),
    ("بشن", Light::Become, Mood::Jussive),
    ("گردد", Light::Become, Mood::Jussive),
    ("بگردد", Light::Become, Mood::Jussive),
    ("نشود", Light::Become, Mood::Negative),
    ("نشه", Light::Become, Mood::Negative),
    ("نشوند", Light::Become, Mood::Negative),
    ("نشن", Light::Become, Mood::Negative),
    ("نگردد", Light::Become, Mood::Negative),
    ("نمیشود", Light::Become, Mood::Negative),
    ("نمیشه", Light::Become, Mood::Negative),
    ("میشود", Light::Become, Mood::Statement),
    ("میشه", Light::Become, Mood::Statement),
    ("میشوند", Light::Become, Mood::Statement),
    ("میشن", Light::Become, Mood::Statement),
    ("باشد", Light::Be, Mood::Jussive),
    ("باشه", Light::Be, Mood::Jussive),
    ("باشند", Light::Be, Mood::Jussive),
    ("باشن", Light::Be, Mood::Jussive),
    ("نباشد", Light::Be, Mood::Negative),
    ("نباشه", Light::Be, Mood::Negative),
    ("نباشند", Light::Be, Mood::Negative),
    ("نباشن", Light::Be, Mood::Negative),
    ("است", Light::Be, Mood::Statement),
    ("هست", Light::Be, Mood::Statement),
    ("هستند", Light::Be, Mood::Statement),
    ("بود", Light::Be, Mood::Statement),
    ("نیست", Light::Be, Mood::Negative),
    ("نیستند", Light::Be, Mood::Negative),
    ("نبود", Light::Be, Mood::Negative),
    ("داشته باشد", Light::Have, Mood::Jussive),
    ("داشته باشه", Light::Have, Mood::Jussive),
    ("نداشته باشد", Light::Have, Mood::Negative),
    ("نداشته باشه", Light::Have, Mood::Negative),
    ("دارد", Light::Have, Mood::Statement),
    ("داره", Light::Have, Mood::Statement),
    ("ندارد", Light::Have, Mood::Negative),
    ("نداره", Light::Have, Mood::Negative),
    ("ساخته شود", Light::Make, Mood::Jussive),
    ("ساخته بشه", Light::Make, Mood::Jussive),
    ("ساخته شه", Light::Make, Mood::Jussive),
    ("ساخته نشود", Light::Make, Mood::Negative),
    ("ساخته نشه", Light::Make, Mood::Negative),
    ("افزوده شود", Light::Append, Mood::Jussive),
    ("افزوده نشود", Light::Append, Mood::Negative),
    ("گذاشته شود", Light::Put, Mood::Jussive),
    ("گذاشته نشود", Light::Put, Mood::Negative),
    ("ساخت", Light::Make, Mood::Noun),
];

const ENDINGS: &[(&str, Mood)] = &[
    ("", Mood::Imperative),
    ("ید", Mood::Either),
    ("ین", Mood::Either),
    ("م", Mood::Subjunctive),
    ("ی", Mood::Subjunctive),
    ("یم", Mood::Subjunctive),
    ("د", Mood::Statement),
    ("ه", Mood::Statement),
    ("ند", Mood::Statement),
    ("ن", Mood::Statement),
];

/// All forms of the simple verbs by their spelling without spaces.
static FORMS: LazyLock<BTreeMap<String, (Light, Mood)>> = LazyLock::new(|| {
    let mut forms = BTreeMap::new();
    for &(text, light, mood) in IRREGULAR {
        forms.insert(text.replace(' ', ""), (light, mood));
    }
    let mut add = |text: String, light, mood| {
        forms.entry(text).or_insert((light, mood));
    };
    for &(stem, light, bare) in PRESENT {
        for &(ending, mood) in ENDINGS {
            if bare {
                add(format!("{stem}{ending}"), light, mood);
            }
            if stem == "د" && ending.is_empty() {
                continue;
            }
            add(format!("ب{stem}{ending}"), light, mood);
            add(format!("ن{stem}{ending}"), light, Mood::Negative);
            if !ending.is_empty() {
                add(format!("می{stem}{ending}"), light, Mood::Statement);
                add(format!("نمی{stem}{ending}"), light, Mood::Negative);
            }
        }
    }
    for &(stem, light) in PAST {
        add(format!("{stem}ن"), light, Mood::Noun);
        add(format!("ن{stem}ن"), light, Mood::Negative);
        for ending in ["", "م", "ی", "یم", "ید", "ین", "ند", "ه"] {
            add(format!("{stem}{ending}"), light, Mood::Statement);
            add(format!("می{stem}{ending}"), light, Mood::Statement);
            add(format!("ن{stem}{ending}"), light, Mood::Negative);
            add(format!("نمی{stem}{ending}"), light, Mood::Negative);
        }
    }
    forms
});

/// A noun that makes a verb with a light verb.
struct Compound {
    nouns: &'static [&'static str],
    lights: &'static [Light],
    action: Action,
}

const DO: &[Light] = &[Light::Do, Light::Become];

/// Where something is carried to become a draft.
const DRAFT_STATE: &[&str] =
    &["به پیش نویس", "به حالت پیش نویس", "به حالت پیش نویس در", "به پیش نویس بر", "به حالت پیش نویس بر"];

const COMPOUNDS: &[Compound] = &[
    Compound {
        nouns: &["ایجاد", "درست", "طراحی", "تهیه", "شروع", "آماده"], lights: DO, action: Action::Create
    },
    Compound { nouns: &["تشکیل"], lights: &[Light::Give], action: Action::Create },
    Compound { nouns: &["اضافه", "اضافه اش", "وارد", "درج"], lights: DO, action: Action::Add },
    Compound { nouns: &["قرار"], lights: &[Light::Give], action: Action::Put },
    Compound {
        nouns: &["منتشر", "منتشرش", "نشر", "پابلیش", "پابلیشش"], lights: DO, action: Action::Publish
    },
    Compound {
        nouns: &["انتشار", "در حالت انتشار قرار"], lights: &[Light::Give], action: Action::Publish
    },
    Compound { nouns: &["در حالت پیش نویس قرار"], lights: &[Light::Give], action: Action::Draft },
    Compound {
        nouns: &["پیش نویس", "پیش نویسش", "به پیش نویس تبدیل", "به پیش نویس تبدیلش", "به حالت پیش نویس تبدیل"],
        lights: DO,
        action: Action::Draft,
    },
    Compound { nouns: DRAFT_STATE, lights: &[Light::Carry], action: Action::Draft },
    Compound {
        nouns: &["باز", "بازش", "ویرایش", "ویرایشش", "ادیت", "ادیتش"], lights: DO, action: Action::Open
    },
    Compound { nouns: &["نشان", "نشون", "نمایش"], lights: &[Light::Give], action: Action::Show },
    Compound {
        nouns: &["تغییر", "تغییرش", "تغییر نام", "تغییر اسم"], lights: &[Light::Give], action: Action::Change
    },
    Compound {
        nouns: &["عوض", "عوضش", "تبدیل", "انتخاب", "تعیین", "تنظیم"], lights: DO, action: Action::Change
    },
];

/// Nouns of verbs that no step stands for. They make «کن» a verb of its own, so that it gives no name.
const OTHER_NOUNS: &[&str] = &[
    "حذف",
    "حذفش",
    "پاک",
    "پاکش",
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
];

/// The longest of the simple verbs at `at`.
fn simple(tokens: &[Token], at: usize) -> Option<(Light, Mood, usize)> {
    let mut spelling = String::new();
    let mut found = None;
    for (index, token) in tokens.iter().enumerate().skip(at).take(4) {
        if token.kind != TokenKind::Word {
            break;
        }
        spelling.push_str(&token.text);
        if let Some(&(light, mood)) = FORMS.get(&spelling) {
            found = Some((light, mood, index + 1));
        }
    }
    found
}

/// The verb at `at`, in whatever mood.
pub(super) fn read(tokens: &[Token], at: usize) -> Option<Verb> {
    if tokens.get(at)?.kind != TokenKind::Word {
        return None;
    }
    compound(tokens, at).or_else(|| alone(tokens, at))
}

fn compound(tokens: &[Token], at: usize) -> Option<Verb> {
    let all = COMPOUNDS.iter().flat_map(|compound| compound.nouns.iter().map(move |noun| (compound, *noun)));
    let found = all.filter_map(|(compound, noun)| {
        let (light, mood, end) = with_light(tokens, at, noun)?;
        let mood = passive(light, mood);
        compound.lights.contains(&light).then_some(Verb { action: compound.action, mood, end })
    });
    let other = || {
        let (_, mood, end) = OTHER_NOUNS.iter().find_map(|noun| with_light(tokens, at, noun))?;
        Some(Verb { action: Action::Other, mood, end })
    };
    found.max_by_key(|verb| verb.end).or_else(|| carried(tokens, at)).or_else(other).or_else(|| shared(tokens, at))
}

/// The light verb after `noun` at `at`, in a word of its own or written together: «منتشر کن», «منتشرکن».
fn with_light(tokens: &[Token], at: usize, noun: &str) -> Option<(Light, Mood, usize)> {
    if let Some(after) = any(tokens, at, &[noun]) {
        return simple(tokens, after);
    }
    let joined = tokens.get(at)?.text.strip_prefix(noun)?;
    FORMS.get(joined).map(|&(light, mood)| (light, mood, at + 1))
}

/// «برگردان به حالت پیش‌نویس»
fn carried(tokens: &[Token], at: usize) -> Option<Verb> {
    let (light, mood, end) = simple(tokens, at)?;
    let end = any(tokens, end, DRAFT_STATE).filter(|_| light == Light::Carry)?;
    Some(Verb { action: Action::Draft, mood, end })
}

/// «شد» and «شدن» tell of what became, not of what shall be.
fn passive(light: Light, mood: Mood) -> Mood {
    if light == Light::Become && mood == Mood::Noun { Mood::Statement } else { mood }
}

/// The first noun in «ویرایش و منتشر کن»: the light verb belongs to both.
fn shared(tokens: &[Token], at: usize) -> Option<Verb> {
    let plain = COMPOUNDS.iter().filter(|compound| compound.lights == DO);
    let (action, end) = plain
        .filter_map(|compound| Some((compound.action, any(tokens, at, compound.nouns)?)))
        .max_by_key(|(_, end)| *end)?;
    let next = any(tokens, end, &["و"])?;
    let both = COMPOUNDS.iter().filter(|compound| compound.lights == DO);
    let after = both.filter_map(|compound| any(tokens, next, compound.nouns)).max()?;
    let (light, mood, _) = simple(tokens, after)?;
    DO.contains(&light).then_some(Verb { action, mood: passive(light, mood), end })
}

fn alone(tokens: &[Token], at: usize) -> Option<Verb> {
    let (light, mood, end) = simple(tokens, at)?;
    let action = match light {
        Light::Make => Action::Create,
        Light::Append | Light::Have => Action::Add,
        Light::Put => Action::Put,
        Light::Be => Action::Be,
        Light::Do => Action::Do,
        Light::Become if mood == Mood::Jussive => Action::Be,
        Light::Become | Light::Give | Light::Carry => Action::Other,
    };
    Some(Verb { action, mood, end })
}

/// The noun of an action that stands for the whole request, before what is acted on: «انتشار فرم ۵», «ایجاد یک فرم».
pub(super) fn noun(tokens: &[Token], at: usize) -> Option<(Action, usize)> {
    const NOUNS: &[(&str, Action)] = &[
        ("ایجاد", Action::Create),
        ("ساختن", Action::Create),
        ("ساخت", Action::Create),
        ("افزودن", Action::Add),
        ("اضافه کردن", Action::Add),
        ("انتشار", Action::Publish),
        ("منتشر کردن", Action::Publish),
        ("پیش نویس کردن", Action::Draft),
        ("باز کردن", Action::Open),
        ("ویرایش", Action::Open),
    ];
    let found = NOUNS.iter().filter_map(|&(noun, action)| Some((action, any(tokens, at, &[noun])?)));
    found.max_by_key(|(_, end)| *end)
}

/// Whether a noun ends right before `at` that makes «کن» another verb.
pub(super) fn belongs_to_noun(tokens: &[Token], at: usize) -> bool {
    let nouns = || COMPOUNDS.iter().flat_map(|compound| compound.nouns.iter()).chain(OTHER_NOUNS);
    let ends_here = |back: usize| {
        at.checked_sub(back).is_some_and(|start| nouns().any(|noun| any(&tokens[..at], start, &[noun]) == Some(at)))
    };
    ends_here(1) || ends_here(2)
}
