//! Words that rule a plan out wherever they stand outside of quotation marks, and words that explain why another word was
//! not understood.

use super::form_states;
use super::persian_forms::simple;
use super::persian_nouns::{field, field_type, fields};
use super::persian_numbers::number;
use super::persian_verbs::{self, Action, Mood};
use super::phrases::any;
use super::refusal::NoPlanReason;
use super::small_words::{AND, polite, wish};
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
            "امتناع",
            "صرف نظر",
            "صرفنظر",
            "جلوگیری",
            "لازم ندارم",
            "نیازی نیست",
            "نیاز نیست",
            "حق نداری",
            "حق ندارید",
            "مطلقا",
            "اصلا",
            "مانع",
            "جلوی",
            "سوای",
            "الا",
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
        &[
            "آیا",
            "مگه",
            "می تونی",
            "می توانی",
            "می تونید",
            "می توانید",
            "می تونین",
            "می تونم",
            "می توانم",
            "می شه بگی",
            "می شه بگید",
            "بگو",
            "بگید",
            "بگویید",
            "چطور",
            "چطوری",
            "چگونه",
            "چجوری",
            "چه جوری",
            "چه طور",
            "چرا",
            "کجاست",
            "چیه",
            "چیست",
            "کدوم",
            "کدام",
            "چه کسی",
            "چقدر",
        ],
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
            "مگر اینکه",
            "مگه اینکه",
            "هر موقع",
            "هرموقع",
            "هر زمان",
            "هرگاه",
            "هر گاه",
            "به محض",
            "همین که",
            "همینکه",
            "موقعی که",
            "هنگامی",
            "بعد از اینکه",
            "بعد از این که",
            "پس از اینکه",
            "پس از آنکه",
            "بعد از آنکه",
            "قبل از اینکه",
            "قبل از این که",
            "پیش از آنکه",
            "تا زمانی که",
            "بسته به",
            "هر کدوم",
            "هر کدام",
            "هرکدوم",
            "هرکدام",
            "یکی از",
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
            "یعنی",
            "بلکه",
            "پشیمون",
            "پشیمان",
            "نه نه",
            "نخیر",
            "در واقع",
            "اصلاح میکنم",
            "صبر کن",
            "وایسا",
            "وایستا",
            "حواسم نبود",
            "غلط کردم",
            "شوخی کردم",
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
            "آخر هفته",
            "اول هفته",
            "آخر ماه",
            "اول ماه",
            "آخر سال",
            "نیمه شب",
            "دقیقه",
            "ثانیه",
            "نیم ساعت",
            "به زودی",
            "سر ظهر",
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
            "فروردین",
            "اردیبهشت",
            "خرداد",
            "مرداد",
            "شهریور",
            "مهر",
            "آبان",
            "آذر",
            "بهمن",
            "اسفند",
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
    (
        NoPlanReason::NotImperative,
        &[
            "باید",
            "بایستی",
            "دارم",
            "داری",
            "داریم",
            "خواهم",
            "خواهد",
            "خواهیم",
            "قراره",
            "قرار است",
            "بهتره",
            "بهتر است",
            "خوبه",
            "خوب است",
        ],
    ),
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
    (NoPlanReason::BadNumber, &["منفی", "صفر", "ممیز", "نیم", "نصف"]),
    (NoPlanReason::Correction, &["نه", "چیز"]),
    (
        NoPlanReason::NoFormId,
        &[
            "آخری",
            "اولی",
            "بعدی",
            "جدیدترین",
            "قدیمی ترین",
            "آخرین",
            "قبلی",
            "اولین",
            "فرم ها",
            "فرم های",
            "همه",
            "تمام",
            "کل",
            "بقیه",
            "سایر",
        ],
    ),
    (NoPlanReason::Ambiguous, &["فقط", "تنها", "حداقل", "حداکثر", "حدود", "تقریبا"]),
];

/// The first word that rules a plan out, and the tokens of it.
pub(super) fn find(tokens: &[Token]) -> Option<(NoPlanReason, usize, usize)> {
    let mut at = 0;
    while at < tokens.len() {
        if let Some(end) = polite(tokens, at).or_else(|| wish(tokens, at).map(|(_, end)| end)) {
            at = end;
            continue;
        }
        if let Some(verb) = form_states::read(tokens, at).filter(|verb| verb.mood != Mood::Negative) {
            at = verb.end;
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
    if let Some(verb) = persian_verbs::read(tokens, at).filter(|verb| verb.mood == Mood::Negative) {
        return Some((NoPlanReason::Negation, verb.end));
    }
    if token.kind == TokenKind::Word && token.text.starts_with("نمی") {
        let end = if token.text == "نمی" { at + 2 } else { at + 1 };
        return Some((NoPlanReason::Negation, end.min(tokens.len())));
    }
    if let Some(end) = any(tokens, at, &["بعد از", "پس از", "قبل از", "پیش از"])
        .filter(|&end| any(tokens, at, AND).is_none_or(|and| and < end))
    {
        return Some((NoPlanReason::Time, end));
    }
    if any(tokens, at, &["کاش", "ای کاش", "کاشکی", "ای کاشکی"]).is_some() {
        return Some((NoPlanReason::NotImperative, at + 1));
    }
    if let Some(end) = duration(tokens, at) {
        return Some((NoPlanReason::Time, end));
    }
    if let Some((_, end)) = form_states::left(tokens, at).filter(|_| form_states::read(tokens, at).is_none()) {
        return Some((NoPlanReason::Negation, end));
    }
    if token.is("نه") && !counts(tokens, at + 1) {
        return Some((NoPlanReason::Correction, at + 1));
    }
    if token.is("بدون") && any(tokens, at + 1, &["سوال", "سوالی", "پرسش", "پرسشی", "فیلد", "فیلدی"]).is_none()
    {
        return Some((NoPlanReason::Negation, at + 1));
    }
    None
}

/// Where a span of time ends: «سه روز», «۲ هفته».
fn duration(tokens: &[Token], at: usize) -> Option<usize> {
    const UNITS: &[&str] = &["روز", "هفته", "ماه", "سال", "ساعت", "دقیقه", "ثانیه"];
    any(tokens, number(tokens, at)?.end, UNITS)
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

/// What the word at `at` says of a request that has an unknown word before it: that no step does this, or when.
pub(super) fn tells(tokens: &[Token], at: usize) -> Option<(NoPlanReason, usize)> {
    let noun = simple(tokens, at).is_none();
    let verb = persian_verbs::read(tokens, at).filter(|verb| verb.action == Action::Other && noun);
    let verb = verb.map(|verb| (NoPlanReason::NoSuchStep, verb.end));
    let told = || {
        table(HINTS, tokens, at).filter(|(reason, _)| matches!(reason, NoPlanReason::NoSuchStep | NoPlanReason::Time))
    };
    verb.or_else(told)
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
        Some((if verb.mood.asks(None) { NoPlanReason::NoSuchStep } else { NoPlanReason::NotImperative }, verb.end))
    };
    verb().or_else(|| table(HINTS, tokens, at)).unwrap_or((NoPlanReason::UnknownWord, at + 1))
}
