//! Reasons why a request has no plan, and the word at which each was found. This module contains all of their messages.

use std::fmt;

/// Explanation why a request has no plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoPlan {
    /// The reason.
    pub reason: NoPlanReason,
    /// Words of the request at which the reason was found, as written.
    pub word: Option<String>,
}

/// Kind of a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoPlanReason {
    /// The request is too long.
    TooLong,
    /// The request contains no words.
    NothingAsked,
    /// The request is not in Persian.
    NotPersian,
    /// A word is unknown, or not allowed at its position.
    UnknownWord,
    /// The request contains a negation.
    Negation,
    /// The request is a question.
    Question,
    /// The request contains a condition or an alternative.
    Condition,
    /// The request corrects itself.
    Correction,
    /// The request contains a time.
    Time,
    /// A verb states a fact or a wish.
    NotImperative,
    /// The request has no imperative verb.
    NoVerb,
    /// No step corresponds to the verb.
    NoSuchStep,
    /// The question type is not supported.
    UnknownType,
    /// A number has a sign, a fraction or a range, or is zero or too large.
    BadNumber,
    /// A form is named, but not by the digits of its id.
    NoFormId,
    /// The new form does not have an id yet.
    NewForm,
    /// It is ambiguous which form or which words are meant.
    Ambiguous,
    /// The request creates more than one form.
    OneForm,
    /// The number of questions is missing.
    NoCount,
    /// The new name is missing.
    NoTitle,
    /// The request only opens something, which is not a plan.
    OnlyOpens,
    /// The plan would have more steps than the limit.
    TooManySteps,
}

use NoPlanReason as Reason;

impl NoPlanReason {
    /// Returns the code of the reason for programs.
    pub fn code(self) -> &'static str {
        match self {
            Reason::TooLong => "TOO_LONG",
            Reason::NothingAsked => "NOTHING_ASKED",
            Reason::NotPersian => "NOT_PERSIAN",
            Reason::UnknownWord => "UNKNOWN_WORD",
            Reason::Negation => "NEGATION",
            Reason::Question => "QUESTION",
            Reason::Condition => "CONDITION",
            Reason::Correction => "CORRECTION",
            Reason::Time => "TIME",
            Reason::NotImperative => "NOT_IMPERATIVE",
            Reason::NoVerb => "NO_VERB",
            Reason::NoSuchStep => "NO_SUCH_STEP",
            Reason::UnknownType => "UNKNOWN_TYPE",
            Reason::BadNumber => "BAD_NUMBER",
            Reason::NoFormId => "NO_FORM_ID",
            Reason::NewForm => "NEW_FORM",
            Reason::Ambiguous => "AMBIGUOUS",
            Reason::OneForm => "ONE_FORM",
            Reason::NoCount => "NO_COUNT",
            Reason::NoTitle => "NO_TITLE",
            Reason::OnlyOpens => "ONLY_OPENS",
            Reason::TooManySteps => "TOO_MANY_STEPS",
        }
    }

    fn english(self) -> &'static str {
        match self {
            Reason::TooLong => "the request is too long",
            Reason::NothingAsked => "the request has no command",
            Reason::NotPersian => "this planner reads Persian; use --mode llm for a model's answer",
            Reason::UnknownWord => "a word was not understood here; put names and titles in «»",
            Reason::Negation => "the request contains a negation; put names and titles in «»",
            Reason::Question => "the request is a question, not a command",
            Reason::Condition => "a plan has no conditions and no alternatives; put names and titles in «»",
            Reason::Correction => "the request corrects itself; write only the final command",
            Reason::Time => "a plan has no times, because it is carried out at once; put names and titles in «»",
            Reason::NotImperative => "the verb does not ask for something to be done",
            Reason::NoVerb => "no verb applies to this",
            Reason::NoSuchStep => "no step of a plan does this",
            Reason::UnknownType => {
                "there is no such type of question; the types are: short answer, long answer, multiple choice, dropdown, rating"
            }
            Reason::BadNumber => "ids and counts are whole numbers from 1 up",
            Reason::NoFormId => "a form that exists is named by the digits of its id, as in «فرم ۳»",
            Reason::NewForm => "the form that is created has no id yet, so only questions can be added to it",
            Reason::Ambiguous => "the meaning is not clear; write a separate sentence, with names and titles in «»",
            Reason::OneForm => "a plan creates one form at most",
            Reason::NoCount => "the number of questions is missing",
            Reason::NoTitle => "the new name or title is missing",
            Reason::OnlyOpens => "the request only opens something, and that needs no plan",
            Reason::TooManySteps => "the plan would have more steps than the limit",
        }
    }

    fn persian(self) -> &'static str {
        match self {
            Reason::TooLong => "درخواست بیش از حد طولانی است",
            Reason::NothingAsked => "درخواست چیزی نمی‌خواهد",
            Reason::NotPersian => "این برنامه‌ریز فقط فارسی می‌خواند",
            Reason::UnknownWord => "این کلمه در این جا فهمیده نشد؛ نام‌ها و متن‌ها را در «» بگذارید",
            Reason::Negation => "درخواست می‌گوید چه کاری انجام نشود یا چه چیزی نباشد؛ نام‌ها و متن‌ها را در «» بگذارید",
            Reason::Question => "درخواست یک پرسش است و نمی‌گوید چه کاری انجام شود",
            Reason::Condition => "برنامه شرط و انتخاب ندارد؛ نام‌ها و متن‌ها را در «» بگذارید",
            Reason::Correction => "درخواست حرف خود را اصلاح می‌کند؛ فقط کار نهایی را بگویید",
            Reason::Time => "برنامه زمان ندارد و بی‌درنگ اجرا می‌شود؛ نام‌ها و متن‌ها را در «» بگذارید",
            Reason::NotImperative => "فعل درخواست نمی‌کند که کاری انجام شود",
            Reason::NoVerb => "هیچ فعلی نمی‌گوید با این چه باید کرد",
            Reason::NoSuchStep => "هیچ گامی از برنامه این کار را انجام نمی‌دهد",
            Reason::UnknownType => {
                "چنین نوع سوالی نیست؛ نوع‌ها: پاسخ کوتاه، پاسخ بلند، چندگزینه‌ای، لیست کشویی، امتیازدهی"
            }
            Reason::BadNumber => "شناسه‌ها و تعدادها عدد صحیح از ۱ به بالا هستند",
            Reason::NoFormId => "فرم موجود با رقم شناسه‌اش گفته می‌شود، مانند «فرم ۳»",
            Reason::NewForm => "فرمی که ساخته می‌شود هنوز شناسه ندارد و فقط می‌توان به آن سوال افزود",
            Reason::Ambiguous => "روشن نیست منظور کدام است؛ آن را در جمله‌ای جدا و نام‌ها و متن‌ها را در «» بگویید",
            Reason::OneForm => "یک برنامه حداکثر یک فرم می‌سازد",
            Reason::NoCount => "تعداد سوال‌ها گفته نشده است",
            Reason::NoTitle => "نام یا متن تازه گفته نشده است",
            Reason::OnlyOpens => "درخواست فقط چیزی را باز می‌کند و برای آن برنامه لازم نیست",
            Reason::TooManySteps => "گام‌های برنامه از حد مجاز بیشتر می‌شود",
        }
    }
}

