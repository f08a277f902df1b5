//! The forms of simple verbs: a stem with a prefix and an ending («بساز», «نسازید», «می‌سازم»), a participle with «شدن»
//! («ساخته شود»), and any of them with the pronoun of its object («بسازش»). Stems are tables; the forms are derived.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::phrases::any;
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
    /// «بده» without a noun that is known: gives a name.
    Give,
    /// «کن» without a noun that is known: gives a name.
    Do,
    /// «از حالت پیش‌نویس خارج کن»: says which state ends, not which one follows.
    Leave(PublishState),
    /// A verb that no step stands for.
    Other,
}

/// A form of a verb in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verb {
    pub(super) action: Action,
    pub(super) mood: Mood,
    /// The token after it.
    pub(super) end: usize,
}

/// What a form is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PublishState {
    Published,
    Draft,
}

impl PublishState {
    /// The action that ends in this state.
    pub(super) fn entered_by(self) -> Action {
        match self {
            Self::Published => Action::Publish,
            Self::Draft => Action::Draft,
        }
    }
}

/// What a form of a verb says about its action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mood {
    /// Asks: «بساز».
    Imperative,
    /// Asks, or says what the one who is addressed may do: «بسازید».
    Either,
    /// What the speaker may do: «بسازم».
    FirstPerson,
    /// What the one who is addressed may do: «بسازی».
    SecondPerson,
    /// Says what shall be: «اضافه شود».
    Jussive,
    /// Names the action: «ساختن».
    Noun,
    /// Denies or forbids: «نساز».
    Negative,
    /// Tells or asks about what is, was or will be: «می‌سازم», «ساخت».
    Statement,
}

/// Words that make a request of a verb that says what may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// «می‌خواهم»: also of what the speaker does.
    Want,
    /// «می‌شود», «ممنون می‌شوم اگر»: only of what the one who is addressed does.
    Beg,
}

impl Mood {
    /// Whether a verb in this mood asks for its action, after such words.
    pub(super) fn asks(self, wish: Option<Wish>) -> bool {
        match self {
            Self::Imperative | Self::Either => true,
            Self::Jussive => wish != Some(Wish::Beg),
            Self::SecondPerson => wish.is_some(),
            Self::FirstPerson => wish == Some(Wish::Want),
            Self::Noun | Self::Negative | Self::Statement => false,
        }
    }
}

/// A simple verb, which may need a noun to mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Light {
    Do,
    Become,
    Give,
    Put,
    Make,
    Append,
    Carry,
    Take,
    Throw,
    Strike,
    Go,
    Gain,
    Be,
    Have,
}

impl Light {
    /// Whether its third person says what shall be.
    fn is_intransitive(self) -> bool {
        match self {
            Self::Become | Self::Go | Self::Gain | Self::Be => true,
            Self::Do
            | Self::Give
            | Self::Put
            | Self::Make
            | Self::Append
            | Self::Carry
            | Self::Take
            | Self::Throw
            | Self::Strike
            | Self::Have => false,
        }
    }
}

/// Stems of the present of what somebody does; the flag says whether forms need no prefix («کن», not «گذار»).
const PRESENT: &[(&str, Light, bool)] = &[
    ("کن", Light::Do, true),
    ("نما", Light::Do, true),
    ("فرما", Light::Do, true),
    ("ده", Light::Give, false),
    ("د", Light::Give, false),
    ("گذار", Light::Put, false),
    ("ذار", Light::Put, false),
    ("زار", Light::Put, false),
    ("گزار", Light::Put, false),
    ("ساز", Light::Make, false),
    ("افزا", Light::Append, false),
    ("یفزا", Light::Append, false),
    ("بر", Light::Carry, false),
    ("یار", Light::Carry, false),
    ("یاور", Light::Carry, false),
    ("آور", Light::Carry, true),
    ("رسان", Light::Carry, false),
    ("رسون", Light::Carry, false),
    ("برگردان", Light::Carry, true),
    ("برگردون", Light::Carry, true),
    ("بازگردان", Light::Carry, true),
    ("بردار", Light::Take, true),
    ("گیر", Light::Take, false),
    ("نداز", Light::Throw, false),
    ("ینداز", Light::Throw, false),
    ("یانداز", Light::Throw, false),
    ("زن", Light::Strike, false),
];

