//! Stores the draft of a workflow as an append-only list of changes.
//!
//! Only differences are written, so that the cost of a change does not grow with the draft. After some thousand changes
//! the draft itself replaces the list, which keeps the file small and fast to open. If there are several drafts, the list
//! is about the one that changed last, and each other one has its own JSON file.

mod aside;
mod change;
mod earlier;

use std::fs;
use std::path::{Path, PathBuf};

use planwright_check::StoreError;
use planwright_runtime::read_unjudged;
use planwright_workflow::Draft;
use serde_json::Value;

use self::change::DraftRecord;
use crate::private::{StoreLock, failed, make_folder, sync_folder};
use crate::records::RecordLog;

const KIND: &str = "planwright workflow draft";
const FILE: &str = "draft.db";
const LOCK: &str = "lock";
/// Maximum number of records. Above it, or if the disk is full, the draft replaces the list.
const MAX_RECORDS: u64 = 2_000;

/// The draft in a folder. Nobody else can change it until this value is dropped, but [`StoredDraft::load`] can read it.
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
/// assert_eq!(StoredDraft::load(folder.path())?.as_ref(), session.draft());
/// drop(opened);
/// assert_eq!(StoredDraft::open(folder.path())?.draft, session.into_draft());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StoredDraft {
    log: RecordLog,
    /// Id of the draft in the log.
    id: Option<String>,
    folder: PathBuf,
    _lock: StoreLock,
}

/// An opened store with its content.
#[derive(Debug)]
pub struct OpenedDraft {
    /// The store for further changes.
    pub store: StoredDraft,
    /// The stored draft, or `None` if there was none.
    pub draft: Option<Draft>,
    /// Notes for the user about files that could not be read and were renamed.
    pub notes: Vec<String>,
}

impl StoredDraft {
    /// Opens the store in a folder, and creates both if they are missing.
    ///
    /// - A damaged store, or one that is not a regular file, is renamed, and a note names it.
    /// - A store that a newer version wrote is an error.
    /// - A file of an earlier version (`draft.json`) is imported and then renamed.
    pub fn open(folder: &Path) -> Result<OpenedDraft, StoreError> {
        make_folder(folder).map_err(|error| failed(folder, &error))?;
        let lock = StoreLock::acquire(&folder.join(LOCK))?;
        let mut notes = Vec::new();
        let (log, draft) = match opened(folder) {
            Err(StoreError::Corrupt(reason)) => {
                notes.push(set_aside(folder, FILE, &reason)?);
                opened(folder)?
            }
            other => other?,
        };
        let mut opened = OpenedDraft {
            store: Self {
                log,
                id: draft.as_ref().map(|draft: &Draft| draft.id.clone()),
                folder: folder.to_owned(),
                _lock: lock,
            },
            draft,
            notes,
        };
        opened.import_earlier(folder)?;
        Ok(opened)
    }

    /// Reads the draft in a folder. This also works while a server uses it.
    pub fn load(folder: &Path) -> Result<Option<Draft>, StoreError> {
        let file = folder.join(FILE);
        match file.symlink_metadata() {
            Ok(_) => draft_of(RecordLog::read_all(&file, KIND)?),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let read = earlier::load_draft(folder)?;
                let nothing = || StoreError::Failed(format!("there is no draft in {}", folder.display()));
                read.ok_or_else(nothing)?.map(Some).map_err(StoreError::Corrupt)
            }
            Err(error) => Err(failed(&file, &error)),
        }
    }

    /// Stores a draft. `before` is the same draft before the change, or `None` if it is new.
    ///
    /// The store itself contains the draft that changed last. If this draft differs, the previous one is written to a
    /// separate file, where [`StoredDraft::other`] finds it.
    ///
    /// On success the draft is durable. On error the previous draft is still stored.
    pub fn keep(&mut self, before: Option<&Draft>, draft: &Draft) -> Result<(), StoreError> {
        if self.id.as_ref() == Some(&draft.id) {
            if self.log.len() < MAX_RECORDS {
                match self.log.append(&DraftRecord::between(before, draft)) {
                    // The draft may fit where the list of all its changes does not.
                    Err(StoreError::Full) => {}
                    other => return other,
                }
            }
            return self.log.replace_all(&DraftRecord::draft(draft));
        }
        if let (Some(id), Some(previous)) = (&self.id, Self::load(&self.folder)?) {
            aside::write(&self.folder, id, &previous)?;
        }
        self.log.replace_all(&DraftRecord::draft(draft))?;
        self.id = Some(draft.id.clone());
        aside::remove(&self.folder, &draft.id);
        Ok(())
    }

    /// Returns a draft that was stored before another one, or `None` if no draft has this id.
    pub fn other(&self, id: &str) -> Option<Draft> {
        if self.id.as_deref() == Some(id) {
            return Self::load(&self.folder).ok().flatten();
        }
        aside::read_draft(&self.folder, id)
    }

    /// Limits the size of the store in bytes. A change that would exceed it fails as if the disk were full.
    pub fn limit(&self, bytes: u64) -> Result<(), StoreError> {
        self.log.limit(bytes)
    }
}

impl OpenedDraft {
    /// Imports the file of an earlier version.
    fn import_earlier(&mut self, folder: &Path) -> Result<(), StoreError> {
        match earlier::load_draft(folder)? {
            None => Ok(()),
            Some(Err(reason)) => {
                self.notes.push(set_aside(folder, earlier::FILE, &reason)?);
                Ok(())
            }
            Some(Ok(draft)) => {
                if self.store.log.is_empty() {
                    self.store.keep(None, &draft)?;
                    self.draft = Some(draft);
                    // The draft is in the new file now.
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

/// Returns the draft that results from the records.
fn draft_of(records: Vec<Value>) -> Result<Option<Draft>, StoreError> {
    let mut draft = None;
    for (index, value) in records.into_iter().enumerate() {
        let corrupt = |why: String| StoreError::Corrupt(format!("record {}: {why}", index + 1));
        let record: DraftRecord = read_unjudged(value.clone()).map_err(|error| corrupt(error.to_string()))?;
        let again = serde_json::to_value(&record).unwrap_or_default();
        if let Some(name) = earlier::unknown_member(&value, &again) {
            return Err(corrupt(format!("unknown property {name:?} of a draft")));
        }
        draft = Some(record.apply(draft).map_err(|why| corrupt(why.to_owned()))?);
    }
    Ok(draft)
}

/// Renames a file that cannot be read, and returns a note for the user.
fn set_aside(folder: &Path, name: &str, reason: &str) -> Result<String, StoreError> {
    let aside = move_aside(folder, name, "damaged")?;
    let path = folder.join(name);
    Ok(format!(
        "{}: not a draft ({reason}); it was kept as {}, and the session starts without its content",
        path.display(),
        aside.display()
    ))
}

/// Renames a file and its journal to an unused name.
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
