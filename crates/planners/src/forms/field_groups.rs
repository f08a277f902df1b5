//! Groups of new fields: «دو سوال کوتاه الزامی», «سه لیست کشویی».

use planwright_generated::form_plan::FieldType;

use super::persian_nouns::{Type, field, field_type, field_type_after, fields, numbered, requirement};
use super::persian_numbers::{Number, count, number, ordinal, vague};
use super::phrases::any;
use super::refusal::NoPlanReason;
use super::tokenizer::Token;

/// Group of fields of the same kind.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) count: usize,
    pub(super) kind: FieldType,
    pub(super) required: Option<bool>,
    /// Questions: none, one for all fields, or one for each.
    pub(super) texts: Vec<String>,
    named: Option<Type>,
    /// True if a number follows the noun, as in «سوال ۱: کوتاه».
    labelled: bool,
}

impl Group {
    /// Returns whether the group is only a label: «سوال ۳» could be an existing question, or three new ones.
    pub(super) fn is_label(&self) -> bool {
        self.labelled && self.named.is_none() && self.texts.is_empty()
    }
}

/// Returns the group that starts at `at`: number and kind, without further properties.
pub(super) fn group(tokens: &[Token], at: usize) -> Option<Group> {
    // «چهار گزینه‌ای» is a type, not a number.
    let number = count(tokens, at).filter(|_| field_type(tokens, at).is_none());
    let noun = number.map_or(at, |number| number.end);
    let one = field(tokens, noun).map(|word| match number {
        None => label(tokens, word).unwrap_or(word),
        Some(_) => word,
    });
    let several = || number.and_then(|_| fields(tokens, noun));
    let of_type = || number.and_then(|_| field_type(tokens, noun));
    let (named, end) = match one.or_else(several) {
        Some(end) => (None, end),
        None => of_type().map(|found| (Some(found), field(tokens, found.end).unwrap_or(found.end)))?,
    };
    let labelled = number.is_none() && one.is_some() && field(tokens, noun) != one;
    Some(Group {
        labelled,
        start: at,
        end,
        count: number.map_or(1, |number| number.value),
        kind: named.map_or(FieldType::ShortText, |found| found.kind),
        required: None,
        texts: Vec::new(),
        named,
    })
}

/// Parses one more property of the group, directly after it. Returns `Ok(false)` if nothing more follows.
pub(super) fn describe(tokens: &[Token], group: &mut Group) -> Result<bool, (NoPlanReason, usize)> {
    let more = any(tokens, group.end, &["جدید", "دیگر", "دیگه"]);
    let end = match of_type(tokens, group)? {
        Some(end) => Some(end),
        None => required(tokens, group).or(more),
    };
    if let Some(end) = end {
        group.end = end;
    }
    Ok(end.is_some())
}

fn of_type(tokens: &[Token], group: &mut Group) -> Result<Option<usize>, (NoPlanReason, usize)> {
    let named = any(tokens, group.end, &["از نوع", "نوع", "به نوع"]);
    let connected = named.or_else(|| any(tokens, group.end, &["با", "بصورت", "به صورت", "که"]));
    let of = |at| field_type_after(tokens, at);
    let Some(found) = of(group.end).or_else(|| connected.and_then(of)) else {
        return match named {
            Some(at) => Err((NoPlanReason::UnknownType, at)),
            None if any(tokens, group.end, UNKNOWN_TYPES).is_some() => Err((NoPlanReason::UnknownType, group.end)),
            None => Ok(None),
        };
    };
    // «سوال امتیازی کوتاه» is a short question of its type.
    if group.named.is_none() || !found.weak {
        if group.named.is_some_and(|named| !named.weak && named.kind != found.kind) {
            return Err((NoPlanReason::Ambiguous, group.end));
        }
        group.named = Some(found);
        group.kind = found.kind;
    }
    Ok(Some(found.end))
}

/// Question types of other form builders.
const UNKNOWN_TYPES: &[&str] = &[
    "ایمیل",
    "تاریخ",
    "عدد",
    "عددی",
    "فایل",
    "آپلود",
    "تلفن",
    "تلفنی",
    "موبایل",
    "امضا",
    "تصویر",
    "تصویری",
    "عکس",
    "لینک",
    "آدرس",
    "بله خیر",
    "چک باکس",
    "رادیویی",
    "ماتریسی",
    "جدولی",
    "صوتی",
    "ویدیویی",
    "پرداخت",
    "کد ملی",
    "اسلایدر",
    "انتخاب تاریخ",
];

/// Parses «که الزامی باشد» at `at`, separate from the group.
pub(super) fn required_later(tokens: &[Token], at: usize) -> Option<(bool, usize)> {
    let (demanded, end) = requirement(tokens, any(tokens, at, &["که", "و"])?)?;
    Some((demanded, any(tokens, end, &["باشد", "باشه", "باشند", "باشن"])?))
}

fn required(tokens: &[Token], group: &mut Group) -> Option<usize> {
    let connected = any(tokens, group.end, &["و", "که", "بصورت", "به صورت"]);
    let found = requirement(tokens, group.end).or_else(|| connected.and_then(|at| requirement(tokens, at)));
    let (demanded, end) = found?;
    group.required = Some(demanded);
    let being = any(tokens, end, &["باشد", "باشه", "باشند", "باشن", "است", "هستند"]);
    Some(being.or_else(|| any(tokens, end, &["ی"])).unwrap_or(end))
}

/// Returns the number of an existing question in «سوال [شماره] 2», «سوال دوم».
pub(super) fn index(tokens: &[Token], word: usize) -> Option<Number> {
    let at = numbered(tokens, word);
    let plain = number(tokens, at).filter(|number| count(tokens, at).is_some_and(|count| count.end == number.end));
    plain.filter(|_| field_type_after(tokens, at).is_none()).or_else(|| ordinal(tokens, at))
}

/// Returns the end of the label of a new field, as in «سوال ۱: کوتاه».
fn label(tokens: &[Token], word: usize) -> Option<usize> {
    let end = index(tokens, word)?.end;
    let colon = tokens.get(end).is_some_and(|token| token.is_mark(":")) && field_type(tokens, end + 1).is_some();
    Some(if colon { end + 1 } else { end })
}

/// Returns the end of words that request fields without a number: «چند سوال», «سوالات».
pub(super) fn vague_fields(tokens: &[Token], at: usize) -> Option<usize> {
    let after = vague(tokens, at).filter(|_| field_type(tokens, at).is_none());
    let counted = after.and_then(|noun| {
        field(tokens, noun).or_else(|| fields(tokens, noun)).or_else(|| field_type(tokens, noun).map(|found| found.end))
    });
    counted.or_else(|| fields(tokens, at))
}
