//! Places of schemas, and what they are called and said to be there.

use std::collections::{BTreeMap, BTreeSet};

use planwright_source::Pointer;
use serde_json::Value;

use crate::shape::Docs;
use planwright_schema::link::{Definition, Module};
use planwright_schema::names::{titled_name, type_name};
use planwright_schema::{Target, keywords};

/// Where a schema stands: in which definition, at which pointer, and what a type made of it would be called.
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

    /// The one branch of a union or an `allOf`, which is as good as the schema around it and takes its name.
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

/// The name of a type that a schema's title makes, if it is a title and not a sentence.
pub(super) fn title(schema: &Value) -> Option<String> {
    titled_name(schema.get("title")?.as_str()?)
}

/// The names by titles that stand at one place alone, of what is no definition of its own.
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

/// A member that may be absent and has one text, as it is written: its name, and the text.
pub(super) type FixedText = (String, String);

/// The fixed texts that several objects have. Each is one type, of its own name.
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

/// The members that an object must have.
pub(super) fn required(schema: &Value) -> impl Iterator<Item = &str> {
    schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

/// The one text that a schema lists, null aside.
pub(super) fn fixed_text(schema: &Value) -> Option<&str> {
    match schema.get("enum")?.as_array()?.as_slice() {
        [Value::String(text)] => Some(text),
        _ => None,
    }
}

/// The description of a schema.
pub(super) fn describe(schema: &Value) -> Docs {
    let text = |keyword| schema.get(keyword).and_then(Value::as_str).map(str::to_owned);
    Docs { description: text("description").or_else(|| text("title")), ..Docs::default() }
}
