//! Parses words around fields and values: connecting words, other objects, and free wording.

use planwright_contracts::action_blueprint::names::same;
use planwright_generated::action_blueprint::FieldSnapshot;

use super::super::amounts;
use super::super::lexicon::Act;
use super::super::objects::is_linking;
use super::super::small_words::{CONNECTORS, DETERMINERS, NOISE, PREPOSITIONS};
use super::super::target::mentions;
use super::super::vocabulary::{is_picklist, refers_to};
use super::super::words::GoalToken;
use super::{Reader, field_words};

impl Reader<'_, '_> {
    pub(super) fn connector(&mut self, at: usize) -> Option<usize> {
        let token = &self.clause.tokens[at];
        let names = token.is_any(&["named", "called", "titled"]);
        let subject = token.is_any(&["about", "regarding", "saying"]) && !self.is_object(at + 1);
        if names || (subject && self.clause.act == Act::Create) {
            let field = self.name_field()?;
            self.current = Some(self.bind(field, 0.9, format!("\"{}\" is about {}", token.text, field_words(field))));
            self.open = true;
            return Some(1);
        }
        if token.is_any(CONNECTORS) {
            self.open = true;
        } else if token.is_any(&["with", "having", "including"]) {
            (self.open, self.current) = (self.clause.act == Act::Create, None);
        } else {
            return None;
        }
        Some(1)
    }

    /// Parses `billing address`, which means all of its components.
    pub(super) fn address(&mut self, at: usize) -> Option<usize> {
        let tokens = &self.clause.tokens;
        tokens.get(at + 1).filter(|token| token.is_any(&["address"]))?;
        let prefix = &tokens[at].key;
        let parts: Vec<&FieldSnapshot> = ["Street", "City", "State", "PostalCode", "Country"]
            .iter()
            .filter_map(|part| self.fields.writable(&format!("{prefix}{part}")))
            .collect();
        for field in &parts {
            self.bind(field, 0.95, format!("\"{prefix} address\" has the part {}", field_words(field)));
        }
        (!parts.is_empty()).then_some(2)
    }

    /// Parses another object that the record may refer to.
    pub(super) fn other_object(&mut self, at: usize) -> Option<usize> {
        let mention = mentions(&self.clause.tokens, self.vocabulary).into_iter().find(|mention| mention.start == at)?;
        let object = &mention.name.object.api_name;
        let settable =
            |field: &&&FieldSnapshot| if self.clause.act == Act::Create { field.createable } else { field.updateable };
        let all = self.fields.object.fields.values();
        let references: Vec<&FieldSnapshot> = all.filter(|field| refers_to(field, object)).collect();
        let exact = references.iter().filter(settable).find(|field| same(&field.api_name, &format!("{object}Id")));
        let field = exact.or_else(|| references.iter().find(|field| settable(field))).copied();
        let own = same(object, &self.fields.object.api_name);
        if let Some(record) = self.owned_record(at, object) {
            let words = self.words(at, mention.len);
            self.reading.notes.push(format!("\"{words}\" selects the {record}, and is not written"));
            return Some(mention.len);
        }
        let linked = field.filter(|field| !self.is_unlinked(at, field));
        let field = linked.filter(|_| !own && matches!(self.clause.act, Act::Create | Act::Change | Act::Upsert));
        if let Some(field) = field {
            let words = self.words(at, mention.len);
            self.bind(field, 0.95, format!("\"{words}\" is linked by {}", field_words(field)));
        } else if !own && (self.clause.act == Act::Create || !self.selects_record(at)) {
            // A second object without an effect must be reported as not understood.
            let words = self.words(at, mention.len);
            self.reading.unknown.push(words);
        }
        (self.current, self.open) = (None, false);
        Some(mention.len)
    }

    /// Returns the record that another one selects for a new record: `a task for the contact of the account`.
    fn owned_record(&self, at: usize, object: &str) -> Option<String> {
        let tokens = &self.clause.tokens;
        let lead = tokens[..at].iter().rposition(|token| !token.is_any(DETERMINERS))?;
        let all = mentions(tokens, self.vocabulary);
        let record = all.iter().find(|mention| mention.start + mention.len == lead)?;
        let is_new = self.target.mention.is_some_and(|target| target.start == record.start);
        let is_owner = record.name.object.fields.values().any(|field| refers_to(field, object));
        let selects = self.clause.act == Act::Create && tokens[lead].is_any(&["of"]) && !is_new && is_owner;
        selects.then(|| self.words(record.start, record.len))
    }

