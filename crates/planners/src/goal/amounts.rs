//! Parses numbers in a goal: bounds of a value, and the fields that they belong to.

use planwright_contracts::action_blueprint::data_type::DataType;
use planwright_generated::action_blueprint::FieldSnapshot;

use super::small_words::{BOUNDS, Bound};
use super::vocabulary::{Fields, data_type};
use super::words::{GoalToken, Token};

/// Bounds of a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Range {
    pub(super) min: Option<Edge>,
    pub(super) max: Option<Edge>,
    /// Words of the goal.
    pub(super) phrase: String,
}

/// Bound of a range. An open bound is not part of the range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    value: f64,
    open: bool,
}

impl Edge {
    /// Returns the minimum or maximum value of a field within the bound. Guardrails have inclusive bounds.
    fn closed(self, field: &FieldSnapshot, direction: f64) -> f64 {
        if !self.open {
            return self.value;
        }
        let scale = match data_type(field) {
            Some(DataType::Integer | DataType::Long) => 0,
            _ => field.scale.unwrap_or(2).min(9),
        };
        let factor = 10_f64.powi(i32::try_from(scale).unwrap_or_default());
        (self.value * factor + direction).round() / factor
    }
}

impl Range {
    /// Returns the inclusive bounds for a field.
    pub(super) fn bounds(&self, field: &FieldSnapshot) -> (Option<f64>, Option<f64>) {
        (self.min.map(|edge| edge.closed(field, 1.0)), self.max.map(|edge| edge.closed(field, -1.0)))
    }
}

/// Parses a bound at `at`: its words and numbers.
pub(super) fn range_at(tokens: &[Token], at: usize) -> Option<(usize, Range)> {
    let (words, bound) = BOUNDS.iter().find(|(words, _)| {
        words.len() <= tokens.len() - at && words.iter().zip(&tokens[at..]).all(|(word, token)| token.is_any(&[word]))
    })?;
    let first = at + words.len();
    let value = number(tokens.get(first)?)?;
    let edge = |open: bool| Some(Edge { value, open });
    let (end, min, max) = match bound {
        Bound::Over => (first + 1, edge(true), None),
        Bound::AtLeast => (first + 1, edge(false), None),
        Bound::Under => (first + 1, None, edge(true)),
        Bound::AtMost => (first + 1, None, edge(false)),
        Bound::Between => {
            tokens.get(first + 1).filter(|token| token.is_any(&["and", "to"]))?;
            let other = number(tokens.get(first + 2)?)?;
            let edges = (value.min(other), value.max(other));
            (first + 3, Some(Edge { value: edges.0, open: false }), Some(Edge { value: edges.1, open: false }))
        }
    };
    Some((end - at, Range { min, max, phrase: phrase(&tokens[at..end]) }))
}

/// Parses `5,000 or more`, `10 or less`.
pub(super) fn open_end_at(tokens: &[Token], at: usize) -> Option<(usize, Range)> {
    let value = number(&tokens[at])?;
    let [or, side] = tokens.get(at + 1..at + 3)? else { return None };
    let edge = Some(Edge { value, open: false });
    let (min, max) = match side.lower.as_str() {
        "more" | "higher" | "above" => (edge, None),
        "less" | "lower" | "below" => (None, edge),
        _ => return None,
    };
    or.is_any(&["or", "and"]).then(|| (3, Range { min, max, phrase: phrase(&tokens[at..at + 3]) }))
}

fn phrase(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
}

fn number(token: &Token) -> Option<f64> {
    match token.kind {
        GoalToken::Number { value, .. } => Some(value),
        _ => None,
    }
}

/// Returns whether a word belongs to the words of bounds.
pub(super) fn is_bound_word(token: &Token) -> bool {
    BOUNDS.iter().any(|(words, _)| words.len() == 1 && token.is_any(words))
}

pub(super) fn is_number(field: &FieldSnapshot) -> bool {
    matches!(data_type(field), Some(DataType::Integer | DataType::Long | DataType::Decimal))
}

/// Returns whether a field is an amount or a count. A positive number in the goal then implies that values must be
/// positive.
pub(super) fn is_quantity(field: &FieldSnapshot) -> bool {
    is_number(field) && !field.type_.eq_ignore_ascii_case("percent")
}

/// Returns the field of an amount without a field name.
pub(super) fn money_field<'s>(fields: &Fields<'s>) -> Option<&'s FieldSnapshot> {
    let usual = ["Amount", "UnitPrice", "AnnualRevenue", "BudgetedCost", "Price"];
    usual.iter().find_map(|name| fields.writable(name)).or_else(|| of_type(fields, "currency"))
}

/// Returns the field of a percentage without a field name.
pub(super) fn percent_field<'s>(fields: &Fields<'s>) -> Option<&'s FieldSnapshot> {
    of_type(fields, "percent")
}

fn of_type<'s>(fields: &Fields<'s>, name: &str) -> Option<&'s FieldSnapshot> {
    let writable = fields.object.fields.values().filter(|field| field.createable || field.updateable);
    writable.into_iter().find(|field| field.type_.eq_ignore_ascii_case(name))
}
