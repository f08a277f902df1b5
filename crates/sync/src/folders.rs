//! Creates and removes folders, makes paths relative, and adds paths to errors.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::unfinished::{Unfinished, lock_unfinished};

/// Returns `path` relative to `root`, with `/` between the components, or `None` if it is not UTF-8.
///
/// This crate writes only UTF-8 paths, so such a file cannot be ours.
pub(crate) fn relative(root: &Path, path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.strip_prefix(root).ok()?.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}

/// Returns the error with the path in front, unless the error names it already.
///
/// The path of a temporary file is removed, because its random name means nothing to users.
pub(crate) fn with_path(path: &Path, error: &io::Error) -> io::Error {
    let place = path.display().to_string();
    let text = error.to_string();
    // `tempfile` appends the path to the error.
    let text = text.split_once(" at path \"").map_or(text.as_str(), |(before, _)| before);
    let is_named = text.strip_prefix(&place).is_some_and(|rest| rest.starts_with(": "));
    io::Error::new(error.kind(), if is_named { text.to_owned() } else { format!("{place}: {text}") })
}

/// Remembers whether the folder of a file exists. Only the last folder is kept, because files are sorted by path.
#[derive(Debug, Default)]
pub struct Parents(Option<(PathBuf, bool)>);

impl Parents {
    /// Returns whether anything exists at the path of the file's folder.
    pub fn is_there(&mut self, file: &Path) -> bool {
        let folder = file.parent().unwrap_or(Path::new(""));
        match &self.0 {
            Some((known, is_there)) if known == folder => *is_there,
            _ => {
                let is_there = folder.as_os_str().is_empty() || fs::symlink_metadata(folder).is_ok();
                self.0.insert((folder.to_owned(), is_there)).1
            }
        }
    }
}

/// Creates `folder` and its missing parents, and adds each new folder to `made`.
pub(crate) fn make_folder(folder: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    // Most folders exist already, and need no lock on the list.
    if folder.as_os_str().is_empty() || folder.is_dir() {
        Ok(())
    } else {
        make_listed(folder, made, &mut lock_unfinished())
    }
}

/// Same as [`make_folder`], for callers that hold the lock on the list.
pub(crate) fn make_listed(folder: &Path, made: &mut Vec<PathBuf>, unfinished: &mut Unfinished) -> io::Result<()> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    if let Some(parent) = folder.parent() {
        make_listed(parent, made, unfinished)?;
    }
    match fs::create_dir(folder) {
        Ok(()) => {
            unfinished.paths.insert(folder.to_owned());
            made.push(folder.to_owned());
        }
        // Another process created it in the meantime and may have removed it again. Opening a file in it then fails.
        Err(error) if error.kind() == ErrorKind::AlreadyExists && !is_other_than_folder(folder) => {}
        Err(error) => return Err(with_path(folder, &error)),
    }
    Ok(())
}

/// Returns whether the path exists and is not a folder.
fn is_other_than_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| !found.is_dir())
}

/// Removes folders, newest first. Folders that are not empty are kept.
pub(crate) fn remove_empty(folders: &[PathBuf]) {
    for folder in folders.iter().rev() {
        let _ = fs::remove_dir(folder);
    }
}
