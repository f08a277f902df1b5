//! What a run did, noted before and after each edit, so that an interrupted one can say so and go on.

use std::collections::BTreeMap;
use std::path::Path;

use planwright_check::StoreError;
use planwright_store::RecordLog;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use planwright_project::exit::Failure;

const KIND: &str = "planwright fix journal";

/// One record of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Note {
    /// A plan is carried out.
    Start { plan: Value },
    /// An edit is about to be made. `task` and `edit` are indices into the plan.
    Begin { task: usize, edit: usize },
    /// It was made.
    End { task: usize, edit: usize },
    /// A test command ended.
    Test { attempt: u64, command: String, passed: bool },
    /// All edits were made and the tests run.
    Finish { passed: bool },
}

/// An open journal.
pub(super) struct Journal {
    log: RecordLog,
    path: String,
    /// The plan of the run before, if that did not finish.
    unfinished: Option<Value>,
    /// How far its edits got.
    progress: BTreeMap<(usize, usize), RunProgress>,
}

/// How far an edit got in the run before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunProgress {
    None,
    /// It may have been made, in part or as a whole.
    Begun,
    Done,
}

impl Journal {
    /// Opens the journal, which is made where it is missing.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let shown = path.display().to_string();
        let (log, notes) = RecordLog::open::<Note>(path, KIND).map_err(|error| failed(&shown, &error))?;
        let mut journal = Self { log, path: shown, unfinished: None, progress: BTreeMap::new() };
        for note in notes {
            journal.read(note);
        }
        Ok(journal)
    }

    fn read(&mut self, note: Note) {
        match note {
            Note::Start { plan } => {
                self.unfinished = Some(plan);
                self.progress.clear();
            }
            Note::Begin { task, edit } => drop(self.progress.insert((task, edit), RunProgress::Begun)),
            Note::End { task, edit } => drop(self.progress.insert((task, edit), RunProgress::Done)),
            Note::Test { .. } => {}
            Note::Finish { .. } => {
                self.unfinished = None;
                self.progress.clear();
            }
        }
    }

    /// The plan of the run before, if that did not finish.
    pub(super) fn unfinished(&self) -> Option<&Value> {
        self.unfinished.as_ref()
    }

    /// How far an edit got in the run before.
    pub(super) fn progress(&self, task: usize, edit: usize) -> RunProgress {
        self.progress.get(&(task, edit)).copied().unwrap_or(RunProgress::None)
    }

    /// Notes something; it is on the disk when this returns.
    pub(super) fn note(&mut self, note: &Note) -> Result<(), Failure> {
        self.log.append(note).map_err(|error| failed(&self.path, &error))
    }

    /// What the journal is called.
    pub(super) fn path(&self) -> &str {
        &self.path
    }
}

fn failed(path: &str, error: &StoreError) -> Failure {
    Failure::one(format!("{path}: the journal cannot be used: {error}"))
}