/// Stems of what happens, with the endings of the third person that are in use, and whether they need no prefix.
const HAPPENING: &[(&str, Light, &[&str], bool)] = &[
    ("شو", Light::Become, &["د", "ند"], true),
    ("ش", Light::Become, &["ه", "ن"], true),
    ("گرد", Light::Become, &["د", "ند"], true),
    ("رو", Light::Go, &["د", "ند"], false),
    ("ر", Light::Go, &["ه", "ن"], false),
    ("رس", Light::Go, &["د", "ه"], false),
    ("یا", Light::Go, &["د", "ید", "ن", "یند"], false),
    ("آ", Light::Go, &["ید", "یند"], true),
    ("برگرد", Light::Go, &["د", "ه", "ند", "ن"], true),
    ("بازگرد", Light::Go, &["د", "ند"], true),
    ("یاب", Light::Gain, &["د", "ند"], true),
    ("باش", Light::Be, &["د", "ه", "ند", "ن"], true),
];

const PAST: &[(&str, Light)] = &[
    ("کرد", Light::Do),
    ("نمود", Light::Do),
    ("فرمود", Light::Do),
    ("شد", Light::Become),
    ("گردید", Light::Become),
    ("داد", Light::Give),
    ("گذاشت", Light::Put),
    ("ذاشت", Light::Put),
    ("ساخت", Light::Make),
    ("افزود", Light::Append),
    ("برد", Light::Carry),
    ("آورد", Light::Carry),
    ("رساند", Light::Carry),
    ("برگرداند", Light::Carry),
    ("برگردوند", Light::Carry),
    ("بازگرداند", Light::Carry),
    ("بود", Light::Be),
];

/// Forms that no rule derives.
const IRREGULAR: &[(&str, Light, Mood)] = &[
    ("دهید", Light::Give, Mood::Either),
    ("دهین", Light::Give, Mood::Either),
    ("دهی", Light::Give, Mood::SecondPerson),
    ("دهد", Light::Give, Mood::Statement),
    ("دهند", Light::Give, Mood::Statement),
    ("است", Light::Be, Mood::Statement),
    ("هست", Light::Be, Mood::Statement),
    ("هستند", Light::Be, Mood::Statement),
    ("نیست", Light::Be, Mood::Negative),
    ("نیستند", Light::Be, Mood::Negative),
    ("داشته باشم", Light::Have, Mood::FirstPerson),
    ("داشته باشیم", Light::Have, Mood::FirstPerson),
    ("داشته باشد", Light::Have, Mood::Jussive),
    ("داشته باشه", Light::Have, Mood::Jussive),
    ("نداشته باشد", Light::Have, Mood::Negative),
    ("نداشته باشه", Light::Have, Mood::Negative),
    ("دارد", Light::Have, Mood::Statement),
    ("داره", Light::Have, Mood::Statement),
    ("ندارد", Light::Have, Mood::Negative),
    ("نداره", Light::Have, Mood::Negative),
    ("ندارم", Light::Have, Mood::Negative),
    ("نداریم", Light::Have, Mood::Negative),
    ("ساخت", Light::Make, Mood::Noun),
];

/// Endings of the present.
const ENDINGS: &[(&str, Mood)] = &[
    ("", Mood::Imperative),
    ("ید", Mood::Either),
    ("ین", Mood::Either),
    ("م", Mood::FirstPerson),
    ("یم", Mood::FirstPerson),
    ("ی", Mood::SecondPerson),
    ("د", Mood::Statement),
    ("ه", Mood::Statement),
    ("ند", Mood::Statement),
    ("ن", Mood::Statement),
];

/// Endings after a vowel; the first two only with a prefix: «نما» and «نمای» are nouns.
const VOWEL_ENDINGS: &[(&str, Mood)] = &[
    ("", Mood::Imperative),
    ("ی", Mood::Imperative),
    ("یید", Mood::Either),
    ("ئید", Mood::Either),
    ("یین", Mood::Either),
    ("یم", Mood::FirstPerson),
    ("ییم", Mood::FirstPerson),
    ("یی", Mood::SecondPerson),
    ("ید", Mood::Statement),
    ("یند", Mood::Statement),
];

