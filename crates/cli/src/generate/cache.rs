//! Cache of clean runs: if nothing has changed since, the result is reused without repeating the work.

use std::cell::RefCell;
use std::path::Path;

use planwright_sync::{Look, Memory, Seen};

use super::Set;

/// Result of a run in which every file was up to date.
pub(super) struct FreshRun {
    /// Number of files.
    pub fresh: usize,
    /// Warnings, formatted for people.
    pub warnings: String,
}

/// The memory of one run, and what the run looks at.
pub(super) struct Cache {
    memory: Option<Memory>,
    seen: RefCell<Seen>,
}

impl Cache {
    /// The memory for this set, with all that was decided about it.
    pub(super) fn of(set: &Set) -> Self {
        Self { memory: Memory::of(&format!("gen {set:?}")), seen: RefCell::default() }
    }

    /// Creates a cache that stores nothing.
    pub(super) fn none() -> Self {
        Self { memory: None, seen: RefCell::default() }
    }

    /// Returns the result of the last run, if it was clean and nothing has changed.
    pub(super) fn recall(&self) -> Option<FreshRun> {
        let answer = self.memory.as_ref()?.recall()?;
        let (fresh, warnings) = answer.split_once('\n')?;
        Some(FreshRun { fresh: fresh.parse().ok()?, warnings: warnings.to_owned() })
    }

    /// Looks at what the run will read. A document joins when it is [read](Self::read).
    pub(super) fn begin(&self, set: &Set) {
        if self.memory.is_some() {
            let schemas = Look::Tree(set.schemas.clone(), set.endings());
            *self.seen.borrow_mut() = Seen::begin([schemas, Look::all(set.out.clone())]);
        }
    }

    /// Notes that the run has read a document, or found none there.
    pub(super) fn read(&self, path: &Path, bytes: Option<&[u8]>) {
        self.seen.borrow_mut().file(path, bytes);
    }

    /// Stores that this many files were up to date.
    pub(super) fn keep(&self, fresh: usize, warnings: &str) {
        if let Some(memory) = &self.memory {
            memory.keep(&self.seen.borrow(), &format!("{fresh}\n{warnings}"));
        }
    }
}
