//! Parses slots into sentences.
//!
//! A sentence is a verb with the slots before it, or after it if the verb comes first. Slots without a verb are a list
//! that continues the sentence before.

mod builds;
mod moves;

use std::ops::Range;

use planwright_generated::form_plan::{FormStep, UpdateFormTitleParams, UpdateFormTitleStep};

use super::persian_verbs::{Action, Wish};
use super::refusal::NoPlanReason;
use super::slots::{AskedVerb, Slot, SlotKind, Title, Which};
use super::steps::{Asked, Target};
use super::titles::Fault;

/// Parses all sentences.
pub(super) fn read_sentences(slots: &[Slot]) -> Result<Asked, Fault> {
    let mut reading =
        Reading { slots, asked: Asked::default(), last: None, objects: Vec::new(), moved: None, open: None };
    let mut from = 0;
    let mut at = 0;
    while let Some(slot) = slots.get(at) {
        match &slot.kind {
            SlotKind::Verb(verb) => {
                let after = reading.after(from..at, at + 1);
                reading.act(*verb, at, from..at, after.clone())?;
                at = after.end;
                from = at;
            }
            SlotKind::Also => {
                let action = reading.moved.ok_or_else(|| reading.fault(NoPlanReason::NoVerb, at))?;
                let verb = AskedVerb { action, noun: false };
                reading.act(verb, at, from..at, at + 1..at + 1)?;
                at += 1;
                from = at;
            }
            SlotKind::Rename(rename) => {
                reading.list(from..at)?;
                let params = UpdateFormTitleParams { id: rename.id, title: rename.title.clone() };
                reading.asked.steps.push((slot.start, FormStep::UpdateFormTitle(UpdateFormTitleStep { params })));
                reading.last = None;
                reading.objects = vec![Target::Id(rename.id)];
                reading.moved = None;
                reading.open = rename.open.then_some(at);
                at += 1;
                from = at;
            }
            _ => at += 1,
        }
    }
    reading.list(from..slots.len())?;
    match reading.open {
        Some(open) => Err(reading.fault(NoPlanReason::NoVerb, open)),
        None => Ok(reading.asked),
    }
}

struct Reading<'s> {
    slots: &'s [Slot],
    asked: Asked,
    /// Action of the previous sentence and the form that it adds to, if a list may continue it.
    last: Option<(Action, Target)>,
    /// Forms of the previous sentence.
    objects: Vec<Target>,
    /// Action of the previous sentence on existing forms.
    moved: Option<Action>,
    /// Rename whose verb is still missing.
    open: Option<usize>,
}

