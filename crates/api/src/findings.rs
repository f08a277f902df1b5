//! Converts errors about schemas and exports to findings.

use planwright_dialects::{Refusal, Weakening};
use planwright_runtime::{Diagnostic, Severity};

/// Returns the finding for an error or warning about a schema in this file.
pub fn of_schema(file: String, error: &planwright_schema::Error, severity: Severity) -> Diagnostic {
    let code = error.kind.code();
    // Some messages start with the code, for places where it is not printed separately.
    let message = error.kind.to_string();
    let message = message.strip_prefix(code).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&message);
    let finding = Diagnostic::error(code, error.pointer.clone(), message);
    Diagnostic { severity, ..finding.with_file(file).with_position(error.line_column) }
}

/// Returns the findings for a refused export.
pub fn of_refusal(refusal: &Refusal) -> Vec<Diagnostic> {
    match refusal {
        Refusal::Schema(errors) => {
            errors.iter().map(|error| of_schema(error.file.clone(), error, Severity::Error)).collect()
        }
        Refusal::Dialect(errors) => errors.iter().map(|error| of_weakening(error, Severity::Error)).collect(),
    }
}

/// Returns the finding for a location where an export differs from its schema.
pub fn of_weakening(weakening: &Weakening, severity: Severity) -> Diagnostic {
    let finding = Diagnostic::error(weakening.code, weakening.pointer.clone(), weakening.message.clone());
    Diagnostic { severity, ..finding.with_file(&weakening.file).with_position(weakening.line_column) }
}
