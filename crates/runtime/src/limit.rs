//! Limits the number of findings that a stage lists.

use std::iter::Sum;

use planwright_source::Pointer;

use crate::codes;
use crate::diagnostic::{Diagnostic, Severity};

/// Maximum number of findings of one stage that are listed. Further ones are counted.
pub const MOST_FINDINGS: usize = 1_000;

/// Names of the facts in the note that counts findings.
const UNLISTED_ERRORS: &str = "unlisted-errors";
const UNLISTED_WARNINGS: &str = "unlisted-warnings";

/// Findings, up to [`MOST_FINDINGS`].
#[derive(Debug, Default)]
pub struct Capped {
    found: Vec<Diagnostic>,
    more: usize,
}

impl Capped {
    /// Returns whether further findings are only counted.
    pub fn is_full(&self) -> bool {
        self.found.len() >= MOST_FINDINGS
    }

    /// Adds a finding, which is created only if it is listed.
    pub fn push_with(&mut self, make: impl FnOnce() -> Diagnostic) {
        if self.is_full() {
            self.more += 1;
        } else {
            self.found.push(make());
        }
    }

    /// Counts findings that were not created.
    pub fn count(&mut self, more: usize) {
        self.more += more;
    }

    /// Returns the findings, with a note that counts those that are not listed.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        if self.more > 0 {
            let are_errors = self.found.first().is_none_or(Diagnostic::is_error);
            self.found.push(unlisted(self.more, are_errors));
        }
        self.found
    }
}

/// Returns the note that counts findings that are not listed.
pub(crate) fn unlisted(count: usize, are_errors: bool) -> Diagnostic {
    let note = Diagnostic::error(codes::MORE_FINDINGS, Pointer::root(), planwright_source::unlisted(count));
    let fact = if are_errors { UNLISTED_ERRORS } else { UNLISTED_WARNINGS };
    Diagnostic { severity: Severity::Note, facts: vec![(fact, count.into())], ..note }
}

/// Numbers of findings, including those that are only counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FindingCounts {
    /// Number of findings that make a document unusable.
    pub errors: usize,
    /// Number of other findings.
    pub warnings: usize,
}

impl FindingCounts {
    /// Returns the counts of one diagnostic: itself, or the findings that it counts.
    pub fn from_finding(finding: &Diagnostic) -> Self {
        let unlisted = |fact| {
            let fact = finding.facts.iter().find(|(name, _)| *name == fact);
            fact.and_then(|(_, number)| usize::try_from(number.as_u64()?).ok()).unwrap_or_default()
        };
        if finding.code == codes::MORE_FINDINGS {
            return Self { errors: unlisted(UNLISTED_ERRORS), warnings: unlisted(UNLISTED_WARNINGS) };
        }
        let is_error = finding.is_error();
        Self { errors: usize::from(is_error), warnings: usize::from(!is_error) }
    }
}

impl Sum for FindingCounts {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            errors: sum.errors + one.errors,
            warnings: sum.warnings + one.warnings,
        })
    }
}
