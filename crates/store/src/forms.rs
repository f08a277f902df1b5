//! Forms on disk: a list of records in which each run of a plan is one, so that it is there as a whole or not at all.
//!
//! What a record holds are the calls that the engine made, and opening a store makes them again on a store in memory: forms
//! are few, and every byte is covered by a checksum that is verified on each opening.

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
/// What earlier versions wrote.
const EARLIER: &str = "forms.log";

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

/// One execution or undoing.
#[derive(Clone, Debug)]
pub struct FormRun {
    /// Counted from 1.
    pub number: u64,
    /// When it began.
    pub at: String,
    /// What it was asked to do.
    pub asked: Asked,
    /// Its entries in the audit log; `None` for a run that was interrupted before it did anything.
    pub entries: Option<Vec<AuditEntry>>,
}

impl StoredForms {
    /// Opens the store in a folder, both of which are made where they are missing.
    pub fn create(folder: &Path) -> Result<Self, StoreError> {
        make_folder(folder).map_err(|error| failed(folder, &error))?;
        if folder.join(EARLIER).exists() && !folder.join(FILE).exists() {
            let why = format!("{EARLIER} was written by an earlier version, and this one reads {FILE} only");
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

    /// Opens the store in a folder; `None` where there is none.
    pub fn find(folder: &Path) -> Result<Option<Self>, StoreError> {
        for file in [FILE, EARLIER].map(|name| folder.join(name)) {
            match file.symlink_metadata() {
                Ok(_) => return Self::create(folder).map(Some),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(failed(&file, &error)),
            }
        }
        Ok(None)
    }

    /// Forms, audit log and tokens as they are.
    pub fn state(&self) -> &MemoryStore {
        &self.state
    }

    /// Every run, oldest first.
    pub fn runs(&self) -> &[FormRun] {
        &self.runs
    }

    /// The number that the next run gets.
    pub fn next_run(&self) -> u64 {
        self.runs.len() as u64 + 1
    }

    /// Does `work` as one run: when this returns well all of it is durable, else nothing of it happened.
    pub fn run<T>(
        &mut self,
        at: String,
        asked: Asked,
        work: impl FnOnce(&mut Transaction) -> T,
    ) -> Result<T, StoreError> {
        let begin = Record::Begin { run: self.next_run(), at, asked };
        self.log.append(&begin)?;
        self.replay(begin).map_err(|why| StoreError::Failed(why.to_owned()))?;
        let mut transaction = Transaction::on(self.state.clone());
        let result = work(&mut transaction);
        let end = Record::End { run: self.runs.len() as u64, calls: transaction.into_calls() };
        self.log.append(&end)?;
        self.replay(end).map_err(|why| StoreError::Failed(why.to_owned()))?;
        Ok(result)
    }

    /// Never lets the store grow beyond so many bytes; a run that would is refused as if the disk were full.
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
