//! Locations of schemas, with names and documentation for their types.

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::Target;
use planwright_schema::link::{Definition, Module};
use planwright_schema::model::{self, Keyword, Schema};
use planwright_schema::names::{titled_name, type_name};
use serde_json::Value;

use crate::names::shortened;
use crate::shape::Docs;

/// Location of a schema: its definition, the location in it, and the name for its type.
#[derive(Clone)]
pub(super) struct Place<'a> {
    pub definition: &'a Definition,
    pub at: model::Place,
    pub name: String,
}

impl<'a> Place<'a> {
    /// Returns the location of a definition.
    pub(super) fn new(definition: &'a Definition, name: &str) -> Self {
        Self { definition, at: model::Place::root(), name: name.to_owned() }
    }

    /// Returns another location in the definition, whose type has a longer name.
    pub(super) fn inside(&self, at: &model::Place, word: &str) -> Self {
        let name = type_name(&format!("{} {word}", self.name));
        // The name of a definition stays as it is.
        let name = if word.is_empty() { name } else { shortened(&name) };
        Self { name, ..self.with_same_name(at) }
    }

    /// Returns another location in the definition, whose type has the same name.
    pub(super) fn with_same_name(&self, at: &model::Place) -> Self {
        Self { at: at.clone(), ..self.clone() }
    }

    /// Returns the location of a keyword.
    pub(super) fn keyword(&self, keyword: Keyword) -> Self {
        self.inside(&self.at.keyword(keyword), "")
    }

    pub(super) fn target(&self) -> Target {
        let Target { file, pointer } = &self.definition.target;
        Target { file: file.clone(), pointer: pointer.join(&self.at.pointer()) }
    }

    pub(super) fn docs(&self, schema: &Schema) -> Docs {
        Docs { description: describe(schema), ..self.undescribed() }
    }

    /// Returns documentation with nothing but the location.
    pub(super) fn undescribed(&self) -> Docs {
        let Target { file, pointer } = self.target();
        Docs { place: Some((file, pointer)), ..Docs::default() }
    }
}

/// Returns the type name made of a schema's title, if it is a title and not a sentence.
pub(super) fn title(schema: &Schema) -> Option<String> {
    titled_name(schema.groups().annotations.title.as_deref()?)
}

/// Returns the type names made of titles that occur only once among nested schemas.
pub(super) fn titles(module: &Module) -> BTreeSet<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for definition in module.definitions.values().filter(|definition| definition.elsewhere.is_none()) {
        definition.schema.walk(&mut |schema| {
            if let Some(title) = title(schema).filter(|_| !schema.place.is_root()) {
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
        definition.schema.walk(&mut |schema| {
            let object = &schema.groups().object;
            let required: BTreeSet<&str> = object.required.iter().flatten().map(String::as_str).collect();
            let properties = object.properties.iter().flatten();
            for (name, property) in properties.filter(|(name, _)| !required.contains(&***name)) {
                if let Some(text) = fixed_text(property) {
                    *counts.entry((name.to_string(), text.to_owned())).or_default() += 1;
                }
            }
        });
    }
    counts.into_iter().filter(|(_, count)| *count > 1).map(|(fixed, _)| fixed).collect()
}

/// Returns the only string that a schema lists, apart from null.
pub(super) fn fixed_text(schema: &Schema) -> Option<&str> {
    match schema.groups().values.enumeration.as_deref()? {
        [Value::String(text)] => Some(text),
        _ => None,
    }
}

/// Returns the description of a schema, and whether it is deprecated.
pub(super) fn describe(schema: &Schema) -> Option<String> {
    let annotations = &schema.groups().annotations;
    let description = annotations.description.clone().or_else(|| annotations.title.clone());
    match (description, annotations.deprecated) {
        (Some(description), Some(true)) => Some(format!("{description}\n\n{DEPRECATED}")),
        (None, Some(true)) => Some(DEPRECATED.to_owned()),
        (description, _) => description,
    }
}

const DEPRECATED: &str = "This is deprecated.";
