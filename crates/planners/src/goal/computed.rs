//! Values that only the record or the org knows: empty values, copies of other fields, and calculations.
//!
//! An action writes the value of its request. If the words of such a value were left out, the action would write a value
//! that the goal does not mean.

use super::clauses::Clause;
use super::lexicon::Act;
use super::reading::Reading;
use super::small_words::{CONNECTORS, DETERMINERS};
use super::vocabulary::{Fields, Vocabulary};
use super::words::{GoalToken, Token};
use planwright_generated::action_blueprint::Operation;

/// Words for no value.
const EMPTY: &[&str] = &["null", "blank", "empty", "nil", "nought", "unset", "undefined"];

/// Words at the start of a calculation.
const CALCULATIONS: &[&str] = &[
    "sum",
    "total",
    "average",
    "mean",
    "median",
    "difference",
    "percentage",
    "multiple",
    "double",
    "triple",
    "half",
    "same",
    "latest",
    "oldest",
    "newest",
    "highest",
    "lowest",
    "largest",
    "smallest",
    "previous",
    "original",
    "result",
];

/// Owners of a value that is copied.
const OWNERS: &[&str] = &["its", "their", "his", "her"];

/// Returns the words of an empty, copied or calculated value of a clause.
pub(super) fn find(clause: &Clause, fields: &Fields<'_>, vocabulary: &Vocabulary<'_>) -> Option<String> {
    if clause.act.operation() == Operation::Call {
        return None;
    }
    let tokens = &clause.tokens;
    let is_value = |at: usize| fields.value_at(tokens, at).is_some();
    let words = |from: usize, to: usize| text(&tokens[from..to.min(tokens.len())]);
    let empty = (clause.at + 1..tokens.len()).find(|at| tokens[*at].is_any(EMPTY) && !is_value(*at));
    if let Some(at) = empty {
        return Some(words(at, at + 1));
    }
    let people = clause.act == Act::Assign;
    let creates = clause.act == Act::Create;
    let leads = |at: &usize| tokens[*at].is_any(CONNECTORS) || creates && tokens[*at].is_any(&["with", "having"]);
    (clause.at + 1..tokens.len()).filter(leads).find_map(|connector| {
        let is_list = !tokens[connector].is_any(CONNECTORS);
        let start = connector + 1;
        let noun = (start..tokens.len()).find(|at| !tokens[*at].is_any(DETERMINERS))?;
        let end = tokens[noun..]
            .iter()
            .position(|token| token.kind != GoalToken::Word)
            .map_or(tokens.len(), |len| noun + len);
        if is_value(noun) || tokens[noun].kind != GoalToken::Word || people {
            return None;
        }
        let is_owned = tokens[start..noun].iter().any(|token| token.is_any(OWNERS));
        let is_calculated = tokens[noun].is_any(CALCULATIONS);
        // `to the account's rating`, but not `to the account's case`: the latter is a record.
        let copied = (noun..end).find(|at| tokens[*at].possessive).filter(|at| {
            vocabulary.object_at(tokens, noun).is_some_and(|(len, name)| {
                noun + len == at + 1 && Fields::from_object(name.object).field_at(tokens, at + 1).is_some()
            })
        });
        // `to the mobile phone`: another field of the record.
        let is_definite = tokens[start..noun].iter().any(|token| token.is_any(&["the", "this", "that"]));
        let is_field =
            is_definite && fields.field_at(tokens, noun).is_some() && vocabulary.object_at(tokens, noun).is_none();
        // `with the close date` names a field to fill in.
        (copied.is_some() || !is_list && (is_owned || is_calculated || is_field)).then(|| words(start, end))
    })
}

/// Returns whether the clause resets a field without a value.
pub(super) fn is_reset(clause: &Clause, reading: &Reading<'_>) -> bool {
    let has_value =
        reading.bindings.iter().any(|one| !one.values.is_empty() || !one.hints.is_empty() || one.range.is_some());
    clause.verb == "reset" && !has_value
}

/// Returns the empty quotation of a goal. Empty quotations are not tokens.
pub(super) fn empty_quotation(goal: &str) -> Option<String> {
    ["\"\"", "''", "“”", "‘’", "«»", "``"].into_iter().find(|marks| goal.contains(marks)).map(str::to_owned)
}

fn text(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
}
