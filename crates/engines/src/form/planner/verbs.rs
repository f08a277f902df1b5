//! The verbs of the grammar, in the plain and the polite imperative.

use super::tokens::{Kind, Token};
use super::words::any;

const CREATE: &[&str] = &[
    "بساز",
    "بسازید",
    "بسازین",
    "ساختن",
    "ایجاد",
    "ایجاد کن",
    "ایجاد کنید",
    "درست کن",
    "درست کنید",
    "تشکیل بده",
    "تشکیل بدهید",
    "تشکیل دهید",
];

const SET: &[&str] = &[
    "بگذار",
    "بگذارید",
    "بذار",
    "بذارید",
    "بزار",
    "بزارید",
    "قرار بده",
    "قرار بدهید",
    "قرار دهید",
    "باشد",
    "باشه",
    "است",
    "انتخاب کن",
    "انتخاب کنید",
    "تعیین کن",
    "تعیین کنید",
    "تنظیم کن",
    "تنظیم کنید",
];

const DO: &[&str] = &["کن", "کنید", "کنین"];

/// What makes another verb with «کن».
const DONE: &[&str] = &[
    "اضافه",
    "اضافه اش",
    "منتشر",
    "منتشرش",
    "پیش نویس",
    "پیش نویسش",
    "باز",
    "بازش",
    "ویرایش",
    "ادیت",
    "ایجاد",
    "درست",
    "حذف",
    "پاک",
];

const RENAME: &[&str] = &["تغییر بده", "تغییر بدهید", "تغییر دهید", "عوض کن", "عوض کنید", "تبدیل کن", "تبدیل کنید"];

const ADD: &[&str] = &[
    "اضافه کن",
    "اضافه کنید",
    "اضافه شود",
    "اضافه بشه",
    "اضافه",
    "بیفزا",
    "بیفزایید",
    "قرار بده",
    "قرار دهید",
    "بگذار",
    "بگذارید",
    "بذار",
];

const EDIT: &[&str] = &["باز کن", "باز کنید", "باز کنین", "ویرایش", "ادیت"];

/// What no plan can say, and what asks that something be left undone.
const REFUSED: &[&str] = &[
    "حذف",
    "حذفش",
    "پاک",
    "پاکش",
    "لغو",
    "نکن",
    "نکنید",
    "نساز",
    "نسازید",
    "نده",
    "ندهید",
    "نذار",
    "نگذار",
    "نگذارید",
];

/// Where a verb for creating ends.
pub(super) fn create(tokens: &[Token], at: usize) -> Option<usize> {
    any(tokens, at, CREATE)
}

/// Where a verb for adding ends.
pub(super) fn add(tokens: &[Token], at: usize) -> Option<usize> {
    any(tokens, at, ADD)
}

/// Where a verb for giving or changing a name ends.
pub(super) fn rename(tokens: &[Token], at: usize) -> Option<usize> {
    any(tokens, at, RENAME).or_else(|| any(tokens, at, SET)).or_else(|| bare_do(tokens, at))
}

/// Where a verb for opening or editing ends.
pub(super) fn edit(tokens: &[Token], at: usize) -> Option<usize> {
    any(tokens, at, EDIT)
}

/// «کن» where it is not the second part of another verb.
fn bare_do(tokens: &[Token], at: usize) -> Option<usize> {
    let end = any(tokens, at, DO)?;
    let of_other = |back: usize| at.checked_sub(back).is_some_and(|start| any(&tokens[..at], start, DONE) == Some(at));
    (!of_other(1) && !of_other(2)).then_some(end)
}

/// The status that a form shall have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Published,
    Draft,
}

/// The word for a status.
pub(super) fn status(tokens: &[Token], at: usize) -> Option<(Status, usize)> {
    let published = any(tokens, at, &["منتشر", "منتشرش", "انتشار"]).map(|end| (Status::Published, end));
    let draft = || any(tokens, at, &["پیش نویس", "پیش نویسش"]).map(|end| (Status::Draft, end));
    published.or_else(draft)
}

/// Whether something is asked for that no plan can say.
pub(super) fn refused(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.kind == Kind::Word && REFUSED.contains(&token.text.as_str()))
}
