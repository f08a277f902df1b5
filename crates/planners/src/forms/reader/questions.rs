//! Parses questions in a request: groups of new ones with their labels, and existing ones.

use std::ops::Range;

use super::super::field_groups::{self, describe, group, index, vague_fields};
use super::super::persian_nouns::{OBJECT, field, form_id};
use super::super::persian_verbs::{self, Action};
use super::super::phrases::{any, skip};
use super::super::refusal::NoPlanReason;
use super::super::slots::{FormMention, SlotKind, Title, Which};
use super::super::titles::{self, Fault};
use super::Reader;

impl Reader<'_> {
    /// Sets the labels of the last group of questions. The group must not have labels yet.
    pub(super) fn ask(&mut self, at: usize, texts: Vec<String>, end: usize) -> Result<usize, Fault> {
        let tokens = self.tokens;
        let last = self.slots.last().map_or(0, |slot| slot.end);
        let groups = self.slots.iter_mut().rev();
        let group = groups.filter_map(|slot| {
            if let SlotKind::Group(group) = &mut slot.kind { Some((&mut slot.end, group)) } else { None }
        });
        let Some((slot_end, group)) = { group }.next().filter(|(_, group)| group.texts.is_empty()) else {
            return Err((NoPlanReason::Ambiguous, at..end));
        };
        group.texts = texts.into_iter().filter(|text| !text.is_empty()).collect();
        if group.texts.len() > 1 && group.texts.len() != group.count {
            return Err((NoPlanReason::Ambiguous, at..end));
        }
        if last == at && *slot_end == at {
            // Further properties of the group may follow its label.
            group.end = end;
            while describe(tokens, group).map_err(|(reason, at)| (reason, at..at + 1))? {}
            *slot_end = group.end;
            return Ok(group.end);
        }
        Ok(end)
    }

    /// Parses «فرم «…»», «دو سوال «…» و «…»».
    pub(super) fn quotation(&mut self, at: usize) -> Result<usize, Fault> {
        let colon = at > 0 && self.tokens[at - 1].is_mark(":");
        let last = self.slots.last().filter(|slot| slot.end == at).map(|slot| &slot.kind);
        match last {
            Some(SlotKind::Link) if colon => {
                let (all, end) = titles::quotations(self.tokens, at).unwrap_or((vec![at], at + 1));
                let texts = all.into_iter().map(|at| self.said.written(at..at + 1)).collect();
                self.ask(at, texts, end)
            }
            Some(SlotKind::Group(_)) => {
                let (all, end) = titles::quotations(self.tokens, at).unwrap_or((vec![at], at + 1));
                let texts = all.into_iter().map(|at| self.said.written(at..at + 1)).collect();
                self.ask(at, texts, end)
            }
            Some(SlotKind::Form(FormMention { which: Which::Any | Which::New, .. })) => {
                let title = Title { text: self.said.written(at..at + 1), quoted: true, of_pronoun: false };
                Ok(self.push(SlotKind::Title(title), at, at + 1))
            }
            _ => Err((NoPlanReason::Ambiguous, at..at + 1)),
        }
    }

    /// Parses an existing question: «سوال 2 فرم 3», or «سوال 2 را» after a form.
    pub(super) fn question(&mut self, at: usize) -> Result<Option<usize>, Fault> {
        let Some(word) = field(self.tokens, at) else { return Ok(None) };
        let Some(number) = index(self.tokens, word) else {
            let object = any(self.tokens, word, OBJECT).is_some() || form_id(self.tokens, word).is_some();
            let last = any(self.tokens, word, &["آخر", "قبلی", "بعدی"]).is_some();
            return if object || last { Err((NoPlanReason::Ambiguous, at..word)) } else { Ok(None) };
        };
        let form = form_id(self.tokens, skip(self.tokens, number.end, &["از", "در", "توی"]));
        let opens = persian_verbs::read_verb(self.tokens, number.end).is_some_and(|verb| verb.action == Action::Open);
        if form.is_none() && !opens && any(self.tokens, number.end, OBJECT).is_none() {
            // In a list, «سوال ۱ کوتاه» is the label of a new field.
            return Ok(None);
        }
        if number.value == 0 {
            return Err((NoPlanReason::BadNumber, at..number.end));
        }
        let id = form.map(|digits| self.id(digits)).transpose()?;
        let number_of = u64::try_from(number.value).map_err(|_| (NoPlanReason::BadNumber, at..number.end))?;
        let end = form.map_or(number.end, |digits| digits + 1);
        Ok(Some(self.push(SlotKind::Question { number: number_of, form: id }, at, end)))
    }

    pub(super) fn fields(&mut self, at: usize) -> Result<Option<usize>, Fault> {
        if let Some(end) =
            any(self.tokens, at, &["بدون سوال", "بدون سوالی", "بدون هیچ سوالی", "بدون پرسش", "بدون فیلد"])
        {
            return Ok(Some(end));
        }
        let Some(mut group) = group(self.tokens, at) else {
            return match vague_fields(self.tokens, at) {
                Some(end) => Err((NoPlanReason::NoCount, at..end)),
                None => Ok(None),
            };
        };
        if group.count == 0 {
            return Err((NoPlanReason::BadNumber, at..group.end));
        }
        while describe(self.tokens, &mut group).map_err(|(reason, at)| (reason, at..at + 1))? {}
        let quoted = titles::quotation(self.tokens, group.end).is_some();
        if group.is_label() && !quoted {
            return Err((NoPlanReason::Ambiguous, at..group.end));
        }
        Ok(Some(self.group(group)))
    }

    pub(super) fn group(&mut self, group: field_groups::Group) -> usize {
        let Range { start, end } = group.start..group.end;
        self.push(SlotKind::Group(group), start, end)
    }

    /// Parses the type in «سوال «…» را از نوع پاسخ بلند …».
    pub(super) fn type_later(&mut self, at: usize) -> Result<Option<usize>, Fault> {
        let tokens = self.tokens;
        let [.., last, object] = self.slots.as_mut_slice() else { return Ok(None) };
        let SlotKind::Group(group) = &mut last.kind else { return Ok(None) };
        if !matches!(object.kind, SlotKind::Object) || any(tokens, at, &["از نوع", "به صورت", "بصورت"]).is_none()
        {
            return Ok(None);
        }
        group.end = at;
        while describe(tokens, group).map_err(|(reason, at)| (reason, at..at + 1))? {}
        Ok(Some(group.end).filter(|&end| end > at))
    }

    /// Parses «که الزامی باشد» after the verb, if there is only one group before it.
    pub(super) fn required_later(&mut self, at: usize) -> Result<Option<usize>, Fault> {
        let Some((demanded, end)) = field_groups::required_later(self.tokens, at) else { return Ok(None) };
        let mut groups = self.slots.iter_mut().filter_map(|slot| match &mut slot.kind {
            SlotKind::Group(group) => Some(group),
            _ => None,
        });
        match (groups.next(), groups.next()) {
            (Some(group), None) if group.required.is_none() => {
                group.required = Some(demanded);
                Ok(Some(end))
            }
            _ => Err((NoPlanReason::Ambiguous, at..end)),
        }
    }
}
