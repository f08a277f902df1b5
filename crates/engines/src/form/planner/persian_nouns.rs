//! The nouns of the grammar, and how phrases are found: letter by letter over any number of tokens, so that it does not matter
//! how the parts of a word are joined.

use std::sync::LazyLock;

use planwright_generated::form_plan::FieldType;

use super::persian_numbers::number;
use super::tokenizer::{Token, TokenKind};

/// Where `phrase` ends that starts at token `at`. Spaces in it are for the reader.
pub(super) fn phrase(tokens: &[Token], at: usize, phrase: &str) -> Option<usize> {
    let mut wanted = phrase.chars().filter(|&letter| letter != ' ').peekable();
    for (index, token) in tokens.iter().enumerate().skip(at) {
        if !matches!(token.kind, TokenKind::Word | TokenKind::Number)
            || token.text.chars().any(|one| wanted.next() != Some(one))
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
const NUMBERED: &[&str] = &["شماره", "شماره ی", "شناسه", "شناسه ی", "با شماره", "با شناسه", "آیدی", "با آیدی"];
/// What leads to the form that something is done in.
pub(super) const INTO: &[&str] = &["به", "در", "برای", "توی", "داخل", "روی", "تو", "واسه"];

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
            "دو گزینه ای",
            "سه گزینه ای",
            "چهار گزینه ای",
            "پنج گزینه ای",
            "شش گزینه ای",
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
    let choices = || {
        let end = any(tokens, number(tokens, at)?.end, &["گزینه ای", "گزینه", "انتخابی"])?;
        Some(Type { kind: FieldType::MultipleChoice, weak: false, end })
    };
    of(TYPES, false).or_else(choices).or_else(|| of(WEAK, true))
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
    let possessive = any(
        tokens,
        at,
        &["عنوانش", "نامش", "اسمش", "عنوان اش", "نام اش", "اسم اش", "تیترش", "اسمشو", "نامشو", "عنوانشو"],
    );
    let plain = || any(tokens, at, &["عنوان", "نام", "اسم", "تیتر"]).map(|end| Name { possessive: false, end });
    possessive.map(|end| Name { possessive: true, end }).or_else(plain)
}

/// Where the word for a form ends, with or without id.
pub(super) fn form(tokens: &[Token], at: usize) -> Option<usize> {
    tokens.get(at).filter(|token| token.is("فرم") || token.is("فرمی")).map(|_| at + 1)
}

/// Where the words end that announce a number: «شماره».
pub(super) fn numbered(tokens: &[Token], at: usize) -> usize {
    skip(tokens, at, NUMBERED)
}

/// The token of the digits in «فرم [شماره] DIGITS». «یک فرم ۳ سوالی» and «فرم ۳ سوالی بساز» are any form, and have none.
pub(super) fn form_id(tokens: &[Token], at: usize) -> Option<usize> {
    tokens.get(at).filter(|token| token.is("فرم"))?;
    let digits = numbered(tokens, at + 1);
    tokens.get(digits).filter(|token| token.kind == TokenKind::Number)?;
    let before = |words: &[&str]| at > 0 && any(tokens, at - 1, words) == Some(at);
    let counts = digits == at + 1 && any(tokens, digits + 1, &["سوالی", "سئوالی", "پرسشی"]).is_some();
    (!before(&["یک", "یه"]) && (!counts || before(INTO))).then_some(digits)
}
