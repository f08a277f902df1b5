//! How many findings a stage lists, where they are made.

use planwright_source::Pointer;

use crate::codes;
use crate::diagnostic::{Diagnostic, Severity};

/// How many findings of one stage are listed; the rest is counted.
pub const MOST_FINDINGS: usize = 1_000;

/// Findings up to [`MOST_FINDINGS`].
#[derive(Debug, Default)]
pub struct Capped {
    found: Vec<Diagnostic>,
    more: usize,
}

impl Capped {
    /// Whether further findings are counted alone.
    pub fn is_full(&self) -> bool {
        self.found.len() >= MOST_FINDINGS
    }

    /// Adds a finding, which is made only if it is listed.
    pub fn push_with(&mut self, make: impl FnOnce() -> Diagnostic) {
        if self.is_full() {
            self.more += 1;
        } else {
            self.found.push(make());
        }
    }

    /// Counts findings that nobody made.
    pub fn count(&mut self, more: usize) {
        self.more += more;
    }

    /// The findings, and a note that counts those which are not listed.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        if self.more > 0 {
            let message = format!("{} more of this kind are not listed", self.more);
            let note = Diagnostic::error(codes::MORE_FINDINGS, Pointer::root(), message);
            self.found.push(Diagnostic { severity: Severity::Note, ..note });
        }
        self.found
    }
}
