//! The nouns of the grammar, and how phrases are found: letter by letter over any number of tokens, so that it does not matter
//! how the parts of a word are joined.

use std::sync::LazyLock;

use planwright_generated::form_plan::FieldType;

use super::numbers::number;
use super::tokens::{Kind, Token};

/// Where `phrase` ends that starts at token `at`. Spaces in it are for the reader.
pub(super) fn phrase(tokens: &[Token], at: usize, phrase: &str) -> Option<usize> {
    let mut wanted = phrase.chars().filter(|&letter| letter != ' ').peekable();
    for (index, token) in tokens.iter().enumerate().skip(at) {
        if !matches!(token.kind, Kind::Word | Kind::Number) || token.text.chars().any(|one| wanted.next() != Some(one))
        {
            return None;
        }
        if wanted.peek().is_none() {
            return Some(index + 1);
        }
    }
    None
}

/// Where the longest of `phrases` ends that start at token `at`.
pub(super) fn any(tokens: &[Token], at: usize, phrases: &[&str]) -> Option<usize> {
    phrases.iter().filter_map(|one| phrase(tokens, at, one)).max()
}

/// `at`, or the end of the phrase that may stand there.
pub(super) fn skip(tokens: &[Token], at: usize, phrases: &[&str]) -> usize {
    any(tokens, at, phrases).unwrap_or(at)
}

pub(super) const OBJECT: &[&str] = &["را", "رو"];
pub(super) const NUMBERED: &[&str] = &["شماره", "شماره ی"];
/// What leads to the form that something is done in.
pub(super) const INTO: &[&str] = &["به", "در", "برای", "توی", "داخل", "روی"];

const FIELD: &[&str] = &["سوال", "سئوال", "پرسش", "فیلد", "سوالی", "سئوالی", "پرسشی", "فیلدی"];
const FIELDS: &[&str] = &["سوالات", "سئوالات", "سوال ها", "سئوال ها", "پرسش ها", "فیلد ها"];
const PLURAL_ENDINGS: &[&str] = &["", "ی", "یی", "یش", "ش", "یم", "رو"];
static PLURALS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let ended = |one| PLURAL_ENDINGS.iter().map(move |ending| format!("{one}{ending}"));
    FIELDS.iter().flat_map(ended).collect()
});

/// Where a word for one field ends.
pub(super) fn field(tokens: &[Token], at: usize) -> Option<usize> {
    let end = any(tokens, at, FIELD).filter(|_| fields(tokens, at).is_none())?;
    // «پرسش‌نامه» is a form of its own kind, not a question.
    (!tokens.get(end).is_some_and(|next| next.text.starts_with("نامه"))).then_some(end)
}

/// Where a word for several fields ends.
pub(super) fn fields(tokens: &[Token], at: usize) -> Option<usize> {
    PLURALS.iter().filter_map(|one| phrase(tokens, at, one)).max()
}

/// A type of fields, and whether the words could also just describe a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Type {
    pub(super) kind: FieldType,
    pub(super) weak: bool,
    pub(super) end: usize,
}

const WEAK: &[(FieldType, &[&str])] = &[(FieldType::ShortText, &["کوتاه"]), (FieldType::LongText, &["بلند", "طولانی"])];

const TYPES: &[(FieldType, &[&str])] = &[
    (FieldType::ShortText, &["پاسخ کوتاه", "جواب کوتاه", "متن کوتاه", "تک خطی"]),
    (
        FieldType::LongText,
        &[
            "پاسخ بلند",
            "جواب بلند",
            "متن بلند",
            "پاسخ طولانی",
            "جواب طولانی",
            "متن طولانی",
            "پاسخ تشریحی",
            "جواب تشریحی",
            "تشریحی",
            "چند خطی",
        ],
    ),
    (
        FieldType::MultipleChoice,
        &[
            "چند گزینه ای",
            "سه گزینه ای",
            "چهار گزینه ای",
            "پنج گزینه ای",
            "3 گزینه ای",
            "4 گزینه ای",
            "5 گزینه ای",
            "تستی",
            "چند انتخابی",
        ],
    ),
    (
        FieldType::Dropdown,
        &[
            "لیست کشویی",
            "فهرست کشویی",
            "منوی کشویی",
            "منو کشویی",
            "کشویی",
            "لیست بازشو",
            "فهرست بازشو",
            "منوی بازشو",
            "منو بازشو",
            "بازشو",
        ],
    ),
    (FieldType::Rating, &["امتیاز", "امتیازی", "امتیاز دهی", "ستاره", "ستاره ای", "رتبه بندی", "درجه بندی"]),
];

