//! Records the progress of a run before and after each edit, so that an interrupted run can be detected and continued.

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
    /// The run of a plan starts.
    Start { plan: Value },
    /// An edit starts. `task` and `edit` are indices into the plan.
    Begin { task: usize, edit: usize },
    /// An edit is complete.
    End { task: usize, edit: usize },
    /// A test command ended.
    Test { attempt: u64, command: String, passed: bool },
    /// All edits are complete and the tests ran.
    Finish { passed: bool },
}

/// An open journal.
pub(super) struct Journal {
    log: RecordLog,
    path: String,
    /// Plan of the last run, if that run did not finish.
    unfinished: Option<Value>,
    /// Progress of each edit in the last run.
    progress: BTreeMap<(usize, usize), RunProgress>,
}

/// Progress of an edit in the last run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunProgress {
    None,
    /// The edit started. It may be complete, partial, or not made at all.
    Begun,
    Done,
}

impl Journal {
    /// Opens the journal, and creates it if it does not exist.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let shown = path.display().to_string();
        let (log, notes) = RecordLog::open::<Note>(path, KIND).map_err(|error| failed(&shown, &error))?;
        let mut journal = Self { log, path: shown, unfinished: None, progress: BTreeMap::new() };
        for note in notes {
            journal.apply(note);
        }
        Ok(journal)
    }

    fn apply(&mut self, note: Note) {
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

    /// Returns the plan of the last run, if that run did not finish.
    pub(super) fn unfinished(&self) -> Option<&Value> {
        self.unfinished.as_ref()
    }

    /// Returns the progress of an edit in the last run.
    pub(super) fn progress(&self, task: usize, edit: usize) -> RunProgress {
        self.progress.get(&(task, edit)).copied().unwrap_or(RunProgress::None)
    }

    /// Appends a record. It is on disk when this returns.
    pub(super) fn note(&mut self, note: &Note) -> Result<(), Failure> {
        self.log.append(note).map_err(|error| failed(&self.path, &error))
    }

    /// Returns the path of the journal.
    pub(super) fn path(&self) -> &str {
        &self.path
    }
}

fn failed(path: &str, error: &StoreError) -> Failure {
    Failure::one(format!("{path}: the journal cannot be used: {error}"))
}
