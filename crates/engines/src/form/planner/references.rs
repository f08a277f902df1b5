//! Questions that exist already: «سوال 2 فرم 3» can be opened in the editor, and nothing else.

use planwright_generated::form_plan::{FormStep, OpenEditorParams};

use super::forms::Forms;
use super::moves::edit_after;
use super::numbers::{Number, count, number, ordinal};
use super::tokens::{Kind, Token};
use super::verbs;
use super::words::{NUMBERED, OBJECT, any, field, field_type, field_type_after, skip};

/// A question that is to be edited.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Where the mention of its form starts.
    pub(super) form: usize,
    pub(super) step: FormStep,
}

/// Finds all references; `None` if something else is to be done with an existing question.
pub(super) fn find(tokens: &[Token], forms: &Forms) -> Option<Vec<Reference>> {
    let mut all = Vec::new();
    for at in 0..tokens.len() {
        if let Some(word) = field(tokens, at).filter(|_| !counted(tokens, at)) {
            all.extend(reference(tokens, forms, at, word)?);
        }
    }
    Some(all)
}

/// The reference at `at`, `Some(None)` if a new field is meant.
#[expect(clippy::option_option, reason = "no plan, a new field, a reference: the first ends the reading with `?`")]
fn reference(tokens: &[Token], forms: &Forms, at: usize, word: usize) -> Option<Option<Reference>> {
    let Some(index) = index(tokens, word) else {
        let object = any(tokens, word, OBJECT).is_some() || forms.at(word).is_some();
        let last = any(tokens, word, &["آخر", "قبلی", "بعدی"]).is_some();
        return (!object && !last).then_some(None);
    };
    let edits = |form: &super::forms::Mention, end: usize| {
        let params = OpenEditorParams { id: form.id?, index: u64::try_from(index.value.checked_sub(1)?).ok()? };
        Some(Some(Reference { start: at, end, form: form.start, step: FormStep::OpenEditor { params } }))
    };
    let within = skip(tokens, index.end, &["از", "در", "توی"]);
    if let Some(form) = forms.at(within) {
        return edits(form, edit_after(tokens, forms, form.end)?);
    }
    let object = skip(tokens, index.end, OBJECT);
    let opens = |at| verbs::edit(tokens, at).or_else(|| any(tokens, at, &["باز"]));
    if let Some(end) = opens(object) {
        return edits(forms.before(tokens, at)?, end);
    }
    // «سوال ۱ کوتاه» in a list is the label of a new field.
    (object == index.end).then_some(None)
}

/// The number of the question in «سوال [شماره] 2», «سوال دوم».
fn index(tokens: &[Token], word: usize) -> Option<Number> {
    let at = skip(tokens, word, NUMBERED);
    let plain = number(tokens, at).filter(|number| count(tokens, at).is_some_and(|count| count.end == number.end));
    plain.filter(|_| field_type_after(tokens, at).is_none()).or_else(|| ordinal(tokens, at))
}

/// Where the label of a new field ends, as in «سوال ۱: کوتاه».
pub(super) fn label(tokens: &[Token], word: usize) -> Option<usize> {
    let end = index(tokens, word)?.end;
    let colon = tokens.get(end).is_some_and(|token| token.is_mark(":")) && field_type(tokens, end + 1).is_some();
    Some(if colon { end + 1 } else { end })
}

/// Whether the noun at `at` is counted: «دو سوال».
fn counted(tokens: &[Token], at: usize) -> bool {
    (at.saturating_sub(2)..at).any(|from| {
        tokens[from].kind != Kind::Taken
            && count(tokens, from).is_some_and(|count| count.end == at)
            && field_type(tokens, from).is_none()
    })
}
