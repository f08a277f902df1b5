//! Locations of schemas, with names and documentation for their types.

use std::collections::{BTreeMap, BTreeSet};

use planwright_source::Pointer;
use serde_json::Value;

use crate::shape::Docs;
use planwright_schema::link::{Definition, Module};
use planwright_schema::names::{titled_name, type_name};
use planwright_schema::{Target, keywords};

/// Location of a schema: its definition, the pointer in it, and the name for its type.
#[derive(Clone)]
pub(super) struct Place<'a> {
    pub definition: &'a Definition,
    pub at: Pointer,
    pub name: String,
}

impl Place<'_> {
    pub(super) fn inside(&self, pointer: Pointer, word: &str) -> Self {
        Place { definition: self.definition, at: pointer, name: type_name(&format!("{} {word}", self.name)) }
    }

    pub(super) fn member(&self, tokens: &[&str], word: &str) -> Self {
        self.inside(tokens.iter().fold(self.at.clone(), |at, token| at.member(token)), word)
    }

    /// Returns the location of the only branch of a union or `allOf`, which takes the name of the enclosing schema.
    pub(super) fn inside_single(&self, keyword: &str) -> Self {
        Place { at: self.at.member(keyword).index(0), ..self.clone() }
    }

    pub(super) fn target(&self) -> Target {
        let Target { file, pointer } = &self.definition.target;
        Target { file: file.clone(), pointer: pointer.join(&self.at) }
    }

    pub(super) fn docs(&self, schema: &Value) -> Docs {
        let Target { file, pointer } = self.target();
        Docs { place: Some((file, pointer)), ..describe(schema) }
    }
}

/// Returns the type name made of a schema's title, if it is a title and not a sentence.
pub(super) fn title(schema: &Value) -> Option<String> {
    titled_name(schema.get("title")?.as_str()?)
}

/// Returns the type names made of titles that occur only once among nested schemas.
pub(super) fn titles(module: &Module) -> BTreeSet<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for definition in module.definitions.values().filter(|definition| definition.elsewhere.is_none()) {
        keywords::walk(&definition.schema, &Pointer::root(), &mut |schema, at| {
            if let Some(title) = title(schema).filter(|_| !at.is_root()) {
                *counts.entry(title).or_default() += 1;
            }
        });
    }
    counts.into_iter().filter(|(_, count)| *count == 1).map(|(title, _)| title).collect()
}

/// Name and string of an optional property with a fixed string.
pub(super) type FixedText = (String, String);

/// Returns the fixed strings that several objects share. Each becomes one type.
pub(super) fn repeated_texts(module: &Module) -> BTreeSet<FixedText> {
    let mut counts: BTreeMap<FixedText, usize> = BTreeMap::new();
    for definition in module.definitions.values().filter(|definition| definition.elsewhere.is_none()) {
        keywords::walk(&definition.schema, &Pointer::root(), &mut |schema, _| {
            let required: BTreeSet<&str> = required(schema).collect();
            let members = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
            for (name, member) in members.filter(|(name, _)| !required.contains(name.as_str())) {
                if let Some(text) = fixed_text(member) {
                    *counts.entry((name.clone(), text.to_owned())).or_default() += 1;
                }
            }
        });
    }
    counts.into_iter().filter(|(_, count)| *count > 1).map(|(fixed, _)| fixed).collect()
}

/// Returns the required properties of an object.
pub(super) fn required(schema: &Value) -> impl Iterator<Item = &str> {
    schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

/// Returns the only string that a schema lists, apart from null.
pub(super) fn fixed_text(schema: &Value) -> Option<&str> {
    match schema.get("enum")?.as_array()?.as_slice() {
        [Value::String(text)] => Some(text),
        _ => None,
    }
}

/// Returns the description of a schema.
pub(super) fn describe(schema: &Value) -> Docs {
    let text = |keyword| schema.get(keyword).and_then(Value::as_str).map(str::to_owned);
    Docs { description: text("description").or_else(|| text("title")), ..Docs::default() }
}