impl NoPlan {
    pub(super) fn new(reason: NoPlanReason) -> Self {
        Self { reason, word: None }
    }

    /// Returns the reason in English.
    pub fn english(&self) -> &'static str {
        self.reason.english()
    }

    /// Returns the reason in Persian.
    pub fn persian(&self) -> &'static str {
        self.reason.persian()
    }
}

impl fmt::Display for NoPlan {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.word {
            Some(word) => write!(out, "«{word}»: {}", self.english()),
            None => out.write_str(self.english()),
        }
    }
}

/// Fields of a request that a limit omitted from the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldsCut {
    /// Number of questions in the request.
    pub asked: usize,
    /// Number of questions in the plan.
    pub kept: usize,
}

/// Maximum count that is written out.
const MAX_WRITTEN_COUNT: usize = 1_000_000;

impl FieldsCut {
    /// Describes the omitted questions in English.
    pub fn english(&self) -> String {
        let Self { asked, kept } = *self;
        match asked {
            0..=MAX_WRITTEN_COUNT => {
                format!("{asked} questions are requested, the plan adds {kept}: the limit of added questions")
            }
            _ => {
                format!(
                    "more than {MAX_WRITTEN_COUNT} questions are requested, the plan adds {kept}: the limit of added questions"
                )
            }
        }
    }

    /// Describes the omitted questions in Persian.
    pub fn persian(&self) -> String {
        let (asked, kept) = (self.asked.min(MAX_WRITTEN_COUNT), self.kept);
        let more = if self.asked > MAX_WRITTEN_COUNT { "بیش از " } else { "" };
        let text = format!("{more}{asked} سوال خواسته شده و برنامه {kept} سوال اضافه می‌کند: حد سوال‌های افزوده");
        text.chars().map(persian_digit).collect()
    }
}

fn persian_digit(letter: char) -> char {
    letter.to_digit(10).and_then(|digit| char::from_u32(u32::from('۰') + digit)).unwrap_or(letter)
}
