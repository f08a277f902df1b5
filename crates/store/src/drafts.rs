//! The draft of a workflow on disk: what it was, and what each call has changed since, in a list that is only appended to.
//!
//! A change is written as what differs, so that its cost does not grow with the draft. After some thousand changes the draft
//! itself takes the place of the list, which keeps the file and the time to open it small.

mod change;
mod earlier;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use planwright_check::StoreError;
use planwright_runtime::read_unjudged;
use planwright_workflow::Draft;
use serde_json::Value;

use self::change::DraftRecord;
use crate::private::{StoreLock, failed, make_folder, options, sync_folder};
use crate::records::RecordLog;

const KIND: &str = "planwright workflow draft";
const FILE: &str = "draft.db";
const LOCK: &str = "lock";
/// After so many records, or where there is no room for more, the draft takes the place of the list.
const RECORDS: u64 = 2_000;

/// The draft of a folder. Nobody else can change it until this is dropped; [`StoredDraft::read`] reads it meanwhile.
///
/// ```
/// use planwright_workflow::Session;
/// use planwright_store::StoredDraft;
/// use serde_json::json;
///
/// let folder = tempfile::tempdir()?;
/// let mut opened = StoredDraft::open(folder.path())?;
/// assert!(opened.draft.is_none() && opened.notes.is_empty());
///
/// let mut session = Session::new(|| "loan".to_owned());
/// for (tool, arguments) in [
///     ("create_blueprint", json!({ "title": "Loan approval", "description": "A bank decides on a loan" })),
///     ("add_participant", json!({ "id": "bank", "name": "Bank" })),
/// ] {
///     let before = session.draft().cloned();
///     assert!(session.call(tool, arguments).blueprint_changed);
///     opened.store.keep(before.as_ref(), session.draft().expect("it was created"))?;
/// }
///
/// // Others can read it while it is open, and a later process goes on with it.
/// assert_eq!(StoredDraft::read(folder.path())?.as_ref(), session.draft());
/// drop(opened);
/// assert_eq!(StoredDraft::open(folder.path())?.draft, session.into_draft());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StoredDraft {
    log: RecordLog,
    folder: PathBuf,
    _lock: StoreLock,
}

/// A store that was opened, and what was in it.
#[derive(Debug)]
pub struct OpenedDraft {
    /// Where changes are kept.
    pub store: StoredDraft,
    /// The draft that was kept; `None` where there was none.
    pub draft: Option<Draft>,
    /// What is to be said about the folder: files that could not be read and were kept under other names.
    pub notes: Vec<String>,
}

impl StoredDraft {
    /// Opens the store in a folder, both of which are made where they are missing.
    ///
    /// A store that is damaged, or is no plain file, is moved to a name that is free, and a note names it; one that a newer
    /// version wrote is an error. What earlier versions wrote (`draft.json`) is taken over, and kept under another name.
    pub fn open(folder: &Path) -> Result<OpenedDraft, StoreError> {
        make_folder(folder).map_err(|error| failed(folder, &error))?;
        let lock = StoreLock::take(&folder.join(LOCK))?;
        let mut notes = Vec::new();
        let (log, draft) = match opened(folder) {
            Err(StoreError::Corrupt(reason)) => {
                notes.push(set_aside(folder, FILE, &reason)?);
                opened(folder)?
            }
            other => other?,
        };
        let mut opened = OpenedDraft { store: Self { log, folder: folder.to_owned(), _lock: lock }, draft, notes };
        opened.take_over(folder)?;
        Ok(opened)
    }

