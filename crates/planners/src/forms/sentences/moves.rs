//! Sentences that publish, open or unpublish existing forms.

use std::collections::BTreeSet;
use std::ops::Range;

use planwright_generated::form_plan::{
    DraftFormParams, DraftFormStep, FormStep, OpenBuilderParams, OpenBuilderStep, OpenEditorParams, OpenEditorStep,
    OpenResultsParams, OpenResultsStep, PublishFormParams, PublishFormStep,
};

use super::super::persian_verbs::Action;
use super::super::refusal::NoPlanReason;
use super::super::slots::{AskedVerb, Slot, SlotKind, Which};
use super::super::steps::{Leaving, Target};
use super::super::titles::Fault;
use super::Reading;

impl Reading<'_> {
    /// Publishes, opens or unpublishes forms.
    pub(super) fn move_forms(
        &mut self,
        verb: AskedVerb,
        at: usize,
        before: Range<usize>,
        after: Range<usize>,
    ) -> Result<(), Fault> {
        let is_object = |slot: &Slot| {
            slot.joins()
                || match &slot.kind {
                    SlotKind::Form(form) => !form.into,
                    SlotKind::Results(_)
                    | SlotKind::Builder(_)
                    | SlotKind::Question { .. }
                    | SlotKind::Object
                    | SlotKind::Wish(_) => true,
                    _ => false,
                }
        };
        let (list, objects) = if self.has_content(after.clone()) {
            (before, after)
        } else {
            let start = before.clone().rev().take_while(|&at| is_object(&self.slots[at])).last().unwrap_or(before.end);
            (before.start..start, start..before.end)
        };
        if self.has_content(list.clone()) && !self.slots.get(objects.start).is_some_and(Slot::joins) {
            return Err(self.fault(NoPlanReason::Ambiguous, objects.start.min(at)));
        }
        self.list(list)?;
        let mut targets = Vec::new();
        let mut joined = true;
        let left = self.asked.left.len();
        for index in objects {
            let slot = &self.slots[index];
            if slot.is_empty() {
                joined = true;
                continue;
            }
            if matches!(slot.kind, SlotKind::Object) {
                continue;
            }
            if !joined || !is_object(slot) {
                return Err(self.fault(NoPlanReason::Ambiguous, index));
            }
            joined = false;
            targets.push(self.move_one(verb.action, index)?);
        }
        if targets.is_empty() {
            for target in self.objects_of_clause(at)? {
                self.step(verb.action, target, at, at)?;
                targets.push(target);
            }
        }
        for leaving in self.asked.left.iter_mut().skip(left) {
            leaving.words = self.slots[at].start..self.slots[at].end;
        }
        self.objects = targets;
        self.last = None;
        Ok(())
    }

    pub(super) fn move_one(&mut self, action: Action, index: usize) -> Result<Target, Fault> {
        let slot = &self.slots[index];
        let opens = action == Action::Open;
        let shows = opens || action == Action::Show;
        let (step, target) = match slot.kind {
            SlotKind::Results(id) if shows => {
                (FormStep::OpenResults(OpenResultsStep { params: OpenResultsParams { id } }), Target::Id(id))
            }
            SlotKind::Builder(id) if shows => {
                (FormStep::OpenBuilder(OpenBuilderStep { params: OpenBuilderParams { id } }), Target::Id(id))
            }
            SlotKind::Question { number, form } if opens => {
                let target = match form {
                    Some(id) => Target::Id(id),
                    None => self.one_of_clause(index)?,
                };
                let Target::Id(id) = target else { return Err(self.fault(NoPlanReason::NewForm, index)) };
                let index = number.saturating_sub(1);
                (FormStep::OpenEditor(OpenEditorStep { params: OpenEditorParams { id, index } }), target)
            }
            SlotKind::Form(form) => {
                let target = match form.which {
                    Which::Id(id) => Target::Id(id),
                    Which::Pronoun => self.one_of_clause(index)?,
                    Which::New => return Err(self.fault(NoPlanReason::NewForm, index)),
                    Which::Any if self.asked.created.is_some() => {
                        return Err(self.fault(NoPlanReason::NewForm, index));
                    }
                    Which::Any => return Err(self.fault(NoPlanReason::NoFormId, index)),
                };
                if form.state && shows {
                    return Err(self.fault(NoPlanReason::NoSuchStep, index));
                }
                self.step(action, target, index, index)?;
                return Ok(target);
            }
            _ => return Err(self.fault(NoPlanReason::NoSuchStep, index)),
        };
        self.asked.steps.push((slot.start, step));
        Ok(target)
    }

    /// Adds the step for `action` on `target` at the position of the slot `place`.
    pub(super) fn step(&mut self, action: Action, target: Target, at: usize, place: usize) -> Result<(), Fault> {
        let Target::Id(id) = target else { return Err(self.fault(NoPlanReason::NewForm, at)) };
        let step = match action {
            Action::Publish => FormStep::PublishForm(PublishFormStep { params: PublishFormParams { id } }),
            Action::Draft => FormStep::DraftForm(DraftFormStep { params: DraftFormParams { id } }),
            Action::Open => FormStep::OpenBuilder(OpenBuilderStep { params: OpenBuilderParams { id } }),
            Action::Leave(state) => {
                let words = self.slots[at].start..self.slots[at].end;
                self.asked.left.push(Leaving { target, state, words });
                return Ok(());
            }
            Action::Create
            | Action::Add
            | Action::Show
            | Action::Put
            | Action::Change
            | Action::Be
            | Action::Give
            | Action::Do
            | Action::Other => return Err(self.fault(NoPlanReason::NoSuchStep, at)),
        };
        self.asked.steps.push((self.slots[place].start, step));
        Ok(())
    }

    /// Returns the form that the slot at `at` mentions.
    pub(super) fn mentioned(&self, at: usize) -> Option<Target> {
        match &self.slots[at].kind {
            SlotKind::Form(form) => match form.which {
                Which::Id(id) => Some(Target::Id(id)),
                Which::New | Which::Any => Some(Target::Created),
                Which::Pronoun => None,
            },
            SlotKind::Results(id) | SlotKind::Builder(id) => Some(Target::Id(*id)),
            SlotKind::Rename(rename) => Some(Target::Id(rename.id)),
            SlotKind::Question { form, .. } => form.map(Target::Id),
            _ => None,
        }
    }

    /// Returns the forms of a verb without an object: those of the sentence joined by «و», or the only one in its
    /// clause.
    pub(super) fn objects_of_clause(&self, at: usize) -> Result<Vec<Target>, Fault> {
        let joined = at > 1
            && matches!(self.slots[at - 1].kind, SlotKind::And)
            && match &self.slots[at - 2].kind {
                SlotKind::Verb(_) | SlotKind::Rename(_) => true,
                SlotKind::Title(title) => title.of_pronoun,
                _ => false,
            };
        if joined && !self.objects.is_empty() {
            return Ok(self.objects.clone());
        }
        Ok(vec![self.one_of_clause(at)?])
    }

    /// Returns the only form that is mentioned in the clause of `at` before it.
    pub(super) fn one_of_clause(&self, at: usize) -> Result<Target, Fault> {
        let start = self.slots[..at].iter().rposition(|slot| matches!(slot.kind, SlotKind::Separator)).unwrap_or(0);
        let all: BTreeSet<_> = (start..at).filter_map(|at| self.mentioned(at)).collect();
        let mut all = all.into_iter();
        match (all.next(), all.next()) {
            (Some(Target::Created), None) if self.asked.created.is_none() => {
                Err(self.fault(NoPlanReason::NoFormId, at))
            }
            (Some(one), None) => Ok(one),
            (Some(_), Some(_)) => Err(self.fault(NoPlanReason::Ambiguous, at)),
            (None, _) if self.asked.created.is_some() => Err(self.fault(NoPlanReason::NewForm, at)),
            (None, _) => Err(self.fault(NoPlanReason::NoFormId, at)),
        }
    }
}
