//! Parses numbers, bounds and dates, and assigns them to fields.

use planwright_contracts::action_blueprint::data_type::DataType;
use planwright_generated::action_blueprint::FieldSnapshot;

use super::super::amounts::{self, Range};
use super::super::lexicon::Act;
use super::super::vocabulary::data_type;
use super::super::words::GoalToken;
use super::{Reader, field_words, is_writable};

impl Reader<'_, '_> {
    pub(super) fn number(&mut self, at: usize) -> usize {
        let tokens = &self.clause.tokens;
        if let Some((len, range)) = amounts::open_end_at(tokens, at) {
            self.bound(range);
            return len;
        }
        let GoalToken::Number { percent, value, money } = tokens[at].kind else { return 1 };
        let current = self.current.filter(|current| data_type(self.reading.bindings[*current].field).is_some());
        let text = tokens[at].text.clone();
        if let Some(field) = current.map(|current| self.reading.bindings[current].field)
            && let Some(value) = field.picklist_values.iter().find(|value| **value == text).cloned()
        {
            self.allow(field, &value, 1.0);
            return 1;
        }
        let worth = at > 0 && tokens[at - 1].is_any(&["worth", "of", "for", "to"]);
        let binding = match current {
            Some(current) => Some(current),
            None if percent => amounts::percent_field(self.fields)
                .map(|field| self.bind(field, 0.85, format!("a percentage is interpreted as {}", field_words(field)))),
            None if money || worth => self.amount(),
            None => None,
        };
        // `by 500` is an increment, but actions cannot calculate.
        let relative = at > 0 && tokens[at - 1].is_any(&["by"]);
        if let Some(binding) = binding.filter(|_| !relative) {
            let binding = &mut self.reading.bindings[binding];
            binding.hints.push(tokens[at].text.clone());
            binding.positive |= value > 0.0 && amounts::is_quantity(binding.field);
        } else {
            self.reading.unknown.push(tokens[at].text.clone());
        }
        1
    }

    /// Returns the current amount field, or else the object's own.
    pub(super) fn amount(&mut self) -> Option<usize> {
        let numeric = |current: &usize| amounts::is_number(self.reading.bindings[*current].field);
        if let Some(current) = self.current.filter(numeric) {
            return Some(current);
        }
        let field = amounts::money_field(self.fields)?;
        Some(self.bind(field, 0.85, format!("an amount is interpreted as {}", field_words(field))))
    }

    pub(super) fn bound(&mut self, range: Range) {
        match self.amount() {
            Some(binding) => self.reading.bindings[binding].range = Some(range),
            None => self.reading.unknown.push(range.phrase),
        }
    }

    pub(super) fn date(&mut self, at: usize, len: usize) -> usize {
        let words = self.words(at, len);
        let dated = |field: &FieldSnapshot| matches!(data_type(field), Some(DataType::Date | DataType::Datetime));
        let current = self.current.filter(|current| dated(self.reading.bindings[*current].field));
        let guesses = matches!(self.clause.act, Act::Create | Act::Upsert);
        let binding = current.or_else(|| {
            if !guesses {
                return None;
            }
            let usual = ["ActivityDate", "CloseDate", "StartDate", "StartDateTime", "EffectiveDate", "ExpirationDate"];
            let all = self.fields.object.fields.values();
            let field = usual
                .iter()
                .find_map(|name| self.fields.writable(name))
                .or_else(|| all.filter(|field| is_writable(field)).find(|field| dated(field)))?;
            Some(self.bind(field, 0.85, format!("\"{words}\" is interpreted as {}", field_words(field))))
        });
        match binding {
            Some(binding) => self.reading.bindings[binding].hints.push(words),
            None => self.reading.times.push(words),
        }
        len
    }
}
