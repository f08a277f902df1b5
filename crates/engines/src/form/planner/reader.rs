//! From tokens to slots. Every token is taken by exactly one slot or by a polite word; one that none takes ends the reading.

use std::ops::Range;

use super::field_groups::{self, Group, describe, group, index, vague_fields};
use super::form_states::STATUS;
use super::persian_nouns::{BUILDER, INTO, OBJECT, RESULTS, field, form, form_id, forms, numbered};
use super::persian_numbers::{count, in_words, ordinal};
use super::persian_verbs::{self, Action, Wish};
use super::phrases::{any, skip};
use super::refusal::NoPlanReason;
use super::refused_words;
use super::slots::{AskedVerb, FormMention, Rename, Slot, SlotKind, Title, Which, only_id};
use super::small_words::{self, AND, INTO_PRONOUN, LINK, PRONOUN};
use super::titles::{self, Before, Fault, Found, Named, Noun};
use super::tokenizer::{Token, TokenKind, Utterance};

/// All slots of an utterance.
pub(super) fn read(said: &Utterance) -> Result<Vec<Slot>, Fault> {
    let mut reader = Reader { said, tokens: &said.tokens, slots: Vec::new() };
    let mut at = 0;
    while at < said.tokens.len() {
        let end = reader.step(at)?;
        debug_assert!(end > at, "a step takes a token");
        at = end.max(at + 1);
    }
    Ok(reader.slots)
}

struct Reader<'u> {
    said: &'u Utterance,
    tokens: &'u [Token],
    slots: Vec<Slot>,
}

