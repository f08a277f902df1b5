//! Result of an operation on a draft.

use planwright_check::{Diagnostic, Report};

/// Result of an operation. If there are errors, nothing was changed.
pub(super) type Ran<R> = Result<Done<R>, Vec<Diagnostic>>;

/// Successful operation.
pub(super) struct Done<R> {
    pub(super) returns: R,
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) changed: bool,
    /// Findings of a validation of the document.
    pub(super) validation: Option<Report>,
}
