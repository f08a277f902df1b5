//! Indexes base URIs and anchors.
//!
//! A document, and every schema in it with an `$id`, is a resource with its own base URI and anchors.

use std::collections::BTreeMap;

use planwright_source::Pointer;
use serde_json::Value;

use crate::error::{Error, ErrorKind};
use crate::file::SchemaFile;
use crate::set::SchemaSet;
use crate::target::Target;
use crate::{draft, keywords, uri};

/// The resources of a set.
#[derive(Debug, Default)]
pub(crate) struct Resources {
    by_uri: BTreeMap<String, Target>,
    anchors: BTreeMap<(String, String), Target>,
    /// Base URIs in each file, by the pointer of the schema where each one starts to apply.
    bases: BTreeMap<String, BTreeMap<String, String>>,
}

impl Resources {
    /// Indexes the set.
    ///
    /// Two resources with the same URI, or two schemas of one resource with the same anchor, are an error. A reference
    /// to them would be ambiguous.
    pub(crate) fn new(set: &SchemaSet) -> (Self, Vec<Error>) {
        let mut resources = Self::default();
        let mut errors = Vec::new();
        for file in set.files() {
            let base = file.uri.clone().unwrap_or_else(|| uri::from_path(&file.path));
            resources.by_uri.entry(base.clone()).or_insert_with(|| Target::root(&file.path));
            resources.bases.insert(file.path.clone(), BTreeMap::from([(String::new(), base.clone())]));
            resources.index(file, &file.value, &Pointer::root(), &base, &mut errors);
        }
        (resources, errors)
    }

    /// Returns the base URI that applies at a location.
    pub(crate) fn base_at(&self, file: &str, at: &Pointer) -> &str {
        let Some(bases) = self.bases.get(file) else { return "" };
        let mut place = at.as_str();
        loop {
            if let Some(base) = bases.get(place) {
                return base;
            }
            // A `/` in a name is written `~1`, so each `/` ends a token.
            let Some((parent, _)) = place.rsplit_once('/') else { return "" };
            place = parent;
        }
    }

    /// Returns the root of the resource with this URI.
    pub(crate) fn root(&self, uri: &str) -> Option<&Target> {
        self.by_uri.get(uri)
    }

    /// Returns the URI of the only resource whose URI is this one followed by a query.
    ///
    /// Some published schemas have a date in the query and are referred to without it.
    pub(crate) fn with_query(&self, uri: &str) -> Option<&str> {
        let before = format!("{uri}?");
        let mut found = self.by_uri.range(before.clone()..).map(|(known, _)| known.as_str());
        let first = found.next().filter(|known| known.starts_with(&before))?;
        found.next().is_none_or(|known| !known.starts_with(&before)).then_some(first)
    }

    /// Returns the schema with this anchor in the resource with this URI.
    pub(crate) fn anchor(&self, uri: &str, name: &str) -> Option<&Target> {
        self.anchors.get(&(uri.to_owned(), name.to_owned()))
    }

    fn index(&mut self, file: &SchemaFile, schema: &Value, at: &Pointer, base: &str, errors: &mut Vec<Error>) {
        let own = self.name(file, schema, at, base, errors);
        let base = own.as_deref().unwrap_or(base);
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(anchor) = schema.get(keyword).and_then(Value::as_str) {
                self.set_anchor(file, at, keyword, (base, anchor), errors);
            }
        }
        for (pointer, child) in keywords::children(schema, at) {
            self.index(file, child, &pointer, base, errors);
        }
    }

    /// Indexes the `$id` of a schema and returns the new base URI, if there is one.
    fn name(
        &mut self,
        file: &SchemaFile,
        schema: &Value,
        at: &Pointer,
        base: &str,
        errors: &mut Vec<Error>,
    ) -> Option<String> {
        let keyword = draft::id_keyword(file.draft);
        let id = schema.get(keyword).and_then(Value::as_str)?;
        let old = draft::ignores_siblings(file.draft);
        if old && schema.get("$ref").is_some_and(Value::is_string) {
            return None;
        }
        let (document, anchor) = id.split_once('#').unwrap_or((id, ""));
        let own = if document.is_empty() { None } else { uri::join(base, document) };
        if let Some(own) = &own {
            let here = Target { file: file.path.clone(), pointer: at.clone() };
            if let Some(other) = self.by_uri.insert(own.clone(), here.clone()).filter(|other| *other != here) {
                let kind = ErrorKind::Ambiguous { what: format!("the URI {own:?}"), other: other.to_string() };
                errors.push(file.error(at.member(keyword), Some(keyword), kind));
            }
            self.bases.entry(file.path.clone()).or_default().insert(at.as_str().to_owned(), own.clone());
        }
        // A fragment that looks like a JSON Pointer adds nothing to the pointer itself. Published schemas repeat them.
        if old && !anchor.is_empty() && !anchor.starts_with('/') {
            self.set_anchor(file, at, keyword, (own.as_deref().unwrap_or(base), anchor), errors);
        }
        own
    }

    fn set_anchor(
        &mut self,
        file: &SchemaFile,
        at: &Pointer,
        keyword: &str,
        (base, anchor): (&str, &str),
        errors: &mut Vec<Error>,
    ) {
        let here = Target { file: file.path.clone(), pointer: at.clone() };
        let other = self.anchors.insert((base.to_owned(), anchor.to_owned()), here.clone());
        if let Some(other) = other.filter(|other| *other != here) {
            let kind = ErrorKind::Ambiguous { what: format!("the anchor {anchor:?}"), other: other.to_string() };
            errors.push(file.error(at.member(keyword), Some(keyword), kind));
        }
    }
}