impl Reader<'_> {
    /// Takes what starts at `at`, and says where it ends.
    fn step(&mut self, at: usize) -> Result<usize, Fault> {
        let token = &self.tokens[at];
        match token.kind {
            TokenKind::Separator if token.text != "؟" && token.text != "?" => {
                return Ok(self.push(SlotKind::Separator, at, at + 1));
            }
            TokenKind::Mark if token.text == ":" => return Ok(self.push(SlotKind::Link, at, at + 1)),
            TokenKind::Mark if token.text == "…" => return Ok(at + 1),
            TokenKind::Quote => return self.quotation(at),
            TokenKind::Separator | TokenKind::Mark | TokenKind::OddNumber => return Err(self.fault(at)),
            TokenKind::Word | TokenKind::Number => {}
        }
        if let Some(end) = self.also(at) {
            return Ok(self.push(SlotKind::Also, at, end));
        }
        if let Some(end) = small_words::polite(self.tokens, at) {
            return Ok(end);
        }
        if let Some((wish, end)) = small_words::wish(self.tokens, at) {
            return Ok(self.push(SlotKind::Wish(wish), at, end));
        }
        if let Some((texts, end)) = titles::list_of_texts(self.tokens, at) {
            let texts = texts.into_iter().map(|at| self.said.written(at..at + 1)).collect();
            return self.ask(at, texts, end);
        }
        if let Some(named) = titles::read(self.tokens, at, self.before(at))? {
            return self.named(at, named);
        }
        let parts = [
            Self::required_later,
            Self::type_later,
            Self::verb_of_state,
            Self::results,
            Self::question,
            Self::form,
            Self::fields,
            Self::verb,
        ];
        for reads in parts {
            if let Some(end) = reads(self, at)? {
                return Ok(end);
            }
        }
        self.small(at).ok_or_else(|| self.fault(at))
    }

    fn push(&mut self, kind: SlotKind, start: usize, end: usize) -> usize {
        self.slots.push(Slot { kind, start, end });
        end
    }

    fn fault(&self, at: usize) -> Fault {
        let (reason, end) = refused_words::explain(self.tokens, at);
        let number = self.tokens[at].kind == TokenKind::Number || count(self.tokens, at).is_some();
        if number && reason == NoPlanReason::UnknownWord {
            let noun = count(self.tokens, at).map_or(at + 1, |count| count.end);
            if form(self.tokens, noun).is_some() {
                return (NoPlanReason::OneForm, at..noun + 1);
            }
            if count(self.tokens, noun).is_some() || field(self.tokens, noun).is_some() {
                return (NoPlanReason::NoCount, at..noun + 1);
            }
            return (NoPlanReason::NoFormId, at..at + 1);
        }
        (reason, at..end)
    }

    fn before(&self, at: usize) -> Before {
        let noun = self.slots.iter().rev().find_map(|slot| match slot.kind {
            // «یک سوال به فرم ۳ اضافه کن با عنوان …»: the form that it goes into has its name.
            SlotKind::Form(FormMention { which: Which::Id(_), into: true, .. }) => None,
            SlotKind::Form(_) => Some(Noun::Form),
            SlotKind::Group(_) => Some(Noun::Field),
            _ => None,
        });
        let group = self.slots.iter().any(|slot| matches!(slot.kind, SlotKind::Group(_)));
        let ends_group =
            self.slots.last().is_some_and(|slot| matches!(slot.kind, SlotKind::Group(_)) && slot.end == at);
        Before { noun, ends_group, group, wish: self.wish() }
    }

    /// «فرم 4 را هم», at the end of a clause: the verb is that of the sentence before.
    fn also(&self, at: usize) -> Option<usize> {
        let end = any(self.tokens, at, &["هم", "نیز", "هم همین طور", "هم همین کار رو بکن", "همین طور"])?;
        let mut last = self.slots.iter().rev().filter(|slot| !matches!(slot.kind, SlotKind::Object));
        let form = last.next().is_some_and(|slot| {
            matches!(slot.kind, SlotKind::Form(FormMention { which: Which::Id(_), into: false, state: false }))
        });
        let after = (end..self.tokens.len()).find(|&at| small_words::polite(self.tokens, at).is_none());
        let ends = after.is_none_or(|at| self.tokens[at].kind == TokenKind::Separator);
        (form && ends).then_some(end)
    }

    /// The last words before that make a wish a request.
    fn wish(&self) -> Option<Wish> {
        self.slots.iter().rev().find_map(|slot| match slot.kind {
            SlotKind::Wish(wish) => Some(wish),
            _ => None,
        })
    }

    /// Whether a sentence starts here.
    fn starts(&self) -> bool {
        self.slots.last().is_none_or(Slot::is_empty)
    }

    fn text(&self, found: &Found) -> String {
        self.said.written(found.text.clone())
    }

    fn id(&self, digits: usize) -> Result<u64, Fault> {
        let id = self.tokens[digits].text.parse().ok().filter(|&id: &u64| id > 0);
        id.ok_or((NoPlanReason::BadNumber, digits..digits + 1))
    }

    fn named(&mut self, at: usize, named: Named) -> Result<usize, Fault> {
        match named {
            Named::Rename { digits, found } => {
                let id = self.id(digits)?;
                let nominal = !found.verb && any(self.tokens, at, &["تغییر"]).is_some();
                let title = self.text(&found);
                if title.is_empty() {
                    return Err((NoPlanReason::NoTitle, at..found.end));
                }
                let rename = Rename { id, title, open: !found.verb && !nominal };
                Ok(self.push(SlotKind::Rename(rename), at, found.end))
            }
            Named::Title(found) => {
                let of_pronoun = found.verb;
                let title = Title { text: self.text(&found), quoted: found.quoted, of_pronoun };
                Ok(self.push(SlotKind::Title(title), at, found.end))
            }
            Named::Text(found) => {
                let text = self.text(&found);
                self.ask(at, vec![text], found.end)
            }
        }
    }

    /// Gives texts to the last group of questions, which must have none.
    fn ask(&mut self, at: usize, texts: Vec<String>, end: usize) -> Result<usize, Fault> {
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
            // What is said about the group may go on after its text.
            group.end = end;
            while describe(tokens, group).map_err(|(reason, at)| (reason, at..at + 1))? {}
            *slot_end = group.end;
            return Ok(group.end);
        }
        Ok(end)
    }

    /// «فرم «…»», «دو سوال «…» و «…»»
    fn quotation(&mut self, at: usize) -> Result<usize, Fault> {
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

    /// «نتایج فرم 3», «سازندهٔ فرم 3»
    fn results(&mut self, at: usize) -> Result<Option<usize>, Fault> {
        let results = any(self.tokens, at, RESULTS);
        if let Some(end) = any(self.tokens, at, &["نتایجش", "نتایج آن", "نتایج اون", "نتایجشو"])
        {
            let id = only_id(&self.slots).ok_or((NoPlanReason::NoFormId, at..end))?;
            return Ok(Some(self.push(SlotKind::Results(id), at, end)));
        }
        let Some(word) = results.or_else(|| any(self.tokens, at, BUILDER)) else { return Ok(None) };
        let several = || forms(self.tokens, word).filter(|&at| self.tokens.get(at).is_some_and(Token::is_number));
        let Some(digits) = form_id(self.tokens, word).or_else(several) else {
            return Err((NoPlanReason::NoFormId, at..word));
        };
        let kind = |id| if results.is_some() { SlotKind::Results(id) } else { SlotKind::Builder(id) };
        let end = self.push(kind(self.id(digits)?), at, digits + 1);
        self.more_ids(kind, end).map(Some)
    }

    /// A state that a form enters or leaves, which begins like a form that something goes into.
    fn verb_of_state(&mut self, at: usize) -> Result<Option<usize>, Fault> {
        if super::form_states::read(self.tokens, at).is_some() { self.verb(at) } else { Ok(None) }
    }

    /// «سوال 2 فرم 3», «سوال 2 را» after a form: a question that exists.
    fn question(&mut self, at: usize) -> Result<Option<usize>, Fault> {
        let Some(word) = field(self.tokens, at) else { return Ok(None) };
        let Some(number) = index(self.tokens, word) else {
            let object = any(self.tokens, word, OBJECT).is_some() || form_id(self.tokens, word).is_some();
            let last = any(self.tokens, word, &["آخر", "قبلی", "بعدی"]).is_some();
            return if object || last { Err((NoPlanReason::Ambiguous, at..word)) } else { Ok(None) };
        };
        let form = form_id(self.tokens, skip(self.tokens, number.end, &["از", "در", "توی"]));
        let opens = persian_verbs::read(self.tokens, number.end).is_some_and(|verb| verb.action == Action::Open);
        if form.is_none() && !opens && any(self.tokens, number.end, OBJECT).is_none() {
            // «سوال ۱ کوتاه» in a list is the label of a new field.
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

    /// «[به] [یک] فرم [شماره] 3», «فرم‌های 3 و 4», «فرم جدید», «آن»
    fn form(&mut self, at: usize) -> Result<Option<usize>, Fault> {
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
        let Some((which, end)) = self.mention(noun)? else { return Ok(None) };
        let end = self.push(SlotKind::Form(mention(which)), at, end);
        let kind = |id| SlotKind::Form(mention(Which::Id(id)));
        if matches!(which, Which::Id(_)) { self.more_ids(kind, end).map(Some) } else { Ok(Some(end)) }
    }

    /// The ids that go on with a list: «…، 4 و 5». A number that counts something is none of them.
    fn more_ids(&mut self, kind: impl Fn(u64) -> SlotKind, mut end: usize) -> Result<usize, Fault> {
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

    fn mention(&self, at: usize) -> Result<Option<(Which, usize)>, Fault> {
        if let Some(digits) = form_id(self.tokens, at) {
            return Ok(Some((Which::Id(self.id(digits)?), digits + 1)));
        }
        if let Some(end) = any(self.tokens, at, PRONOUN) {
            // «این فرم ۳» is the form 3.
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

    /// Whether the word is part of a verb: «خالی کن».
    fn is_verb_noun(&self, at: usize, end: usize) -> bool {
        persian_verbs::read(self.tokens, at).is_some_and(|verb| verb.end > end && verb.action == Action::Other)
    }

    /// «فرم بیست و سه», «فرم سوم»: ids are digits.
    fn no_id_in_words(&self, at: usize, word: usize) -> Result<(), Fault> {
        let from = numbered(self.tokens, word);
        if any(self.tokens, from, &["صفر", "منفی"]).is_some() {
            return Err((NoPlanReason::BadNumber, at..from + 1));
        }
        let number = ordinal(self.tokens, from).or_else(|| in_words(self.tokens, from));
        let Some(number) = number.filter(|_| count(self.tokens, from).is_none_or(|_| !self.counts_fields(from))) else {
            return Ok(());
        };
        // «یک فرم سه» stays with what else is wrong with it.
        if persian_verbs::read(self.tokens, from).is_some() {
            return Ok(());
        }
        Err((NoPlanReason::NoFormId, at..number.end))
    }

    fn counts_fields(&self, at: usize) -> bool {
        group(self.tokens, at).is_some() || vague_fields(self.tokens, at).is_some()
    }

    fn fields(&mut self, at: usize) -> Result<Option<usize>, Fault> {
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

    fn group(&mut self, group: field_groups::Group) -> usize {
        let Range { start, end } = group.start..group.end;
        self.push(SlotKind::Group(group), start, end)
    }

    /// «سوال «…» را از نوع پاسخ بلند …»
    fn type_later(&mut self, at: usize) -> Result<Option<usize>, Fault> {
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

    /// «که الزامی باشد» after the verb of the only group before it.
    fn required_later(&mut self, at: usize) -> Result<Option<usize>, Fault> {
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

    fn verb(&mut self, at: usize) -> Result<Option<usize>, Fault> {
        let starts = self.starts();
        let noun = persian_verbs::noun(self.tokens, at).filter(|_| starts);
        let verb = persian_verbs::read(self.tokens, at);
        if let Some(verb) = verb.filter(|verb| noun.is_none_or(|(_, end)| verb.end > end)) {
            let asks = verb.mood.asks(self.wish());
            let known = !matches!(verb.action, Action::Change | Action::Be | Action::Give | Action::Do | Action::Other);
            if !asks || !known {
                let reason = if !asks && self.wish() == Some(Wish::Beg) {
                    NoPlanReason::Question
                } else if !asks {
                    NoPlanReason::NotImperative
                } else if verb.action == Action::Change {
                    NoPlanReason::NoTitle
                } else if matches!(verb.action, Action::Other | Action::Give) {
                    NoPlanReason::NoSuchStep
                } else {
                    NoPlanReason::UnknownWord
                };
                return Err((reason, at..verb.end));
            }
            let asked = AskedVerb { action: verb.action, noun: false };
            let end = skip(self.tokens, verb.end, &["دیگه", "دیگر"]);
            return Ok(Some(self.push(SlotKind::Verb(asked), at, end)));
        }
        let Some((action, end)) = noun else { return Ok(None) };
        Ok(Some(self.push(SlotKind::Verb(AskedVerb { action, noun: true }), at, end)))
    }

    fn small(&mut self, at: usize) -> Option<usize> {
        let named = self.slots.iter().any(|slot| matches!(slot.kind, SlotKind::Verb(AskedVerb { noun: true, .. })));
        if let Some(end) = persian_verbs::carried_out(self.tokens, at).filter(|_| named) {
            return Some(end);
        }
        let polite = any(self.tokens, at, &["اول", "ابتدا"]).filter(|_| self.starts());
        let tables: [(&[&str], SlotKind); 3] =
            [(OBJECT, SlotKind::Object), (AND, SlotKind::And), (LINK, SlotKind::Link)];
        let found = tables.into_iter().filter_map(|(words, kind)| Some((any(self.tokens, at, words)?, kind)));
        let found = found.max_by_key(|(end, _)| *end);
        match (found, polite) {
            (Some((end, _)), Some(polite)) if polite >= end => Some(polite),
            (Some((end, kind)), _) => Some(self.push(kind, at, end)),
            (None, polite) => polite,
        }
    }
}

/// The group of a slot.
pub(super) fn group_of(slot: &Slot) -> Option<&Group> {
    if let SlotKind::Group(group) = &slot.kind { Some(group) } else { None }
}
