//! Finds the document in an answer of a model.

use planwright_check::{Answer, NoAnswer, Report};
use planwright_runtime::Diagnostic;
use planwright_source::Extent;

/// Code of the finding that an answer has no document, or more than one.
pub const NO_DOCUMENT: &str = "NO_DOCUMENT";

/// Returns the document of an answer, or the reason why it has no document. `check` returns the report of a document.
pub fn extract(name: &str, bytes: &[u8], check: impl Fn(&str) -> Result<Report, Report>) -> Result<Answer, Diagnostic> {
    Answer::extract(bytes, Extent::Safe, check).map_err(|refused| no_document(name, &refused))
}

/// Returns the finding for an answer without a document.
fn no_document(name: &str, refused: &NoAnswer) -> Diagnostic {
    let finding = Diagnostic::of_run(NO_DOCUMENT, refused.to_string());
    let help = "request the answer again: one JSON document and nothing else";
    finding.with_file(name).with_help(help)
}
