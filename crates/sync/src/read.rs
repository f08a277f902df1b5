//! Reads the inputs of a run: single files, or every file below a folder with a certain ending.

use std::fmt;
use std::fs;
use std::io::{self, BufRead as _, Read as _};
use std::path::Path;
use std::sync::OnceLock;

use walkdir::{DirEntry, WalkDir};

use crate::folders::relative;

/// Largest input that is read, unless [`limit_reads`] sets another limit.
///
/// It exceeds any plan or schema, but does not exhaust a machine's memory.
pub const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Limit of this process, and advice for a user who exceeds it.
static LIMIT: OnceLock<(u64, &'static str)> = OnceLock::new();

/// Sets the largest input that this process reads. `advice` is appended to the error about a larger one. Only the first
/// call has an effect.
pub fn limit_reads(bytes: u64, advice: &'static str) {
    let _ = LIMIT.set((bytes, advice));
}

fn limit() -> u64 {
    LIMIT.get().map_or(MAX_BYTES, |(bytes, _)| *bytes)
}

/// Returns the error message about an input above the limit.
fn too_large() -> String {
    let (bytes, advice) = LIMIT.get().copied().unwrap_or((MAX_BYTES, ""));
    let mib = 1024 * 1024;
    let size = if bytes % mib == 0 { format!("{} MiB", bytes / mib) } else { format!("{bytes} bytes") };
    format!("larger than {size}{advice}")
}

/// Name of the folder for our own records, which is never read as input.
pub(crate) const RECORDS: &str = ".planwright";

/// Error for a path that could not be read.
#[derive(Debug)]
pub struct ReadError {
    /// The path as it was given or found.
    pub path: String,
    /// Message of the operating system, or why the path was rejected.
    pub reason: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.path, self.reason)
    }
}

impl std::error::Error for ReadError {}

/// Reads one file, or standard input for `-`. Rejects folders, and inputs above the limit.
pub fn read_bytes(path: &str) -> Result<Vec<u8>, ReadError> {
    let refuse = |reason: String| ReadError { path: path.to_owned(), reason };
    if path == "-" {
        return read_limited(io::stdin().lock()).map_err(refuse);
    }
    let opened = fs::File::open(path).and_then(|file| Ok((file.metadata()?, file)));
    match opened {
        Ok((found, file)) if !found.is_dir() => read_into(room_for(&found), file).map_err(refuse),
        // Some systems cannot open folders.
        Err(error) if !Path::new(path).is_dir() => Err(refuse(error.to_string())),
        _ => Err(refuse("is a folder; name a file".to_owned())),
    }
}

/// Reads a file that the user did not name, for example because another file refers to it.
///
/// Accepts regular files and links to them, within the limit. Rejects devices and pipes, which have no end.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    read_found(path, &fs::metadata(path)?)
}

fn read_found(path: &Path, found: &fs::Metadata) -> io::Result<Vec<u8>> {
    if found.is_dir() {
        // This fails, with the error of the operating system.
        return fs::read(path);
    }
    if !found.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "is not a regular file"));
    }
    read_into(room_for(found), fs::File::open(path)?).map_err(io::Error::other)
}

/// Returns a buffer with room for the file and one more byte, so that the end is detected without another allocation.
fn room_for(found: &fs::Metadata) -> Vec<u8> {
    let mut bytes = Vec::new();
    // If there is too little memory, reading reports it.
    let _ = bytes.try_reserve_exact(usize::try_from(found.len().min(limit()).saturating_add(1)).unwrap_or_default());
    bytes
}

/// Lists the names of the files directly in a folder, sorted. A link counts as what it leads to.
pub fn list_folder(folder: &Path) -> io::Result<Vec<String>> {
    let names = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.file_name()));
    let mut names = names.collect::<io::Result<Vec<_>>>()?;
    names.retain(|name| !folder.join(name).is_dir());
    names.sort_unstable();
    Ok(names.into_iter().map(|name| name.to_string_lossy().into_owned()).collect())
}

/// Same as [`read_file`], for paths that we write to. Rejects links, because their targets are not ours.
pub fn read_own_file(path: &Path) -> io::Result<Vec<u8>> {
    let found = fs::symlink_metadata(path)?;
    if found.is_symlink() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "is a symbolic link"));
    }
    read_found(path, &found)
}

/// Returns the next line of a stream without its line break, or `None` at the end. Rejects lines above the limit.
pub fn read_line(from: &mut impl io::BufRead) -> Result<Option<Vec<u8>>, String> {
    let mut line = Vec::new();
    let limit = limit();
    let count = from.take(limit.saturating_add(1)).read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
    if count as u64 > limit {
        return Err(too_large());
    }
    while line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
        line.pop();
    }
    Ok((count > 0).then_some(line))
}

fn read_limited(from: impl io::Read) -> Result<Vec<u8>, String> {
    read_into(Vec::new(), from)
}

fn read_into(mut bytes: Vec<u8>, from: impl io::Read) -> Result<Vec<u8>, String> {
    let limit = limit();
    from.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > limit {
        return Err(too_large());
    }
    Ok(bytes)
}

