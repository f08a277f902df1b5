//! Parses tokens into slots. Every token must belong to exactly one slot or polite word. Parsing stops at the first
//! other token.

mod forms;
mod questions;

use super::field_groups::Group;
use super::persian_nouns::{OBJECT, field, form};
use super::persian_numbers::count;
use super::persian_verbs::{self, Action, Wish};
use super::phrases::{any, skip};
use super::refusal::NoPlanReason;
use super::refused_words;
use super::slots::{AskedVerb, FormMention, Rename, Slot, SlotKind, Title, Which};
use super::small_words::{self, AND, LINK};
use super::titles::{self, Before, Fault, Found, Named, Noun};
use super::tokenizer::{Token, TokenKind, Utterance};

/// Returns all slots of an utterance.
pub(super) fn read_slots(said: &Utterance) -> Result<Vec<Slot>, Fault> {
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
    /// Parses what starts at `at`, and returns its end.
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
        if let Some(named) = titles::read_name(self.tokens, at, self.before(at))? {
            return self.named(at, named);
        }
        if let Some(end) = self.content(at) {
            return Ok(end);
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
            // «یک سوال به فرم ۳ اضافه کن با عنوان …»: form 3 already has a name, so the title belongs to the question.
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

    /// «فرم 4 را هم» at the end of a clause: the verb is that of the sentence before.
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

    /// Returns the last words that turn a wish into a request.
    fn wish(&self) -> Option<Wish> {
        self.slots.iter().rev().find_map(|slot| match slot.kind {
            SlotKind::Wish(wish) => Some(wish),
            _ => None,
        })
    }

    /// Returns whether a sentence starts here.
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

    /// Parses a verb of entering or leaving a state. It starts like a form that something is added to.
    fn verb_of_state(&mut self, at: usize) -> Result<Option<usize>, Fault> {
        if super::form_states::read_state_verb(self.tokens, at).is_some() { self.verb(at) } else { Ok(None) }
    }

    fn verb(&mut self, at: usize) -> Result<Option<usize>, Fault> {
        let starts = self.starts();
        let noun = persian_verbs::noun(self.tokens, at).filter(|_| starts);
        if let Some(end) = self.contained(at) {
            let asked = AskedVerb { action: Action::Add, noun: false };
            return Ok(Some(self.push(SlotKind::Verb(asked), at, end)));
        }
        let verb = persian_verbs::read_verb(self.tokens, at);
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

/// Returns the group of a slot.
pub(super) fn group_of(slot: &Slot) -> Option<&Group> {
    if let SlotKind::Group(group) = &slot.kind { Some(group) } else { None }
}