    /// Returns whether a record after a preposition is not a value: only verbs of linking write it into a lookup.
    pub(super) fn is_unlinked(&self, at: usize, field: &FieldSnapshot) -> bool {
        const LINKING: &[&str] = &["add", "move", "put", "switch"];
        let tokens = &self.clause.tokens;
        let verb = &tokens[self.clause.at];
        let is_lookup = field.reference_to.iter().flatten().next().is_some() && !same(&field.api_name, "OwnerId");
        if !is_lookup
            || self.clause.act != Act::Change
            || is_linking(verb)
            || verb.is_any(LINKING)
            || !self.is_object(at)
        {
            return false;
        }
        let lead = tokens[..at].iter().rposition(|token| !token.is_any(DETERMINERS));
        lead.is_some_and(|lead| lead > self.clause.at && tokens[lead].is_any(PREPOSITIONS))
    }

    /// Returns whether another object selects the record, or the recipient: `the case of the account`.
    fn selects_record(&self, at: usize) -> bool {
        let tokens = &self.clause.tokens;
        let told = matches!(self.clause.act, Act::Notify | Act::Run | Act::Assign);
        let lead = tokens[..at].iter().rev().find(|token| !token.is_any(DETERMINERS));
        told || tokens[..=at].iter().any(|token| token.possessive)
            || lead.is_some_and(|token| {
                // `update the amount with the account` means a value.
                let describes = token.is_any(&["with"]) && self.clause.act != Act::Change;
                describes || token.is_any(&["of", "on", "for", "from", "in"])
            })
    }

    /// Parses any other word: part of a free value, a qualifier, noise, or unknown.
    pub(super) fn word(&mut self, at: usize) -> usize {
        let token = &self.clause.tokens[at];
        if token.is_any(&["positive"]) {
            if let Some(binding) = self.amount() {
                self.reading.bindings[binding].positive = true;
            }
            return 1;
        }
        if let Some(current) = self.current.filter(|_| self.open && !token.is_any(DETERMINERS)) {
            let len = self.free_text(at);
            if len > 0 {
                let words = self.words(at, len);
                let binding = &mut self.reading.bindings[current];
                if is_picklist(binding.field) {
                    binding.sure = binding.sure.min(0.7);
                }
                binding.hints.push(words);
                return len;
            }
        }
        // After `and`, a list of values continues, but a free value does not.
        let told = self.current.is_some_and(|current| !self.reading.bindings[current].hints.is_empty());
        if token.is_any(&["and"]) && told {
            self.open = false;
        }
        let before = self.target.mention.is_some_and(|mention| at < mention.start) && at > self.clause.at;
        let people = matches!(self.clause.act, Act::Assign | Act::Notify | Act::Run);
        let telling = super::super::unsupported_words::is_telling(self.clause, at, people);
        if token.is_any(NOISE) && !telling || amounts::is_bound_word(token) {
            return 1;
        }
        if before && self.clause.act == Act::Create {
            self.reading.qualifiers.push(token.text.clone());
        } else {
            self.reading.unknown.push(token.text.clone());
        }
        1
    }

    /// Returns the number of words of a free value that starts here.
    pub(super) fn free_text(&self, at: usize) -> usize {
        let tokens = &self.clause.tokens;
        let ends = |place: usize| {
            let token = &tokens[place];
            let joint = token.is_any(&["and", "or", "with", "for", "on", "by"])
                || (place > at && token.is_any(&["to", "in", "from"]));
            token.kind != GoalToken::Word || joint || self.target.mention.is_some_and(|mention| mention.start == place)
        };
        if tokens[at].is_any(&["or", "and", "for", "on", "by", "of"]) {
            return 0;
        }
        (at..tokens.len()).take_while(|place| !ends(*place)).count()
    }
}
