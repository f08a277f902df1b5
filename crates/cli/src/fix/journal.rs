//! Journal of a run, written before and after each edit, so that an interrupted run can be resumed.

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
    /// A plan is started.
    Start { plan: Value },
    /// An edit is about to be made. `task` and `edit` are indices into the plan.
    Begin { task: usize, edit: usize },
    /// The edit was made.
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
    /// Plan of the previous run, if that did not finish.
    unfinished: Option<Value>,
    /// Progress of its edits.
    progress: BTreeMap<(usize, usize), RunProgress>,
}

/// Progress of an edit in the previous run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunProgress {
    None,
    /// The edit may have been made partly or completely.
    Begun,
    Done,
}

impl Journal {
    /// Opens the journal, and creates it if it is missing.
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

    /// Plan of the previous run, if that did not finish.
    pub(super) fn unfinished(&self) -> Option<&Value> {
        self.unfinished.as_ref()
    }

    /// Progress of an edit in the previous run.
    pub(super) fn progress(&self, task: usize, edit: usize) -> RunProgress {
        self.progress.get(&(task, edit)).copied().unwrap_or(RunProgress::None)
    }

    /// Writes a note. It is on the disk when this returns.
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
