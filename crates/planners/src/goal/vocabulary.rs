//! Index of the names in a snapshot: objects, fields and picklist values, with their synonyms.

use std::collections::{BTreeMap, BTreeSet};

use planwright_contracts::action_blueprint::data_type::{DataType, Hint, parse_hint};
use planwright_contracts::action_blueprint::names::is_id;
use planwright_contracts::action_blueprint::{find_field, find_object};
use planwright_generated::action_blueprint::{FieldSnapshot, ObjectSnapshot, SchemaSnapshot};

use super::synonyms::{FIELD_SYNONYMS, OBJECT_SYNONYMS};
use super::words::{GoalToken, Token, key_of_words, split_name, split_words};

/// Maximum number of words in a name.
const MAX_NAME_WORDS: usize = 7;

/// Names of objects, and those names of fields that matter before the object is known.
pub(super) struct Vocabulary<'s> {
    pub(super) snapshot: &'s SchemaSnapshot,
    objects: BTreeMap<String, ObjectName<'s>>,
    /// Keys of field names of any object: those with several words, and all of them.
    long_fields: BTreeSet<String>,
    fields: BTreeSet<String>,
}

/// Object that a name refers to.
#[derive(Clone, Copy)]
pub(super) struct ObjectName<'s> {
    pub(super) object: &'s ObjectSnapshot,
    /// True if the name is a synonym of this crate, and not from the snapshot.
    pub(super) synonym: bool,
    /// True if the name is more specific than the label.
    pub(super) telling: bool,
}

/// Names of one object's fields and values.
pub(super) struct Fields<'s> {
    names: BTreeMap<String, &'s FieldSnapshot>,
    values: BTreeMap<String, Vec<(&'s FieldSnapshot, &'s str)>>,
    pub(super) object: &'s ObjectSnapshot,
}

impl<'s> Vocabulary<'s> {
    pub(super) fn from_snapshot(snapshot: &'s SchemaSnapshot) -> Self {
        let mut objects = BTreeMap::new();
        for object in snapshot.objects.values() {
            for name in [object_label(object), object.api_name.clone()] {
                let known = ObjectName { object, synonym: false, telling: false };
                objects.entry(key_of_words(&split_name(&name))).or_insert(known);
            }
        }
        for (name, api_name, telling) in OBJECT_SYNONYMS {
            if let Some(object) = find_object(snapshot, api_name) {
                let known = ObjectName { object, synonym: true, telling: *telling };
                objects.entry(key_of_words(&split_name(name))).or_insert(known);
            }
        }
        let mut vocabulary = Self { snapshot, objects, long_fields: BTreeSet::new(), fields: BTreeSet::new() };
        for object in snapshot.objects.values() {
            for (words, _) in aliases(object) {
                let key = key_of_words(&words);
                if words.len() > 1 {
                    vocabulary.long_fields.insert(key.clone());
                }
                vocabulary.fields.insert(key);
            }
        }
        vocabulary
    }

    /// Returns the object with the longest name at `at`, and the number of tokens.
    pub(super) fn object_at(&self, tokens: &[Token], at: usize) -> Option<(usize, ObjectName<'s>)> {
        window(tokens, at, |key| self.objects.get(key).copied())
    }

    /// Returns the length of a field name with several words at `at`, for any object.
    pub(super) fn long_field_at(&self, tokens: &[Token], at: usize) -> Option<usize> {
        window(tokens, at, |key| self.long_fields.contains(key).then_some(()))
            .map(|(len, ())| len)
            .filter(|len| *len > 1)
    }

    /// Returns whether a word is also the name of a field or an object.
    pub(super) fn is_name(&self, token: &Token) -> bool {
        self.fields.contains(&token.key) || self.objects.contains_key(&token.key)
    }

    /// Returns the objects with a field whose name occurs anywhere in the tokens, in one or several tokens.
    pub(super) fn objects_with_field(&self, tokens: &[Token]) -> Vec<&'s ObjectSnapshot> {
        let all = self.snapshot.objects.values();
        all.filter(|object| {
            let fields = Fields::from_object(object);
            (0..tokens.len()).any(|at| fields.field_at(tokens, at).is_some_and(|(_, field)| field.updateable))
        })
        .collect()
    }
}

impl<'s> Fields<'s> {
    pub(super) fn from_object(object: &'s ObjectSnapshot) -> Self {
        let mut names: BTreeMap<String, &FieldSnapshot> = BTreeMap::new();
        for (words, field) in aliases(object) {
            names.entry(key_of_words(&words)).or_insert(field);
        }
        let mut values: BTreeMap<String, Vec<(&FieldSnapshot, &str)>> = BTreeMap::new();
        for field in object.fields.values().filter(|field| is_picklist(field) && (field.createable || field.updateable))
        {
            for value in &field.picklist_values {
                values.entry(key_of_words(&split_name(value))).or_default().push((field, value));
            }
        }
        Self { names, values, object }
    }

    /// Returns the field with the longest name at `at`.
    pub(super) fn field_at(&self, tokens: &[Token], at: usize) -> Option<(usize, &'s FieldSnapshot)> {
        window(tokens, at, |key| self.names.get(key).copied())
    }

    /// Returns the longest picklist value at `at`, with the fields that have it.
    pub(super) fn value_at(&self, tokens: &[Token], at: usize) -> Option<(usize, Vec<(&'s FieldSnapshot, &'s str)>)> {
        window(tokens, at, |key| self.values.get(key).cloned())
    }

