//! Parses what a clause contains about the fields of its object: their names, values, numbers and dates.

mod numbers;
mod other_words;
mod selection;
mod values;

use std::ops::Range;

use planwright_contracts::action_blueprint::data_type::DataType;
use planwright_contracts::action_blueprint::names::same;
use planwright_generated::action_blueprint::FieldSnapshot;

use super::amounts;
use super::clauses::Clause;
use super::lexicon::Act;
use super::small_words::{DAYS, DETERMINERS};
use super::target::Target;
use super::vocabulary::{Fields, Vocabulary, data_type, field_label};
use super::words::GoalToken;

/// Field that the clause mentions.
pub(super) struct Binding<'s> {
    pub(super) field: &'s FieldSnapshot,
    /// Allowed values. Empty if any value is allowed.
    pub(super) values: Vec<String>,
    /// Words of the goal about the value.
    pub(super) hints: Vec<String>,
    pub(super) range: Option<amounts::Range>,
    pub(super) positive: bool,
    pub(super) sure: f64,
    pub(super) why: String,
}

/// Everything that a clause contains.
#[derive(Default)]
pub(super) struct Reading<'s> {
    pub(super) bindings: Vec<Binding<'s>>,
    /// Key field of an upsert.
    pub(super) key: Option<&'s FieldSnapshot>,
    /// Fields that are named but cannot be set.
    pub(super) fixed: Vec<&'s FieldSnapshot>,
    pub(super) unknown: Vec<String>,
    /// Words between verb and object.
    pub(super) qualifiers: Vec<String>,
    /// Words that select records.
    pub(super) filter: String,
    /// Days and dates that belong to no field.
    pub(super) times: Vec<String>,
    /// Quotations that belong to no field.
    pub(super) texts: Vec<String>,
    /// Explanations of words that were interpreted differently, or that select a record.
    pub(super) notes: Vec<String>,
}

/// Parses a clause.
pub(super) fn read_clause<'s>(
    clause: &Clause,
    target: &Target<'s>,
    fields: &Fields<'s>,
    vocabulary: &Vocabulary<'s>,
) -> Reading<'s> {
    let current = None;
    let mut reader = Reader {
        clause,
        target,
        fields,
        vocabulary,
        reading: Reading::default(),
        current,
        ends: 0,
        open: false,
        adjectives: 0..0,
    };
    match clause.act {
        Act::Assign => reader.preset("OwnerId"),
        Act::Change if clause.verb == "rename" => reader.preset("Name"),
        _ => {}
    }
    let mut at = 0;
    while at < clause.tokens.len() {
        at += reader.step(at).max(1);
    }
    reader.reading
}

struct Reader<'c, 's> {
    clause: &'c Clause,
    target: &'c Target<'s>,
    fields: &'c Fields<'s>,
    vocabulary: &'c Vocabulary<'s>,
    reading: Reading<'s>,
    /// Index of the binding of the current field, and the index of the token after it.
    current: Option<usize>,
    ends: usize,
    /// True if a value may follow: after `to`, `as`, `with` and similar words.
    open: bool,
    /// Last adjectives that select a record.
    adjectives: Range<usize>,
}

