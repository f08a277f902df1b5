//! Parses forms in a request: by id, new ones, pronouns, and parts of a form.

use super::super::field_groups::{group, vague_fields};
use super::super::form_states::STATUS;
use super::super::persian_nouns::{BUILDER, INTO, OBJECT, RESULTS, form, form_id, forms, numbered};
use super::super::persian_numbers::{count, in_words, ordinal};
use super::super::persian_verbs::{self, Action, Mood};
use super::super::phrases::{MAX_VERB_DISTANCE, any, skip};
use super::super::refusal::NoPlanReason;
use super::super::slots::{FormMention, Slot, SlotKind, Which, only_id};
use super::super::small_words::{INTO_PRONOUN, PRONOUN};
use super::super::titles::Fault;
use super::super::tokenizer::Token;
use super::Reader;

/// Words that refer to the content of the form that was mentioned.
const WITHIN_FORM: &[&str] =
    &["در آن", "در اون", "درش", "درونش", "درون آن", "داخل آن", "داخل اون", "توی آن", "توی اون", "تو اون"];
/// Verbs that require something to exist in it.
const EXISTENCE_VERBS: &[&str] = &[
    "باشه",
    "باشد",
    "باشن",
    "باشند",
    "وجود داشته باشه",
    "وجود داشته باشد",
    "وجود داشته باشند",
    "قرار داشته باشد",
    "موجود باشد",
];

