//! Finds the meta-schemas of the specification, and embeds those that a document refers to.
//!
//! A validator knows the meta-schemas of the dialect of a document. Those of other dialects have to be in the document.

use std::collections::BTreeSet;
use std::sync::Arc;

use jsonschema::Draft;
use planwright_source::Pointer;
use referencing::meta;
use serde_json::{Map, Value};

use crate::{draft, keywords, uri};

/// A meta-schema, or a vocabulary of one.
#[derive(Clone, Copy, Debug)]
pub struct MetaSchema {
    /// URI that it declares, without a fragment.
    pub uri: &'static str,
    /// Dialect that it is written in.
    pub draft: Draft,
    document: fn() -> Arc<Value>,
}

/// Returns a row of the table.
macro_rules! row {
    ($draft:ident, $uri:literal, $document:ident) => {
        MetaSchema { uri: $uri, draft: Draft::$draft, document: || Arc::clone(&meta::$document) }
    };
}

const META_SCHEMAS: [MetaSchema; 19] = [
    row!(Draft4, "http://json-schema.org/draft-04/schema", DRAFT4),
    row!(Draft6, "http://json-schema.org/draft-06/schema", DRAFT6),
    row!(Draft7, "http://json-schema.org/draft-07/schema", DRAFT7),
    row!(Draft201909, "https://json-schema.org/draft/2019-09/schema", DRAFT201909),
    row!(Draft201909, "https://json-schema.org/draft/2019-09/meta/applicator", DRAFT201909_APPLICATOR),
    row!(Draft201909, "https://json-schema.org/draft/2019-09/meta/content", DRAFT201909_CONTENT),
    row!(Draft201909, "https://json-schema.org/draft/2019-09/meta/core", DRAFT201909_CORE),
    row!(Draft201909, "https://json-schema.org/draft/2019-09/meta/format", DRAFT201909_FORMAT),
    row!(Draft201909, "https://json-schema.org/draft/2019-09/meta/meta-data", DRAFT201909_META_DATA),
    row!(Draft201909, "https://json-schema.org/draft/2019-09/meta/validation", DRAFT201909_VALIDATION),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/schema", DRAFT202012),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/meta/applicator", DRAFT202012_APPLICATOR),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/meta/content", DRAFT202012_CONTENT),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/meta/core", DRAFT202012_CORE),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/meta/format-annotation", DRAFT202012_FORMAT_ANNOTATION),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/meta/format-assertion", DRAFT202012_FORMAT_ASSERTION),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/meta/meta-data", DRAFT202012_META_DATA),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/meta/unevaluated", DRAFT202012_UNEVALUATED),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/meta/validation", DRAFT202012_VALIDATION),
];

/// Returns the meta-schema that a URI identifies, with either scheme.
pub fn find(uri: &str) -> Option<&'static MetaSchema> {
    let uri = draft::without_scheme(uri);
    META_SCHEMAS.iter().find(|found| draft::without_scheme(found.uri) == uri)
}

/// Returns the document with the meta-schemas of other dialects that it refers to, or `None` if it refers to none. Each
/// one keeps its URI and its dialect.
///
/// The references of the document are absolute, with the URIs that the meta-schemas declare.
pub fn embed(document: &Value, dialect: Draft) -> Option<Value> {
    let mut drafts = BTreeSet::new();
    keywords::walk(document, &Pointer::root(), &mut |schema, _| {
        let found = keywords::references(schema).filter_map(|reference| find(uri::without_fragment(reference)));
        drafts.extend(found.map(|found| found.draft).filter(|draft| *draft != dialect).map(draft::uri));
    });
    let mut members = document.as_object().filter(|_| !drafts.is_empty())?.clone();
    let keyword = if draft::ignores_siblings(dialect) { "definitions" } else { "$defs" };
    let definitions = members.entry(keyword).or_insert_with(|| Value::Object(Map::new())).as_object_mut()?;
    // A meta-schema refers to the vocabularies of its dialect.
    let needed = META_SCHEMAS.iter().filter(|row| drafts.contains(draft::uri(row.draft)));
    definitions.extend(needed.map(|row| (row.uri.to_owned(), Value::clone(&(row.document)()))));
    Some(Value::Object(members))
}