impl<'s> Reader<'_, 's> {
    /// Parses what starts at a token, and returns the number of tokens.
    fn step(&mut self, at: usize) -> usize {
        let tokens = &self.clause.tokens;
        if at == self.clause.at {
            return 1;
        }
        if let Some(mention) = self.target.mention.filter(|mention| at == mention.start) {
            // `account number` is a field of the account, not an account.
            return match self.fields.field_at(tokens, at).filter(|(len, _)| *len > mention.len) {
                Some((len, field)) => {
                    self.field(at, len, field);
                    len
                }
                None => mention.len,
            };
        }
        if let Some(len) = self.selecting_adjectives(at).or_else(|| self.owner(at)) {
            return len;
        }
        if self.filters(at) {
            self.reading.filter = self.words(at, tokens.len() - at);
            return tokens.len() - at;
        }
        match tokens[at].kind {
            GoalToken::Quoted => return self.quoted(at),
            GoalToken::Number { .. } => return self.number(at),
            GoalToken::Date => return self.date(at, 1),
            GoalToken::Comma | GoalToken::Stop => return 1,
            GoalToken::Word => {}
        }
        if let Some((len, range)) = amounts::range_at(tokens, at) {
            self.bound(range);
            return len;
        }
        if let Some(day) = DAYS.iter().find(|day| {
            day.len() <= tokens.len() - at && day.iter().zip(&tokens[at..]).all(|(word, token)| token.is_any(&[word]))
        }) {
            return self.date(at, day.len());
        }
        let field = self.fields.field_at(tokens, at);
        let value = self.fields.value_at(tokens, at);
        let value_first = match (&field, &value) {
            (Some((of_field, field)), Some((of_value, _))) => {
                let expected = self.open || !is_writable(field) || self.ends == at && self.current.is_some();
                of_value > of_field || (of_value == of_field && expected)
            }
            (None, Some(_)) => true,
            _ => false,
        };
        if let Some((len, candidates)) = value.filter(|_| value_first)
            && let Some(taken) = self.value(at, len, &candidates)
        {
            return taken;
        }
        if let Some(len) = self.address(at) {
            return len;
        }
        if let Some((len, field)) = field {
            if self.is_unlinked(at, field) {
                return self.other_object(at).unwrap_or_else(|| self.word(at));
            }
            let adjective = !is_writable(field) && data_type(field) == Some(DataType::Boolean);
            if adjective && let Some(taken) = self.partial(at) {
                return taken;
            }
            self.field(at, len, field);
            return len;
        }
        self.connector(at)
            .or_else(|| self.switch(at))
            .or_else(|| self.partial(at))
            .or_else(|| self.other_object(at))
            .unwrap_or_else(|| self.word(at))
    }

    fn preset(&mut self, api_name: &str) {
        if let Some(field) = self.fields.writable(api_name) {
            let why = format!("\"{}\" is about {}", self.clause.verb, field_words(field));
            self.current = Some(self.bind(field, 0.95, why));
        }
    }

    /// Returns the binding of a field, and creates it if necessary.
    fn bind(&mut self, field: &'s FieldSnapshot, sure: f64, why: String) -> usize {
        let known = self.reading.bindings.iter().position(|binding| same(&binding.field.api_name, &field.api_name));
        known.unwrap_or_else(|| {
            let binding =
                Binding { field, values: Vec::new(), hints: Vec::new(), range: None, positive: false, sure, why };
            self.reading.bindings.push(binding);
            self.reading.bindings.len() - 1
        })
    }

    fn field(&mut self, at: usize, len: usize, field: &'s FieldSnapshot) {
        let words = self.words(at, len);
        if !is_writable(field) {
            self.reading.fixed.push(field);
            return;
        }
        let before = at.checked_sub(1).map(|at| &self.clause.tokens[at]);
        let keyed = before.is_some_and(|token| token.is_any(&["by", "on", "using", "via", "matching", "key"]));
        if self.clause.act == Act::Upsert && keyed {
            self.reading.key = Some(field);
        }
        let negated = before.is_some_and(|token| token.is_any(&["not", "no"]));
        let stated = (self.open || self.clause.verb == "mark") && data_type(field) == Some(DataType::Boolean);
        let binding = self.bind(field, 1.0, format!("\"{words}\" is the field {}", field_words(field)));
        if stated {
            self.reading.bindings[binding].values = vec![(!negated).to_string()];
        }
        (self.current, self.ends, self.open) = (Some(binding), at + len, stated);
    }

    fn is_object(&self, at: usize) -> bool {
        let start = (at..self.clause.tokens.len()).find(|place| !self.clause.tokens[*place].is_any(DETERMINERS));
        start.is_some_and(|at| self.vocabulary.object_at(&self.clause.tokens, at).is_some())
    }

    fn words(&self, at: usize, len: usize) -> String {
        self.clause.tokens[at..at + len].iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
    }
}

fn is_writable(field: &FieldSnapshot) -> bool {
    field.createable || field.updateable
}

/// Formats a field with label and API name.
pub(super) fn field_words(field: &FieldSnapshot) -> String {
    let label = field_label(field);
    if label == field.api_name { label } else { format!("{label} ({})", field.api_name) }
}
