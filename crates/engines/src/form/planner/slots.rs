//! The parts of a request that the grammar knows: forms, questions, names, verbs, and what joins them.

use super::field_groups::Group;
use super::persian_verbs::Action;

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
    /// «با», «که», «شامل», a colon.
    Link,
    /// «و», «سپس»
    And,
    /// A comma, a full stop, the end of a line.
    Separator,
    /// «می‌خواهم»
    Want,
}

/// A form that is spoken of.
#[derive(Clone, Copy, Debug)]
pub(super) struct FormMention {
    pub(super) which: Which,
    /// Whether something goes into it: «به فرم 3».
    pub(super) into: bool,
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
        self.joins() || matches!(self.kind, SlotKind::Link | SlotKind::Want)
    }
}
