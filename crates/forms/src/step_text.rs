//! Describes steps in Persian and in English.

use planwright_generated::form_plan::{AddFieldParams, FieldType};
use planwright_source::visible_line;

use super::state::{Form, FormStatus};

/// Description of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepText {
    /// Persian description.
    pub fa: String,
    /// English description.
    pub en: String,
}

impl StepText {
    pub(super) fn create(id: u64, title: &str) -> Self {
        let title = isolated(title);
        Self {
            fa: format!("فرم «{title}» با شناسهٔ {} به صورت پیش‌نویس ساخته می‌شود", persian(id)),
            en: format!("creates the form {id} \"{title}\" as a draft"),
        }
    }

    pub(super) fn add_field(form: &Form, params: &AddFieldParams, index: usize) -> Self {
        let (fa, en) = kind(params.type_);
        let place = index as u64 + 1;
        let question = params.question.as_deref().map(isolated);
        let (text_fa, text_en) =
            question.map_or_else(Default::default, |text| (format!(" «{text}»"), format!(" \"{text}\"")));
        let (need_fa, need_en) = match params.required {
            Some(true) => (" (الزامی)", " (required)"),
            Some(false) => (" (اختیاری)", " (optional)"),
            None => ("", ""),
        };
        Self {
            fa: format!("سوال {fa}{text_fa}{need_fa} در جایگاه {} به {} اضافه می‌شود", persian(place), form_fa(form)),
            en: format!("adds a {en} question{text_en}{need_en} to {} as number {place}", form_en(form)),
        }
    }

    pub(super) fn rename(id: u64, from: &str, to: &str) -> Self {
        let (from, to) = (isolated(from), isolated(to));
        Self {
            fa: format!("عنوان فرم {} از «{from}» به «{to}» تغییر می‌کند", persian(id)),
            en: format!("changes the title of form {id} from \"{from}\" to \"{to}\""),
        }
    }

    pub(super) fn status(form: &Form, to: FormStatus) -> Self {
        let (fa, en, is_fa) = match to {
            FormStatus::Published => ("منتشر می‌شود", "publishes", "منتشر شده است"),
            FormStatus::Draft => ("پیش‌نویس می‌شود", "sets back to draft", "پیش‌نویس است"),
            FormStatus::Disabled => ("غیرفعال می‌شود", "disables", "غیرفعال است"),
        };
        if form.status == to {
            Self {
                fa: format!("{} از پیش {is_fa}", form_fa(form)),
                en: format!("{en} {}, which changes nothing", form_en(form)),
            }
        } else {
            Self { fa: format!("{} {fa}", form_fa(form)), en: format!("{en} {}", form_en(form)) }
        }
    }

    pub(super) fn open_builder(form: &Form) -> Self {
        Self {
            fa: format!("{} برای ویرایش باز می‌شود", form_fa(form)),
            en: format!("opens the builder of {}", form_en(form)),
        }
    }

    pub(super) fn open_results(form: &Form) -> Self {
        Self {
            fa: format!("نتایج {} باز می‌شود", form_fa(form)), en: format!("opens the results of {}", form_en(form))
        }
    }

    pub(super) fn open_editor(form: &Form, index: u64) -> Self {
        let place = index.saturating_add(1);
        Self {
            fa: format!("سوال {} از {} باز می‌شود", persian(place), form_fa(form)),
            en: format!("opens question {place} of {} in the editor", form_en(form)),
        }
    }
}

fn form_fa(form: &Form) -> String {
    format!("فرم {} «{}»", persian(form.id), isolated(&form.title))
}

fn form_en(form: &Form) -> String {
    format!("form {} \"{}\"", form.id, isolated(&form.title))
}

fn kind(kind: FieldType) -> (&'static str, &'static str) {
    match kind {
        FieldType::ShortText => ("پاسخ کوتاه", "short answer"),
        FieldType::LongText => ("پاسخ بلند", "long answer"),
        FieldType::MultipleChoice => ("چندگزینه‌ای", "multiple choice"),
        FieldType::Dropdown => ("فهرست کشویی", "dropdown"),
        FieldType::Rating => ("امتیازدهی", "rating"),
    }
}

fn persian(number: u64) -> String {
    let digit =
        |letter: char| letter.to_digit(10).and_then(|digit| char::from_u32('۰' as u32 + digit)).unwrap_or(letter);
    number.to_string().chars().map(digit).collect()
}

/// Prepares an untrusted string for a sentence: removes line breaks and direction marks, and isolates its text
/// direction from the rest of the sentence.
fn isolated(text: &str) -> String {
    format!("\u{2068}{}\u{2069}", visible_line(text))
}
