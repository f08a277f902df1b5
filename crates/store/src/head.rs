//! Keeps the head of the chains in a file outside the store.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use planwright_agent::controller::StoreError;
use rusqlite::Connection;

use crate::chain;
use crate::private::replace_file;

/// Maximum size of the file: two hashes in hexadecimal, a separator and a line break.
const MAX_BYTES: u64 = 200;

/// Path of the file, if one was given. All parts of a store share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptHead(Rc<RefCell<Option<PathBuf>>>);

impl KeptHead {
    pub(crate) fn set_file(&self, file: &Path) {
        self.0.replace(Some(file.to_owned()));
    }

    /// Writes the current head, after a commit.
    pub(crate) fn save(&self, connection: &Connection) -> Result<(), StoreError> {
        let file = self.0.borrow();
        let Some(file) = file.as_deref() else { return Ok(()) };
        let head = chain::head(connection)?;
        let kept =
            || StoreError::Failed(format!("{}: the change is made, but its head could not be kept", file.display()));
        replace_file(file, &format!("{head}\n")).map_err(|error| StoreError::Failed(format!("{}: {error}", kept())))
    }
}

/// Returns the head in a file, or `None` if the file does not exist.
pub fn read_head(file: &Path) -> Result<Option<String>, StoreError> {
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
        _ => Err(StoreError::Failed(format!("{} contains no head", file.display()))),
    }
}

/// Returns the error for a store whose chains do not contain the head in a file.
pub(crate) fn lost(file: &Path) -> StoreError {
    StoreError::Corrupt(format!("the chains do not contain the head in {}", file.display()))
}
