//! Forms on disk: one log, in which each run of a plan is one record, so that it is there as a whole or not at all.
//!
//! A log rather than a database: a run is appended once and forms are few, every byte is covered by a checksum that is
//! verified on each opening, and a person can read it. What a record holds are the calls that the engine made, and opening a
//! store makes them again on a store in memory.

mod records;
#[cfg(test)]
mod tests;
mod transaction;

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use planwright_engines::form::{AuditEntry, MemoryStore, StoreError};

use self::records::{Call, Record};
use self::transaction::Transaction;
use crate::log::{Log, LogError, LogFile, Media, keep};

pub(super) use self::records::Asked;

const KIND: &str = "planwright form store";
const FILE: &str = "forms.log";

/// An open store. Nobody else can open it until this is dropped.
#[derive(Debug)]
pub(super) struct Store<M> {
    log: Log<M>,
    state: MemoryStore,
    runs: Vec<Run>,
}

/// One execution or undoing.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// Counted from 1.
    pub(super) number: u64,
    pub(super) at: String,
    pub(super) asked: Asked,
    /// Its entries in the audit log; `None` for a run that was interrupted before it did anything.
    pub(super) entries: Option<Vec<AuditEntry>>,
}

impl Store<LogFile> {
    /// Opens the store in a folder, which is made where it is missing.
    pub(super) fn create(folder: &Path) -> Result<Self, StoreError> {
        make_folder(folder).map_err(|error| refused(LogError::Io(error)))?;
        Self::on(LogFile::open(&folder.join(FILE)).map_err(refused)?)
    }

    /// Opens the store in a folder; `None` where there is none.
    pub(super) fn find(folder: &Path) -> Result<Option<Self>, StoreError> {
        match folder.join(FILE).try_exists() {
            Ok(true) => Self::create(folder).map(Some),
            Ok(false) => Ok(None),
            Err(error) => Err(refused(LogError::Io(error))),
        }
    }
}

impl<M: Media> Store<M> {
    /// Opens the store on this medium.
    pub(super) fn on(media: M) -> Result<Self, StoreError> {
        let (log, records) = Log::open::<Record>(media, KIND).map_err(refused)?;
        let mut store = Self { log, state: MemoryStore::new(Vec::new(), None), runs: Vec::new() };
        for record in records {
            let replayed = store.replay(record);
            replayed.map_err(|why| StoreError::Corrupt(format!("run {}: {why}", store.runs.len())))?;
        }
        Ok(store)
    }

    /// Forms, audit log and tokens as they are.
    pub(super) fn state(&self) -> &MemoryStore {
        &self.state
    }

    /// Every run, oldest first.
    pub(super) fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The number that the next run gets.
    pub(super) fn next_run(&self) -> u64 {
        self.runs.len() as u64 + 1
    }

    /// Does `work` as one run: when this returns well all of it is durable, else nothing of it happened.
    pub(super) fn run<T>(
        &mut self,
        at: String,
        asked: Asked,
        work: impl FnOnce(&mut Transaction) -> T,
    ) -> Result<T, StoreError> {
        let begin = Record::Begin { run: self.next_run(), at, asked };
        self.log.append(&begin).map_err(refused)?;
        self.replay(begin).map_err(|why| StoreError::Failed(why.to_owned()))?;
        let mut transaction = Transaction::on(self.state.clone());
        let result = work(&mut transaction);
        let end = Record::End { run: self.runs.len() as u64, calls: transaction.into_calls() };
        self.log.append(&end).map_err(refused)?;
        self.replay(end).map_err(|why| StoreError::Failed(why.to_owned()))?;
        Ok(result)
    }

    fn replay(&mut self, record: Record) -> Result<(), &'static str> {
        match record {
            Record::Begin { run, .. } if run != self.next_run() => Err("its number is out of order"),
            Record::Begin { run, at, asked } => {
                self.runs.push(Run { number: run, at, asked, entries: None });
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

/// Makes a folder, and those above it, so that they survive.
fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    if let Some(above) = folder.parent() {
        make_folder(above)?;
    }
    match fs::create_dir(folder) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => keep(folder),
    }
}

fn refused(error: LogError) -> StoreError {
    match error {
        LogError::Locked => StoreError::Locked,
        LogError::Corrupt(why) => StoreError::Corrupt(why),
        LogError::Newer(format) => StoreError::Newer(format),
        LogError::Io(error) => match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => StoreError::Full,
            _ => StoreError::Failed(error.to_string()),
        },
    }
}