    /// The draft in a folder, also while a server uses it.
    pub fn read(folder: &Path) -> Result<Option<Draft>, StoreError> {
        let file = folder.join(FILE);
        match file.symlink_metadata() {
            Ok(_) => draft_of(RecordLog::read(&file, KIND)?),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let read = earlier::read(folder)?;
                let nothing = || StoreError::Failed(format!("there is no draft in {}", folder.display()));
                read.ok_or_else(nothing)?.map(Some).map_err(StoreError::Corrupt)
            }
            Err(error) => Err(failed(&file, &error)),
        }
    }

    /// Keeps a draft, where `before` is the one that was kept last. When this returns well it survives; else the one before
    /// is kept still.
    pub fn keep(&mut self, before: Option<&Draft>, draft: &Draft) -> Result<(), StoreError> {
        if self.log.len() < RECORDS {
            match self.log.append(&DraftRecord::between(before, draft)) {
                // The draft alone may have room where all its changes have none.
                Err(StoreError::Full) => {}
                other => return other,
            }
        }
        self.log.replace_all(&DraftRecord::draft(draft))
    }

    /// Writes a draft to a JSON file of its own, before another draft takes its place, and returns the path of the file.
    pub fn put_aside(&self, draft: &Draft) -> Result<PathBuf, StoreError> {
        let text = format!("{:#}\n", serde_json::json!(draft));
        for number in 1_u32.. {
            let path = self.folder.join(format!("blueprint-{number}.json"));
            let mut file = match options().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => continue,
                opened => opened.map_err(|error| failed(&path, &error))?,
            };
            let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
            return match written.and_then(|()| sync_folder(&self.folder)) {
                Ok(()) => Ok(path),
                Err(error) => {
                    // Half a file would be taken for the draft.
                    let _ = fs::remove_file(&path);
                    Err(failed(&path, &error))
                }
            };
        }
        Err(StoreError::Full)
    }

    /// Never lets the store grow beyond so many bytes; a change that would is refused as if the disk were full.
    pub fn limit(&self, bytes: u64) -> Result<(), StoreError> {
        self.log.limit(bytes)
    }
}

impl OpenedDraft {
    /// Takes over what an earlier version wrote.
    fn take_over(&mut self, folder: &Path) -> Result<(), StoreError> {
        match earlier::read(folder)? {
            None => Ok(()),
            Some(Err(reason)) => {
                self.notes.push(set_aside(folder, earlier::FILE, &reason)?);
                Ok(())
            }
            Some(Ok(draft)) => {
                if self.store.log.is_empty() {
                    self.store.keep(None, &draft)?;
                    self.draft = Some(draft);
                    // What it held is in the new file now.
                    return move_aside(folder, earlier::FILE, "earlier").map(drop);
                }
                if self.draft.as_ref() != Some(&draft) {
                    let aside = move_aside(folder, earlier::FILE, "earlier")?;
                    let file = folder.join(earlier::FILE);
                    self.notes.push(format!(
                        "{}: {FILE} is newer and was read; this was kept as {}",
                        file.display(),
                        aside.display()
                    ));
                    return Ok(());
                }
                move_aside(folder, earlier::FILE, "earlier").map(drop)
            }
        }
    }
}

fn opened(folder: &Path) -> Result<(RecordLog, Option<Draft>), StoreError> {
    let (log, records) = RecordLog::open_for_readers(&folder.join(FILE), KIND)?;
    Ok((log, draft_of(records)?))
}

/// The draft that the records tell of.
fn draft_of(records: Vec<Value>) -> Result<Option<Draft>, StoreError> {
    let mut draft = None;
    for (index, value) in records.into_iter().enumerate() {
        let corrupt = |why: String| StoreError::Corrupt(format!("record {}: {why}", index + 1));
        let record: DraftRecord = read_unjudged(value.clone()).map_err(|error| corrupt(error.to_string()))?;
        let again = serde_json::to_value(&record).unwrap_or_default();
        if let Some(name) = earlier::unknown_member(&value, &again) {
            return Err(corrupt(format!("it has a member {name:?} that no draft has")));
        }
        draft = Some(record.apply(draft).map_err(|why| corrupt(why.to_owned()))?);
    }
    Ok(draft)
}

/// Moves a file that cannot be read out of the way; what is to be said about it.
fn set_aside(folder: &Path, name: &str, reason: &str) -> Result<String, StoreError> {
    let aside = move_aside(folder, name, "damaged")?;
    let path = folder.join(name);
    Ok(format!(
        "{}: this is no draft ({reason}); it was kept as {}, and the session begins without what was in it",
        path.display(),
        aside.display()
    ))
}

/// Moves a file to a name that is free, with the journal that belongs to it.
fn move_aside(folder: &Path, name: &str, why: &str) -> Result<PathBuf, StoreError> {
    let journal = |path: &Path| {
        let mut path = path.as_os_str().to_owned();
        path.push("-journal");
        PathBuf::from(path)
    };
    let path = folder.join(name);
    let is_free = |path: &PathBuf| path.symlink_metadata().is_err() && journal(path).symlink_metadata().is_err();
    let mut names = (1..).map(|number| folder.join(format!("{name}.{why}-{number}")));
    let aside = names.find(is_free).unwrap_or_else(|| folder.join(format!("{name}.{why}")));
    let renamed = match fs::rename(journal(&path), journal(&aside)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => fs::rename(&path, &aside),
    };
    renamed.and_then(|()| sync_folder(folder)).map_err(|error| failed(&path, &error))?;
    Ok(aside)
}
