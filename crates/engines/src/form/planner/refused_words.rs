//! Words that rule a plan out wherever they stand outside of quotation marks, and words that explain why another word was
//! not understood.

use super::persian_nouns::{any, field, field_type, fields};
use super::persian_verbs::{self, Mood};
use super::refusal::NoPlanReason;
use super::tokenizer::{Token, TokenKind};

/// Words that change what the rest of the request means.
const ANYWHERE: &[(NoPlanReason, &[&str])] = &[
    (
        NoPlanReason::Negation,
        &[
            "نباید",
            "نبایستی",
            "نمی خوام",
            "نمی خواهم",
            "نمی خواستم",
            "نمی خوایم",
            "نمی خواهیم",
            "نخواه",
            "نخواستم",
            "لازم نیست",
            "لازم نکرده",
            "هرگز",
            "هیچ",
            "هیچی",
            "هیچوقت",
            "هیچ وقت",
            "هیچ کدام",
            "هیچ کدوم",
            "مبادا",
            "ممنوع",
            "خودداری",
            "دست نگه دار",
            "دست نزن",
            "دست نزنید",
            "از حالت انتشار",
            "از انتشار",
            "از حالت پیش نویس",
            "از پیش نویس",
            "نرو",
            "نذاری",
            "عدم",
            "به جز",
            "بجز",
            "جز",
            "به غیر از",
            "غیر از",
            "به استثنای",
            "منصرف",
            "بی خیال",
            "بیخیال",
            "ولش کن",
            "ولش",
            "نه فرم",
            "نه این",
            "نه اون",
            "نه آن",
        ],
    ),
    (
        NoPlanReason::Question,
        &["آیا", "مگه", "می شه", "می شود", "می تونی", "می توانی", "می تونید", "می توانید", "می شد"],
    ),
    (
        NoPlanReason::Condition,
        &[
            "اگه",
            "اگر",
            "چنانچه",
            "چنان چه",
            "در صورتی که",
            "درصورتی که",
            "در صورت",
            "به شرط",
            "به شرطی که",
            "به شرطی",
            "مشروط",
            "مگر",
            "وگرنه",
            "وقتی",
            "وقتی که",
            "هر وقت",
            "هروقت",
            "تا وقتی",
            "زمانی که",
            "هنگامی که",
            "یا",
            "شاید",
            "احتمالا",
        ],
    ),
    (
        NoPlanReason::Correction,
        &[
            "نه ببخشید",
            "ببخشید",
            "ببخشین",
            "منظورم",
            "اشتباه",
            "اشتباهی",
            "اشتباه شد",
            "یعنی",
            "بلکه",
            "پشیمون",
            "پشیمان",
            "نه نه",
            "نخیر",
            "در واقع",
            "اصلاح میکنم",
            "به جای",
            "بجای",
        ],
    ),
    (
        NoPlanReason::Time,
        &[
            "فردا",
            "پس فردا",
            "امروز",
            "دیروز",
            "امشب",
            "دیشب",
            "فرداشب",
            "بعدا",
            "بعدن",
            "فعلا",
            "فعلن",
            "موقتا",
            "ساعت",
            "شنبه",
            "یکشنبه",
            "یک شنبه",
            "دوشنبه",
            "دو شنبه",
            "سه شنبه",
            "چهارشنبه",
            "چهار شنبه",
            "پنجشنبه",
            "پنج شنبه",
            "جمعه",
            "هفته بعد",
            "هفته آینده",
            "هفته دیگه",
            "ماه بعد",
            "ماه آینده",
            "سال بعد",
            "سال آینده",
            "هر روز",
            "هر هفته",
            "هر ماه",
            "تا اطلاع",
        ],
    ),
];

