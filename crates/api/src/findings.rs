//! Findings about schemas and their exports.

use planwright_dialects::{Refusal, Weakening};
use planwright_runtime::{Diagnostic, Severity};

/// An error, or a warning, about a schema in this file.
pub fn of_schema(file: String, error: &planwright_schema::Error, severity: Severity) -> Diagnostic {
    let code = error.kind.code();
    // Where no code stands before them, the words of some errors begin with it.
    let message = error.kind.to_string();
    let message = message.strip_prefix(code).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&message);
    let finding = Diagnostic::error(code, error.pointer.clone(), message);
    Diagnostic { severity, ..finding.with_file(file).with_position(error.line_column) }
}

/// Why there is no export.
pub fn of_refusal(refusal: &Refusal) -> Vec<Diagnostic> {
    match refusal {
        Refusal::Schema(errors) => {
            errors.iter().map(|error| of_schema(error.file.clone(), error, Severity::Error)).collect()
        }
        Refusal::Dialect(errors) => errors.iter().map(|error| of_weakening(error, Severity::Error)).collect(),
    }
}

/// A place where an export differs from its schema.
pub fn of_weakening(weakening: &Weakening, severity: Severity) -> Diagnostic {
    let finding = Diagnostic::error(weakening.code, weakening.pointer.clone(), weakening.message.clone());
    Diagnostic { severity, ..finding.with_file(&weakening.file).with_position(weakening.line_column) }
}
