//! Splits clauses about several objects into one clause per object, or rejects an ambiguous goal.
//!
//! `Change the phone of the contact and the account` changes two records. In a single clause, the account would be read
//! as a reference field of the contact. The action would then move the contact to another account.

use super::lexicon::Act;
use super::small_words::{CONNECTORS, DETERMINERS, PREPOSITIONS};
use super::vocabulary::{Fields, ObjectName, Vocabulary, refers_to};
use super::words::{GoalToken, Token};

/// Verbs that relate one record to another.
const LINKING_VERBS: &[&str] = &["link", "relate", "associate", "attach"];

/// Words between a field and its object, as in `the phone of the contact`.
pub(super) const OWNER_PREPOSITIONS: &[&str] = &["of", "on", "for", "in"];

/// Words that may follow the object of a verb.
const WORDS_AFTER_OBJECT: &[&str] =
    &["must", "should", "shall", "need", "needs", "are", "has", "have", "please", "now", "again"];

/// List of objects: `the contact, the account and the lead`.
struct ObjectRow<'s> {
    /// For each object: its start, its number of tokens, and the object.
    objects: Vec<(usize, usize, ObjectName<'s>)>,
    /// Index of the token after the last object.
    end: usize,
}

/// Maximum number of tokens of a clause that is split.
const MAX_PART_TOKENS: usize = 100;

/// Tokens of a clause, and the index of its verb.
pub(super) type Divided = (Vec<Token>, usize);

/// Returns the clauses in one part of a goal, which has its verb at `at`.
pub(super) fn each_object(part: &[Token], at: usize, act: Act, vocabulary: &Vocabulary<'_>) -> Vec<Divided> {
    let adds = act == Act::Create && part[at].is_any(&["add", "enter", "capture"]);
    if act == Act::Create && !adds || is_linking(&part[at]) || part.len() > MAX_PART_TOKENS {
        return vec![(part.to_vec(), at)];
    }
    let mut clauses = Vec::new();
    let mut rest = part.to_vec();
    while let Some((end, start)) = second_field(&rest, at, vocabulary).filter(|_| !adds) {
        clauses.extend(each_of_row(&rest[..end], at, adds, vocabulary));
        rest = [&rest[..=at], &rest[start..]].concat();
    }
    clauses.extend(each_of_row(&rest, at, adds, vocabulary));
    clauses
}

/// Returns whether the verb relates one record to another.
pub(super) fn is_linking(verb: &Token) -> bool {
    LINKING_VERBS.iter().any(|linking| verb.is_any(&[linking]))
}

/// Returns the list of objects that remains in a clause: it is ambiguous which one is meant.
pub(super) fn unresolved(tokens: &[Token], at: usize, act: Act, vocabulary: &Vocabulary<'_>) -> Option<Vec<String>> {
    let writes = !matches!(act, Act::Create | Act::Notify | Act::Run | Act::Refuse(_));
    if !writes || is_linking(&tokens[at]) {
        return None;
    }
    let row = row(tokens, at, vocabulary)?;
    Some(row.objects.iter().map(|(.., name)| name.object.api_name.clone()).collect())
}

/// Returns one clause for each object of a list. If something is added, the list must follow `to`.
fn each_of_row(part: &[Token], at: usize, adds: bool, vocabulary: &Vocabulary<'_>) -> Vec<Divided> {
    let whole = || vec![(part.to_vec(), at)];
    let Some(row) = row(part, at, vocabulary) else { return whole() };
    let (first, ..) = row.objects[0];
    if adds && !lead_of(part, first).is_some_and(|lead| lead.is_any(&["to"])) {
        return whole();
    }
    let owns: Vec<bool> = row.objects.iter().map(|(start, len, _)| part[start + len - 1].possessive).collect();
    let ends = part.get(row.end).is_none_or(|next| {
        let goes_on = next.is_any(PREPOSITIONS) || next.is_any(CONNECTORS) || next.is_any(WORDS_AFTER_OBJECT);
        next.kind != GoalToken::Word || goes_on || row.end == at
    });
    // After `the contact and the account's`, it is ambiguous whether the field belongs to one or to both.
    let is_even = owns.iter().all(|owned| *owned) || ends && owns.iter().all(|owned| !owned);
    if !is_even {
        return whole();
    }
    let each = row.objects.iter().map(|(start, len, _)| {
        let tokens = [&part[..first], &part[*start..start + len], &part[row.end..]].concat();
        let verb = if at < first { at } else { at + first + len - row.end };
        (tokens, verb)
    });
    each.collect()
}

/// Returns the word before a name and its determiners.
fn lead_of(tokens: &[Token], start: usize) -> Option<&Token> {
    tokens[..start].iter().rfind(|token| !token.is_any(DETERMINERS))
}

/// Returns the first list of objects, unless they are fields of another named object.
fn row<'s>(tokens: &[Token], at: usize, vocabulary: &Vocabulary<'s>) -> Option<ObjectRow<'s>> {
    let mut start = 0;
    while start < tokens.len() {
        if start == at || !matches!(tokens[start].kind, GoalToken::Word) {
            start += 1;
            continue;
        }
        let Some(row) = row_at(tokens, start, at, vocabulary) else {
            start += vocabulary.object_at(tokens, start).map_or(1, |(len, _)| len);
            continue;
        };
        if !is_reference(tokens, start, at, &row, vocabulary) {
            return Some(row);
        }
        start = row.end;
    }
    None
}

