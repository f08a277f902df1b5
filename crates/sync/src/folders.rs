//! Folders that a run makes for its files, and removes again.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::plan::at;

/// Creates `folder` and its missing parents, and notes which were made.
pub(crate) fn make_folder(folder: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    if let Some(parent) = folder.parent() {
        make_folder(parent, made)?;
    }
    match fs::create_dir(folder) {
        Ok(()) => made.push(folder.to_owned()),
        // Another run made it meanwhile, and may have removed it again: whoever opens a file in it sees that.
        Err(error) if error.kind() == ErrorKind::AlreadyExists && !is_other_than_folder(folder) => {}
        Err(error) => return Err(at(folder, &error)),
    }
    Ok(())
}

/// Whether something that is no folder stands there.
fn is_other_than_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| !found.is_dir())
}

/// Removes folders, newest first; one that is not empty stays.
pub(crate) fn remove_empty(folders: &[PathBuf]) {
    for folder in folders.iter().rev() {
        let _ = fs::remove_dir(folder);
    }
}
