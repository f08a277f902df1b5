//! Result of an operation on a draft.

use planwright_check::{Diagnostic, Report};

/// Result of an operation. If there are errors, nothing was changed.
pub(super) type OperationResult<R> = Result<OperationOutcome<R>, Vec<Diagnostic>>;

/// Successful operation.
pub(super) struct OperationOutcome<R> {
    pub(super) returns: R,
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) changed: bool,
    /// Findings of a validation of the document.
    pub(super) validation: Option<Report>,
}
