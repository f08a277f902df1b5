//! Proof that a document was checked.

use std::ops::Deref;

use planwright_runtime::Report;

/// A document that passed its contract: text, schema and rules. Only the checks of this crate make one, so whoever holds it
/// need not ask again.
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

    /// The document.
    pub fn get(&self) -> &T {
        &self.plan
    }

    /// The document, without the proof.
    pub fn into_inner(self) -> T {
        self.plan
    }

    /// What is probably not meant; never an error.
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
