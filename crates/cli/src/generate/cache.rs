//! Answers a run of which nothing has changed since it was found fresh. What is checked is the same; only the work is not
//! done again.

use std::cell::RefCell;
use std::path::Path;

use planwright_sync::{Look, Memory, Seen};

use super::Set;

/// A run that found every file fresh.
pub(super) struct FreshRun {
    /// How many files there were.
    pub fresh: usize,
    /// The warnings as people read them.
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
        Self { memory: Memory::for_question(&format!("gen {set:?}")), seen: RefCell::default() }
    }

    /// No memory at all.
    pub(super) fn none() -> Self {
        Self { memory: None, seen: RefCell::default() }
    }

    /// What the last run found, if everything was fresh and all is as it was.
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

    /// Remembers that so many files were fresh, and none was not.
    pub(super) fn keep(&self, fresh: usize, warnings: &str) {
        if let Some(memory) = &self.memory {
            memory.store_answer(&self.seen.borrow(), &format!("{fresh}\n{warnings}"));
        }
    }
}
