//! Why a request has no plan: a reason, and the word that it was found at. Sentences are written here and nowhere else.

use std::fmt;

/// Why there is no plan for a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoPlan {
    /// The reason.
    pub reason: NoPlanReason,
    /// The words of the request that it was found at, as written.
    pub word: Option<String>,
}

/// The kinds of reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoPlanReason {
    /// The request is longer than any that is read.
    TooLong,
    /// There are no words in it.
    NothingAsked,
    /// It is not in Persian.
    NotPersian,
    /// A word is not known, or does not fit where it stands.
    UnknownWord,
    /// Something is to be left undone.
    Negation,
    /// Something is asked, not ordered.
    Question,
    /// Something is to be done only under a condition, or one of two things.
    Condition,
    /// The request takes something back that it says.
    Correction,
    /// Something is to be done at some time.
    Time,
    /// A verb tells what is or was, or what somebody wants.
    NotImperative,
    /// There is no verb that says what to do.
    NoVerb,
    /// No step of a plan does this.
    NoSuchStep,
    /// No question is of this type.
    UnknownType,
    /// A number with a sign, a fraction or a range, zero, or one too large.
    BadNumber,
    /// A form is named, but not by the digits of its id.
    NoFormId,
    /// The form that is created has no id yet.
    NewForm,
    /// It is not clear which form or which text is meant.
    Ambiguous,
    /// More than one form is to be created.
    OneForm,
    /// Questions without a number of them.
    NoCount,
    /// A name is to be given, but none is there.
    NoTitle,
    /// Only something to open: not a plan.
    OnlyOpens,
    /// More steps than the limit.
    TooManySteps,
}

use NoPlanReason as Reason;

impl NoPlanReason {
    /// A name for programs.
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
            Reason::NothingAsked => "the request asks for nothing",
            Reason::NotPersian => "this planner reads Persian; use --mode llm for a model's answer",
            Reason::UnknownWord => "a word was not understood here; put names and texts in «»",
            Reason::Negation => "the request says what is not to be done, or not to be; put names and texts in «»",
            Reason::Question => "the request asks a question, it does not say what to do",
            Reason::Condition => "a plan has no conditions and no alternatives; put names and texts in «»",
            Reason::Correction => "the request corrects itself; say only what is to be done",
            Reason::Time => "a plan has no times, it is carried out at once; put names and texts in «»",
            Reason::NotImperative => "the verb does not ask for something to be done",
            Reason::NoVerb => "no verb says what is to be done with this",
            Reason::NoSuchStep => "no step of a plan does this",
            Reason::UnknownType => {
                "there is no such type of question; the types are: short text, long text, multiple choice, dropdown, rating"
            }
            Reason::BadNumber => "ids and counts are whole numbers from 1 up",
            Reason::NoFormId => "a form that exists is named by the digits of its id, as in «فرم ۳»",
            Reason::NewForm => "the form that is created has no id yet, so only questions can be added to it",
            Reason::Ambiguous => {
                "it is not clear what is meant; say it in a sentence of its own, with names and texts in «»"
            }
            Reason::OneForm => "a plan creates one form at most",
            Reason::NoCount => "it is not said how many questions",
            Reason::NoTitle => "the new name or text is missing",
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

    /// The reason in English.
    pub fn english(&self) -> &'static str {
        self.reason.english()
    }

    /// The reason in Persian.
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

/// Something that a plan leaves out of the request, because a limit says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldsCut {
    /// How many questions the request asks for.
    pub asked: usize,
    /// How many of them the plan adds.
    pub kept: usize,
}

/// Counts beyond this are not written out.
const MANY: usize = 1_000_000;

impl FieldsCut {
    /// What is left out, in English.
    pub fn english(&self) -> String {
        let Self { asked, kept } = *self;
        match asked {
            0..=MANY => format!("{asked} questions are asked for, the plan adds {kept}: the limit of added questions"),
            _ => {
                format!("more than {MANY} questions are asked for, the plan adds {kept}: the limit of added questions")
            }
        }
    }

    /// What is left out, in Persian.
    pub fn persian(&self) -> String {
        let (asked, kept) = (self.asked.min(MANY), self.kept);
        let more = if self.asked > MANY { "بیش از " } else { "" };
        let text = format!("{more}{asked} سوال خواسته شده و برنامه {kept} سوال اضافه می‌کند: حد سوال‌های افزوده");
        text.chars().map(persian_digit).collect()
    }
}

fn persian_digit(letter: char) -> char {
    letter.to_digit(10).and_then(|digit| char::from_u32(u32::from('۰') + digit)).unwrap_or(letter)
}
