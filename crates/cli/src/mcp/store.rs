//! The draft on disk. A change is durable before it is acknowledged: written beside, synced, renamed, and the folder synced.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use planwright_engines::workflow::Draft;

const DRAFT: &str = "draft.json";
const NEW: &str = "draft.json.new";
const LOCK: &str = "lock";

/// A folder that one server uses.
pub(super) struct Store {
    folder: PathBuf,
    /// Held as long as the server lives; the system releases it however that ends.
    _lock: File,
    /// The draft that was there.
    pub(super) draft: Option<Draft>,
    /// What had to be said about the folder.
    pub(super) note: Option<String>,
}

impl Store {
    /// Takes a folder, which is made if it is not there. The error says why not.
    pub(super) fn open(folder: &Path) -> Result<Self, String> {
        let failed = |error: io::Error| format!("{}: {error}", folder.display());
        fs::create_dir_all(folder).map_err(failed)?;
        let lock =
            OpenOptions::new().create(true).truncate(false).write(true).open(folder.join(LOCK)).map_err(failed)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                format!("{}: another server uses this store; give each a folder of its own", folder.display())
            }
            TryLockError::Error(error) => failed(error),
        })?;
        let mut store = Self { folder: folder.to_owned(), _lock: lock, draft: None, note: None };
        store.load()?;
        Ok(store)
    }

    fn load(&mut self) -> Result<(), String> {
        let path = self.folder.join(DRAFT);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        let read = match String::from_utf8(bytes) {
            Ok(text) => Draft::from_text(&text)
                .map_err(|report| report.errors().next().map_or_else(String::new, |error| error.message.clone())),
            Err(error) => Err(error.to_string()),
        };
        match read {
            Ok(draft) => self.draft = Some(draft),
            Err(reason) => {
                let aside = self.aside(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                let note = format!(
                    "{}: this is no draft ({reason}); it was kept as {}, and the session begins without a blueprint",
                    path.display(),
                    aside.display()
                );
                errln!("warning: {note}");
                self.note = Some(note);
            }
        }
        Ok(())
    }

    /// Moves a file that cannot be read out of the way, to a name that is free.
    fn aside(&self, path: &Path) -> io::Result<PathBuf> {
        let names = (1..).map(|number| self.folder.join(format!("{DRAFT}.damaged-{number}")));
        let mut free = names.filter(|name| !name.exists());
        let aside = free.next().ok_or(io::ErrorKind::AlreadyExists)?;
        fs::rename(path, &aside)?;
        sync_folder(&self.folder)?;
        Ok(aside)
    }

    /// Keeps a draft. If that fails, the draft that was kept before is kept still.
    pub(super) fn keep(&self, draft: &Draft) -> io::Result<()> {
        let new = self.folder.join(NEW);
        let mut file = File::create(&new)?;
        file.write_all(&serde_json::to_vec(draft)?)?;
        file.sync_all()?;
        fs::rename(&new, self.folder.join(DRAFT))?;
        sync_folder(&self.folder)
    }
}

/// A rename is durable when its folder is.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Elsewhere a folder cannot be opened as a file, and a rename is the file system's affair.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "it fails elsewhere")]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
