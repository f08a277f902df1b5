//! Sentences that create a form or add questions.

use std::collections::BTreeSet;

use super::super::persian_verbs::Action;
use super::super::reader::group_of;
use super::super::refusal::NoPlanReason;
use super::super::slots::{SlotKind, Which};
use super::super::steps::Target;
use super::super::titles::Fault;
use super::Reading;

impl Reading<'_> {
    /// Creates a form, or adds questions.
    pub(super) fn build(&mut self, action: Action, at: usize, slots: &[usize]) -> Result<(), Fault> {
        let mut parts = Vec::new();
        let mut new = None;
        for &index in slots {
            match &self.slots[index].kind {
                SlotKind::Group(_) => parts.push((index, None)),
                SlotKind::Title(title) => self.title(index, title),
                SlotKind::Form(form) if form.state => return Err(self.fault(NoPlanReason::NoSuchStep, index)),
                SlotKind::Form(form) => match form.which {
                    Which::Id(id) => parts.push((index, Some(Target::Id(id)))),
                    Which::Pronoun => parts.push((index, Some(self.pronoun(index)?))),
                    Which::New | Which::Any if form.into && self.asked.created.is_some() => {
                        parts.push((index, Some(Target::Created)));
                    }
                    Which::New | Which::Any => {
                        let twice = new.is_some() || self.asked.created.is_some();
                        if twice {
                            return Err(self.fault(NoPlanReason::OneForm, index));
                        }
                        let added = action != Action::Create && form.into && form.which == Which::Any;
                        if added || action == Action::Put && form.which == Which::Any {
                            return Err(self.fault(NoPlanReason::NoFormId, index));
                        }
                        new = Some(index);
                    }
                },
                SlotKind::Also => return Err(self.fault(NoPlanReason::NoVerb, index)),
                SlotKind::Object | SlotKind::Link | SlotKind::And | SlotKind::Separator | SlotKind::Wish(_) => {}
                SlotKind::Results(_)
                | SlotKind::Builder(_)
                | SlotKind::Question { .. }
                | SlotKind::Rename(_)
                | SlotKind::Verb(_) => {
                    return Err(self.fault(NoPlanReason::NoVerb, index));
                }
            }
        }
        let named = parts.iter().any(|(_, target)| target.is_some());
        if new.is_some() && named {
            return Err(self.fault(NoPlanReason::Ambiguous, at));
        }
        if let Some(new) = new {
            self.asked.created = Some(self.slots[new].start);
        }
        if parts.iter().all(|(_, target)| target.is_some()) && (new.is_none() || !parts.is_empty()) {
            return Err(self.fault(NoPlanReason::Ambiguous, at));
        }
        let target = if named {
            self.pair(at, &parts)?
        } else {
            let target = if new.is_some() { Target::Created } else { self.target_before(slots, at)? };
            for (index, _) in parts {
                self.add(index, target);
            }
            target
        };
        self.last = Some((action, target));
        self.objects = vec![target];
        Ok(())
    }

    /// Assigns forms to groups. The forms must either all precede their groups or all follow them.
    pub(super) fn pair(&mut self, at: usize, parts: &[(usize, Option<Target>)]) -> Result<Target, Fault> {
        let leads = parts.first().is_some_and(|(_, target)| target.is_some());
        let trails = parts.last().is_some_and(|(_, target)| target.is_some());
        if leads == trails {
            return Err(self.fault(NoPlanReason::Ambiguous, at));
        }
        let ordered: Vec<_> = if leads { parts.to_vec() } else { parts.iter().rev().copied().collect() };
        let mut targets: Vec<Target> = Vec::new();
        let mut fresh = false;
        for (index, form) in ordered {
            if let Some(form) = form {
                if !fresh {
                    targets.clear();
                }
                // In reverse order, the forms of a list are visited from the end.
                targets.insert(if leads { targets.len() } else { 0 }, form);
            } else {
                for &target in &targets {
                    self.add(index, target);
                }
            }
            fresh = form.is_some();
        }
        let last = parts.iter().rev().find_map(|(_, target)| *target);
        last.ok_or_else(|| self.fault(NoPlanReason::NoFormId, at))
    }

    pub(super) fn add(&mut self, index: usize, target: Target) {
        if let Some(group) = group_of(&self.slots[index]) {
            self.asked.groups.push((group.clone(), target));
        }
    }

    /// Returns the form that «آن» refers to: the last one that was mentioned.
    pub(super) fn pronoun(&self, at: usize) -> Result<Target, Fault> {
        let last = (0..at).rev().find_map(|at| self.mentioned(at));
        last.filter(|&one| one != Target::Created || self.asked.created.is_some())
            .ok_or_else(|| self.fault(NoPlanReason::NoFormId, at))
    }

    /// Returns the form of a sentence that adds questions without naming a form.
    pub(super) fn target_before(&self, slots: &[usize], at: usize) -> Result<Target, Fault> {
        let start = slots.first().map_or(at, |&first| first.min(at));
        let all: BTreeSet<_> = (0..start).filter_map(|at| self.mentioned(at)).collect();
        let recent = self.objects.as_slice();
        match (all.len(), recent) {
            (1, _) | (_, [Target::Created]) => {}
            (0, _) => return Err(self.fault(NoPlanReason::NoFormId, slots.first().copied().unwrap_or(at))),
            _ => return Err(self.fault(NoPlanReason::Ambiguous, at)),
        }
        let only = if all.len() == 1 { all.first().copied() } else { Some(Target::Created) };
        only.filter(|&one| one != Target::Created || self.asked.created.is_some())
            .ok_or_else(|| self.fault(NoPlanReason::NoFormId, at))
    }
}
