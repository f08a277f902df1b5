//! Answers a run of which nothing has changed since it was found fresh. What is checked is the same; only the work is not
//! done again.

use std::cell::RefCell;
use std::env;
use std::path::{Path, PathBuf};

use planwright_sync::{Look, Memory, Mode, Seen};

use crate::args;
use crate::exit::Outcome;

/// The memory of one run, and what the run looks at.
pub(super) struct Cache {
    memory: Option<Memory>,
    seen: RefCell<Seen>,
}

impl Cache {
    /// The memory for these arguments; none with `--no-cache`.
    pub(super) fn of(args: &args::Gen) -> Self {
        let question = args::Gen { check: false, ..args.clone() };
        let memory = if args.no_cache { None } else { Memory::of(&format!("gen {question:?}")) };
        Self { memory, seen: RefCell::default() }
    }

    /// Says what the last run said, if it found everything fresh and all is as it was.
    pub(super) fn recall(&self, mode: Mode) -> Option<Outcome> {
        let answer = self.memory.as_ref()?.recall()?;
        let (fresh, warnings) = answer.split_once('\n')?;
        let fresh = fresh.parse().ok()?;
        eprint!("{warnings}");
        super::say_fresh(fresh, mode);
        Some(Outcome::Fine)
    }

    /// Looks at what the run will read. A document joins when it is [read](Self::read).
    pub(super) fn begin(&self, args: &args::Gen) {
        if self.memory.is_some() {
            let trees = [Look::Tree(args.schemas.clone(), ".json"), Look::Tree(args.out.clone(), "")];
            *self.seen.borrow_mut() = Seen::begin(trees.into_iter().chain(configuration()));
        }
    }

    /// Notes that the run has read a document, or found none there.
    pub(super) fn read(&self, path: &Path, bytes: Option<&[u8]>) {
        self.seen.borrow_mut().file(path, bytes);
    }

    /// Remembers that so many files were fresh, and none was not.
    pub(super) fn keep(&self, fresh: usize, warnings: &str) {
        if let Some(memory) = &self.memory {
            memory.keep(&self.seen.borrow(), &format!("{fresh}\n{warnings}"));
        }
    }
}

/// The configuration file here, or in a folder above, whether it is there or not.
fn configuration() -> Vec<Look> {
    let here = env::current_dir().unwrap_or_default();
    here.ancestors().map(|folder: &Path| -> PathBuf { folder.join("planwright.toml") }).map(Look::File).collect()
}
