//! Nouns of the grammar.

use std::sync::LazyLock;

use planwright_generated::form_plan::FieldType;

use super::persian_numbers::number;
use super::phrases::{any, phrase, skip};
use super::tokenizer::{Token, TokenKind};

pub(super) const OBJECT: &[&str] = &["را", "رو"];
const NUMBERED: &[&str] = &[
    "شماره",
    "شماره ی",
    "شناسه",
    "شناسه ی",
    "با شماره",
    "با شماره ی",
    "با شناسه",
    "با شناسه ی",
    "به شماره",
    "به شناسه",
    "آیدی",
    "ایدی",
    "آی دی",
    "با آیدی",
    "با آی دی",
    "به آیدی",
    "id",
];
/// Nouns for the results of a form.
pub(super) const RESULTS: &[&str] =
    &["نتایج", "نتایج ی", "نتیجه", "نتیجه ی", "نتیجه های", "پاسخ های", "جواب های", "پاسخ ها ی"];
/// Nouns for the form builder.
pub(super) const BUILDER: &[&str] =
    &["سازنده", "سازنده ی", "ویرایشگر", "ادیتور", "بیلدر", "فرم ساز", "صفحه ویرایش", "صفحه ی ویرایش", "محیط ویرایش"];
/// Prepositions before the form that is changed.
pub(super) const INTO: &[&str] = &[
    "به",
    "در",
    "برای",
    "توی",
    "داخل",
    "روی",
    "تو",
    "واسه",
    "به انتهای",
    "به آخر",
    "در انتهای",
    "در پایان",
    "ته",
    "به ته",
];

const FIELD: &[&str] = &["سوال", "سئوال", "پرسش", "فیلد", "سوالی", "سئوالی", "پرسشی", "فیلدی"];
const FIELDS: &[&str] = &["سوالات", "سئوالات", "سوال ها", "سئوال ها", "پرسش ها", "فیلد ها"];
const PLURAL_ENDINGS: &[&str] = &["", "ی", "یی", "یش", "ش", "یم", "رو"];
static PLURALS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let ended = |one| PLURAL_ENDINGS.iter().map(move |ending| format!("{one}{ending}"));
    FIELDS.iter().flat_map(ended).collect()
});

/// Returns the end of a word for one field.
pub(super) fn field(tokens: &[Token], at: usize) -> Option<usize> {
    let end = any(tokens, at, FIELD).filter(|_| fields(tokens, at).is_none())?;
    // «پرسش‌نامه» is a kind of form, not a question.
    (!tokens.get(end).is_some_and(|next| next.text.starts_with("نامه"))).then_some(end)
}

/// Returns the end of a word for several fields.
pub(super) fn fields(tokens: &[Token], at: usize) -> Option<usize> {
    PLURALS.iter().filter_map(|one| phrase(tokens, at, one)).max()
}

/// Field type. It is weak if its words could also just describe a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Type {
    pub(super) kind: FieldType,
    pub(super) weak: bool,
    pub(super) end: usize,
}

const WEAK: &[(FieldType, &[&str])] = &[(FieldType::ShortText, &["کوتاه"]), (FieldType::LongText, &["بلند", "طولانی"])];

const TYPES: &[(FieldType, &[&str])] = &[
    (
        FieldType::ShortText,
        &["پاسخ کوتاه", "جواب کوتاه", "متن کوتاه", "تک خطی", "کوتاه پاسخ", "متنی کوتاه", "نوشتاری کوتاه", "یک خطی"],
    ),
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
            "بلند پاسخ",
            "متنی بلند",
            "متنی طولانی",
            "توضیحی",
            "پاراگرافی",
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
            "چند جوابی",
            "چهار جوابی",
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
            "دراپ داون",
            "دراپ داونی",
            "کشوئی",
            "منوی آبشاری",
            "لیست آبشاری",
        ],
    ),
    (
        FieldType::Rating,
        &[
            "امتیاز",
            "امتیازی",
            "امتیاز دهی",
            "امتیاز بندی",
            "ستاره دار",
            "ریتینگ",
            "ستاره",
            "ستاره ای",
            "رتبه بندی",
            "درجه بندی",
        ],
    ),
];