    /// Returns the picklist values that equal a string.
    pub(super) fn value_of(&self, text: &str) -> Vec<(&'s FieldSnapshot, &'s str)> {
        self.values.get(&key_of_words(&split_name(text))).cloned().unwrap_or_default()
    }

    /// Returns the field with this API name, if it can be set.
    pub(super) fn writable(&self, api_name: &str) -> Option<&'s FieldSnapshot> {
        find_field(self.object, api_name).filter(|field| field.createable || field.updateable)
    }

    /// Returns the status field: `StageName`, `Status`, or one with a similar name.
    pub(super) fn status(&self) -> Option<&'s FieldSnapshot> {
        let named = ["StageName", "Status"].iter().find_map(|name| self.writable(name));
        named.or_else(|| {
            let ends = |field: &&FieldSnapshot| {
                split_name(&field.api_name)
                    .last()
                    .is_some_and(|word| ["status", "stage", "state"].contains(&word.as_str()))
            };
            self.object.fields.values().filter(|field| is_picklist(field) && field.updateable).find(ends)
        })
    }
}

/// Returns the label of an object, or a label derived from its API name.
pub(super) fn object_label(object: &ObjectSnapshot) -> String {
    object.label.clone().filter(|label| !label.trim().is_empty()).unwrap_or_else(|| spelled_out(&object.api_name))
}

/// Returns the label of a field, or a label derived from its API name.
pub(super) fn field_label(field: &FieldSnapshot) -> String {
    field.label.clone().filter(|label| !label.trim().is_empty()).unwrap_or_else(|| spelled_out(&field.api_name))
}

fn spelled_out(api_name: &str) -> String {
    split_words(api_name).iter().map(|word| capital(word)).collect::<Vec<_>>().join(" ")
}

/// Capitalizes a word.
pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

pub(super) fn data_type(field: &FieldSnapshot) -> Option<DataType> {
    match parse_hint(&field.type_) {
        Hint::Known(known) => Some(known),
        Hint::Unknown => Some(DataType::Text),
        Hint::Compound => None,
    }
}

pub(super) fn is_picklist(field: &FieldSnapshot) -> bool {
    !field.picklist_values.is_empty() && matches!(field.type_.to_lowercase().as_str(), "picklist" | "multipicklist")
}

/// Returns whether the field references the object.
pub(super) fn refers_to(field: &FieldSnapshot, object: &str) -> bool {
    field.reference_to.iter().flatten().any(|name| name.eq_ignore_ascii_case(object))
}

/// Returns all names of all fields except Id, better names first: label, API name, their shortened forms, synonyms.
fn aliases(object: &ObjectSnapshot) -> Vec<(Vec<String>, &FieldSnapshot)> {
    let own = split_name(&object_label(object));
    let fields: Vec<&FieldSnapshot> =
        object.fields.values().filter(|field| !is_id(&field.api_name) && data_type(field).is_some()).collect();
    let (writable, fixed): (Vec<_>, Vec<_>) =
        fields.into_iter().partition(|field| field.createable || field.updateable);
    let mut all = Vec::new();
    for shorten in [false, true] {
        for field in writable.iter().copied() {
            for name in [field_label(field), field.api_name.clone()] {
                let words = split_name(&name);
                all.extend(
                    if shorten { shortened(field, &words, &own) } else { vec![words] }
                        .into_iter()
                        .map(|words| (words, field)),
                );
            }
        }
    }
    for (of, name, api_name) in FIELD_SYNONYMS {
        let applies = *of == "*" || of.eq_ignore_ascii_case(&object.api_name);
        let field = find_field(object, api_name).filter(|field| applies && (field.createable || field.updateable));
        all.extend(field.map(|field| (split_name(name), field)));
    }
    // Fields that cannot be set only have their full names, with the lowest priority.
    all.extend(
        fixed
            .into_iter()
            .flat_map(|field| [field_label(field), field.api_name.clone()].map(|name| (split_name(&name), field))),
    );
    all.retain(|(words, _)| !words.is_empty());
    all
}

/// Returns shorter forms of a name: without the object's own name at the start, and without affixes of API names.
fn shortened(field: &FieldSnapshot, words: &[String], own: &[String]) -> Vec<Vec<String>> {
    let mut forms = Vec::new();
    if words.len() > own.len() && words.starts_with(own) {
        forms.push(words[own.len()..].to_vec());
    }
    let (first, last) = (words.first().map(String::as_str), words.last().map(String::as_str));
    let cut_last = match data_type(field) {
        Some(DataType::Id) => last == Some("id"),
        Some(DataType::Text) if is_picklist(field) => last == Some("name"),
        Some(DataType::Date) => last == Some("only"),
        _ => false,
    };
    if words.len() > 1 && cut_last {
        forms.push(words[..words.len() - 1].to_vec());
    }
    if words.len() > 1 && data_type(field) == Some(DataType::Boolean) && matches!(first, Some("is" | "has")) {
        forms.push(words[1..].to_vec());
    }
    forms
}

/// Returns the longest sequence of words at `at` whose joined keys are known.
fn window<T>(tokens: &[Token], at: usize, known: impl Fn(&str) -> Option<T>) -> Option<(usize, T)> {
    let mut key = String::new();
    let mut found = None;
    for (index, token) in tokens[at..].iter().take(MAX_NAME_WORDS).enumerate() {
        if token.kind != GoalToken::Word {
            break;
        }
        key.push_str(&token.key);
        // No name ends with `&`.
        if let Some(hit) = known(&key).filter(|_| !token.key.is_empty()) {
            found = Some((index + 1, hit));
        }
        if token.possessive {
            break;
        }
    }
    found
}
