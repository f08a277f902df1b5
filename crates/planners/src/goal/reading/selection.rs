//! Parses words that select a record. They describe its current state, and are never written.

use planwright_contracts::action_blueprint::data_type::DataType;
use planwright_contracts::action_blueprint::names::same;
use planwright_generated::action_blueprint::Operation;

use super::super::lexicon::Act;
use super::super::objects::{OWNER_PREPOSITIONS, is_linking};
use super::super::small_words::{CONNECTORS, DETERMINERS, NOISE, PREPOSITIONS};
use super::super::synonyms::VALUE_SYNONYMS;
use super::super::target::mentions;
use super::super::vocabulary::{Fields, data_type};
use super::super::words::{GoalToken, Token, split_name};
use super::{Reader, is_writable};

impl Reader<'_, '_> {
    /// Parses adjectives before the name of an existing record: `the low-priority case`. For a new record, adjectives
    /// are values.
    pub(super) fn selecting_adjectives(&mut self, at: usize) -> Option<usize> {
        let tokens = &self.clause.tokens;
        if self.clause.act.operation() == Operation::Call || self.open && self.current.is_some() {
            return None;
        }
        let all = mentions(tokens, self.vocabulary);
        let mention = all.iter().find(|mention| mention.start > at)?;
        let made = self.target.mention.is_some_and(|target| target.start == mention.start);
        let boundary = at.checked_sub(1)?;
        let starts = boundary == self.clause.at
            || tokens[boundary].is_any(DETERMINERS)
            || tokens[boundary].is_any(PREPOSITIONS)
            || tokens[boundary].possessive;
        if !starts || self.clause.act == Act::Create && (made || self.target.mention.is_none()) {
            return None;
        }
        let end = mention.start;
        let is_small = |token: &Token| {
            token.is_any(DETERMINERS) || token.is_any(PREPOSITIONS) || token.is_any(CONNECTORS) || token.possessive
        };
        if tokens[at..end].iter().any(|token| is_small(token) || token.kind == GoalToken::Comma) {
            return None;
        }
        if tokens[at..end].iter().all(|token| token.is_any(NOISE)) {
            return None;
        }
        let fields = Fields::from_object(mention.name.object);
        let mut place = at;
        while place < end {
            let Some(len) = adjective(&fields, &tokens[..end], place) else { break };
            place += len;
        }
        if place < end {
            // If the verb determines the only value that is written, adjectives are not values.
            let unknown = self.words(at, end - at);
            return self.verb_sets_value().then(|| {
                self.reading.unknown.push(unknown);
                end - at
            });
        }
        let (words, record) = (self.words(at, end - at), self.words(end, mention.len));
        self.reading.notes.push(format!("\"{words}\" selects the {record}, and is not written"));
        self.adjectives = at..end;
        Some(end - at)
    }

    /// Parses another record that selects the target: `the case of the account`, `the account's case`. If it were read
    /// as a field, it would move the case to another account.
    pub(super) fn owner(&mut self, at: usize) -> Option<usize> {
        let tokens = &self.clause.tokens;
        let changes = self.clause.act.operation() == Operation::Update;
        let target = self.target.mention.filter(|_| changes && !is_linking(&tokens[self.clause.at]))?;
        let all = mentions(tokens, self.vocabulary);
        let mention = all.iter().find(|mention| mention.start == at)?;
        let is_other = !same(&mention.name.object.api_name, &self.fields.object.api_name);
        let end = at + mention.len;
        let start = if self.adjectives.end == at { self.adjectives.start } else { at };
        let lead = tokens[..start].iter().rposition(|token| !token.is_any(DETERMINERS))?;
        let behind =
            tokens[lead].is_any(OWNER_PREPOSITIONS) && (self.verb_sets_value() || target.start + target.len == lead);
        let before = tokens[end - 1].possessive && target.start >= end && {
            !tokens[end..target.start].iter().any(|token| token.is_any(DETERMINERS) || token.is_any(PREPOSITIONS))
        };
        if !is_other || !behind && !before {
            return None;
        }
        let (words, record) = (self.words(at, mention.len), self.words(target.start, target.len));
        self.reading.notes.push(format!("\"{words}\" selects the {record}, and is not written"));
        Some(mention.len)
    }

    /// Returns whether the following words select records: `cases with high priority`, or `the case with high priority`
    /// if the verb determines the only value that is written.
    pub(super) fn filters(&self, at: usize) -> bool {
        let tokens = &self.clause.tokens;
        let moves = self.verb_sets_value();
        let token = &tokens[at];
        let mention = self.target.mention.filter(|mention| mention.start < at);
        let plural = mention.is_some_and(|mention| {
            let last = &tokens[mention.start + mention.len - 1];
            last.lower.ends_with('s') && last.lower != last.key
        });
        let describes = || {
            let next = (at + 1..tokens.len()).find(|place| !tokens[*place].is_any(DETERMINERS));
            next.is_some_and(|next| {
                let value = self.fields.value_at(tokens, next).is_some();
                let field = self.fields.field_at(tokens, next).is_some();
                (value || field) && self.vocabulary.object_at(tokens, next).is_none()
            })
        };
        let follows = mention.is_some_and(|mention| mention.start + mention.len == at);
        // `update the case with high priority` may set the priority, if nothing else is set.
        let also = self.clause.act == Act::Change && !self.reading.bindings.is_empty();
        moves && token.is_any(&["related"])
            || moves && plural && token.is_any(&["with", "that", "which", "from", "in", "of"])
            || moves && follows && token.is_any(&["with", "having", "of", "in"]) && describes()
            || also && follows && token.is_any(&["with", "having"]) && describes()
    }

    /// Returns whether the verb determines what is written.
    fn verb_sets_value(&self) -> bool {
        matches!(self.clause.act, Act::Status(_) | Act::Switch(..) | Act::Leave(_) | Act::Assign)
    }
}

/// Returns the number of tokens of an adjective: a value, with or without its field, or a checkbox.
fn adjective(fields: &Fields<'_>, tokens: &[Token], at: usize) -> Option<usize> {
    if tokens[at].kind == GoalToken::Quoted {
        let known = !fields.value_of(&tokens[at].text).is_empty();
        return known.then(|| 1 + fields.field_at(tokens, at + 1).map_or(0, |(len, _)| len));
    }
    if let Some((len, _)) = fields.value_at(tokens, at) {
        return Some(len + fields.field_at(tokens, at + len).map_or(0, |(len, _)| len));
    }
    let checkbox = fields.field_at(tokens, at).filter(|(_, field)| data_type(field) == Some(DataType::Boolean));
    let small = || tokens[at].is_any(NOISE).then_some(1);
    checkbox.map(|(len, _)| len).or_else(|| part_of_value(fields, tokens, at)).or_else(small)
}

/// Returns the length of a partial value such as `won` for `Closed Won`, or of a synonym such as `urgent` for `High`.
fn part_of_value(fields: &Fields<'_>, tokens: &[Token], at: usize) -> Option<usize> {
    let word = &tokens[at].key;
    let holds = |value: &String| split_name(value).iter().any(|part| part == word);
    let known =
        VALUE_SYNONYMS.iter().any(|(other, value)| *other == word.as_str() && !fields.value_of(value).is_empty());
    let status = fields.status();
    (known || status.is_some_and(|field| field.picklist_values.iter().any(holds)))
        .then(|| 1 + fields.field_at(tokens, at + 1).filter(|(_, field)| is_writable(field)).map_or(0, |(len, _)| len))
}
