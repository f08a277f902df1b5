//! Collects the files that a schema file refers to. The caller reads them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use planwright_source::{Syntax, decode};
use serde_json::Value;

use crate::keywords::references_below;
use crate::uri::{declared_uri, referred_path, without_query};

/// Path of a schema file relative to the folder of its set, and its bytes.
pub type SchemaText = (String, Vec<u8>);

/// Access to the files of a user.
#[derive(Clone, Copy)]
pub struct FileAccess<'a> {
    /// Reads a file.
    pub read: &'a dyn Fn(&Path) -> io::Result<Vec<u8>>,
    /// Lists the names of the files directly in a folder, sorted.
    pub list: &'a dyn Fn(&Path) -> io::Result<Vec<String>>,
}

impl fmt::Debug for FileAccess<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileAccess").finish_non_exhaustive()
    }
}

/// A file or folder that cannot be read.
#[derive(Debug)]
pub struct UnreadablePath {
    /// The path.
    pub path: PathBuf,
    /// The reason.
    pub error: io::Error,
}

impl fmt::Display for UnreadablePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for UnreadablePath {}

/// Adds the files that the first files refer to: by path if they are below `folder`, by URI if they are directly in it.
///
/// A reference to a file that does not exist is skipped. It is an error of the schema, with a position.
pub fn add_referred_files(
    texts: &mut Vec<SchemaText>,
    folder: &Path,
    access: FileAccess<'_>,
) -> Result<(), UnreadablePath> {
    let mut known: BTreeSet<String> = texts.iter().map(|(path, _)| path.clone()).collect();
    let mut by_uri = None;
    let mut next = 0;
    while let Some((base, bytes)) = texts.get(next) {
        let base = base.clone();
        for reference in references_below(&parsed(&base, bytes).unwrap_or_default()) {
            if reference.contains("://") {
                let named = match &mut by_uri {
                    Some(named) => named,
                    none => none.insert(files_by_uri(folder, access)?),
                };
                let files = named.remove(without_query(&reference)).unwrap_or_default();
                texts.extend(files.into_iter().filter(|(path, _)| known.insert(path.clone())));
            } else if let Some(path) = referred_path(&base, &reference)
                && known.insert(path.clone())
            {
                texts.extend(read_if_present(&folder.join(&path), access)?.map(|bytes| (path, bytes)));
            }
        }
        next += 1;
    }
    Ok(())
}

/// Reads the schemas directly in a folder, by their URI without query and fragment.
fn files_by_uri(folder: &Path, access: FileAccess<'_>) -> Result<BTreeMap<String, Vec<SchemaText>>, UnreadablePath> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let names = (access.list)(folder).map_err(|error| UnreadablePath { path: folder.to_owned(), error })?;
    let mut files: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for name in names {
        let lower = name.to_ascii_lowercase();
        if !Syntax::ENDINGS.iter().any(|ending| lower.ends_with(ending)) {
            continue;
        }
        let path = folder.join(&name);
        let bytes = (access.read)(&path).map_err(|error| UnreadablePath { path, error })?;
        // References cannot lead to a file that is not JSON.
        if let Some(id) = parsed(&name, &bytes).as_ref().and_then(declared_uri) {
            files.entry(without_query(id).to_owned()).or_default().push((name, bytes));
        }
    }
    Ok(files)
}

fn read_if_present(path: &Path, access: FileAccess<'_>) -> Result<Option<Vec<u8>>, UnreadablePath> {
    use io::ErrorKind::{IsADirectory, NotADirectory, NotFound};
    match (access.read)(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if matches!(error.kind(), NotFound | NotADirectory | IsADirectory) => Ok(None),
        Err(error) => Err(UnreadablePath { path: path.to_owned(), error }),
    }
}

fn parsed(path: &str, bytes: &[u8]) -> Option<Value> {
    Some(Syntax::from_path(path).parse(decode(bytes).ok()?).ok()?.value)
}
