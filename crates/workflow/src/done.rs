//! What came of an operation on a draft.

use planwright_check::{Diagnostic, Report};

/// What came of an operation: done, or the errors for which nothing was.
pub(super) type Ran<R> = Result<Done<R>, Vec<Diagnostic>>;

/// An operation that succeeded.
pub(super) struct Done<R> {
    pub(super) returns: R,
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) changed: bool,
    /// What validation found in the document.
    pub(super) validation: Option<Report>,
}
