//! Native part of the Node package: functions from strings to JSON strings, based on `planwright-api`. The public API
//! is in `ts/`.

// Only our JavaScript calls these functions, so arguments are owned and errors come from `error`.
#![allow(clippy::missing_errors_doc, clippy::must_use_candidate, clippy::needless_pass_by_value)]

use std::path::Path;

use napi::{Error, Result};
use napi_derive::napi;
use planwright_api::{Checker, DriftQuestion, FileAccess, NamedSchema, RefusedCall, RenderQuestion};
use planwright_sync::{list_folder, read_file};

/// The `code` of an error whose message is JSON with a message, a report, and whether it is about the document of the call.
const WITH_REPORT: ErrorCode = "PLANWRIGHT";
/// Access to the files of schemas.
const FILES: FileAccess<'static> = FileAccess { read: &read_file, list: &list_folder };

/// Code of an error.
type ErrorCode = &'static str;

fn error(refused: RefusedCall) -> Error<ErrorCode> {
    let message = refused.to_string();
    let RefusedCall { report, is_about_document } = refused;
    let json = serde_json::json!({ "message": message, "report": report, "isAboutDocument": is_about_document });
    Error::new(WITH_REPORT, json.to_string())
}

/// Path and content of a schema.
#[napi(object, object_to_js = false)]
pub struct AddonText {
    /// Path in the set.
    pub path: String,
    /// Content as bytes.
    pub text: napi::bindgen_prelude::Uint8Array,
}

fn texts(given: Vec<AddonText>) -> Vec<(String, Vec<u8>)> {
    given.into_iter().map(|one| (one.path, one.text.to_vec())).collect()
}

/// A compiled contract or schema for checking documents.
#[napi]
pub struct AddonChecker(Checker);

#[napi]
impl AddonChecker {
    /// Returns a checker for a contract, optionally with a context.
    #[napi(factory, catch_unwind)]
    pub fn contract(name: String, context: Option<String>) -> Result<Self, ErrorCode> {
        Checker::contract(&name, context.as_deref()).map(Self).map_err(error)
    }

    /// Returns a checker for a schema.
    #[napi(factory, catch_unwind)]
    pub fn schema(schema: &AddonSchema) -> Result<Self, ErrorCode> {
        Checker::from_schema(schema.0.clone()).map(Self).map_err(error)
    }

    /// Returns the report about a document.
    #[napi(catch_unwind)]
    pub fn check(&self, file: String, text: &[u8]) -> String {
        self.0.check(&file, text).json.to_string()
    }

    /// Returns a message for the model that wrote a document.
    #[napi(catch_unwind)]
    pub fn repair(&self, text: &[u8]) -> Option<String> {
        self.0.repair(text)
    }

    /// Returns the schema for a vendor, with its weakenings.
    #[napi(catch_unwind)]
    pub fn export(&self, dialect: String, bare: bool) -> Result<String, ErrorCode> {
        self.0.export(&dialect, bare).map(|value| value.to_string()).map_err(error)
    }

    /// Returns the canonical document of an answer.
    #[napi(catch_unwind)]
    pub fn normalize(&self, dialect: String, file: String, text: &[u8]) -> Result<String, ErrorCode> {
        self.0.normalize(&dialect, &file, text).map(|value| value.to_string()).map_err(error)
    }

    /// Returns the document of an answer, with what was changed and its report.
    #[napi(catch_unwind)]
    pub fn extract(&self, file: String, text: &[u8]) -> Result<String, ErrorCode> {
        self.0.extract(&file, text).map(|value| value.to_string()).map_err(error)
    }

    /// Returns the fixed source of the document of an answer.
    #[napi(catch_unwind)]
    pub fn fix(&self, file: String, text: &[u8]) -> Result<String, ErrorCode> {
        self.0.fix(&file, text).map_err(error)
    }

    /// Returns the prompt for a model.
    #[napi(catch_unwind)]
    pub fn prompt(&self, document: bool) -> Result<String, ErrorCode> {
        self.0.prompt(document).map_err(error)
    }
}

/// A schema that is not compiled.
#[napi]
pub struct AddonSchema(NamedSchema);

#[napi]
impl AddonSchema {
    /// Returns the schema of a contract.
    #[napi(factory, catch_unwind)]
    pub fn contract(name: String) -> Result<Self, ErrorCode> {
        let schema = NamedSchema::contract(&name);
        schema.map(Self).ok_or_else(|| error(RefusedCall::of_reason(&planwright_api::unknown(&name))))
    }

    /// Returns a schema by its path in the set.
    #[napi(factory, catch_unwind)]
    pub fn of_texts(root: String, given: Vec<AddonText>) -> Result<Self, ErrorCode> {
        NamedSchema::from_sources(&root, texts(given)).map(Self).map_err(error)
    }

    /// Reads a schema file, and the files that it refers to.
    #[napi(factory, catch_unwind)]
    pub fn file(path: String) -> Result<Self, ErrorCode> {
        NamedSchema::from_file(Path::new(&path), FILES).map(Self).map_err(error)
    }
}

/// Throws the error of a call that fails before it reaches this module.
#[napi(catch_unwind)]
pub fn refuse_call(reason: String) -> Result<(), ErrorCode> {
    Err(error(RefusedCall::of_reason(&reason)))
}

/// Compares two versions of a schema.
#[napi(catch_unwind)]
pub fn drift(
    old: &AddonSchema,
    changed: &AddonSchema,
    role: String,
    content_model: String,
    assert_formats: bool,
) -> Result<String, ErrorCode> {
    let question = DriftQuestion::of_words(&role, &content_model, assert_formats).map_err(error)?;
    planwright_api::drift(&old.0, &changed.0, question).map(|value| value.to_string()).map_err(error)
}

/// A generated file.
#[napi(object, object_from_js = false)]
pub struct AddonFile {
    /// Path of the file.
    pub path: String,
    /// Content of the file.
    pub text: String,
}

/// Generated Apex.
#[napi(object, object_from_js = false)]
pub struct AddonRendered {
    /// The Apex files.
    pub files: Vec<AddonFile>,
    /// Report about the blueprints.
    pub report: String,
}

/// Returns the Apex files of blueprints, and the report about the blueprints.
#[napi(catch_unwind)]
pub fn render(
    file: String,
    text: &[u8],
    api_version: Option<String>,
    context: Option<String>,
    runtime: bool,
) -> Result<AddonRendered, ErrorCode> {
    let question =
        RenderQuestion { api_version: api_version.as_deref(), context: context.as_deref(), with_runtime: runtime };
    let rendered = planwright_api::render(&file, text, question).map_err(error)?;
    let files = rendered.files.into_iter().map(|(path, text)| AddonFile { path, text }).collect();
    Ok(AddonRendered { files, report: rendered.report.to_string() })
}