/// Returns the field type at `at` with the longest name.
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

/// Returns the field type after a word for a field, which includes «پنج ستاره‌ای».
pub(super) fn field_type_after(tokens: &[Token], at: usize) -> Option<Type> {
    let stars = |from| any(tokens, from, &["ستاره ای", "ستاره"]);
    let counted = || {
        let end = stars(number(tokens, at)?.end)?;
        Some(Type { kind: FieldType::Rating, weak: false, end })
    };
    field_type(tokens, at).or_else(counted)
}

/// Returns whether an answer is required, and the end of the word for that.
pub(super) fn requirement(tokens: &[Token], at: usize) -> Option<(bool, usize)> {
    let optional = ["اختیاری", "غیر الزامی", "غیر اجباری", "غیر ضروری"];
    let demanded = ["الزامی", "اجباری", "ضروری"];
    any(tokens, at, &optional).map(|end| (false, end)).or_else(|| any(tokens, at, &demanded).map(|end| (true, end)))
}

/// Word for a name, possibly with a pronoun: «نامش».
#[derive(Clone, Copy, Debug)]
pub(super) struct Name {
    /// True if the word has the ending «…ش», which refers to what was mentioned before.
    pub(super) possessive: bool,
    pub(super) end: usize,
}

/// Returns the word for a name at `at`.
pub(super) fn name(tokens: &[Token], at: usize) -> Option<Name> {
    let ended =
        |end: &str| ["عنوان", "نام", "اسم", "تیتر"].iter().find_map(|name| phrase(tokens, at, &format!("{name}{end}")));
    let possessive = ["ش", "شو", "شم", "اش", "اشو", "شون", "شان"].iter().filter_map(|end| ended(end)).max();
    let plain = || any(tokens, at, &["عنوان", "نام", "اسم", "تیتر"]).map(|end| Name { possessive: false, end });
    possessive.map(|end| Name { possessive: true, end }).or_else(plain)
}

/// Returns the end of the word for a form, with or without an id after it.
pub(super) fn form(tokens: &[Token], at: usize) -> Option<usize> {
    tokens.get(at).filter(|token| token.is("فرم") || token.is("فرمی")).map(|_| at + 1)
}

/// Returns the end of the words before a number: «شماره», «#», «شماره:».
pub(super) fn numbered(tokens: &[Token], at: usize) -> usize {
    let mark = |at: usize| tokens.get(at).is_some_and(|token| token.is_mark("#") || token.is_mark(":"));
    let end = skip(tokens, at, NUMBERED);
    let colon = end > at || tokens.get(end).is_some_and(|token| token.is_mark("#"));
    if colon && mark(end) { end + 1 } else { end }
}

/// Returns the end of «فرم‌های [شماره]», which is followed by a list of ids.
pub(super) fn forms(tokens: &[Token], at: usize) -> Option<usize> {
    let end = any(tokens, at, &["فرم ها", "فرم های", "فرم ها ی", "فرم هایی", "فرمای", "فرما"])?;
    let listed = skip(tokens, end, &["شماره های", "شناسه های", "با شماره های", "با شناسه های"]);
    Some(if listed > end { listed } else { numbered(tokens, end) })
}

/// Returns the token of the digits in «فرم [شماره] DIGITS». «یک فرم ۳ سوالی» and «فرم ۳ سوالی بساز» mean any form, and
/// have no id.
pub(super) fn form_id(tokens: &[Token], at: usize) -> Option<usize> {
    tokens.get(at).filter(|token| token.is("فرم"))?;
    let digits = numbered(tokens, at + 1);
    tokens.get(digits).filter(|token| token.kind == TokenKind::Number)?;
    let before = |words: &[&str]| at > 0 && any(tokens, at - 1, words) == Some(at);
    let counts = digits == at + 1 && any(tokens, digits + 1, &["سوالی", "سئوالی", "پرسشی"]).is_some();
    (!before(&["یک", "یه"]) && (!counts || before(INTO))).then_some(digits)
}
