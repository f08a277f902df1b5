//! Errors of the functions.

use std::fmt;
use std::path::Path;

use planwright_check::render;
use planwright_check::schema::UnusableSchema;
use planwright_contracts::Report;
use planwright_runtime::{Diagnostic, Severity};
use planwright_schema::Error;
use serde_json::{Value, json};

use planwright_check::schema::of_schema;

/// Error of a function, as findings.
#[derive(Clone, Debug, PartialEq)]
pub struct RefusedCall {
    /// `{"file", "valid": false, "diagnostics"}`, like the report of a document.
    pub report: Value,
    /// `true` if the document of the call is refused, `false` if the call itself is wrong, for example because its schema
    /// is invalid.
    pub is_about_document: bool,
}

impl RefusedCall {
    /// Returns an error that is not about a document.
    pub fn of_reason(reason: &str) -> Self {
        Self::of_findings("", [Diagnostic::of_run("NOT_RUN", reason)])
    }

    /// Returns an error about schemas.
    pub(crate) fn of_schema(errors: impl IntoIterator<Item = Error>) -> Self {
        let found = errors.into_iter().map(|error| of_schema(error.file.clone(), &error, Severity::Error));
        Self::of_findings("", found)
    }

    /// Returns an error about a schema that cannot be used for checking.
    pub(crate) fn of_unusable(error: UnusableSchema) -> Self {
        match error {
            UnusableSchema::Invalid(errors) => Self::of_schema(errors),
            UnusableSchema::Missing | UnusableSchema::AssertsNothing => Self::of_reason(&error.to_string()),
        }
    }

    /// Returns an error with the report of a document.
    pub(crate) fn of_report(file: &str, text: &str, report: &Report) -> Self {
        Self { report: render::json(file, text, report), is_about_document: true }
    }

    /// Returns an error about the context of a contract.
    pub(crate) fn of_context(text: &str, report: &Report) -> Self {
        Self { is_about_document: false, ..Self::of_report("<context>", text, report) }
    }

    /// Returns an error about a document without a position.
    pub(crate) fn of_document(file: &str, found: impl IntoIterator<Item = Diagnostic>) -> Self {
        Self { is_about_document: true, ..Self::of_findings(file, found) }
    }

    /// Returns the error with the paths of its findings below a folder.
    pub(crate) fn located(mut self, folder: &Path) -> Self {
        let found = self.report["diagnostics"].as_array_mut().into_iter().flatten();
        for file in found.filter_map(|one| one.get_mut("file")) {
            if let Some(name) = file.as_str().filter(|name| !name.is_empty()) {
                *file = folder.join(name).display().to_string().into();
            }
        }
        self
    }

    /// Returns an error with findings. `file` is used for those without a file.
    pub(crate) fn of_findings(file: &str, found: impl IntoIterator<Item = Diagnostic>) -> Self {
        let found = found.into_iter().map(|one| render::diagnostic(one.file.as_deref().unwrap_or(file), &one));
        let report = json!({ "file": file, "valid": false, "diagnostics": found.collect::<Vec<_>>() });
        Self { report, is_about_document: false }
    }
}

impl fmt::Display for RefusedCall {
    /// Writes the first finding, and the number of findings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.report["diagnostics"].as_array().map(Vec::as_slice).unwrap_or_default();
        let message = found.first().and_then(|one| one["message"].as_str()).unwrap_or("refused");
        match found.len() {
            0 | 1 => f.write_str(message),
            count => write!(f, "{count} findings, the first: {message}"),
        }
    }
}

impl std::error::Error for RefusedCall {}
