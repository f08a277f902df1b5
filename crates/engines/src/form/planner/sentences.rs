//! From slots to what is asked for. A sentence is a verb with what stands before it, or after it where nothing does; what has
//! no verb of its own is a list that goes on with the sentence before it.

use std::collections::BTreeSet;
use std::ops::Range;

use planwright_generated::form_plan::{
    DraftFormParams, DraftFormStep, FormStep, OpenBuilderParams, OpenBuilderStep, OpenEditorParams, OpenEditorStep,
    OpenResultsParams, OpenResultsStep, PublishFormParams, PublishFormStep, UpdateFormTitleParams, UpdateFormTitleStep,
};

use super::persian_verbs::{Action, Wish};
use super::reader::group_of;
use super::refusal::NoPlanReason;
use super::slots::{AskedVerb, Slot, SlotKind, Title, Which};
use super::steps::{Asked, Leaving, Target};
use super::titles::Fault;

/// Reads all sentences.
pub(super) fn read(slots: &[Slot]) -> Result<Asked, Fault> {
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
    /// What the sentence before does, and the form that it adds to, if a list may go on with it.
    last: Option<(Action, Target)>,
    /// The forms that the sentence before is about.
    objects: Vec<Target>,
    /// What the sentence before does to forms as they are.
    moved: Option<Action>,
    /// A rename whose verb is still to come.
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

    /// What after a verb belongs to it: all up to the next sentence if nothing stands before it, else a form that something
    /// goes into.
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

    /// Takes the list away that goes on with the sentence before, as in «فرم بساز با یک سوال و …».
    fn list_before(&mut self, range: Range<usize>) -> Result<Range<usize>, Fault> {
        let linked = self.slots.get(range.start).is_some_and(|slot| matches!(slot.kind, SlotKind::Link));
        let Some(join) = range.clone().find(|&at| self.slots[at].joins()) else { return Ok(range) };
        if self.last.is_none() || !linked || !self.has_content(join..range.end) {
            return Ok(range);
        }
        self.list(range.start..join)?;
        Ok(join..range.end)
    }

    /// Publishes, opens or makes a draft of forms.
    fn move_forms(
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

    fn move_one(&mut self, action: Action, index: usize) -> Result<Target, Fault> {
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

    /// Asks for the step of `action` on `target` where the slot `place` stands.
    fn step(&mut self, action: Action, target: Target, at: usize, place: usize) -> Result<(), Fault> {
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

    /// The form that the slot at `at` mentions.
    fn mentioned(&self, at: usize) -> Option<Target> {
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

    /// The forms that a verb without an object is about: those of the sentence that it is joined to by «و», or the only one
    /// in its clause.
    fn objects_of_clause(&self, at: usize) -> Result<Vec<Target>, Fault> {
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

    /// The only form that is mentioned in the clause of `at` before it.
    fn one_of_clause(&self, at: usize) -> Result<Target, Fault> {
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

    /// Creates a form, or adds questions.
    fn build(&mut self, action: Action, at: usize, slots: &[usize]) -> Result<(), Fault> {
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

    /// Gives each group the forms that it stands by: all forms stand before their groups, or all after.
    fn pair(&mut self, at: usize, parts: &[(usize, Option<Target>)]) -> Result<Target, Fault> {
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
                // Going backwards, the forms of a list are met from its end.
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

    fn add(&mut self, index: usize, target: Target) {
        if let Some(group) = group_of(&self.slots[index]) {
            self.asked.groups.push((group.clone(), target));
        }
    }

    /// The form that «آن» means: the last one that was mentioned.
    fn pronoun(&self, at: usize) -> Result<Target, Fault> {
        let last = (0..at).rev().find_map(|at| self.mentioned(at));
        last.filter(|&one| one != Target::Created || self.asked.created.is_some())
            .ok_or_else(|| self.fault(NoPlanReason::NoFormId, at))
    }

    /// The form that questions go to if their sentence names none.
    fn target_before(&self, slots: &[usize], at: usize) -> Result<Target, Fault> {
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

    /// A title: for the form that is created, or another one for the form that the sentence before is about.
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

    /// What has no verb: titles, and questions for the form of the sentence before, or a new form with its questions. What
    /// somebody wants to have («یک فرم می‌خواهم») is asked for without a verb.
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