/// Pronouns of the object.
pub(super) const OBJECT_PRONOUNS: &[&str] = &["ش", "شان", "شون"];

type VerbForms = BTreeMap<String, (Light, Mood)>;

/// All forms of the simple verbs by their spelling without spaces.
static FORMS: LazyLock<VerbForms> = LazyLock::new(|| {
    let mut forms = BTreeMap::new();
    for &(text, light, mood) in IRREGULAR {
        forms.insert(text.replace(' ', ""), (light, mood));
    }
    for &(stem, light, bare) in PRESENT {
        present(&mut forms, stem, light, bare);
    }
    for &(stem, light, endings, bare) in HAPPENING {
        for ending in endings {
            prefixed(&mut forms, &format!("{stem}{ending}"), (light, Mood::Jussive), bare, true);
        }
    }
    for &(stem, light) in PAST {
        past(&mut forms, stem, light);
    }
    passives(&mut forms);
    with_objects(&mut forms);
    forms
});

fn add(forms: &mut VerbForms, text: String, light: Light, mood: Mood) {
    forms.entry(text).or_insert((light, mood));
}

fn present(forms: &mut VerbForms, stem: &str, light: Light, bare: bool) {
    let vowel = stem.ends_with('ا');
    for &(ending, mood) in if vowel { VOWEL_ENDINGS } else { ENDINGS } {
        if stem == "د" && ending.is_empty() {
            continue;
        }
        let bare = bare && !(vowel && mood == Mood::Imperative);
        prefixed(forms, &format!("{stem}{ending}"), (light, mood), bare, !ending.is_empty());
    }
}

/// The form with each prefix: «کنید», «بکنید», «نکنید», «می‌کنید», «نمی‌کنید».
fn prefixed(forms: &mut VerbForms, form: &str, (light, mood): (Light, Mood), bare: bool, ended: bool) {
    if bare {
        add(forms, form.to_owned(), light, mood);
    }
    // «برنگردان»: what belongs to the stem stands before the prefix.
    let split = |first| form.strip_prefix(first).filter(|_| bare).map(|rest| (first, rest));
    let (first, rest) = split("باز").or_else(|| split("بر")).unwrap_or(("", form));
    add(forms, format!("{first}ب{rest}"), light, mood);
    add(forms, format!("{first}ن{rest}"), light, Mood::Negative);
    if ended {
        add(forms, format!("{first}می{rest}"), light, Mood::Statement);
        add(forms, format!("{first}نمی{rest}"), light, Mood::Negative);
    }
}

fn past(forms: &mut VerbForms, stem: &str, light: Light) {
    add(forms, format!("{stem}ن"), light, Mood::Noun);
    add(forms, format!("ن{stem}ن"), light, Mood::Negative);
    for ending in ["", "م", "ی", "یم", "ید", "ین", "ند", "ه"] {
        add(forms, format!("{stem}{ending}"), light, Mood::Statement);
        add(forms, format!("می{stem}{ending}"), light, Mood::Statement);
        add(forms, format!("ن{stem}{ending}"), light, Mood::Negative);
        add(forms, format!("نمی{stem}{ending}"), light, Mood::Negative);
    }
    for ending in ["م", "ی", "د", "یم", "ید", "ند"] {
        add(forms, format!("خواه{ending}{stem}"), light, Mood::Statement);
        add(forms, format!("نخواه{ending}{stem}"), light, Mood::Negative);
    }
}

/// «ساخته شود»: the participle of a verb with «شدن».
fn passives(forms: &mut VerbForms) {
    let becoming: Vec<(String, Mood)> = forms
        .iter()
        .filter(|(_, (light, _))| *light == Light::Become)
        .map(|(text, (_, mood))| (text.clone(), *mood))
        .collect();
    for &(stem, light) in PAST.iter().filter(|(_, light)| !light.is_intransitive()) {
        for (form, mood) in &becoming {
            let mood = if *mood == Mood::Noun { Mood::Statement } else { *mood };
            add(forms, format!("{stem}ه{form}"), light, mood);
        }
    }
}

