//! Inputs of a run, and digests of their state.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use walkdir::WalkDir;

use crate::digest::{finish, is_absent, sha256_hex};
use crate::folders::relative;
use crate::read::{has_suffix, read_file, read_own_file};
use crate::stamp::{self, Created, PathKey, StampDigests};

/// An input of a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Look {
    /// One file, which may be missing.
    File(PathBuf),
    /// Every file below a folder whose name has one of these endings. The folder may be missing.
    Tree(PathBuf, Vec<String>),
    /// A file, or every file below a folder, identified by stamps instead of contents. Either may be missing.
    Stamps(PathBuf),
}

impl Look {
    /// Returns the input that consists of every file below a folder.
    pub fn all(root: PathBuf) -> Self {
        Self::Tree(root, vec![String::new()])
    }

    /// Returns a string that changes if any byte, name or file changes.
    ///
    /// Returns `None` if something cannot be read, or if a tree contains links, because changes behind them would be
    /// missed.
    pub(crate) fn digest(&self) -> Option<String> {
        match self {
            Self::File(path) => match read_file(path) {
                Ok(bytes) => Some(file_digest(Some(&bytes))),
                Err(error) if is_absent(&error) => Some(file_digest(None)),
                Err(_) => None,
            },
            Self::Tree(root, endings) => tree(root, endings),
            Self::Stamps(root) => Some(stamp::digests(root, &Created::default(), &mut HashSet::new())?.all),
        }
    }

    /// Returns the digests without and with the created files, and adds the created files that exist to `seen`.
    pub(crate) fn digests(&self, created: &Created, seen: &mut HashSet<PathKey>) -> Option<StampDigests> {
        match self {
            Self::Stamps(root) => stamp::digests(root, created, seen),
            Self::File(_) | Self::Tree(..) => {
                let all = self.digest()?;
                Some(StampDigests { others: all.clone(), all, is_new: false })
            }
        }
    }

    /// Returns the line that represents the input in a record, or `None` if it cannot be represented.
    pub(crate) fn to_line(&self) -> Option<String> {
        let (kind, path) = match self {
            Self::File(path) => ("file".to_owned(), path),
            Self::Tree(path, endings) => {
                if endings.iter().any(|ending| ending.contains([' ', ',', '\n', '\r'])) {
                    return None;
                }
                (format!("tree,{}", endings.join(",")), path)
            }
            Self::Stamps(path) => ("stamps".to_owned(), path),
        };
        path.to_str().filter(|path| !path.contains(['\n', '\r'])).map(|path| format!("{kind} {path}"))
    }

    /// Parses a line that [`to_line`](Self::to_line) wrote.
    pub(crate) fn from_line(line: &str) -> Option<Self> {
        match line.split_once(' ')? {
            ("file", path) => Some(Self::File(path.into())),
            ("stamps", path) => Some(Self::Stamps(path.into())),
            (kind, path) => {
                let endings = kind.strip_prefix("tree,")?.split(',').map(str::to_owned);
                Some(Self::Tree(path.into(), endings.collect()))
            }
        }
    }
}

/// Returns the digest of a file with these bytes, or of a missing file.
pub(crate) fn file_digest(bytes: Option<&[u8]>) -> String {
    bytes.map_or_else(|| "absent".to_owned(), sha256_hex)
}

fn tree(root: &Path, endings: &[String]) -> Option<String> {
    let mut hash = Sha256::new();
    let mut part = |bytes: &[u8]| {
        hash.update(u64::try_from(bytes.len()).unwrap_or(u64::MAX).to_le_bytes());
        hash.update(bytes);
    };
    for entry in WalkDir::new(root).sort_by_file_name() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) if error.depth() == 0 && error.io_error().is_some_and(is_absent) => {
                return Some(file_digest(None));
            }
            Err(_) => return None,
        };
        let kind = entry.file_type();
        if kind.is_dir() {
            continue;
        }
        if !kind.is_file() {
            return None;
        }
        let path = relative(root, entry.path())?;
        if has_suffix(&path, endings) {
            part(path.as_bytes());
            part(&read_own_file(entry.path()).ok()?);
        }
    }
    Some(finish(hash))
}
