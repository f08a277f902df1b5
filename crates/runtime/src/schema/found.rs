//! Violations, up to the maximum number of findings in a report.

use super::Violation;
use crate::limit::MOST_FINDINGS;

/// Violations, and the number of further ones.
#[derive(Clone, Debug, Default)]
pub(super) struct FoundViolations {
    pub(super) all: Vec<Violation>,
    pub(super) more: usize,
}

impl FoundViolations {
    /// Returns the total number of violations.
    pub(super) fn count(&self) -> usize {
        self.all.len() + self.more
    }

    /// Adds a violation, which is created only if it is listed.
    pub(super) fn push_with(&mut self, make: impl FnOnce() -> Violation) {
        if self.all.len() >= MOST_FINDINGS {
            self.more += 1;
        } else {
            self.all.push(make());
        }
    }

    /// Adds a violation.
    #[cfg(feature = "validator")]
    pub(super) fn push(&mut self, one: Violation) {
        self.push_with(|| one);
    }

    /// Explains errors until the limit is reached, and counts the rest.
    #[cfg(feature = "validator")]
    pub(super) fn explain_all<E>(
        &mut self,
        mut errors: impl Iterator<Item = E>,
        mut explain: impl FnMut(&E, &mut Self),
    ) {
        errors.by_ref().take(MOST_FINDINGS).for_each(|error| explain(&error, self));
        self.more += errors.count();
    }

    /// Adds all violations of another list.
    pub(super) fn append(&mut self, other: Self) {
        let room = MOST_FINDINGS.saturating_sub(self.all.len()).min(other.all.len());
        self.more += other.count() - room;
        self.all.extend(other.all.into_iter().take(room));
    }
}
