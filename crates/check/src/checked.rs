//! Type that proves that a document was checked.

use std::ops::Deref;

use planwright_runtime::Report;

/// A document that passed its contract: text, schema and rules.
///
/// Only the checks of this crate create values of this type, so a function that receives one need not check again.
///
/// ```compile_fail
/// let forged = planwright_check::Checked { plan: 1, warnings: Default::default() };
/// ```
#[derive(Clone, Debug)]
pub struct Checked<T> {
    plan: T,
    warnings: Report,
}

impl<T> Checked<T> {
    pub(crate) fn new(plan: T, warnings: Report) -> Self {
        debug_assert!(!warnings.has_errors(), "a plan with errors is not checked");
        Self { plan, warnings }
    }

    /// Returns the document.
    pub fn get(&self) -> &T {
        &self.plan
    }

    /// Returns the document without the proof.
    pub fn into_inner(self) -> T {
        self.plan
    }

    /// Returns the warnings of the check. They never contain an error.
    pub fn warnings(&self) -> &Report {
        &self.warnings
    }
}

impl<T> Deref for Checked<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.plan
    }
}
