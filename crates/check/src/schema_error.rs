//! Converts errors about schemas to findings.

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
