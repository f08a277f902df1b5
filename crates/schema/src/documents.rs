//! Reads the schemas of documents that are no schemas themselves: descriptions of APIs and lists of tools.
//!
//! ```text
//! openapi         operations and components of OpenAPI 3.0, 3.1 and 3.2
//! asyncapi        messages and components of AsyncAPI 3
//! tools           results of `tools/list`, and function lists of vendors
//! translate       keywords of OpenAPI -> keywords of JSON Schema
//! discriminators  discriminators -> a fixed string in each branch
//! ```
//!
//! Such a document becomes one schema document whose definitions are its schemas. References stay as they are written,
//! and the resolver knows where each part of the source has gone.

mod asyncapi;
mod discriminators;
mod locations;
pub mod openapi;
mod parts;
pub mod tools;
mod translate;

use planwright_source::Pointer;
use serde_json::Value;

use crate::draft::{self, Draft};
use crate::error::{Error, ErrorKind};
use crate::file::SchemaFile;
use crate::origin::Origin;
use parts::Parts;

/// A document whose schemas are translated to JSON Schema, and the old location of each keyword that was moved, by its new
/// location.
pub type NormalizedDocument = (Value, Vec<(Pointer, Pointer)>);

/// A reason why a document cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentProblem {
    /// Kind of the problem.
    pub kind: DocumentProblemKind,
    /// Location in the document.
    pub at: Pointer,
    /// The problem.
    pub message: String,
    /// Advice for fixing it.
    pub help: Option<String>,
}

/// Kind of a [`DocumentProblem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentProblemKind {
    /// A part of the document is malformed.
    Malformed,
    /// A schema is neither an object nor a boolean.
    NoSchema,
    /// The document is one page of several.
    Incomplete,
}

impl DocumentProblem {
    /// Creates a problem with a malformed part.
    pub(crate) fn malformed(at: Pointer, message: impl Into<String>) -> Self {
        Self { kind: DocumentProblemKind::Malformed, at, message: message.into(), help: None }
    }

    /// Adds how to fix the problem.
    #[must_use]
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Returns whether the document describes an API or lists tools.
pub fn is_collection(document: &Value) -> bool {
    openapi::is_one(document) || asyncapi::is_one(document) || tools::is_one(document)
}

/// Returns whether the document is a collection of schemas that can be read, as opposed to another file that looks like
/// one. Documents of other versions of `OpenAPI` and `AsyncAPI` are not.
pub fn is_readable_collection(document: &Value) -> bool {
    let is_version_3 = |key: &str| document.get(key).and_then(Value::as_str).is_some_and(|text| text.starts_with("3."));
    is_version_3("openapi") || is_version_3("asyncapi") || tools::is_one(document) && tools::has_schemas(document)
}

/// Returns the file with a schema document in place of a description of an API or a list of tools.
pub(crate) fn compose(mut file: SchemaFile) -> Result<SchemaFile, Vec<Error>> {
    let composed = if openapi::is_one(&file.value) {
        from_openapi(&mut file)
    } else if asyncapi::is_one(&file.value) {
        from_asyncapi(&file.value)
    } else if tools::is_one(&file.value) {
        tools::parts(&file.value, &file.path).map(|(parts, draft)| Composed::new(parts, draft, Vec::new()))
    } else {
        return Ok(file);
    };
    let composed = composed.map_err(|problems| {
        let errors = problems.into_iter().map(|problem| {
            let kind = ErrorKind::Text { message: problem.message, help: problem.help };
            file.unplaced(problem.at, None, kind)
        });
        file.placed(errors.collect())
    })?;
    file.draft = composed.draft;
    file.value = composed.schema;
    file.origin = composed.origin;
    Ok(file)
}

/// A schema document made of the schemas of another document.
struct Composed {
    schema: Value,
    draft: Draft,
    origin: Origin,
}

impl Composed {
    fn new(parts: Parts<'_>, draft: Draft, moved: Vec<(Pointer, Pointer)>) -> Self {
        let (schema, places) = parts.into_schema(draft);
        let keywords = parts::keyword_places(&places, moved);
        Self { schema, draft, origin: Origin::composed(places, keywords) }
    }
}

fn from_openapi(file: &mut SchemaFile) -> Result<Composed, Vec<DocumentProblem>> {
    let (document, moved) = openapi::normalized(&file.value)?;
    let draft = openapi_dialect(file, &document);
    Ok(Composed::new(openapi::parts(&document)?, draft, moved))
}

fn from_asyncapi(document: &Value) -> Result<Composed, Vec<DocumentProblem>> {
    let (document, moved) = asyncapi::normalized(document)?;
    Ok(Composed::new(asyncapi::parts(&document), Draft::Draft7, moved))
}

/// Returns the dialect of the schemas of an `OpenAPI` document. An unknown dialect is a warning.
fn openapi_dialect(file: &mut SchemaFile, document: &Value) -> Draft {
    let Some(named) = document.get("jsonSchemaDialect").and_then(Value::as_str) else { return draft::DEFAULT };
    draft::from_dialect(named).unwrap_or_else(|| {
        let draft = draft::guess(named, document);
        let kind = ErrorKind::unknown_dialect(named, draft);
        let at = Pointer::root().member("jsonSchemaDialect");
        file.warnings.push(file.error(at, Some("jsonSchemaDialect"), kind));
        draft
    })
}
