//! Parses values of picklists and Booleans, and quotations.

use planwright_contracts::action_blueprint::data_type::DataType;
use planwright_contracts::action_blueprint::names::same;
use planwright_generated::action_blueprint::FieldSnapshot;

use super::super::lexicon::Act;
use super::super::small_words::NOISE;
use super::super::synonyms::VALUE_SYNONYMS;
use super::super::vocabulary::{data_type, is_picklist};
use super::super::words::{GoalToken, Token, key_of_words, split_name};
use super::{Reader, field_words, is_writable};

impl<'s> Reader<'_, 's> {
    /// Parses a picklist value, if one is allowed here. Returns `None` if the words have another meaning.
    pub(super) fn value(
        &mut self,
        at: usize,
        len: usize,
        candidates: &[(&'s FieldSnapshot, &'s str)],
    ) -> Option<usize> {
        let of =
            |field: &FieldSnapshot| candidates.iter().find(|(one, _)| same(&one.api_name, &field.api_name)).copied();
        let spoken_of = self
            .current
            .filter(|_| self.open || self.ends == at)
            .and_then(|current| of(self.reading.bindings[current].field));
        let behind =
            self.fields.field_at(&self.clause.tokens, at + len).and_then(|(next, field)| Some((next, of(field)?)));
        let (taken, (field, value)) = match (spoken_of, behind) {
            (Some(hit), _) => (len, hit),
            (None, Some((next, hit))) => (len + next, hit),
            (None, None) if self.may_be_value(at) => {
                let status = self.fields.status().and_then(of);
                (len, status.or_else(|| candidates.first().copied())?)
            }
            (None, None) => return None,
        };
        self.allow(field, value, 0.95);
        Some(taken)
    }

    /// Returns whether a value is allowed here without its field.
    pub(super) fn may_be_value(&self, at: usize) -> bool {
        let status = matches!(self.clause.act, Act::Status(_)) && at > self.clause.at;
        let marked = self.clause.verb == "mark" && at > self.clause.at;
        self.open || status || marked
    }

    pub(super) fn allow(&mut self, field: &'s FieldSnapshot, value: &str, sure: f64) {
        let binding = self.bind(field, sure, format!("\"{value}\" is a value of {}", field_words(field)));
        let values = &mut self.reading.bindings[binding].values;
        if !values.iter().any(|known| known == value) {
            values.push(value.to_owned());
        }
        (self.current, self.ends) = (Some(binding), 0);
        self.open = true;
    }

    /// Parses `inactive` for the Boolean `active`, and `true` and `false` for the current Boolean.
    pub(super) fn switch(&mut self, at: usize) -> Option<usize> {
        let token = &self.clause.tokens[at];
        if let Some(current) =
            self.current.filter(|current| data_type(self.reading.bindings[*current].field) == Some(DataType::Boolean))
        {
            let value = match token.lower.as_str() {
                "true" | "yes" | "on" => Some("true"),
                "false" | "no" | "off" => Some("false"),
                _ => None,
            };
            if let Some(value) = value.filter(|_| self.open) {
                self.reading.bindings[current].values = vec![value.to_owned()];
                return Some(1);
            }
        }
        let positive = ["in", "un", "non"].iter().find_map(|prefix| token.lower.strip_prefix(prefix))?;
        let (_, field) = self.fields.field_at(&[Token::word(positive)], 0)?;
        if data_type(field) != Some(DataType::Boolean)
            || !is_writable(field)
            || !(self.open || self.clause.verb == "mark")
        {
            return None;
        }
        let binding = self.bind(field, 0.95, format!("\"{}\" is the field {}, false", token.text, field_words(field)));
        self.reading.bindings[binding].values = vec!["false".to_owned()];
        Some(1)
    }

    /// Parses part of a picklist value, if only one value contains it: `won` for `Closed Won`.
    pub(super) fn partial(&mut self, at: usize) -> Option<usize> {
        let tokens = &self.clause.tokens;
        if !self.may_be_value(at) || tokens[at].is_any(NOISE) || self.is_object(at) {
            return None;
        }
        let current = self.current.map(|current| self.reading.bindings[current].field);
        let field = current.or_else(|| self.fields.status()).filter(|field| is_picklist(field))?;
        for len in (1..=4.min(tokens.len() - at)).rev() {
            let run = &tokens[at..at + len];
            if run.iter().any(|token| token.kind != GoalToken::Word) {
                continue;
            }
            let key: String = run.iter().map(|token| token.key.as_str()).collect();
            let other = VALUE_SYNONYMS.iter().find(|(word, _)| *word == key).map(|(_, value)| *value);
            let key = other.map_or(key, str::to_owned);
            let holds = |value: &&String| {
                let words = split_name(value);
                (0..words.len())
                    .any(|start| (start + 1..=words.len()).any(|end| key_of_words(&words[start..end]) == key))
            };
            let hits: Vec<&String> = field.picklist_values.iter().filter(holds).collect();
            if let [value] = hits[..] {
                let (words, value) = (self.words(at, len), value.clone());
                self.allow(field, &value, 0.85);
                self.reading
                    .notes
                    .push(format!("\"{words}\" is interpreted as {value}, a value of {}", field_words(field)));
                return Some(len);
            }
        }
        None
    }

    pub(super) fn quoted(&mut self, at: usize) -> usize {
        let text = self.clause.tokens[at].text.clone();
        let candidates = self.fields.value_of(&text);
        let of =
            |field: &FieldSnapshot| candidates.iter().find(|(one, _)| same(&one.api_name, &field.api_name)).copied();
        let current = self.current.map(|current| self.reading.bindings[current].field);
        let hit = current.map_or_else(|| self.fields.status().and_then(of).or_else(|| candidates.first().copied()), of);
        if let Some((field, value)) = hit {
            self.allow(field, value, 1.0);
        } else if let Some(current) = self.current {
            let binding = &mut self.reading.bindings[current];
            binding.sure = if is_picklist(binding.field) { binding.sure.min(0.7) } else { binding.sure };
            binding.hints.push(text);
        } else if let Some(field) = self.name_field().filter(|_| self.clause.act == Act::Create) {
            let binding = self.bind(field, 0.9, format!("\"{text}\" is interpreted as {}", field_words(field)));
            self.reading.bindings[binding].hints.push(text);
        } else {
            self.reading.texts.push(text);
        }
        1
    }

    /// Returns the field that names a record.
    pub(super) fn name_field(&self) -> Option<&'s FieldSnapshot> {
        ["Subject", "Name", "LastName", "Title"].iter().find_map(|name| self.fields.writable(name))
    }
}
