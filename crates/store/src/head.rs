//! The head of the chains, kept in a file that does not belong to the store.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use planwright_agent::controller::StoreError;
use rusqlite::Connection;

use crate::chain;

/// Two hashes in hexadecimal, what is between them, and a line end.
const MAX_BYTES: u64 = 200;

/// The file, if one was named; shared by all parts of a store.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptHead(Rc<RefCell<Option<PathBuf>>>);

impl KeptHead {
    pub(crate) fn to(&self, file: &Path) {
        self.0.replace(Some(file.to_owned()));
    }

    /// Writes the head as it is now, after a commit.
    pub(crate) fn keep(&self, connection: &Connection) -> Result<(), StoreError> {
        let file = self.0.borrow();
        let Some(file) = file.as_deref() else { return Ok(()) };
        let head = chain::head(connection)?;
        let kept =
            || StoreError::Failed(format!("{}: the change is made, but its head could not be kept", file.display()));
        write(file, &head).map_err(|error| StoreError::Failed(format!("{}: {error}", kept())))
    }
}

/// The head that is kept in a file; `None` where there is no file.
pub fn read(file: &Path) -> Result<Option<String>, StoreError> {
    let failed = |error: io::Error| StoreError::Failed(format!("{}: {error}", file.display()));
    let opened = match File::open(file) {
        Ok(opened) => opened,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let mut text = String::new();
    opened.take(MAX_BYTES).read_to_string(&mut text).map_err(failed)?;
    let head = text.trim_end();
    let is_hash = |part: &str| part.len() == 64 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    match head.split_once(':') {
        Some((log, state)) if is_hash(log) && is_hash(state) => Ok(Some(head.to_owned())),
        _ => Err(StoreError::Failed(format!("{} holds no head", file.display()))),
    }
}

/// The error of a store that does not lead through the head in a file.
pub(crate) fn lost(file: &Path) -> StoreError {
    StoreError::Corrupt(format!("the chains do not contain the head in {}", file.display()))
}

/// Replaces the file as a whole; it is on the disk when this returns.
fn write(file: &Path, head: &str) -> io::Result<()> {
    let mut name = file.file_name().ok_or(ErrorKind::InvalidInput)?.to_owned();
    name.push(".new");
    let new = file.with_file_name(name);
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut written = options.open(&new)?;
    writeln!(written, "{head}")?;
    written.sync_all()?;
    fs::rename(&new, file)?;
    if cfg!(unix) {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
