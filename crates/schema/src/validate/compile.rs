//! Resolves the references of a document, and compiles its patterns.

use std::collections::HashMap;
use std::collections::btree_map::{BTreeMap, Entry};
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use planwright_source::{Pointer, percent_decode};
use serde_json::Value;

use super::{OwnDocument, SchemaValidator, Unsupported};
use crate::draft::Draft;
use crate::meta_schemas::{self, MetaSchema};
use crate::model::{Form, Keyword, Schema};
use crate::pattern_engine::CompiledPattern;
use crate::uri;

/// A document with schemas.
#[derive(Clone, Copy, Debug)]
pub(super) enum Document {
    /// The document of the caller.
    Own,
    Meta(&'static MetaSchema),
}

impl Document {
    fn uri(self) -> &'static str {
        match self {
            Self::Own => "",
            Self::Meta(meta) => meta.uri,
        }
    }
}

impl PartialEq for Document {
    fn eq(&self, other: &Self) -> bool {
        self.uri() == other.uri()
    }
}

impl Eq for Document {}

impl Hash for Document {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.uri().hash(state);
    }
}

impl SchemaValidator {
    /// Returns the validator for schemas of a dialect.
    pub(crate) fn for_schemas(draft: Draft) -> &'static Self {
        static VALIDATORS: [LazyLock<SchemaValidator>; 5] = [
            LazyLock::new(|| SchemaValidator::for_meta_schema(Draft::Draft4)),
            LazyLock::new(|| SchemaValidator::for_meta_schema(Draft::Draft6)),
            LazyLock::new(|| SchemaValidator::for_meta_schema(Draft::Draft7)),
            LazyLock::new(|| SchemaValidator::for_meta_schema(Draft::Draft201909)),
            LazyLock::new(|| SchemaValidator::for_meta_schema(Draft::Draft202012)),
        ];
        &VALIDATORS[draft as usize]
    }

    fn for_meta_schema(draft: Draft) -> Self {
        // From 2019-09 on, formats of the meta-schemas are annotations.
        let asserts_formats = draft < Draft::Draft201909;
        let mut validator = Self::empty(None, Document::Meta(MetaSchema::for_draft(draft)), asserts_formats);
        // A test compiles every meta-schema.
        let _ = validator.add_documents();
        validator
    }

    /// Compiles a document.
    pub(crate) fn compile(document: &Value, draft: Draft, asserts_formats: bool) -> Result<Self, Unsupported> {
        let root = Schema::from_value(document, draft);
        let uri = root.object().and_then(|object| object.identifiers.id.as_deref());
        let uri = uri.map(|id| uri::without_fragment(id).to_owned()).filter(|uri| !uri.is_empty());
        let own = OwnDocument { anchors: anchors(&root)?, root, draft, uri };
        let mut validator = Self::empty(Some(own), Document::Own, asserts_formats);
        validator.add_documents()?;
        Ok(validator)
    }

    fn empty(own: Option<OwnDocument>, entry: Document, asserts_formats: bool) -> Self {
        Self { own, entry, targets: HashMap::new(), patterns: BTreeMap::new(), asserts_formats }
    }

    /// Adds the references and patterns of each document that the entry reaches.
    fn add_documents(&mut self) -> Result<(), Unsupported> {
        let mut pending = vec![self.entry];
        while let Some(document) = pending.pop() {
            if self.targets.contains_key(&document) {
                continue;
            }
            let (references, patterns) = collect(self.root(document))?;
            for (at, pattern) in patterns {
                if let Entry::Vacant(entry) = self.patterns.entry(pattern) {
                    let Some(compiled) = CompiledPattern::compile(entry.key()) else {
                        return Err(Unsupported::Pattern { at, pattern: entry.into_key() });
                    };
                    entry.insert(compiled);
                }
            }
            let mut targets = HashMap::new();
            for reference in references {
                let target = self.resolve(document, &reference).ok_or(Unsupported::Reference)?;
                pending.push(target.0);
                targets.insert(reference, target);
            }
            self.targets.insert(document, targets);
        }
        Ok(())
    }

    /// Returns the location of the schema that a reference names.
    fn resolve(&self, document: Document, reference: &str) -> Option<(Document, Pointer)> {
        let (uri, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let base = match document {
            Document::Own => self.own.as_ref().and_then(|own| own.uri.as_deref()),
            Document::Meta(meta) => Some(meta.uri),
        };
        let target = if uri.is_empty() || base == Some(uri) {
            document
        } else {
            let joined = base.and_then(|base| uri::join(base, uri)).unwrap_or_else(|| uri.to_owned());
            Document::Meta(meta_schemas::find(&joined)?)
        };
        let fragment = percent_decode(fragment)?;
        let pointer = if fragment.is_empty() || fragment.starts_with('/') {
            fragment.parse().ok()?
        } else {
            self.anchor(target, &fragment)?
        };
        self.root(target).at(&pointer).map(|_| (target, pointer))
    }

    /// Returns the location of a schema with a name in a document.
    pub(super) fn anchor(&self, document: Document, name: &str) -> Option<Pointer> {
        match document {
            Document::Own => self.own.as_ref()?.anchors.get(name).cloned(),
            Document::Meta(meta) => {
                let anchor = meta.schema().object()?.identifiers.dynamic_anchor.as_deref();
                (anchor == Some(name)).then(Pointer::root)
            }
        }
    }
}

/// Returns the locations of the named schemas of a document. In a schema with its own URI, references are not supported,
/// because they are relative to it.
fn anchors(root: &Schema) -> Result<BTreeMap<String, Pointer>, Unsupported> {
    let mut anchors = BTreeMap::new();
    let mut has_documents = false;
    root.walk(&mut |schema| {
        let identifiers = &schema.groups().identifiers;
        let at = || schema.place.pointer();
        let names = identifiers.anchor.iter().chain(&identifiers.dynamic_anchor);
        anchors.extend(names.map(|name| (name.clone(), at())));
        match identifiers.id.as_deref().map(|id| (id, id.strip_prefix('#'))) {
            Some((_, Some(name))) => drop(anchors.insert(name.to_owned(), at())),
            Some((_, None)) => has_documents |= !schema.place.is_root() && has_references(schema),
            None => {}
        }
    });
    if has_documents { Err(Unsupported::Reference) } else { Ok(anchors) }
}

fn has_references(schema: &Schema) -> bool {
    let mut found = false;
    schema.walk(&mut |schema| found |= schema.groups().references.any());
    found
}

/// References of a document, and its patterns with their locations.
type References = (Vec<String>, Vec<(Pointer, String)>);

fn collect(root: &Schema) -> Result<References, Unsupported> {
    let (mut references, mut patterns) = (Vec::new(), Vec::new());
    let mut is_schema = true;
    root.walk(&mut |schema| {
        is_schema &= !matches!(schema.form, Form::Invalid(_));
        let object = schema.groups();
        let own = &object.references;
        references.extend([&own.reference, &own.dynamic, &own.recursive].into_iter().flatten().cloned());
        if let Some(pattern) = &object.string.pattern {
            patterns.push((schema.place.keyword(Keyword::Pattern).pointer(), pattern.clone()));
        }
        for pattern in object.object.pattern_properties.iter().flat_map(|named| named.keys()) {
            let at = schema.place.keyword(Keyword::PatternProperties).name(pattern.clone());
            patterns.push((at.pointer(), pattern.to_string()));
        }
    });
    if is_schema { Ok((references, patterns)) } else { Err(Unsupported::Reference) }
}