/// «بسازش», «نکنیدش»
fn with_objects(forms: &mut VerbForms) {
    let takes = |light: Light, mood: Mood| {
        !light.is_intransitive()
            && matches!(mood, Mood::Imperative | Mood::Either | Mood::FirstPerson | Mood::SecondPerson | Mood::Negative)
    };
    let all: Vec<_> = forms.iter().filter(|(_, (light, mood))| takes(*light, *mood)).collect();
    let more: Vec<_> = all
        .into_iter()
        .flat_map(|(text, &said)| OBJECT_PRONOUNS.iter().map(move |pronoun| (format!("{text}{pronoun}"), said)))
        .collect();
    for (text, (light, mood)) in more {
        add(forms, text, light, mood);
    }
}

/// The form of a simple verb that is spelled so, without spaces.
pub(super) fn spelled(text: &str) -> Option<(Light, Mood)> {
    FORMS.get(text).copied()
}

/// The longest of the simple verbs at `at`, and where it ends.
pub(super) fn simple(tokens: &[Token], at: usize) -> Option<(Light, Mood, usize)> {
    longest(tokens, at, "")
}

/// The longest of the simple verbs that is written at `at` after the letters `before`, which belong to another word.
fn longest(tokens: &[Token], at: usize, before: &str) -> Option<(Light, Mood, usize)> {
    let mut spelling = String::new();
    let mut found = None;
    for (index, token) in tokens.iter().enumerate().skip(at).take(5) {
        if token.kind != TokenKind::Word {
            break;
        }
        spelling.push_str(if index == at { token.text.strip_prefix(before)? } else { &token.text });
        if let Some((light, mood)) = spelled(&spelling) {
            found = Some((light, mood, index + 1));
        }
    }
    found
}

/// The light verb after `noun` at `at`, in a word of its own or written together: «منتشر کن», «منتشرکن».
pub(super) fn with_light(tokens: &[Token], at: usize, noun: &str) -> Option<(Light, Mood, usize)> {
    if let Some(after) = any(tokens, at, &[noun]) {
        // «ده» is a number unless a noun makes it «بده».
        let give =
            || tokens.get(after).filter(|token| token.is("ده")).map(|_| (Light::Give, Mood::Imperative, after + 1));
        return simple(tokens, after).or_else(give);
    }
    // «درآید», «درآورده شود»
    tokens.get(at)?.text.strip_prefix(noun).filter(|joined| !joined.is_empty())?;
    longest(tokens, at, noun)
}

/// «شد» and «شدن» tell of what became, not of what shall be.
pub(super) fn passive(light: Light, mood: Mood) -> Mood {
    if light == Light::Become && mood == Mood::Noun { Mood::Statement } else { mood }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_derived() {
        for (text, light, mood) in [
            ("نمایید", Light::Do, Mood::Either),
            ("ننمایید", Light::Do, Mood::Negative),
            ("بشود", Light::Become, Mood::Jussive),
            ("میشه", Light::Become, Mood::Statement),
            ("نشه", Light::Become, Mood::Negative),
            ("برنگردون", Light::Carry, Mood::Negative),
            ("برگردونش", Light::Carry, Mood::Imperative),
            ("برگرداندهشود", Light::Carry, Mood::Jussive),
            ("برگرده", Light::Go, Mood::Jussive),
            ("آید", Light::Go, Mood::Jussive),
            ("نیاید", Light::Go, Mood::Negative),
            ("بازنگردانید", Light::Carry, Mood::Negative),
            ("بازگردانده شود", Light::Carry, Mood::Jussive),
            ("نخواهد شد", Light::Become, Mood::Negative),
            ("بیفزایید", Light::Append, Mood::Either),
            ("دادهنشود", Light::Give, Mood::Negative),
            ("بده", Light::Give, Mood::Imperative),
            ("کنم", Light::Do, Mood::FirstPerson),
            ("کنی", Light::Do, Mood::SecondPerson),
        ] {
            assert_eq!(spelled(&text.replace(' ', "")), Some((light, mood)), "{text}");
        }
        for text in ["ده", "شش", "بر", "در"] {
            assert_eq!(spelled(text), None, "{text}");
        }
    }
}