/// Reads every file below `root` whose name ends in `suffix`, ignoring ASCII case. Returns the contents by relative
/// path, sorted.
///
/// - A link to a file is read as that file.
/// - A link to a folder is not followed, so that the walk ends; [`list_tree_of`] lists these links.
/// - A folder `.planwright` below `root` contains our own records and is skipped.
///
/// # Errors
///
/// Broken links, pipes and other special files, and names that are not UTF-8 are errors.
pub fn read_tree(root: &Path, suffix: &str) -> Result<Vec<(String, Vec<u8>)>, Vec<ReadError>> {
    read_tree_of(root, &[suffix])
}

/// Same as [`read_tree`], for names that end in any of `suffixes`.
pub fn read_tree_of(root: &Path, suffixes: &[&str]) -> Result<Vec<(String, Vec<u8>)>, Vec<ReadError>> {
    let (TreeListing { files: paths, .. }, mut errors) = list(root, suffixes);
    let mut files = Vec::new();
    for path in paths {
        match read_bytes(&root.join(&path).display().to_string()) {
            Ok(bytes) => files.push((path, bytes)),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(files) } else { Err(errors) }
}

/// Returns the paths that [`read_tree`] reads.
pub fn list_tree(root: &Path, suffix: &str) -> Result<Vec<String>, Vec<ReadError>> {
    list_tree_of(root, &[suffix]).map(|listing| listing.files)
}

/// Files below a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeListing {
    /// Relative paths of the files, sorted.
    pub files: Vec<String>,
    /// Relative paths of the links to folders, which were not followed.
    pub linked_folders: Vec<String>,
}

/// Returns the paths that [`read_tree_of`] reads, and the links that it does not follow.
pub fn list_tree_of(root: &Path, suffixes: &[&str]) -> Result<TreeListing, Vec<ReadError>> {
    let (listing, errors) = list(root, suffixes);
    if errors.is_empty() { Ok(listing) } else { Err(errors) }
}

/// Returns the regular files below a folder that we write to. Links are skipped, because their targets are not ours.
pub fn list_own_tree(root: &Path, suffix: &str) -> Result<Vec<String>, Vec<ReadError>> {
    let entries = WalkDir::new(root).sort_by_file_name().into_iter();
    let (mut files, mut errors) = (Vec::new(), Vec::new());
    for entry in entries.filter_entry(|entry| entry.depth() == 0 || entry.file_name() != RECORDS) {
        match entry {
            Ok(entry) if entry.file_type().is_file() => {
                files.extend(relative(root, entry.path()).filter(|path| path.ends_with(suffix)));
            }
            Ok(_) => {}
            Err(error) => errors.push(walk_error(root, error)),
        }
    }
    if errors.is_empty() { Ok(files) } else { Err(errors) }
}

/// Returns whether a path ends in one of the suffixes, ignoring ASCII case.
pub fn has_suffix(path: &str, suffixes: &[impl AsRef<str>]) -> bool {
    let ends = |suffix: &str| {
        let start = path.len().checked_sub(suffix.len());
        start.and_then(|start| path.get(start..)).is_some_and(|end| end.eq_ignore_ascii_case(suffix))
    };
    suffixes.iter().any(|suffix| ends(suffix.as_ref()))
}

fn walk_error(root: &Path, error: walkdir::Error) -> ReadError {
    let path = error.path().unwrap_or(root).display().to_string();
    let reason = error.into_io_error().map_or_else(|| "a loop of links".to_owned(), |error| error.to_string());
    ReadError { path, reason }
}

fn list(root: &Path, suffixes: &[&str]) -> (TreeListing, Vec<ReadError>) {
    let mut listing = TreeListing::default();
    let mut errors = Vec::new();
    let is_input = |entry: &DirEntry| entry.depth() == 0 || entry.file_name() != RECORDS;
    for entry in WalkDir::new(root).sort_by_file_name().into_iter().filter_entry(is_input) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                errors.push(walk_error(root, error));
                continue;
            }
        };
        let kind = entry.file_type();
        // The ending of a name that is not UTF-8 can still be compared.
        let is_wanted = has_suffix(&entry.file_name().to_string_lossy(), suffixes);
        let mut refuse = |reason: &str| {
            errors.push(ReadError { path: entry.path().display().to_string(), reason: reason.to_owned() });
        };
        let path = relative(root, entry.path());
        let found =
            if kind.is_symlink() { fs::metadata(entry.path()).map(|found| found.file_type()) } else { Ok(kind) };
        match (found, path) {
            (Ok(found), Some(path)) if found.is_dir() && kind.is_symlink() && entry.depth() > 0 => {
                listing.linked_folders.push(path);
            }
            (Ok(found), _) if found.is_dir() || !is_wanted => {}
            (Err(_), _) if !is_wanted => {}
            (Ok(found), Some(path)) if found.is_file() => listing.files.push(path),
            (Ok(found), None) if found.is_file() => refuse("its name is not UTF-8; rename it"),
            (Ok(_), _) => refuse("is not a regular file"),
            (Err(error), _) => refuse(&format!("a broken link: {error}")),
        }
    }
    (listing, errors)
}
