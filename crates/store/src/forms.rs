//! Stores forms as a list of records, with one record for each run of a plan, so that a run is atomic.
//!
//! A record contains the calls of the engine. Opening a store replays them in memory, because forms are few. A checksum
//! covers every byte and is verified each time the store is opened.

mod calls;
mod transaction;

use std::path::Path;

use planwright_check::StoreError;
use planwright_forms::{AuditEntry, MemoryStore};

use self::calls::{Call, Record};
use crate::private::{failed, make_folder};
use crate::records::RecordLog;

pub use self::calls::Asked;
pub use self::transaction::Transaction;

const KIND: &str = "planwright form store";
const FILE: &str = "forms.db";
/// Name of the file that earlier versions wrote.
const EARLIER_FILE: &str = "forms.log";

/// The forms of a folder, with their audit log and undo tokens. Nobody else can open them until this is dropped.
///
/// ```
/// use planwright_contracts::check;
/// use planwright_contracts::form_plan::{Context, Plan};
/// use planwright_forms::{Forms as _, Sources, execute, undo_all};
/// use planwright_store::{Asked, StoredForms};
///
/// let text = r#"{"version": 1, "steps": [
///     {"action": "create_form", "params": {"title": "Feedback"}},
///     {"action": "add_field", "params": {"type": "rating"}}
/// ]}"#;
/// let plan = check::<Plan>(text, &Context::default()).expect("a plan");
/// let now = || "2026-01-06T10:00:00Z".to_owned();
/// let folder = tempfile::tempdir()?;
///
/// let mut store = StoredForms::create(folder.path())?;
/// let run = store.next_run();
/// let mut count = 0;
/// let mut tokens = || {
///     count += 1;
///     format!("undo-{run}-{count}")
/// };
/// let done = store.run(now(), Asked::Execute(plan.get().clone()), |forms| {
///     execute(&plan, forms, &mut Sources { clock: &mut now.clone(), tokens: &mut tokens })
/// })?;
/// let given: Vec<String> = done.tokens().map(str::to_owned).collect();
/// assert_eq!(given, ["undo-1-1", "undo-1-2"]);
/// drop(store);
///
/// // Another process finds what was done, and can take it back.
/// let mut store = StoredForms::find(folder.path())?.expect("it was made");
/// assert_eq!(store.state().form(1)?.expect("the new form").fields.len(), 1);
/// let undone = store.run(now(), Asked::Undo(given.clone()), |forms| {
///     let mut none = || unreachable!("taking back gives no tokens");
///     undo_all(given.iter().map(String::as_str), forms, &mut Sources { clock: &mut now.clone(), tokens: &mut none })
/// })?;
/// assert_eq!(undone.expect("both are taken back").len(), 2);
/// assert!(store.state().form(1)?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StoredForms {
    log: RecordLog,
    state: MemoryStore,
    runs: Vec<FormRun>,
}

/// One execution or undo.
#[derive(Clone, Debug)]
pub struct FormRun {
    /// Number of the run, starting at 1.
    pub number: u64,
    /// Start time.
    pub at: String,
    /// The requested operation.
    pub asked: Asked,
    /// Entries in the audit log, or `None` for a run that was interrupted before it changed anything.
    pub entries: Option<Vec<AuditEntry>>,
}

impl StoredForms {
    /// Opens the store in a folder, and creates both if they are missing.
    pub fn create(folder: &Path) -> Result<Self, StoreError> {
        make_folder(folder).map_err(|error| failed(folder, &error))?;
        if folder.join(EARLIER_FILE).exists() && !folder.join(FILE).exists() {
            let why = format!("{EARLIER_FILE} was written by an earlier version, and this one reads {FILE} only");
            return Err(StoreError::Failed(why));
        }
        let (log, records) = RecordLog::open::<Record>(&folder.join(FILE), KIND)?;
        let mut store = Self { log, state: MemoryStore::new(Vec::new(), None), runs: Vec::new() };
        for record in records {
            let replayed = store.replay(record);
            replayed.map_err(|why| StoreError::Corrupt(format!("run {}: {why}", store.runs.len())))?;
        }
        Ok(store)
    }

    /// Opens the store in a folder, or returns `None` if the folder has no store.
    pub fn find(folder: &Path) -> Result<Option<Self>, StoreError> {
        for file in [FILE, EARLIER_FILE].map(|name| folder.join(name)) {
            match file.symlink_metadata() {
                Ok(_) => return Self::create(folder).map(Some),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(failed(&file, &error)),
            }
        }
        Ok(None)
    }

    /// Returns the current forms, audit log and tokens.
    pub fn state(&self) -> &MemoryStore {
        &self.state
    }

    /// Returns every run, oldest first.
    pub fn runs(&self) -> &[FormRun] {
        &self.runs
    }

    /// Returns the number of the next run.
    pub fn next_run(&self) -> u64 {
        self.runs.len() as u64 + 1
    }

    /// Executes `work` as one run. On success all changes are durable, and on error none was made.
    pub fn run<T>(
        &mut self,
        at: String,
        asked: Asked,
        work: impl FnOnce(&mut Transaction) -> T,
    ) -> Result<T, StoreError> {
        let begin = Record::Begin { run: self.next_run(), at, asked };
        self.log.append(&begin)?;
        self.replay(begin).map_err(|why| StoreError::Failed(why.to_owned()))?;
        let mut transaction = Transaction::new(self.state.clone());
        let result = work(&mut transaction);
        let end = Record::End { run: self.runs.len() as u64, calls: transaction.into_calls() };
        self.log.append(&end)?;
        self.replay(end).map_err(|why| StoreError::Failed(why.to_owned()))?;
        Ok(result)
    }

    /// Limits the size of the store in bytes. A run that would exceed it fails as if the disk were full.
    pub fn limit(&self, bytes: u64) -> Result<(), StoreError> {
        self.log.limit(bytes)
    }

    fn replay(&mut self, record: Record) -> Result<(), &'static str> {
        match record {
            Record::Begin { run, .. } if run != self.next_run() => Err("its number is out of order"),
            Record::Begin { run, at, asked } => {
                self.runs.push(FormRun { number: run, at, asked, entries: None });
                Ok(())
            }
            Record::End { run, calls } => {
                let open = self.runs.last_mut().filter(|open| open.number == run && open.entries.is_none());
                let open = open.ok_or("it ends and was not begun")?;
                let before = self.state.audit().len();
                Call::make_all(calls, &mut self.state).map_err(|_| "it does not fit what was before")?;
                open.entries = Some(self.state.audit()[before..].to_vec());
                Ok(())
            }
        }
    }
}
