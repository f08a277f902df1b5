//! Validates values against the typed representation of schemas.
//!
//! The compiler validates with it: schemas against their meta-schema, examples and defaults against their schema. Generated
//! code has its own validators. A test compares both with the crate `jsonschema`.

mod arrays;
mod assertions;
mod compile;
mod content;
mod evaluated;
mod format;
mod numbers;
mod properties;
mod run;
mod strings;
#[cfg(test)]
mod tests;
mod unions;

use std::collections::{BTreeMap, HashMap};

use planwright_source::Pointer;
use serde_json::Value;

use self::compile::Document;
use self::run::Run;
use crate::draft::Draft;
use crate::meta_schemas::MetaSchema;
use crate::model::Schema;
use crate::pattern_engine::CompiledPattern;

/// Validates values against a document with every schema that it refers to.
#[derive(Debug)]
pub struct SchemaValidator {
    /// The document of the caller, or `None` for a meta-schema.
    own: Option<OwnDocument>,
    /// Schema that values are validated against.
    entry: Document,
    /// Locations of the referenced schemas, by document and reference.
    targets: HashMap<Document, HashMap<String, (Document, Pointer)>>,
    patterns: BTreeMap<String, CompiledPattern>,
    asserts_formats: bool,
}

/// A document that is not a meta-schema.
#[derive(Debug)]
struct OwnDocument {
    root: Schema,
    draft: Draft,
    /// URI that the document declares.
    uri: Option<String>,
    anchors: BTreeMap<String, Pointer>,
}

/// A violation of a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Location in the value.
    pub pointer: Pointer,
    /// Description, without the value if it is a container, because that could be very long.
    pub message: String,
    /// `true` if the value or a property name does not have a format.
    pub is_format: bool,
}

/// Reason why a document cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unsupported {
    /// A pattern at this location is invalid.
    Pattern { at: Pointer, pattern: String },
    /// The document embeds another one, or refers to a schema that is not in it.
    Reference,
}

impl SchemaValidator {
    /// Compiles a document. Returns `None` if a pattern is invalid, or if the document refers to a schema that is neither
    /// in it nor a meta-schema, or if it embeds a document with its own
    /// URI that has references.
    pub fn new(document: &Value, draft: Draft, asserts_formats: bool) -> Option<Self> {
        Self::compile(document, draft, asserts_formats).ok()
    }

    /// Returns whether a value is valid.
    pub fn is_valid(&self, value: &Value) -> bool {
        Run::verdict(self, value)
    }

    /// Returns every violation of a value.
    pub fn violations(&self, value: &Value) -> Vec<Violation> {
        Run::violations(self, value)
    }

    /// Returns the root schema of a document.
    fn root(&self, document: Document) -> &Schema {
        match (document, &self.own) {
            (Document::Meta(meta), _) => meta.schema(),
            (Document::Own, Some(own)) => &own.root,
            // Only documents of the caller refer to `Own`.
            (Document::Own, None) => MetaSchema::for_draft(Draft::default()).schema(),
        }
    }

    /// Returns the dialect of a document.
    fn draft(&self, document: Document) -> Draft {
        match document {
            Document::Meta(meta) => meta.draft,
            Document::Own => self.own.as_ref().map_or_else(Draft::default, |own| own.draft),
        }
    }
}