impl Reading<'_> {
    fn fault(&self, reason: NoPlanReason, at: usize) -> Fault {
        let slot = &self.slots[at];
        (reason, slot.start..slot.end)
    }

    fn has_content(&self, range: Range<usize>) -> bool {
        self.slots[range].iter().any(|slot| !slot.is_empty())
    }

    /// Returns the slots after a verb that belong to it. If nothing is before the verb, these are all slots up to the
    /// next sentence. Otherwise it is only a form that something is added to.
    fn after(&self, before: Range<usize>, from: usize) -> Range<usize> {
        if self.has_content(before) {
            let into = self.slots.get(from).is_some_and(|slot| matches!(&slot.kind, SlotKind::Form(form) if form.into));
            return from..from + usize::from(into);
        }
        let ends = |at: usize| match self.slots[at].kind {
            SlotKind::Separator | SlotKind::Verb(_) | SlotKind::Rename(_) => true,
            SlotKind::And => {
                let next = self.slots[at..].iter().take_while(|slot| !matches!(slot.kind, SlotKind::Separator));
                next.into_iter().any(|slot| matches!(slot.kind, SlotKind::Verb(_) | SlotKind::Rename(_)))
            }
            _ => false,
        };
        from..(from..self.slots.len()).find(|&at| ends(at)).unwrap_or(self.slots.len())
    }

    fn act(&mut self, verb: AskedVerb, at: usize, before: Range<usize>, after: Range<usize>) -> Result<(), Fault> {
        if let Some(open) = self.open {
            return Err(self.fault(NoPlanReason::NoVerb, open));
        }
        if verb.noun && (self.has_content(before.clone()) || !self.has_content(after.clone())) {
            return Err(self.fault(NoPlanReason::NotImperative, at));
        }
        self.moved = matches!(verb.action, Action::Publish | Action::Draft).then_some(verb.action);
        match verb.action {
            Action::Publish | Action::Draft | Action::Open | Action::Show | Action::Leave(_) => {
                self.move_forms(verb, at, before, after)
            }
            Action::Create | Action::Add | Action::Put => {
                let before = self.list_before(before)?;
                let slots: Vec<usize> = before.chain(after).collect();
                self.build(verb.action, at, &slots)
            }
            Action::Change | Action::Be | Action::Give | Action::Do | Action::Other => {
                Err(self.fault(NoPlanReason::NoSuchStep, at))
            }
        }
    }

    /// Parses a list that continues the previous sentence, as in «فرم بساز با یک سوال و …». Returns the rest of the
    /// range.
    fn list_before(&mut self, range: Range<usize>) -> Result<Range<usize>, Fault> {
        let linked = self.slots.get(range.start).is_some_and(|slot| matches!(slot.kind, SlotKind::Link));
        let Some(join) = range.clone().find(|&at| self.slots[at].joins()) else { return Ok(range) };
        if self.last.is_none() || !linked || !self.has_content(join..range.end) {
            return Ok(range);
        }
        self.list(range.start..join)?;
        Ok(join..range.end)
    }

    /// Adds a title: for the new form, or a new title for the form of the previous sentence.
    fn title(&mut self, index: usize, title: &Title) {
        let start = self.slots[index].start;
        match (self.asked.created, self.objects.as_slice()) {
            (None, &[Target::Id(id)]) if title.of_pronoun => {
                let params = UpdateFormTitleParams { id, title: title.text.clone() };
                self.moved = None;
                self.asked.steps.push((start, FormStep::UpdateFormTitle(UpdateFormTitleStep { params })));
            }
            _ => self.asked.titles.push((start, title.clone())),
        }
    }

    /// Parses slots without a verb: titles, questions for the previous form, or a new form with its questions. «یک فرم
    /// می‌خواهم» requests a new form without a verb.
    fn list(&mut self, range: Range<usize>) -> Result<(), Fault> {
        let kinds = || self.slots[range.clone()].iter().map(|slot| &slot.kind);
        let of_form = kinds().any(|kind| matches!(kind, SlotKind::Form(_)));
        if of_form && kinds().any(|kind| matches!(kind, SlotKind::Wish(Wish::Want))) {
            let slots: Vec<usize> = range.clone().collect();
            return self.build(Action::Create, range.start, &slots);
        }
        for index in range {
            let slot = &self.slots[index];
            match &slot.kind {
                SlotKind::Title(title) => self.title(index, title),
                SlotKind::Group(_) => {
                    let Some((_, target)) = self.last else { return Err(self.fault(NoPlanReason::NoVerb, index)) };
                    self.add(index, target);
                }
                SlotKind::Form(form) if form.which == Which::New && !form.into => {
                    if self.asked.created.is_some() {
                        return Err(self.fault(NoPlanReason::OneForm, index));
                    }
                    self.asked.created = Some(slot.start);
                    self.last = Some((Action::Create, Target::Created));
                    self.objects = vec![Target::Created];
                }
                SlotKind::Link | SlotKind::And | SlotKind::Separator | SlotKind::Wish(_) => {}
                SlotKind::Form(_)
                | SlotKind::Results(_)
                | SlotKind::Builder(_)
                | SlotKind::Question { .. }
                | SlotKind::Object
                | SlotKind::Also
                | SlotKind::Rename(_)
                | SlotKind::Verb(_) => return Err(self.fault(NoPlanReason::NoVerb, index)),
            }
        }
        Ok(())
    }
}
