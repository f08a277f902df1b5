//! Indexes base URIs and anchors.
//!
//! A document, and every schema in it with an `$id`, is a resource with its own base URI and anchors.

use std::collections::{BTreeMap, BTreeSet};

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
    /// Scopes in each file, by the pointer of the schema where each one starts to apply.
    scopes: BTreeMap<String, BTreeMap<String, Scope>>,
    /// URIs of several documents whose `$id`s differ in the fragment. Only the anchors of such a URI can be referred
    /// to.
    shared: BTreeSet<String>,
}

/// Resource that a schema belongs to.
#[derive(Clone, Debug)]
struct Scope {
    /// URI that identifies the resource in the set.
    resource: String,
    /// URI that relative references start from.
    base: String,
}

impl Resources {
    /// Indexes the set.
    ///
    /// Two resources with the same URI, or two schemas of one resource with the same anchor, are an error. A reference
    /// to them would be ambiguous.
    pub(crate) fn new(set: &SchemaSet) -> (Self, Vec<Error>) {
        let mut resources = Self::default();
        let mut errors = Vec::new();
        resources.shared = shared_uris(set);
        for file in set.files() {
            let base = file.uri.clone().unwrap_or_else(|| uri::from_path(&file.path));
            resources.by_uri.entry(base.clone()).or_insert_with(|| Target::root(&file.path));
            let scope = Scope { resource: base.clone(), base };
            resources.scopes.insert(file.path.clone(), BTreeMap::from([(String::new(), scope.clone())]));
            resources.index(file, &file.value, &Pointer::root(), &scope, &mut errors);
        }
        (resources, errors)
    }

    /// Returns the URI of the resource that contains a location.
    pub(crate) fn resource_at(&self, file: &str, at: &Pointer) -> &str {
        self.scope_at(file, at).map_or("", |scope| &scope.resource)
    }

    /// Resolves a reference that is written at a location, without its fragment.
    pub(crate) fn join_at(&self, file: &str, at: &Pointer, reference: &str) -> Option<String> {
        uri::join(self.scope_at(file, at).map_or("", |scope| &scope.base), reference)
    }

    fn scope_at(&self, file: &str, at: &Pointer) -> Option<&Scope> {
        let scopes = self.scopes.get(file)?;
        let mut place = at.as_str();
        loop {
            if let Some(scope) = scopes.get(place) {
                return Some(scope);
            }
            // A `/` in a name is written `~1`, so each `/` ends a token.
            place = place.rsplit_once('/')?.0;
        }
    }

    /// Returns whether several documents have this URI with different fragments.
    pub(crate) fn is_shared(&self, uri: &str) -> bool {
        self.shared.contains(uri)
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

    fn index(&mut self, file: &SchemaFile, schema: &Value, at: &Pointer, scope: &Scope, errors: &mut Vec<Error>) {
        let own = self.name(file, schema, at, scope, errors);
        let scope = own.as_ref().unwrap_or(scope);
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(anchor) = schema.get(keyword).and_then(Value::as_str) {
                self.set_anchor(file, at, keyword, (&scope.resource, anchor), errors);
            }
        }
        for (pointer, child) in keywords::children(schema, at) {
            self.index(file, child, &pointer, scope, errors);
        }
    }

    /// Indexes the `$id` of a schema and returns the new scope, if there is one.
    fn name(
        &mut self,
        file: &SchemaFile,
        schema: &Value,
        at: &Pointer,
        scope: &Scope,
        errors: &mut Vec<Error>,
    ) -> Option<Scope> {
        let keyword = draft::id_keyword(file.draft);
        let id = schema.get(keyword).and_then(Value::as_str)?;
        let old = draft::ignores_siblings(file.draft);
        if old && schema.get("$ref").is_some_and(Value::is_string) {
            return None;
        }
        let (document, anchor) = id.split_once('#').unwrap_or((id, ""));
        let base = if document.is_empty() { None } else { uri::join(&scope.base, document) };
        let own = base.map(|base| {
            if self.is_shared(&base) {
                return Scope { resource: scope.resource.clone(), base };
            }
            let here = Target { file: file.path.clone(), pointer: at.clone() };
            if let Some(other) = self.by_uri.insert(base.clone(), here.clone()).filter(|other| *other != here) {
                let kind = ambiguous(file, format!("the URI {base:?}"), &other);
                errors.push(file.error(at.member(keyword), Some(keyword), kind));
            }
            Scope { resource: base.clone(), base }
        });
        if let Some(own) = &own {
            self.scopes.entry(file.path.clone()).or_default().insert(at.as_str().to_owned(), own.clone());
        }
        // A fragment that looks like a JSON Pointer adds nothing to the pointer itself. Published schemas repeat them.
        if old && is_anchor(anchor) {
            let scope = own.as_ref().unwrap_or(scope);
            self.set_anchor(file, at, keyword, (&scope.resource, anchor), errors);
            if self.is_shared(&scope.base) {
                self.set_anchor(file, at, keyword, (&scope.base, anchor), errors);
            }
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
            let kind = ambiguous(file, format!("the anchor {anchor:?}"), &other);
            errors.push(file.error(at.member(keyword), Some(keyword), kind));
        }
    }
}

/// Returns the error about a name that a file shares with another schema.
fn ambiguous(file: &SchemaFile, what: String, other: &Target) -> ErrorKind {
    ErrorKind::Ambiguous { what, other: other.to_string(), are_separable: other.file != file.path }
}

/// Returns whether a fragment is a name and not a JSON Pointer.
fn is_anchor(fragment: &str) -> bool {
    !fragment.is_empty() && !fragment.starts_with('/')
}

/// Returns the URIs of several documents whose `$id`s differ in the fragment, such as `feeds.md#stations` and
/// `feeds.md#trips`.
fn shared_uris(set: &SchemaSet) -> BTreeSet<String> {
    let mut fragments: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for file in set.files().filter(|file| draft::ignores_siblings(file.draft)) {
        let id = file.value.get(draft::id_keyword(file.draft)).and_then(Value::as_str);
        if let Some((document, fragment)) = id.and_then(|id| id.split_once('#')).filter(|(_, name)| is_anchor(name)) {
            let base = file.uri.clone().unwrap_or_else(|| uri::from_path(&file.path));
            if let Some(uri) = uri::join(&base, document) {
                fragments.entry(uri).or_default().insert(fragment);
            }
        }
    }
    fragments.into_iter().filter(|(_, names)| names.len() > 1).map(|(uri, _)| uri).collect()
}
