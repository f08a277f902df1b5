//! Detects changes of files from metadata, without reading their contents.
//!
//! Like the index of Git, this trusts the file system: a write updates the time of the last change, which no program
//! can set. Two writes within one tick of the clock get the same time. A file that was changed less than [a
//! tick](is_outside_tick) ago therefore has no stamp.

use std::collections::{HashMap, HashSet};
use std::fs::{self, Metadata};
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use sha2::{Digest as _, Sha256};
use walkdir::WalkDir;

use crate::digest::{finish, is_absent};
use crate::folders::relative;

/// Longer than one tick of a file system clock with fractions of a second. Kernels tick at least a hundred times per
/// second.
const TICK: Duration = Duration::from_millis(50);
/// The same for file systems that store whole seconds. Some store only every other second.
const COARSE_TICK: Duration = Duration::from_secs(3);

/// Identity of a file, and its state when it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WrittenState {
    device: u64,
    number: u64,
    size: u64,
    modified: (i64, i64),
}

/// Stamp of a file.
#[derive(Clone, Copy, Debug)]
struct FileStamp {
    written: WrittenState,
    /// Time of the last change, including a change of the name.
    changed: (i64, i64),
}

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "other systems have none")]
fn stamp(found: &Metadata) -> Option<FileStamp> {
    use std::os::unix::fs::MetadataExt as _;
    let modified = (found.mtime(), found.mtime_nsec());
    let written = WrittenState { device: found.dev(), number: found.ino(), size: found.len(), modified };
    Some(FileStamp { written, changed: (found.ctime(), found.ctime_nsec()) })
}

/// No stamp: only times that can be set are available.
#[cfg(not(unix))]
fn stamp(_: &Metadata) -> Option<FileStamp> {
    None
}

/// Files that a run has created, each with its state after it was written.
#[derive(Debug, Default)]
pub struct Created {
    files: HashMap<PathKey, WrittenState>,
    /// Whether the state of one of them is unknown.
    is_unknown: bool,
}

impl Created {
    pub(crate) fn with_room(count: usize) -> Self {
        Self { files: HashMap::with_capacity(count), is_unknown: false }
    }

    /// Returns the number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns whether there are no files.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Adds the file at `target`, whose folder has the real path `folder`.
    pub(crate) fn add(&mut self, folder: Option<&Path>, target: &Path, written: Option<WrittenFile>) {
        match (folder, target.file_name(), written) {
            (Some(folder), Some(name), Some(WrittenFile(written))) => {
                self.files.insert(PathKey::from_path(&folder.join(name)), written);
            }
            _ => self.is_unknown = true,
        }
    }
}

/// Hash of a created file's path, to save memory.
///
/// If two paths have the same hash, one of the files appears to be changed, and nothing is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PathKey(u64);

impl PathKey {
    fn from_path(path: &Path) -> Self {
        let mut hasher = DefaultHasher::new();
        path.as_os_str().hash(&mut hasher);
        Self(hasher.finish())
    }
}

/// State of an open file after its content was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenFile(WrittenState);

impl WrittenFile {
    pub(crate) fn from_file(file: &fs::File) -> Option<Self> {
        Some(Self(stamp(&file.metadata().ok()?)?.written))
    }
}

/// Digests of the stamps of files.
pub(crate) struct StampDigests {
    /// Digest of all files except the created ones.
    pub others: String,
    /// Digest of all files.
    pub all: String,
    /// Whether there are files and all of them were created. Their folder may be new too.
    pub is_new: bool,
}

impl StampDigests {
    /// Returns whether nothing has changed except the created files.
    pub(crate) fn is_as_before(&self, before: &str) -> bool {
        before == self.others || (self.is_new && before == ABSENT)
    }
}

/// Digest of a missing file or folder.
const ABSENT: &str = "absent";

/// Waits until the clock of the file system has advanced past the latest writes.
pub(crate) fn wait_for_tick() {
    sleep(TICK * 2);
}

/// Returns digests of the stamps of a file, or of all files below a folder, by path. Adds the created files that exist
/// to `seen`.
///
/// Returns `None` if the stamps are not conclusive: there are links, or something cannot be read or has just changed.
pub(crate) fn digests(root: &Path, created: &Created, seen: &mut HashSet<PathKey>) -> Option<StampDigests> {
    if created.is_unknown {
        return None;
    }
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let real = match fs::canonicalize(root) {
        Ok(real) => real,
        Err(error) if is_absent(&error) => {
            return Some(StampDigests { others: ABSENT.to_owned(), all: ABSENT.to_owned(), is_new: false });
        }
        Err(_) => return None,
    };
    let (mut others, mut all) = (Sha256::new(), Sha256::new());
    let (mut has_others, mut has_created) = (false, false);
    for entry in WalkDir::new(&real).sort_by_file_name() {
        let entry = entry.ok()?;
        let kind = entry.file_type();
        if kind.is_dir() {
            continue;
        }
        if !kind.is_file() {
            return None;
        }
        let stamp = stamp(&entry.metadata().ok()?)?;
        if !is_outside_tick(&stamp, now) {
            return None;
        }
        let line = line(&relative(&real, entry.path())?, &stamp);
        all.update(line.as_bytes());
        let key = PathKey::from_path(entry.path());
        match created.files.get(&key) {
            Some(written) if *written == stamp.written => {
                has_created = true;
                seen.insert(key);
            }
            Some(_) => return None,
            None => {
                has_others = true;
                others.update(line.as_bytes());
            }
        }
    }
    Some(StampDigests { others: finish(others), all: finish(all), is_new: has_created && !has_others })
}

/// Returns whether a later write would give the file a different time.
fn is_outside_tick(stamp: &FileStamp, now: Duration) -> bool {
    [stamp.changed, stamp.written.modified].into_iter().all(|(seconds, nanoseconds)| {
        let tick = if nanoseconds == 0 { COARSE_TICK } else { TICK };
        let Ok(seconds) = u64::try_from(seconds) else { return true };
        let nanoseconds = u32::try_from(nanoseconds).unwrap_or_default();
        Duration::new(seconds, nanoseconds) + tick < now
    })
}

fn line(path: &str, stamp: &FileStamp) -> String {
    let FileStamp { written: WrittenState { device, number, size, modified }, changed } = stamp;
    format!(
        "{} {path} {device} {number} {size} {}.{} {}.{}\n",
        path.len(),
        modified.0,
        modified.1,
        changed.0,
        changed.1
    )
}
