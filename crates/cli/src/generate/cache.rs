//! Answers a run from a cache if no input has changed since a run that found every file up to date.

use std::cell::RefCell;
use std::path::Path;

use planwright_sync::{Look, Memory, Seen};

use super::Set;

/// Cached result of a run that found every file up to date.
pub(super) struct FreshRun {
    /// Number of files.
    pub fresh: usize,
    /// The warnings, as people see them.
    pub warnings: String,
}

/// Cache entry of a run, and the inputs of the run.
pub(super) struct Cache {
    memory: Option<Memory>,
    seen: RefCell<Seen>,
}

impl Cache {
    /// Creates the cache entry for a set with all its settings.
    pub(super) fn new(set: &Set) -> Self {
        Self { memory: Memory::for_question(&format!("gen {set:?}")), seen: RefCell::default() }
    }

    /// Creates a cache that stores nothing.
    pub(super) fn none() -> Self {
        Self { memory: None, seen: RefCell::default() }
    }

    /// Returns the result of the last run, if every file was up to date and no input has changed.
    pub(super) fn recall(&self) -> Option<FreshRun> {
        let answer = self.memory.as_ref()?.recall()?;
        let (fresh, warnings) = answer.split_once('\n')?;
        Some(FreshRun { fresh: fresh.parse().ok()?, warnings: warnings.to_owned() })
    }

    /// Records the state of the inputs before the run reads them. Documents are added when they are
    /// [read](Self::record_document).
    pub(super) fn record_inputs(&self, set: &Set) {
        if self.memory.is_some() {
            let schemas = Look::Tree(set.folder().to_owned(), set.endings());
            *self.seen.borrow_mut() = Seen::begin([schemas, Look::all(set.out.clone())]);
        }
    }

    /// Records that the run has read a document, or has not found it.
    pub(super) fn record_document(&self, path: &Path, bytes: Option<&[u8]>) {
        self.seen.borrow_mut().file(path, bytes);
    }

    /// Stores the result of a run in which all files were up to date.
    pub(super) fn store(&self, fresh: usize, warnings: &str) {
        if let Some(memory) = &self.memory {
            memory.store_answer(&self.seen.borrow(), &format!("{fresh}\n{warnings}"));
        }
    }
}
