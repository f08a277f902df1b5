//! Loads schemas from files, folders, git revisions and baselines.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};
use std::path::Path;

use planwright_schema::uri::referred_path;
use planwright_sync::{read_bytes, read_file};
use serde_json::{Value, json};

use super::is_file;
use planwright_project::exit::Failure;
use planwright_project::git;
use planwright_project::own_file;
use planwright_project::schemas;

/// Marker of a baseline file.
const MARK: &str = "planwright drift baseline 1";

/// Schemas by path.
pub(super) struct Library {
    /// Prefix of each path in messages.
    folder: String,
    pub files: BTreeMap<String, Vec<u8>>,
    /// The file to compare, or `None` for a folder. All other files are those that it refers to.
    pub entry: Option<String>,
}

impl Library {
    /// Returns a path as the user knows it.
    pub(super) fn location(&self, path: &str) -> String {
        format!("{}{path}", self.folder)
    }
}

/// Loads a file with all files that it refers to, or all schemas of a folder.
pub(super) fn path(path: &Path) -> Result<Library, Failure> {
    if is_file(path) {
        let path_text = path.display().to_string();
        return file(&path_text, read_bytes(&path_text).map_err(Failure::one)?);
    }
    let files: BTreeMap<String, Vec<u8>> = schemas::below(path)?.into_iter().collect();
    if files.is_empty() {
        return Err(Failure::one(format!("{}: no {} below this folder", path.display(), schemas::FILES)));
    }
    let folder = format!("{}/", path.display().to_string().trim_end_matches('/'));
    Ok(Library { folder, files, entry: None })
}

/// Loads the files that a file refers to. The file itself is not read again, because it may be a pipe.
fn file(path: &str, bytes: Vec<u8>) -> Result<Library, Failure> {
    let (folder, name) = split(path);
    let read = |path: &str| {
        let location = format!("{folder}{path}");
        match read_file(Path::new(&location)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if is_absent(&error) || location.contains('\0') => Ok(None),
            Err(error) => Err(Failure::one(format!("{location}: {error}"))),
        }
    };
    reachable(folder.clone(), name, Some(bytes), &read)
}

/// Returns `true` if no file has the path, as opposed to a file that cannot be read.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::InvalidFilename)
}

/// Loads the same file or folder from a git revision. A file that does not exist there leaves the library empty.
pub(super) fn revision(path: &Path, revision: &str) -> Result<Library, Failure> {
    let path_text = path.display().to_string();
    let (folder, name) = split(&path_text);
    let inside = if !is_file(path) {
        path_text.as_str()
    } else if folder.is_empty() {
        "."
    } else {
        folder.as_str()
    };
    git::require_revision(inside, revision)?;
    if is_file(path) {
        let names: BTreeSet<String> = git::paths(inside, revision)?.into_iter().collect();
        let read = |path: &str| names.contains(path).then(|| git::file(inside, revision, path)).transpose();
        let entry = read(&name)?;
        return reachable(format!("{revision}:{folder}"), name, entry, &read);
    }
    let mut names = git::paths(&path_text, revision)?;
    names.retain(|name| schemas::is_one(name));
    let files = git::files(&path_text, revision, &names)?.into_iter().collect();
    Ok(Library { folder: format!("{revision}:{}/", path_text.trim_end_matches('/')), files, entry: None })
}

/// Loads a library that an earlier run wrote.
pub(super) fn baseline(file: &Path, path: &Path) -> Result<Library, Failure> {
    let path_text = file.display().to_string();
    if file.is_dir() {
        return self::path(&if is_file(path) {
            file.join(path.file_name().unwrap_or_default())
        } else {
            file.to_owned()
        });
    }
    let bytes = read_bytes(&path_text).map_err(Failure::one)?;
    let kept: Option<Value> = serde_json::from_slice(&bytes).ok();
    let kept = kept.filter(|kept| kept.get("kind").and_then(Value::as_str) == Some(MARK));
    if kept.is_none() && is_file(path) && file != path && schemas::is_one(&path_text) {
        return self::file(&path_text, bytes);
    }
    let files = kept.as_ref().and_then(|kept| kept.get("files")).and_then(Value::as_object).ok_or_else(|| {
        Failure::one(format!(
            "{path_text}: not a planwright baseline; create one with `planwright drift --write-baseline`"
        ))
    })?;
    let text = |(path, text): (&String, &Value)| match text.as_str() {
        Some(text) => Ok((path.clone(), text.as_bytes().to_vec())),
        None => Err(Failure::one(format!(
            "{path_text}: the contents of {path:?} are not a string; write the baseline again"
        ))),
    };
    let files: BTreeMap<String, Vec<u8>> = files.iter().map(text).collect::<Result<_, _>>()?;
    let entry = is_file(path).then(|| split(&path.display().to_string()).1);
    if let Some(entry) = entry.as_ref().filter(|entry| !files.contains_key(*entry)) {
        return Err(Failure::one(format!("{path_text}: the baseline has no {entry:?}")));
    }
    Ok(Library { folder: format!("{path_text}:"), files, entry })
}

/// Writes a library to one file.
pub(super) fn write_baseline(file: &Path, library: &Library) -> Result<(), Failure> {
    let mut files = serde_json::Map::new();
    for (path, bytes) in &library.files {
        let text = std::str::from_utf8(bytes)
            .map_err(|error| Failure::one(format!("{}: not UTF-8: {error}", library.location(path))))?;
        files.insert(path.clone(), Value::from(text));
    }
    let text = format!("{:#}\n", json!({ "kind": MARK, "files": files }));
    own_file::write(file, text, "baseline", |there| there.contains(MARK)).map(drop)
}

fn split(path: &str) -> (String, String) {
    path.rsplit_once('/')
        .map_or((String::new(), path.to_owned()), |(folder, name)| (format!("{folder}/"), name.to_owned()))
}

/// Reads a file, or returns `None` if it does not exist.
type ReadFile<'r> = &'r dyn Fn(&str) -> Result<Option<Vec<u8>>, Failure>;

/// Loads a file, and the files below its folder that it refers to.
fn reachable(folder: String, entry: String, bytes: Option<Vec<u8>>, read: ReadFile<'_>) -> Result<Library, Failure> {
    let mut files = BTreeMap::new();
    let mut pending: Vec<(String, Vec<u8>)> = bytes.map(|bytes| (entry.clone(), bytes)).into_iter().collect();
    while let Some((path, bytes)) = pending.pop() {
        let found = schemas::references(&path, &bytes);
        let referred: BTreeSet<String> = found.iter().filter_map(|reference| referred_path(&path, reference)).collect();
        files.insert(path, bytes);
        for path in referred {
            if !files.contains_key(&path) && !pending.iter().any(|(known, _)| *known == path) {
                pending.extend(read(&path)?.map(|bytes| (path, bytes)));
            }
        }
    }
    Ok(Library { folder, files, entry: Some(entry) })
}
