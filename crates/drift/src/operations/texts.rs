//! Finds the descriptions of an operation that a model reads, and those that changed.

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::model::{Effect, Keyword};
use planwright_source::Pointer;
use serde_json::{Value, json};

use super::OfferedOperation;

/// Description that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextChange {
    /// Location below the operation, such as `/input/properties/id/description`.
    pub at: Pointer,
    /// Old content. `None` if the description is new.
    pub old: Option<String>,
    /// New content. `None` if the description was removed.
    pub new: Option<String>,
}

impl OfferedOperation {
    /// Returns everything of the operation that a model can read, except its name, as one value. [`TextChange::at`] is a
    /// location in it.
    #[must_use]
    pub fn readable(&self) -> Value {
        let Self { form: _, title, description, annotations, input, output, extra, origin: _ } = self;
        let mut all = json!({
            "title": title, "description": description, "annotations": annotations, "input": input, "output": output,
        });
        if let Value::Object(members) = &mut all {
            members.extend(extra.clone());
        }
        all
    }

    /// Returns the names of all arguments, at every level.
    #[must_use]
    pub fn argument_names(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        add_names(&self.input, &mut names);
        names
    }
}

/// Returns all changed descriptions of two values, sorted by location.
#[must_use]
pub fn text_changes(old: &Value, new: &Value) -> Vec<TextChange> {
    let (mut old, mut new) = (descriptions(old), descriptions(new));
    let places: BTreeSet<Pointer> = old.keys().chain(new.keys()).cloned().collect();
    places
        .into_iter()
        .map(|at| TextChange { old: old.remove(&at), new: new.remove(&at), at })
        .filter(|change| change.old != change.new)
        .collect()
}

/// Returns all new strings that are the value of `enum` or `const`. A model reads them, too.
pub(super) fn value_changes(old: &Value, new: &Value) -> Vec<TextChange> {
    let mut found = (BTreeMap::new(), BTreeMap::new());
    add_values(old, &Pointer::root(), &mut found.0);
    add_values(new, &Pointer::root(), &mut found.1);
    let known: BTreeSet<String> = found.0.into_values().collect();
    let new = found.1.into_iter().filter(|(_, text)| !known.contains(text));
    new.map(|(at, text)| TextChange { at, old: None, new: Some(text) }).collect()
}

fn add_values(value: &Value, at: &Pointer, found: &mut BTreeMap<Pointer, String>) {
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                add_values(item, &at.index(index), found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                let at = at.member(name);
                match Keyword::from_name(name) {
                    Some(Keyword::Enum | Keyword::Const) => add_texts(member, &at, found),
                    _ => add_values(member, &at, found),
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Returns the descriptions of a value by location: all strings except those that are the value of an assertion, an identifier
/// or a reference of JSON Schema. Changes of these are compared by meaning.
#[must_use]
pub fn descriptions(value: &Value) -> BTreeMap<Pointer, String> {
    let mut found = BTreeMap::new();
    add_texts(value, &Pointer::root(), &mut found);
    found
}

fn add_texts(value: &Value, at: &Pointer, found: &mut BTreeMap<Pointer, String>) {
    match value {
        Value::String(text) => {
            found.insert(at.clone(), text.clone());
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                add_texts(item, &at.index(index), found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members.iter().filter(|(name, member)| !is_assertion(name, member)) {
                add_texts(member, &at.member(name), found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Returns whether a property is a keyword whose strings are not for readers. One with subschemas has descriptions.
fn is_assertion(name: &str, value: &Value) -> bool {
    let is_for_readers = |keyword: Keyword| keyword.effect() == Effect::Annotation;
    Keyword::from_name(name).is_some_and(|keyword| !is_for_readers(keyword))
        && match value {
            Value::String(_) => true,
            Value::Array(items) => items.iter().all(Value::is_string),
            _ => false,
        }
}

fn add_names(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| add_names(item, names)),
        Value::Object(members) => {
            for (name, member) in members {
                if let (Some(Keyword::Properties), Value::Object(properties)) = (Keyword::from_name(name), member) {
                    names.extend(properties.keys().cloned());
                }
                add_names(member, names);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_that_a_model_reads_is_compared() {
        let of = |input: Value, extra: Value| {
            let mut operation = OfferedOperation::of_document(input);
            operation.extra = extra.as_object().cloned().unwrap_or_default();
            operation.readable()
        };
        let old = of(
            json!({ "properties": { "description": { "type": "string", "description": "a" }, "b": { "enum": ["x"] } } }),
            json!({ "_meta": { "note": "n" } }),
        );
        let new = of(
            json!({ "properties": {
                "description": { "type": "number", "description": "b" },
                "b": { "enum": ["y"], "examples": ["z"], "x-hint": "h" },
            } }),
            json!({ "_meta": { "note": "m" } }),
        );
        let changed: Vec<String> = text_changes(&old, &new).iter().map(|change| change.at.to_string()).collect();
        assert_eq!(
            changed,
            [
                "/_meta/note",
                "/input/properties/b/examples/0",
                "/input/properties/b/x-hint",
                "/input/properties/description/description",
            ]
        );
        assert_eq!(text_changes(&new, &new), []);
    }
}
