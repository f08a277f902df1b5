//! The parts of a request that the grammar knows: forms, questions, names, verbs, and what joins them.

use std::collections::BTreeSet;

use super::field_groups::Group;
use super::persian_verbs::{Action, Wish};

/// A part of a request.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) kind: SlotKind,
    /// Its tokens.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// What a part says.
#[derive(Clone, Debug)]
pub(super) enum SlotKind {
    Form(FormMention),
    /// «نتایج فرم 3»
    Results(u64),
    /// «سازندهٔ فرم 3»: what opens when a form is opened.
    Builder(u64),
    /// «سوال 2 فرم 3»: a question that exists, counted from one.
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
    /// «هم», where it stands for the verb of the sentence before.
    Also,
    /// «با», «که», «شامل», a colon.
    Link,
    /// «و», «سپس»
    And,
    /// A comma, a full stop, the end of a line.
    Separator,
    /// «می‌خواهم», «می‌شود»
    Wish(Wish),
}

/// A form that is spoken of.
#[derive(Clone, Copy, Debug)]
pub(super) struct FormMention {
    pub(super) which: Which,
    /// Whether something goes into it: «به فرم 3».
    pub(super) into: bool,
    /// Whether it is the state of the form that is spoken of: «وضعیت فرم 3».
    pub(super) state: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// «فرم 3»
    Id(u64),
    /// «فرم جدید»: said to be new, so no verb is needed to create it.
    New,
    /// «فرم», «یک فرم»
    Any,
    /// «آن»
    Pronoun,
}

/// A verb that asks for something.
#[derive(Clone, Copy, Debug)]
pub(super) struct AskedVerb {
    pub(super) action: Action,
    /// Whether it is a noun, which stands before its object: «انتشار فرم 5».
    pub(super) noun: bool,
}

/// A title for the form that is created.
#[derive(Clone, Debug)]
pub(super) struct Title {
    pub(super) text: String,
    pub(super) quoted: bool,
    /// Whether it is said of what was spoken of («نامش را … بگذار»), so that it could rename a form that exists.
    pub(super) of_pronoun: bool,
}

/// Another title for a form that exists.
#[derive(Clone, Debug)]
pub(super) struct Rename {
    pub(super) id: u64,
    pub(super) title: String,
    /// Whether its verb is still to come: «عنوان فرم 3 را «الف» و …».
    pub(super) open: bool,
}

impl Slot {
    /// Whether it only joins others.
    pub(super) fn joins(&self) -> bool {
        matches!(self.kind, SlotKind::And | SlotKind::Separator)
    }

    /// Whether it says nothing by itself.
    pub(super) fn is_empty(&self) -> bool {
        self.joins() || matches!(self.kind, SlotKind::Link | SlotKind::Wish(_))
    }
}

/// The form that «آن» means where one form alone is mentioned, and it has an id.
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