/// The type that is named at `at`, by the longest name.
pub(super) fn field_type(tokens: &[Token], at: usize) -> Option<Type> {
    let of = |table: &[(FieldType, &[&str])], weak| {
        let named =
            table.iter().filter_map(|(kind, names)| Some(Type { kind: *kind, weak, end: any(tokens, at, names)? }));
        named.max_by_key(|found| found.end)
    };
    of(TYPES, false).or_else(|| of(WEAK, true))
}

/// A type as it may follow the word for a field: «پنج ستاره‌ای» too.
pub(super) fn field_type_after(tokens: &[Token], at: usize) -> Option<Type> {
    let stars = |from| any(tokens, from, &["ستاره ای", "ستاره"]);
    let counted = || {
        let end = stars(number(tokens, at)?.end)?;
        Some(Type { kind: FieldType::Rating, weak: false, end })
    };
    field_type(tokens, at).or_else(counted)
}

/// Whether an answer is demanded, and where the word for that ends.
pub(super) fn requirement(tokens: &[Token], at: usize) -> Option<(bool, usize)> {
    let optional = ["اختیاری", "غیر الزامی", "غیر اجباری", "غیر ضروری"];
    let demanded = ["الزامی", "اجباری", "ضروری"];
    any(tokens, at, &optional).map(|end| (false, end)).or_else(|| any(tokens, at, &demanded).map(|end| (true, end)))
}

/// A word that means a name, perhaps «نامش».
#[derive(Clone, Copy, Debug)]
pub(super) struct Name {
    /// «…ش»: the name of what was spoken of.
    pub(super) possessive: bool,
    pub(super) end: usize,
}

/// The word for a name at `at`.
pub(super) fn name(tokens: &[Token], at: usize) -> Option<Name> {
    let possessive = any(tokens, at, &["عنوانش", "نامش", "اسمش", "عنوان اش", "نام اش", "اسم اش"]);
    let plain = || any(tokens, at, &["عنوان", "نام", "اسم"]).map(|end| Name { possessive: false, end });
    possessive.map(|end| Name { possessive: true, end }).or_else(plain)
}

/// Where the word for a form ends, with or without id.
pub(super) fn form(tokens: &[Token], at: usize) -> Option<usize> {
    tokens.get(at).filter(|token| token.is("فرم") || token.is("فرمی")).map(|_| at + 1)
}

/// The digits of the id in «فرم [شماره] DIGITS», and where they end.
pub(super) fn form_id(tokens: &[Token], at: usize) -> Option<(&str, usize)> {
    let digits = id_at(tokens, at)?;
    let id = tokens.get(digits).filter(|token| token.kind == Kind::Id)?;
    Some((&id.text, digits + 1))
}

/// Marks the digits of all ids. «یک فرم ۳ سوالی» is any form, and has none.
pub(super) fn mark_ids(tokens: &mut [Token]) {
    for at in 0..tokens.len() {
        let indefinite = at > 0 && (tokens[at - 1].is("یک") || tokens[at - 1].is("یه"));
        let digits = id_at(tokens, at).filter(|_| !indefinite).and_then(|digits| tokens.get_mut(digits));
        if let Some(token) = digits.filter(|token| token.kind == Kind::Number) {
            token.kind = Kind::Id;
        }
    }
}

fn id_at(tokens: &[Token], at: usize) -> Option<usize> {
    tokens.get(at).filter(|token| token.is("فرم"))?;
    Some(skip(tokens, at + 1, NUMBERED))
}
