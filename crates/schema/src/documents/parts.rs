//! Composes a schema document of the schemas of another document.

use std::collections::{BTreeMap, BTreeSet};

use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use super::locations::{is_inside, local_references};
use crate::draft::{self, Draft};
use crate::names::type_name;
use crate::uri;

/// Named schemas with their locations in the source.
#[derive(Debug)]
pub(super) struct Parts<'d> {
    document: &'d Value,
    schemas: Vec<(String, Value)>,
    /// Location in the composed document, without the keyword for definitions, and in the source.
    places: Vec<(Pointer, Pointer)>,
    type_names: BTreeSet<String>,
    /// Names of the schemas at locations of the source.
    by_place: BTreeMap<Pointer, String>,
}

impl<'d> Parts<'d> {
    pub(super) fn new(document: &'d Value) -> Self {
        Self {
            document,
            schemas: Vec::new(),
            places: Vec::new(),
            type_names: BTreeSet::new(),
            by_place: BTreeMap::new(),
        }
    }

    /// Adds a schema of the source under the name that it has there.
    pub(super) fn add_named(&mut self, name: &str, at: Pointer) {
        let Some(schema) = self.document.pointer(at.as_str()) else { return };
        self.type_names.insert(type_name(name));
        self.insert(name.to_owned(), schema.clone(), at);
    }

    /// Adds a schema of the source under the first name that is not in use.
    ///
    /// A schema that only refers to another one of this name adds nothing. A schema that has a name already gets a
    /// second one.
    pub(super) fn add(&mut self, names: &[String], at: Pointer) {
        let Some(schema) = self.document.pointer(at.as_str()) else { return };
        let names: Vec<String> = names.iter().map(|name| type_name(name)).collect();
        let referred = schema.get("$ref").and_then(Value::as_str).and_then(|text| text.rsplit('/').next());
        if referred.is_some_and(|referred| type_name(referred) == names[0]) {
            return;
        }
        let name = self.claim(&names);
        if self.by_place.contains_key(&at) {
            let reference = format!("#{}", uri::encode_fragment(at.as_str()));
            self.schemas.push((name, json!({ "$ref": reference })));
        } else {
            self.insert(name, schema.clone(), at);
        }
    }

    /// Adds a schema that is in the source in several parts, each with its location in the new schema.
    pub(super) fn add_composed(
        &mut self,
        names: &[String],
        schema: Value,
        at: Pointer,
        parts: Vec<(Pointer, Pointer)>,
    ) {
        let names: Vec<String> = names.iter().map(|name| type_name(name)).collect();
        let name = self.claim(&names);
        let here = Pointer::root().member(&name);
        self.places.push((here.clone(), at));
        self.places.extend(parts.into_iter().map(|(inside, there)| (here.join(&inside), there)));
        self.schemas.push((name, schema));
    }

    fn insert(&mut self, name: String, schema: Value, at: Pointer) {
        self.places.push((Pointer::root().member(&name), at.clone()));
        self.by_place.insert(at, name.clone());
        self.schemas.push((name, schema));
    }

    fn claim(&mut self, names: &[String]) -> String {
        let last = names.last().map_or("Schema", String::as_str);
        let numbered = (2..).map(|number| format!("{last}{number}"));
        let mut free = names.iter().cloned().chain(numbered).filter(|name| !self.type_names.contains(name));
        let name = free.next().unwrap_or_default();
        self.type_names.insert(name.clone());
        name
    }

    /// Adds the values that schemas refer to and that have no name yet.
    pub(super) fn add_referred(&mut self) {
        let mut known: BTreeSet<Pointer> = self.places.iter().map(|(_, there)| there.clone()).collect();
        let mut next = 0;
        while let Some((_, schema)) = self.schemas.get(next) {
            for target in local_references(schema) {
                let is_known = target.is_root() || is_inside(&known, &target);
                if !is_known && self.document.pointer(target.as_str()).is_some_and(Value::is_object) {
                    let tokens: Vec<_> = target.tokens().collect();
                    let words = |count: usize| tokens[tokens.len().saturating_sub(count)..].join(" ");
                    known.insert(target.clone());
                    self.add(&[words(1), words(3), words(tokens.len())], target);
                }
            }
            next += 1;
        }
    }

    /// Returns the composed document, and the location of each of its parts in the source.
    pub(super) fn into_schema(self, draft: Draft) -> (Value, Vec<(Pointer, Pointer)>) {
        let keyword = if draft::ignores_siblings(draft) { "definitions" } else { "$defs" };
        let definitions: Map<String, Value> = self.schemas.into_iter().collect();
        let root = Pointer::root().member(keyword);
        let places = self.places.into_iter().map(|(here, there)| (root.join(&here), there)).collect();
        (json!({ "$schema": draft::uri(draft), keyword: definitions }), places)
    }
}

/// Returns the source locations of keywords that were translated, by location in the composed document.
///
/// `moved` contains locations in the translated source and in the source.
pub(super) fn keyword_places(places: &[(Pointer, Pointer)], moved: Vec<(Pointer, Pointer)>) -> Vec<(Pointer, Pointer)> {
    let moved: BTreeMap<Pointer, Pointer> = moved.into_iter().collect();
    let mut found = Vec::new();
    for (here, there) in places {
        for (new, old) in moved.range(there.clone()..).take_while(|(new, _)| new.as_str().starts_with(there.as_str())) {
            let inside = new.as_str().strip_prefix(there.as_str()).filter(|rest| rest.starts_with('/'));
            if let Some(inside) = inside.and_then(|rest| rest.parse().ok()) {
                found.push((here.join(&inside), old.clone()));
            }
        }
    }
    found
}
