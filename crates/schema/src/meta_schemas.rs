//! Finds the meta-schemas of the specification, and embeds those that a document refers to.
//!
//! A validator knows the meta-schemas of the dialect of a document. Those of other dialects have to be in the document.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use planwright_source::Pointer;
use serde_json::{Map, Value};

use crate::draft::Draft;
use crate::model::Schema;
use crate::{draft, keywords, uri};

/// A meta-schema, or a vocabulary of one, as json-schema.org publishes it.
#[derive(Debug)]
pub struct MetaSchema {
    /// URI that it declares, without a fragment.
    pub uri: &'static str,
    /// Dialect that it is written in.
    pub draft: Draft,
    text: &'static str,
    schema: OnceLock<Schema>,
}

impl MetaSchema {
    const fn new(draft: Draft, uri: &'static str, text: &'static str) -> Self {
        Self { uri, draft, text, schema: OnceLock::new() }
    }

    fn document(&self) -> Value {
        // A test parses every document.
        serde_json::from_str(self.text).unwrap_or(Value::Bool(true))
    }

    /// Returns the document as a schema.
    pub(crate) fn schema(&self) -> &Schema {
        self.schema.get_or_init(|| Schema::from_value(&self.document(), self.draft))
    }

    /// Returns the meta-schema of a dialect.
    pub(crate) fn for_draft(draft: Draft) -> &'static Self {
        let uri = uri::without_fragment(draft::uri(draft));
        META_SCHEMAS.iter().find(|row| row.uri == uri).unwrap_or(&META_SCHEMAS[0])
    }
}

/// Returns a row of the table.
macro_rules! row {
    ($draft:ident, $uri:literal, $file:literal) => {
        MetaSchema::new(Draft::$draft, $uri, include_str!(concat!("../meta-schemas/", $file)))
    };
}

static META_SCHEMAS: [MetaSchema; 19] = [
    row!(Draft4, "http://json-schema.org/draft-04/schema", "draft-04.json"),
    row!(Draft6, "http://json-schema.org/draft-06/schema", "draft-06.json"),
    row!(Draft7, "http://json-schema.org/draft-07/schema", "draft-07.json"),
    row!(Draft201909, "https://json-schema.org/draft/2019-09/schema", "2019-09/schema.json"),
    row!(Draft201909, "https://json-schema.org/draft/2019-09/meta/applicator", "2019-09/applicator.json"),
    row!(Draft201909, "https://json-schema.org/draft/2019-09/meta/content", "2019-09/content.json"),
    row!(Draft201909, "https://json-schema.org/draft/2019-09/meta/core", "2019-09/core.json"),
    row!(Draft201909, "https://json-schema.org/draft/2019-09/meta/format", "2019-09/format.json"),
    row!(Draft201909, "https://json-schema.org/draft/2019-09/meta/meta-data", "2019-09/meta-data.json"),
    row!(Draft201909, "https://json-schema.org/draft/2019-09/meta/validation", "2019-09/validation.json"),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/schema", "2020-12/schema.json"),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/meta/applicator", "2020-12/applicator.json"),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/meta/content", "2020-12/content.json"),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/meta/core", "2020-12/core.json"),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/meta/format-annotation", "2020-12/format-annotation.json"),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/meta/format-assertion", "2020-12/format-assertion.json"),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/meta/meta-data", "2020-12/meta-data.json"),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/meta/unevaluated", "2020-12/unevaluated.json"),
    row!(Draft202012, "https://json-schema.org/draft/2020-12/meta/validation", "2020-12/validation.json"),
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
    definitions.extend(needed.map(|row| (row.uri.to_owned(), row.document())));
    Some(Value::Object(members))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::META_SCHEMAS;
    use crate::draft;

    #[test]
    fn every_document_declares_its_uri_and_its_dialect() {
        for row in &META_SCHEMAS {
            let document: Value = serde_json::from_str(row.text).expect("JSON");
            let id = document[draft::id_keyword(row.draft)].as_str().expect("a URI");
            assert_eq!(id.trim_end_matches('#'), row.uri);
            assert_eq!(document["$schema"], draft::uri(row.draft));
        }
    }
}
