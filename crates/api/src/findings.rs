//! Converts errors about exports to findings.

use planwright_check::schema::of_schema;
use planwright_dialects::{Refusal, Weakening};
use planwright_runtime::{Diagnostic, Severity};

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
