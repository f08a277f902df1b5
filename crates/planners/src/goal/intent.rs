//! Determines the effect of a verb on an object: the operation, and the fields that the verb implies.

use planwright_contracts::action_blueprint::data_type::DataType;
use planwright_contracts::action_blueprint::names::{is_id, same};
use planwright_contracts::action_blueprint::{find_field, find_object};
use planwright_generated::action_blueprint::FieldSnapshot;

use super::clauses::Clause;
use super::lexicon::Act;
use super::reading::{Binding, Reading, field_words};
use super::vocabulary::{Fields, data_type};
use super::words::{Token, key_of_words, split_name};
use planwright_org::standard_objects;

/// Adds the fields that the verb implies: closing a case sets its status.
pub(super) fn add_implied_fields<'s>(clause: &Clause, fields: &Fields<'s>, reading: &mut Reading<'s>) {
    let (stems, flag) = match clause.act {
        Act::Status(stems) | Act::Leave(stems) => (stems, None),
        Act::Switch(value, stems) => (stems, Some(value)),
        _ => return,
    };
    let status = fields.status();
    if status.is_some_and(|field| {
        reading.bindings.iter().any(|one| same(&one.field.api_name, &field.api_name) && !one.values.is_empty())
    }) {
        return;
    }
    let has = |stem: &str, value: &String| key_of_words(&split_name(value)).contains(&key_of_words(&split_name(stem)));
    let values: Vec<String> = match (status, clause.act) {
        (None, _) => Vec::new(),
        (Some(field), Act::Leave(_)) => {
            let left = field.picklist_values.iter().filter(|value| !stems.iter().any(|stem| has(stem, value)));
            left.cloned().collect()
        }
        (Some(field), _) => {
            let exact =
                stems.iter().find_map(|stem| field.picklist_values.iter().find(|value| value.to_lowercase() == *stem));
            let near = || {
                stems.iter().map(|stem| {
                    field.picklist_values.iter().filter(|value| starts(value, stem)).cloned().collect::<Vec<_>>()
                })
            };
            exact
                .map(|value| vec![value.clone()])
                .or_else(|| near().find(|values| !values.is_empty()))
                .unwrap_or_default()
        }
    };
    let switch = flag.and_then(|value| Some((boolean(fields, stems)?, value)));
    let (field, values, sure) = match (status, switch) {
        (Some(field), _) if !values.is_empty() => (field, values, 0.9),
        (_, Some((field, value))) => (field, vec![value.to_string()], 0.9),
        (Some(field), None) => (field, Vec::new(), 0.6),
        (None, None) => return,
    };
    let to = if values.is_empty() { String::new() } else { format!(" to {}", values.join(" or ")) };
    let why = format!("\"{}\" sets {}{to}", clause.verb, field_words(field));
    match reading.bindings.iter_mut().find(|one| same(&one.field.api_name, &field.api_name)) {
        Some(binding) => binding.values = values,
        None => reading.bindings.insert(0, Binding { values, ..empty_binding(field, sure, why) }),
    }
}

/// Returns whether a value starts with the words of a stem, as `Closed Won` does with `closed`.
fn starts(value: &str, stem: &str) -> bool {
    split_name(value).starts_with(&split_name(stem))
}

/// Returns the Boolean that a verb switches: `active` for activating and deactivating.
fn boolean<'s>(fields: &Fields<'s>, stems: &[&str]) -> Option<&'s FieldSnapshot> {
    let plain = |stem: &&str| stem.strip_prefix("in").or_else(|| stem.strip_prefix("de")).unwrap_or(stem).to_owned();
    let found = stems.iter().map(plain).find_map(|word| fields.field_at(&[Token::word(&word)], 0));
    found.map(|(_, field)| field).filter(|field| data_type(field) == Some(DataType::Boolean) && field.updateable)
}

/// Returns the fields that are required to create a record, except those that the platform sets.
pub(super) fn required<'s>(fields: &Fields<'s>) -> impl Iterator<Item = &'s FieldSnapshot> {
    let object = fields.object;
    let standard = find_object(standard_objects(), &object.api_name);
    object.fields.values().filter(move |field| {
        let filled =
            field.calculated == Some(true) || field.auto_number == Some(true) || same(&field.api_name, "OwnerId");
        let known = standard.and_then(|object| find_field(object, &field.api_name));
        let defaulted = field.defaulted == Some(true)
            || data_type(field) == Some(DataType::Boolean)
            || known.is_some_and(|known| known.nillable);
        !field.nillable
            && field.createable
            && !filled
            && !defaulted
            && !is_id(&field.api_name)
            && data_type(field).is_some()
    })
}

/// Returns the key field of an upsert: the named one, or else the only external id.
pub(super) fn upsert_key<'s>(fields: &Fields<'s>, reading: &Reading<'s>) -> Option<&'s FieldSnapshot> {
    let external = || {
        let all: Vec<&FieldSnapshot> =
            fields.object.fields.values().filter(|field| field.external_id == Some(true)).collect();
        if let [one] = all[..] { Some(one) } else { None }
    };
    reading.key.or_else(external)
}

/// Creates a binding without a value.
pub(super) fn empty_binding(field: &FieldSnapshot, sure: f64, why: String) -> Binding<'_> {
    Binding { field, values: Vec::new(), hints: Vec::new(), range: None, positive: false, sure, why }
}
