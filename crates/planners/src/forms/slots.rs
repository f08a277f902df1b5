//! Parts of a request that the grammar knows: forms, questions, names, verbs, and connecting words.

use std::collections::BTreeSet;

use super::field_groups::Group;
use super::persian_verbs::{Action, Wish};

/// Part of a request.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) kind: SlotKind,
    /// Range of its tokens.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Kind of a part.
#[derive(Clone, Debug)]
pub(super) enum SlotKind {
    Form(FormMention),
    /// «نتایج فرم 3»
    Results(u64),
    /// «سازندهٔ فرم 3», which opens when a form is opened.
    Builder(u64),
    /// «سوال 2 فرم 3», an existing question, counted from one.
    Question {
        number: u64,
        form: Option<u64>,
    },
    Group(Group),
    Title(Title),
    Rename(Rename),
    Verb(AskedVerb),
    /// «را»
    Object,
    /// «هم», if it replaces the verb of the previous sentence.
    Also,
    /// «با», «که», «شامل», or a colon.
    Link,
    /// «و», «سپس»
    And,
    /// A comma, a full stop, or the end of a line.
    Separator,
    /// «می‌خواهم», «می‌شود»
    Wish(Wish),
}

/// Mention of a form.
#[derive(Clone, Copy, Debug)]
pub(super) struct FormMention {
    pub(super) which: Which,
    /// True if something is added to the form: «به فرم 3».
    pub(super) into: bool,
    /// True if the state of the form is mentioned: «وضعیت فرم 3».
    pub(super) state: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// «فرم 3»
    Id(u64),
    /// «فرم جدید», which is explicitly new, so no verb is needed to create it.
    New,
    /// «فرم», «یک فرم»
    Any,
    /// «آن»
    Pronoun,
}

/// Verb of a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct AskedVerb {
    pub(super) action: Action,
    /// True if it is a verbal noun that precedes its object: «انتشار فرم 5».
    pub(super) noun: bool,
}

/// Title for the new form.
#[derive(Clone, Debug)]
pub(super) struct Title {
    pub(super) text: String,
    pub(super) quoted: bool,
    /// True if it refers to what was mentioned before («نامش را … بگذار»), so that it could rename an existing form.
    pub(super) of_pronoun: bool,
}

/// New title for an existing form.
#[derive(Clone, Debug)]
pub(super) struct Rename {
    pub(super) id: u64,
    pub(super) title: String,
    /// True if its verb is still missing: «عنوان فرم 3 را «الف» و …».
    pub(super) open: bool,
}

impl Slot {
    /// Returns whether the slot only connects others.
    pub(super) fn joins(&self) -> bool {
        matches!(self.kind, SlotKind::And | SlotKind::Separator)
    }

    /// Returns whether the slot has no content.
    pub(super) fn is_empty(&self) -> bool {
        self.joins() || matches!(self.kind, SlotKind::Link | SlotKind::Wish(_))
    }
}

/// Returns the form that «آن» refers to, if exactly one form is mentioned and it has an id.
pub(super) fn only_id(slots: &[Slot]) -> Option<u64> {
    let ids = slots.iter().filter_map(|slot| match &slot.kind {
        SlotKind::Form(FormMention { which: Which::Id(id), .. })
        | SlotKind::Results(id)
        | SlotKind::Builder(id)
        | SlotKind::Question { form: Some(id), .. }
        | SlotKind::Rename(Rename { id, .. }) => Some(Some(*id)),
        SlotKind::Form(FormMention { which: Which::New | Which::Any, .. }) => Some(None),
        _ => None,
    });
    let mut ids = ids.collect::<BTreeSet<_>>().into_iter();
    ids.next().flatten().filter(|_| ids.next().is_none())
}
