//! Folders that are made and removed, paths relative to them, and errors that name their path.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::unfinished::{Unfinished, hold};

/// `path` below `root`, with `/` between the parts; `None` where it is not UTF-8 and so cannot be ours.
pub(crate) fn relative(root: &Path, path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.strip_prefix(root).ok()?.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}

/// The same error with the path in front, once. What a temporary file was called is left out: nobody but us knows the name.
pub(crate) fn at(path: &Path, error: &io::Error) -> io::Error {
    let place = path.display().to_string();
    let text = error.to_string();
    // `tempfile` says so behind the error.
    let text = text.split_once(" at path \"").map_or(text.as_str(), |(before, _)| before);
    let is_named = text.strip_prefix(&place).is_some_and(|rest| rest.starts_with(": "));
    io::Error::new(error.kind(), if is_named { text.to_owned() } else { format!("{place}: {text}") })
}

/// Which folders of files are there. Only the last one is remembered: files come sorted by path.
#[derive(Debug, Default)]
pub struct Parents(Option<(PathBuf, bool)>);

impl Parents {
    /// Whether something stands where the folder of the file should be.
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

/// Creates `folder` and its missing parents, and notes which were made.
pub(crate) fn make_folder(folder: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    // Most folders are there already, and need no list.
    if folder.as_os_str().is_empty() || folder.is_dir() { Ok(()) } else { make_listed(folder, made, &mut hold()) }
}

/// [`make_folder`] for one who holds the list.
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
