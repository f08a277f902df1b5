//! Folders that are made and removed, paths relative to them, and errors that name their path.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// `path` below `root`, with `/` between the parts; `None` where it is not UTF-8 and so cannot be ours.
pub(crate) fn relative(root: &Path, path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.strip_prefix(root).ok()?.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}

/// The same error with the path in front.
pub(crate) fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
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
