//! Resolves a `$ref` to a file of the set and a pointer in it, or to a built-in meta-schema. Nothing is ever fetched.

use planwright_source::{Pointer, percent_decode};

use crate::error::Error;
use crate::file::SchemaFile;
use crate::resources::Resources;
use crate::set::SchemaSet;
use crate::target::Target;
use crate::{meta_schemas, uri};

/// Target of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Referred {
    /// A schema of the set.
    Schema(Target),
    /// A meta-schema, or a part of one, by its absolute URI.
    MetaSchema(String),
}

/// Resolves references in one set: by relative path, by `$id`, by anchor and by JSON Pointer.
#[derive(Debug)]
pub struct Resolver<'a> {
    set: &'a SchemaSet,
    resources: Resources,
}

impl<'a> Resolver<'a> {
    /// Indexes the set.
    pub fn new(set: &'a SchemaSet) -> Result<Self, Vec<Error>> {
        let (resources, errors) = Resources::new(set);
        if errors.is_empty() { Ok(Self { set, resources }) } else { Err(errors) }
    }

    /// Resolves `reference`, which is written in the schema at `at` of `file`.
    pub fn resolve(&self, file: &SchemaFile, at: &Pointer, reference: &str) -> Option<Referred> {
        let (document, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let Some(resource) = self.document(file, at, document) else {
            let absolute = self.resources.join_at(&file.path, at, document)?;
            let tail = if fragment.is_empty() { String::new() } else { format!("#{fragment}") };
            return meta_schemas::find(&absolute).map(|found| Referred::MetaSchema(format!("{}{tail}", found.uri)));
        };
        let target = self.fragment(&resource, fragment)?;
        target.schema(self.set).filter(|schema| schema.is_object() || schema.is_boolean())?;
        Some(Referred::Schema(target))
    }

    /// Returns the URI of the document that a reference names, if the document is not in the set.
    pub fn missing(&self, file: &SchemaFile, at: &Pointer, reference: &str) -> Option<String> {
        let document = uri::without_fragment(reference);
        let absolute = self.resources.join_at(&file.path, at, document)?;
        (self.document(file, at, document).is_none() && meta_schemas::find(&absolute).is_none()).then_some(absolute)
    }

    /// Returns the URI of the resource that contains a schema.
    pub fn base_of(&self, target: &Target) -> &str {
        self.resources.resource_at(&target.file, &target.pointer)
    }

    /// Returns a URI of the resource that contains a schema, which no other file of the set has.
    ///
    /// A schema of another dialect shares the URI of the API description that it is in.
    pub fn own_uri(&self, target: &Target) -> String {
        let base = self.base_of(target);
        let is_own = self.resources.root(base).is_some_and(|root| root.file == target.file);
        if is_own { base.to_owned() } else { uri::from_path(&target.file) }
    }

    /// Returns an absolute reference to a schema, which is valid in any document.
    pub fn absolute(&self, target: &Target) -> String {
        let base = self.own_uri(target);
        let root = self.resources.root(&base).filter(|root| root.file == target.file);
        let from = root.map_or("", |root| root.pointer.as_str());
        let inside = target.pointer.as_str().strip_prefix(from).unwrap_or_default();
        if inside.is_empty() { base } else { format!("{base}#{}", uri::encode_fragment(inside)) }
    }

    /// Returns the URI of a resource of the set.
    fn document(&self, file: &SchemaFile, at: &Pointer, document: &str) -> Option<String> {
        if document.is_empty() {
            return Some(self.resources.resource_at(&file.path, at).to_owned());
        }
        let absolute = self.resources.join_at(&file.path, at, document);
        let known = |uri: &&String| self.resources.root(uri).is_some() || self.resources.is_shared(uri);
        let by_path = || {
            let path = uri::join_path(file.source_path(), document)?;
            let root = self.set.get(&path).map(|file| Target::root(&file.path))?;
            Some(self.base_of(&root).to_owned())
        };
        let by_query = || self.resources.with_query(absolute.as_deref()?).map(str::to_owned);
        absolute.as_ref().filter(known).cloned().or_else(by_path).or_else(by_query)
    }

    /// Returns the URI of the target document if it has a query and the reference does not.
    pub(crate) fn with_query(&self, file: &SchemaFile, at: &Pointer, reference: &str) -> Option<String> {
        let document = uri::without_fragment(reference);
        let absolute = self.resources.join_at(&file.path, at, document)?;
        let meant = self.document(file, at, document).filter(|_| !document.is_empty())?;
        (self.resources.with_query(&absolute) == Some(meant.as_str())).then_some(meant)
    }

    fn fragment(&self, resource: &str, fragment: &str) -> Option<Target> {
        let decoded = percent_decode(fragment)?;
        if !decoded.is_empty() && !decoded.starts_with('/') {
            return self.resources.anchor(resource, &decoded).cloned();
        }
        let root = self.resources.root(resource)?;
        let inside: Pointer = decoded.parse().ok()?;
        Some(self.in_set(&root.file, root.pointer.join(&inside)))
    }

    /// Returns the location in the set of a location in a source. Parts of a source can be other files of the set.
    fn in_set(&self, path: &str, source: Pointer) -> Target {
        let Some(file) = self.set.get(path) else { return Target { file: path.to_owned(), pointer: source } };
        let pointer = file.origin.in_document(&source).unwrap_or(source);
        match file.origin.elsewhere(&pointer) {
            Some((file, pointer)) => self.in_set(file, pointer),
            None => Target { file: path.to_owned(), pointer },
        }
    }
}