fn row_at<'s>(tokens: &[Token], start: usize, at: usize, vocabulary: &Vocabulary<'s>) -> Option<ObjectRow<'s>> {
    let (len, name) = vocabulary.object_at(tokens, start)?;
    let mut row = ObjectRow { objects: vec![(start, len, name)], end: start + len };
    loop {
        let joints = tokens[row.end..].iter().take_while(|token| token.is_joint()).count();
        let behind = |skipped: usize| row.end + joints + skipped;
        let preposition = usize::from(tokens.get(behind(0)).is_some_and(|token| token.is_any(OWNER_PREPOSITIONS)));
        let small = tokens.get(behind(preposition)..).unwrap_or_default();
        let determiners = small.iter().take_while(|token| token.is_any(DETERMINERS)).count();
        let next = behind(preposition + determiners);
        let other = (joints > 0 && next < tokens.len() && next != at).then(|| vocabulary.object_at(tokens, next));
        let Some((len, name)) = other.flatten() else { break };
        if row.objects.iter().any(|(.., known)| known.object.api_name == name.object.api_name) {
            break;
        }
        row.objects.push((next, len, name));
        row.end = next + len;
    }
    (row.objects.len() > 1).then_some(row)
}

/// Returns whether the objects of a list are the value of a field, or names of fields: `set the contact and account of
/// the case`.
fn is_reference(tokens: &[Token], start: usize, at: usize, row: &ObjectRow<'_>, vocabulary: &Vocabulary<'_>) -> bool {
    let lead = lead_of(tokens, start);
    if lead.is_some_and(|lead| lead.is_any(&["to", "with", "under", "into"])) {
        // `move the case to the contact and the account`, but not `add a description to the case and the task`.
        return (at + 1..start).any(|place| vocabulary.object_at(tokens, place).is_some());
    }
    if lead.is_some_and(|lead| lead.is_any(OWNER_PREPOSITIONS)) {
        return false;
    }
    let refers = |owner: ObjectName<'_>| {
        row.objects
            .iter()
            .all(|(.., name)| owner.object.fields.values().any(|field| refers_to(field, &name.object.api_name)))
    };
    // `the case's contact and account`, `the case contact and account`
    let before = (at + 1..start).rev().find_map(|place| {
        vocabulary.object_at(tokens, place).filter(|(len, _)| place + len == start).map(|(_, name)| name)
    });
    let preposition = tokens.get(row.end).filter(|token| token.is_any(OWNER_PREPOSITIONS));
    let behind = preposition.and_then(|_| {
        let place = (row.end + 1..tokens.len()).find(|place| !tokens[*place].is_any(DETERMINERS))?;
        vocabulary.object_at(tokens, place).map(|(_, name)| name)
    });
    [before, behind].into_iter().flatten().any(refers)
}

/// Returns the start of a second object with its own field, as in `the account phone and the contact email`. The result
/// contains the indexes of the conjunction and of the token after it.
fn second_field(tokens: &[Token], at: usize, vocabulary: &Vocabulary<'_>) -> Option<(usize, usize)> {
    let joints: Vec<usize> =
        (at + 2..tokens.len()).filter(|place| tokens[*place].is_joint() && !tokens[place - 1].is_joint()).collect();
    let (first_joint, _) = joints.split_first()?;
    let objects = (at + 1..tokens.len()).filter(|place| vocabulary.object_at(tokens, *place).is_some());
    if objects.count() < 2 {
        return None;
    }
    let first = (at + 1..*first_joint).find_map(|place| owned_field(&tokens[..*first_joint], place, vocabulary))?;
    joints.into_iter().find_map(|joint| {
        let start = joint + tokens[joint..].iter().take_while(|token| token.is_joint()).count();
        let determiners = tokens[start..].iter().take_while(|token| token.is_any(DETERMINERS)).count();
        let object = owned_field(tokens, start + determiners, vocabulary)?;
        (object != first).then_some((joint, start))
    })
}

/// Returns the object whose field is named at `at`: `the contact's email`, `account phone`, `email of the contact`.
fn owned_field<'s>(tokens: &[Token], at: usize, vocabulary: &Vocabulary<'s>) -> Option<&'s str> {
    let is_field = |name: ObjectName<'_>, place: usize| {
        let address = tokens.get(place + 1).is_some_and(|next| next.is_any(&["address"]));
        place < tokens.len() && (address || Fields::from_object(name.object).field_at(tokens, place).is_some())
    };
    if let Some((len, name)) = vocabulary.object_at(tokens, at)
        && is_field(name, at + len)
    {
        return Some(&name.object.api_name);
    }
    // `phone of the contact`: the words before `of` are a field of the object after it.
    let of = (at + 1..tokens.len().min(at + 6)).find(|place| tokens[*place].is_any(OWNER_PREPOSITIONS))?;
    let place = (of + 1..tokens.len()).find(|place| !tokens[*place].is_any(DETERMINERS))?;
    let (_, name) = vocabulary.object_at(tokens, place)?;
    let fields = Fields::from_object(name.object);
    let is_whole = fields.field_at(&tokens[..of], at).is_some_and(|(len, _)| at + len == of);
    let address = of == at + 2 && tokens[at + 1].is_any(&["address"]);
    (is_whole || address).then_some(&name.object.api_name)
}
