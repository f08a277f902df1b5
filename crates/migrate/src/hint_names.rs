//! Finds hints that are misspelled, have a value of another form, or name a property that the old schema does not have.
//!
//! Without it, such a hint is an annotation that means nothing, and the value that it is about is lost.

use std::collections::HashSet;

use planwright_runtime::nearest;
use planwright_schema::model::Keyword;
use serde_json::Value;

use crate::plain::{get, items, property, resolved};
use crate::renames::RENAMED_FROM;
use crate::{MigrationPlace, UnreadHint};

/// Hint with the names of properties that are meant to be removed.
pub(super) const REMOVED: &str = "x-removed";
/// Hint with the value of a property that the old document lacks.
pub(super) const DEFAULT_FOR_MISSING: &str = "x-default-for-missing";

/// All hints.
const HINTS: [&str; 10] = [
    RENAMED_FROM,
    "x-moved-from",
    REMOVED,
    DEFAULT_FOR_MISSING,
    "x-enum-map",
    "x-convert",
    "x-for-refused",
    "x-drop-refused",
    "x-drop-unknown",
    "x-drop-undescribed",
];
/// Maximum depth of the locations that are searched.
const MAX_DEPTH: usize = 64;

/// Returns whether a schema has a hint, or a name that is nearly that of a hint.
pub fn has_hints(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members.iter().any(|(name, value)| {
            name.starts_with("x-") && (HINTS.contains(&name.as_str()) || nearest(name, HINTS).is_some())
                || has_hints(value)
        }),
        Value::Array(items) => items.iter().any(has_hints),
        _ => false,
    }
}

/// Returns the hints of the new schema that cannot be followed because of their names or values.
pub(super) fn wrong_hints(old: &Value, new: &Value) -> Vec<UnreadHint> {
    let mut search = HintSearch { old, new, visited: HashSet::new(), at: Vec::new(), found: Vec::new() };
    search.schema(new, Some(old));
    search.found
}

struct HintSearch<'s> {
    old: &'s Value,
    new: &'s Value,
    /// Addresses of the schemas that were searched. A recursive schema is searched once.
    visited: HashSet<usize>,
    at: Vec<MigrationPlace>,
    found: Vec<UnreadHint>,
}

impl<'s> HintSearch<'s> {
    /// Searches a schema and those inside it. `old` is its counterpart, if that is known.
    fn schema(&mut self, schema: &'s Value, old: Option<&'s Value>) {
        if self.at.len() >= MAX_DEPTH || !self.visited.insert(std::ptr::from_ref(schema).addr()) {
            return;
        }
        self.names(schema);
        self.removed(schema);
        let target = resolved(self.new, schema);
        if !std::ptr::eq(target, schema) {
            self.schema(target, old);
            return;
        }
        let old = old.map(|old| resolved(self.old, old));
        let properties = get(schema, Keyword::Properties).and_then(Value::as_object);
        for (name, inner) in properties.into_iter().flatten() {
            self.at.push(MigrationPlace::Member(name.clone()));
            let from = self.renamed(name, inner, old);
            self.schema(inner, old.and_then(|old| property(old, from.unwrap_or(name))));
            self.at.pop();
        }
        if let Some(inner) = items(schema) {
            self.at.push(MigrationPlace::Items);
            self.schema(inner, old.and_then(items));
            self.at.pop();
        }
        for keyword in [Keyword::AllOf, Keyword::AnyOf, Keyword::OneOf] {
            let branches = get(schema, keyword).and_then(Value::as_array);
            for branch in branches.into_iter().flatten() {
                self.schema(branch, None);
            }
        }
    }

    /// Reports names that are nearly those of a hint. All other names may be annotations of someone else.
    fn names(&mut self, schema: &Value) {
        let names = schema.as_object().into_iter().flatten().map(|(name, _)| name);
        for name in names.filter(|name| name.starts_with("x-") && !HINTS.contains(&name.as_str())) {
            if let Some(near) = nearest(name, HINTS) {
                self.add(name, format!("did you mean `{near}`?"));
            }
        }
    }

    fn removed(&mut self, schema: &Value) {
        let is_names = |value: &Value| value.as_array().is_some_and(|names| names.iter().all(Value::is_string));
        if let Some(value) = schema.get(REMOVED).filter(|value| !is_names(value)) {
            let example = match value.as_str() {
                Some(name) => Value::from(vec![name]).to_string(),
                None => "[\"fax\"]".to_owned(),
            };
            self.add(REMOVED, format!("expected a list of names, such as {example}"));
        }
    }

    /// Checks the former names of a property. Returns the one that the old schema has.
    fn renamed(&mut self, name: &str, schema: &'s Value, old: Option<&'s Value>) -> Option<&'s str> {
        let hint = schema.get(RENAMED_FROM)?;
        let names: Option<Vec<&str>> = match hint {
            Value::Array(names) => names.iter().map(Value::as_str).collect(),
            one => one.as_str().map(|name| vec![name]),
        };
        let Some(names) = names else {
            self.add(RENAMED_FROM, "expected a name, or a list of names".to_owned());
            return None;
        };
        let known = get(old?, Keyword::Properties).and_then(Value::as_object)?;
        if let Some(from) = names.iter().find(|name| known.contains_key(**name)) {
            return Some(from);
        }
        // If the old schema has the property itself, the hint is about an earlier version.
        if !known.contains_key(name) {
            let near = names.iter().find_map(|name| nearest(name, known.keys().map(String::as_str)));
            let near = near.map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
            let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
            self.add(RENAMED_FROM, format!("the old schema has no property {} here{near}", names.join(" or ")));
        }
        None
    }

    fn add(&mut self, keyword: &str, why: String) {
        self.found.push(UnreadHint { at: self.at.clone(), keyword: keyword.to_owned(), why: Some(why) });
    }
}