/// What words mean that nothing else is known of.
const HINTS: &[(NoPlanReason, &[&str])] = &[
    (
        NoPlanReason::Question,
        &[
            "چرا",
            "چی",
            "چه",
            "چیست",
            "چیه",
            "کدام",
            "کدوم",
            "کجا",
            "کجاست",
            "کی",
            "چطور",
            "چطوره",
            "چگونه",
            "چقدر",
            "چندتا",
            "چند",
        ],
    ),
    (
        NoPlanReason::Time,
        &[
            "روز",
            "روزه",
            "هفته",
            "ماه",
            "سال",
            "صبح",
            "ظهر",
            "عصر",
            "شب",
            "دقیقه",
            "ثانیه",
            "زودتر",
            "دیرتر",
            "نوروز",
            "تاریخ",
            "بعد از",
            "قبل از",
            "پس از",
            "پیش از",
            "هنوز",
            "همیشه",
            "قبلا",
        ],
    ),
    (NoPlanReason::NotImperative, &["باید", "بایستی", "دارم", "داری", "داریم", "خواهم", "خواهد", "خواهیم"]),
    (
        NoPlanReason::NoSuchStep,
        &[
            "حذف",
            "حذفش",
            "پاک",
            "پاکش",
            "لغو",
            "کپی",
            "تکثیر",
            "منتقل",
            "ارسال",
            "بفرست",
            "بفرستید",
            "ایمیل",
            "چاپ",
            "دانلود",
            "آپلود",
            "آرشیو",
            "بایگانی",
            "قفل",
            "غیرفعال",
            "غیر فعال",
            "فعال",
            "ببند",
            "ببندید",
            "بسته",
            "بردار",
            "بردارید",
            "خروجی",
            "جابجا",
            "مرتب",
            "بررسی",
            "چک",
            "اصلاح",
            "ثبت",
            "ذخیره",
            "کم",
            "تأیید",
            "تایید",
            "بیار",
            "بگیر",
            "بزن",
            "بنویس",
            "ببین",
            "برو",
            "خارج",
            "خالی",
            "برگردان",
            "برگردون",
        ],
    ),
    (NoPlanReason::Correction, &["نه", "چیز"]),
    (NoPlanReason::NoFormId, &["آخرین", "قبلی", "اولین", "فرم ها", "فرم های", "همه", "تمام", "کل", "بقیه", "سایر"]),
    (NoPlanReason::Ambiguous, &["فقط", "تنها", "حداقل", "حداکثر", "حدود", "تقریبا"]),
];

/// Polite words that hold one of the words above.
const POLITE: &[&str] = &[
    "دستت درد نکنه",
    "دستتون درد نکنه",
    "دست شما درد نکند",
    "خسته نباشید",
    "خسته نباشی",
    "خواهش می کنم",
    "لطف کن",
    "لطف کنید",
];

/// Where a polite phrase ends that changes nothing.
pub(super) fn polite(tokens: &[Token], at: usize) -> Option<usize> {
    let opening = || any(tokens, at, &["ببخشید", "ببخشین"]).filter(|_| at == 0);
    any(tokens, at, POLITE).or_else(opening)
}

/// The first word that rules a plan out, and the tokens of it.
pub(super) fn find(tokens: &[Token]) -> Option<(NoPlanReason, usize, usize)> {
    let mut at = 0;
    while at < tokens.len() {
        if let Some(end) = polite(tokens, at) {
            at = end;
            continue;
        }
        if let Some((reason, end)) = table(ANYWHERE, tokens, at).or_else(|| denied(tokens, at)) {
            return Some((reason, at, end));
        }
        at += 1;
    }
    None
}

fn denied(tokens: &[Token], at: usize) -> Option<(NoPlanReason, usize)> {
    let token = tokens.get(at)?;
    if token.kind == TokenKind::Word && token.text.starts_with("نمی") {
        return Some((NoPlanReason::Negation, at + 1));
    }
    if token.is("نه") && !counts(tokens, at + 1) {
        return Some((NoPlanReason::Correction, at + 1));
    }
    if token.is("بدون") && any(tokens, at + 1, &["سوال", "سوالی", "پرسش", "پرسشی", "فیلد", "فیلدی"]).is_none()
    {
        return Some((NoPlanReason::Negation, at + 1));
    }
    let verb = persian_verbs::read(tokens, at).filter(|verb| verb.mood == Mood::Negative)?;
    Some((NoPlanReason::Negation, verb.end))
}

/// Whether «نه» before `at` is the number nine.
fn counts(tokens: &[Token], at: usize) -> bool {
    let noun = any(tokens, at, &["تا", "عدد", "دونه"]).unwrap_or(at);
    field(tokens, noun).or_else(|| fields(tokens, noun)).is_some() || field_type(tokens, noun).is_some()
}

fn table(table: &[(NoPlanReason, &[&str])], tokens: &[Token], at: usize) -> Option<(NoPlanReason, usize)> {
    let found = table.iter().filter_map(|(reason, words)| Some((*reason, any(tokens, at, words)?)));
    found.max_by_key(|(_, end)| *end)
}

/// Why the token at `at` was not understood, and where the words end that say so.
pub(super) fn explain(tokens: &[Token], at: usize) -> (NoPlanReason, usize) {
    let Some(token) = tokens.get(at) else { return (NoPlanReason::UnknownWord, at) };
    if token.is_mark("؟") || token.is_mark("?") {
        return (NoPlanReason::Question, at + 1);
    }
    if matches!(token.kind, TokenKind::OddNumber) {
        return (NoPlanReason::BadNumber, at + 1);
    }
    let verb = || {
        let verb = persian_verbs::read(tokens, at)?;
        let asks = matches!(verb.mood, Mood::Imperative | Mood::Either | Mood::Jussive);
        Some((if asks { NoPlanReason::NoSuchStep } else { NoPlanReason::NotImperative }, verb.end))
    };
    verb().or_else(|| table(HINTS, tokens, at)).unwrap_or((NoPlanReason::UnknownWord, at + 1))
}
