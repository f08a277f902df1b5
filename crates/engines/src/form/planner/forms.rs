//! The forms that are spoken of: those with an id, and the one to create.

use super::numbers::{count, number};
use super::tokens::{Kind, Token};
use super::words::{INTO, any, field, field_type, form, form_id, phrase};
use super::{ends, verbs};

/// A mention of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Absent for «فرم» without a number.
    pub(super) id: Option<u64>,
    /// Whether something goes into it: «به فرم 3».
    pub(super) into: bool,
}

/// All mentions in their order.
#[derive(Clone, Debug)]
pub(super) struct Forms {
    pub(super) mentions: Vec<Mention>,
    /// Whether a form is to be created.
    pub(super) creates: bool,
}

impl Forms {
    /// The mention that starts at `at`.
    pub(super) fn at(&self, at: usize) -> Option<&Mention> {
        let index = self.mentions.binary_search_by_key(&at, |mention| mention.start).ok()?;
        self.mentions.get(index)
    }

    /// The last mention in the clause of `at` before it.
    pub(super) fn before(&self, tokens: &[Token], at: usize) -> Option<&Mention> {
        let start = ends::clause_start(tokens, at);
        self.mentions.iter().rfind(|mention| mention.start >= start && mention.end <= at)
    }
}

/// Finds all mentions; `None` if one of them rules a plan out.
pub(super) fn find(tokens: &[Token]) -> Option<Forms> {
    let mut mentions: Vec<Mention> = Vec::new();
    for at in 0..tokens.len() {
        let Some(word) = form(tokens, at) else { continue };
        let into = at > 0 && any(tokens, at - 1, INTO) == Some(at);
        if let Some((digits, end)) = form_id(tokens, at) {
            let id = digits.parse().ok().filter(|&id: &u64| id > 0)?;
            if more_ids(tokens, end) {
                return None;
            }
            mentions.push(Mention { start: at, end, id: Some(id), into });
        } else if several(tokens, at) {
            return None;
        } else {
            mentions.push(Mention { start: at, end: word, id: None, into });
        }
    }
    let bare = || mentions.iter().filter(|mention| mention.id.is_none());
    let new = |mention: &Mention| any(tokens, mention.end, &["جدید", "جدیدی", "تازه", "تازه ای"]).is_some();
    let verb = (0..tokens.len()).any(|at| verbs::create(tokens, at).is_some());
    let creates = bare().any(|mention| verb || new(mention));
    Some(Forms { mentions, creates })
}

/// Whether ids go on after one: in «فرم 3 و 4» the second is not said to be one.
fn more_ids(tokens: &[Token], end: usize) -> bool {
    let Some(next) =
        phrase(tokens, end, "و").filter(|&next| tokens.get(next).is_some_and(|one| one.kind == Kind::Number))
    else {
        return false;
    };
    let counts = count(tokens, next).map(|count| count.end);
    !counts.is_some_and(|end| end > next + 1 || field(tokens, end).is_some() || field_type(tokens, end).is_some())
        && field_type(tokens, next).is_none()
}

/// Whether the form without a number at `at` is several: «دو فرم», «فرم‌ها».
fn several(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| number(tokens, before));
    let counted = before.is_some_and(|number| number.value != 1);
    counted || any(tokens, at, &["فرم ها", "فرم های", "فرم هایی"]).is_some()
}