impl Reader<'_> {
    /// Parses «نتایج فرم 3», «سازندهٔ فرم 3».
    pub(super) fn results(&mut self, at: usize) -> Result<Option<usize>, Fault> {
        let results = any(self.tokens, at, RESULTS);
        if let Some(end) = any(self.tokens, at, &["نتایجش", "نتایج آن", "نتایج اون", "نتایجشو"])
        {
            let id = only_id(&self.slots).ok_or((NoPlanReason::NoFormId, at..end))?;
            return Ok(Some(self.push(SlotKind::Results(id), at, end)));
        }
        let Some(word) = results.or_else(|| any(self.tokens, at, BUILDER)) else { return Ok(None) };
        if let Some(id) = self.the_form(word, false) {
            let kind = if results.is_some() { SlotKind::Results(id) } else { SlotKind::Builder(id) };
            return Ok(Some(self.push(kind, at, word + 1)));
        }
        let several = || forms(self.tokens, word).filter(|&at| self.tokens.get(at).is_some_and(Token::is_number));
        let Some(digits) = form_id(self.tokens, word).or_else(several) else {
            return Err((NoPlanReason::NoFormId, at..word));
        };
        let kind = |id| if results.is_some() { SlotKind::Results(id) } else { SlotKind::Builder(id) };
        let end = self.push(kind(self.id(digits)?), at, digits + 1);
        self.more_ids(kind, end).map(Some)
    }

    /// Parses «[به] [یک] فرم [شماره] 3», «فرم‌های 3 و 4», «فرم جدید», «آن».
    pub(super) fn form(&mut self, at: usize) -> Result<Option<usize>, Fault> {
        if let Some(end) = any(self.tokens, at, INTO_PRONOUN) {
            let mention = FormMention { which: Which::Pronoun, into: true, state: false };
            return Ok(Some(self.push(SlotKind::Form(mention), at, end)));
        }
        let into = any(self.tokens, at, INTO);
        let status = any(self.tokens, into.unwrap_or(at), STATUS);
        let noun = skip(self.tokens, status.or(into).unwrap_or(at), &["هر دو", "هردو", "هر سه", "هرسه"]);
        let mention = |which| FormMention { which, into: into.is_some(), state: status.is_some() };
        if let Some(first) = forms(self.tokens, noun) {
            if !self.tokens.get(first).is_some_and(Token::is_number) {
                return Err((NoPlanReason::NoFormId, noun..first));
            }
            let kind = |id| SlotKind::Form(mention(Which::Id(id)));
            let end = self.push(kind(self.id(first)?), at, first + 1);
            return self.more_ids(kind, end).map(Some);
        }
        let the_form = self.the_form(noun, into.is_some()).map(|id| (Which::Id(id), noun + 1));
        let Some((which, end)) = the_form.map_or_else(|| self.mention(noun), |found| Ok(Some(found)))? else {
            return Ok(None);
        };
        let end = self.push(SlotKind::Form(mention(which)), at, end);
        let kind = |id| SlotKind::Form(mention(Which::Id(id)));
        if matches!(which, Which::Id(_)) { self.more_ids(kind, end).map(Some) } else { Ok(Some(end)) }
    }

    /// Parses further ids of a list: «…، 4 و 5». Numbers that count something are not ids.
    pub(super) fn more_ids(&mut self, kind: impl Fn(u64) -> SlotKind, mut end: usize) -> Result<usize, Fault> {
        let is_id = |at: usize| {
            let number = self.tokens.get(at).is_some_and(Token::is_number);
            number && group(self.tokens, at).is_none() && vague_fields(self.tokens, at).is_none()
        };
        let mut ids = Vec::new();
        loop {
            let range = any(self.tokens, end, &["تا", "الی"]).filter(|&at| is_id(at));
            if let Some(last) = range {
                return Err((NoPlanReason::BadNumber, end.saturating_sub(1)..last + 1));
            }
            let comma = self.tokens.get(end).is_some_and(|token| token.is_mark("،") || token.is_mark(","));
            let next = skip(self.tokens, if comma { end + 1 } else { end }, &["و", "و همچنین"]);
            if next == end || !is_id(next) {
                break;
            }
            ids.push((end, next));
            end = next + 1;
        }
        for (join, digits) in ids {
            let id = self.id(digits)?;
            self.push(SlotKind::And, join, digits);
            self.push(kind(id), digits, digits + 1);
        }
        Ok(end)
    }

    pub(super) fn mention(&self, at: usize) -> Result<Option<(Which, usize)>, Fault> {
        if let Some(digits) = form_id(self.tokens, at) {
            return Ok(Some((Which::Id(self.id(digits)?), digits + 1)));
        }
        if let Some(end) = any(self.tokens, at, PRONOUN) {
            // «این فرم ۳» is form 3.
            let of_id = form_id(self.tokens, end).or_else(|| form_id(self.tokens, end - 1));
            return Ok(match of_id {
                Some(digits) => Some((Which::Id(self.id(digits)?), digits + 1)),
                None => Some((Which::Pronoun, end)),
            });
        }
        let Some(word) =
            form(self.tokens, skip(self.tokens, at, &["یک", "یه", "یک دونه", "یه دونه", "یه عدد", "یدونه"]))
        else {
            return Ok(None);
        };
        self.no_id_in_words(at, word)?;
        let kind = skip(self.tokens, word, &["پرسش نامه"]);
        let new = &[
            "جدید",
            "جدیدی",
            "تازه",
            "تازه ای",
            "نو",
            "جدید دیگر",
            "جدید دیگه",
            "خالی",
            "خالی جدید",
            "جدید خالی",
            "جدید و خالی",
            "خام",
        ];
        Ok(Some(match any(self.tokens, kind, new).filter(|&end| !self.is_verb_noun(kind, end)) {
            Some(end) => (Which::New, end),
            None => (Which::Any, skip(self.tokens, kind, &["دیگر", "دیگه", "دیگری", "ی"])),
        }))
    }

    /// Returns whether the word is part of a verb: «خالی کن».
    pub(super) fn is_verb_noun(&self, at: usize, end: usize) -> bool {
        persian_verbs::read_verb(self.tokens, at).is_some_and(|verb| verb.end > end && verb.action == Action::Other)
    }

    /// Rejects ids in words, such as «فرم بیست و سه» and «فرم سوم». Ids must be digits.
    pub(super) fn no_id_in_words(&self, at: usize, word: usize) -> Result<(), Fault> {
        let from = numbered(self.tokens, word);
        if any(self.tokens, from, &["صفر", "منفی"]).is_some() {
            return Err((NoPlanReason::BadNumber, at..from + 1));
        }
        let number = ordinal(self.tokens, from).or_else(|| in_words(self.tokens, from));
        let Some(number) = number.filter(|_| count(self.tokens, from).is_none_or(|_| !self.counts_fields(from))) else {
            return Ok(());
        };
        // «یک فرم سه» has another problem, which is reported instead.
        if persian_verbs::read_verb(self.tokens, from).is_some() {
            return Ok(());
        }
        Err((NoPlanReason::NoFormId, at..number.end))
    }

    pub(super) fn counts_fields(&self, at: usize) -> bool {
        group(self.tokens, at).is_some() || vague_fields(self.tokens, at).is_some()
    }

    /// Returns the form that «فرم» without an id refers to: the only one that was mentioned. An example is «سوال اول
    /// فرم ۳ را ویرایش کن و سپس فرم را منتشر کن».
    fn the_form(&self, at: usize, into: bool) -> Option<u64> {
        let end = self.tokens.get(at).filter(|token| token.is("فرم")).map(|_| at + 1)?;
        let is_one = at > 0 && any(self.tokens, at - 1, &["یک", "یه"]) == Some(at);
        let verb = || persian_verbs::read_verb(self.tokens, end);
        let object = any(self.tokens, end, OBJECT).is_some();
        // «به فرم اضافه کن», «به فرم دو سوال …», «فرم منتشر شود»
        let adds = into && form_id(self.tokens, at).is_none() && group(self.tokens, end).is_some();
        let meant = object || adds || verb().is_some_and(|verb| into || verb.mood == Mood::Jussive);
        only_id(&self.slots).filter(|_| !is_one && meant)
    }

    /// Parses the start of «که توش دو سوال کوتاه باشه» after a new form: the words before the questions that it should
    /// contain.
    pub(super) fn content(&mut self, at: usize) -> Option<usize> {
        let from = skip(self.tokens, at, &["که"]);
        let end = any(self.tokens, from, INTO_PRONOUN).or_else(|| any(self.tokens, from, WITHIN_FORM))?;
        let last = self.slots.iter().rev().find_map(|slot| match slot.kind {
            SlotKind::Form(mention) => Some(mention.which),
            _ => None,
        });
        if !matches!(last, Some(Which::New | Which::Any)) {
            return None;
        }
        let is = |at: usize| any(self.tokens, at, EXISTENCE_VERBS).is_some();
        let begins = |at: &usize| is(*at) || persian_verbs::read_verb(self.tokens, *at).is_some();
        let verb = (end..self.tokens.len()).take(MAX_VERB_DISTANCE).find(begins);
        verb.filter(|&at| is(at)).map(|_| self.push(SlotKind::Link, at, end))
    }

    /// Returns the end of «باشه», the verb of [`Self::content`], directly after its questions.
    pub(super) fn contained(&self, at: usize) -> Option<usize> {
        let end = any(self.tokens, at, EXISTENCE_VERBS)?;
        let mut before = self.slots.iter().rev();
        let listed = |slot: &&Slot| slot.joins() || matches!(slot.kind, SlotKind::Group(_));
        let behind = matches!(self.slots.last(), Some(Slot { kind: SlotKind::Group(_), end, .. }) if *end == at);
        let link = before.by_ref().find(|slot| !listed(slot))?;
        let from = skip(self.tokens, link.start, &["که"]);
        let leads = matches!(link.kind, SlotKind::Link)
            && (any(self.tokens, from, INTO_PRONOUN).is_some() || any(self.tokens, from, WITHIN_FORM).is_some());
        (behind && leads).then_some(end)
    }
}
