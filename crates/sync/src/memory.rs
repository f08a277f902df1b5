//! Caches the result of a run that found everything up to date, so that the next run can be skipped.
//!
//! A record belongs to one question: the executable, the folder and the options. It contains the inputs of the run with
//! their digests, and the output of the run. [`Memory::recall`] returns the output only if the executable and every
//! digest are unchanged.
//!
//! Any error, such as a read-only folder or a damaged record, means that there is no answer and the run is made.

use std::collections::HashSet;
use std::env;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use tempfile::NamedTempFile;

use crate::look::{self, Look};
use crate::read::read_own_file;
use crate::stamp::{self, Created};
use crate::unfinished::lock_unfinished;

/// First line of a record. The number changes with the format.
const MARK: &str = "planwright fresh 1";
/// Maximum number of records. Above it, the folder is emptied, because old records belong to moved projects, old
/// executables and experiments.
const MAX_RECORDS: usize = 256;

/// The records of one question.
#[derive(Debug)]
pub struct Memory {
    folder: PathBuf,
    question: String,
}

/// Inputs of a run, with their state when the run began.
#[derive(Debug, Default)]
pub struct Seen {
    /// Each input with its digest, or `None` if nothing can be remembered.
    looks: Vec<(Look, Option<String>)>,
}

impl Seen {
    /// Records the state of the inputs that the run will read.
    pub fn begin(looks: impl IntoIterator<Item = Look>) -> Self {
        let mut seen = Self::default();
        seen.add_inputs(looks);
        seen
    }

    /// Records the state of further inputs.
    pub fn add_inputs(&mut self, looks: impl IntoIterator<Item = Look>) {
        self.looks.extend(looks.into_iter().map(|look| (look.clone(), look.digest())));
    }

    /// Adds a file that the run has just read: its bytes, or `None` if it is missing.
    pub fn file(&mut self, path: &Path, bytes: Option<&[u8]>) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.looks.push((Look::File(path), Some(look::file_digest(bytes))));
    }
}

impl Memory {
    /// Returns the memory for a question of the running executable in the current folder, or `None` if there is no
    /// cache folder.
    pub fn for_question(question: &str) -> Option<Self> {
        Self::in_folder(&cache_folder()?, question)
    }

    /// Same as [`for_question`](Self::for_question), with an explicit cache folder.
    pub fn in_folder(folder: &Path, question: &str) -> Option<Self> {
        let here = env::current_dir().ok()?;
        let parts = [&identity(&env::current_exe().ok()?)?, here.to_str()?, question];
        let question =
            crate::digest::sha256_hex(parts.map(|part| format!("{} {part}\n", part.len())).concat().as_bytes());
        Some(Self { folder: folder.to_owned(), question })
    }

    /// Returns the output of the last run if no input has changed since.
    pub fn recall(&self) -> Option<String> {
        let text = String::from_utf8(read_own_file(&self.path()).ok()?).ok()?;
        let (body, digest) = text.rsplit_once('\n')?;
        let (head, answer) = body.split_once("\n\n")?;
        let mut lines = head.lines();
        if crate::digest::sha256_hex(body.as_bytes()) != digest
            || lines.next()? != MARK
            || lines.next()? != self.question
        {
            return None;
        }
        for line in lines {
            let (digest, look) = line.split_once(' ')?;
            if Look::from_line(look)?.digest()? != digest {
                return None;
            }
        }
        Some(answer.to_owned())
    }

    /// Stores the output of a run without changes and findings, if its inputs are unchanged.
    pub fn store_answer(&self, seen: &Seen, answer: &str) {
        // Without a record the next run is made in full, so an error is not reported.
        let _ = self.try_store(seen, &Created::default(), answer);
    }

    /// Stores the output that the next run will print, after a run that only created files.
    ///
    /// Nothing is stored unless all created files are as they were written and every other input is unchanged.
    pub fn store_answer_after(&self, seen: &Seen, created: &Created, answer: &str) {
        stamp::wait_for_tick();
        let _ = self.try_store(seen, created, answer);
    }

    fn try_store(&self, seen: &Seen, created: &Created, answer: &str) -> Option<()> {
        let mut head = format!("{MARK}\n{}\n", self.question);
        let mut there = HashSet::with_capacity(created.len());
        for (look, before) in &seen.looks {
            let before = before.as_ref()?;
            let now = look.digests(created, &mut there).filter(|now| now.is_as_before(before))?;
            head = format!("{head}{} {}\n", now.all, look.to_line()?);
        }
        if there.len() < created.len() {
            return None;
        }
        let body = format!("{head}\n{answer}");
        fs::create_dir_all(&self.folder).ok()?;
        self.make_room();
        let digest = crate::digest::sha256_hex(body.as_bytes());
        let _unfinished = lock_unfinished();
        let mut file = NamedTempFile::new_in(&self.folder).ok()?;
        write!(file, "{body}\n{digest}").ok()?;
        file.persist(self.path()).ok().map(|_| ())
    }

    fn path(&self) -> PathBuf {
        self.folder.join(format!("{}.fresh", self.question))
    }

    fn make_room(&self) {
        let records = fs::read_dir(&self.folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        let records: Vec<PathBuf> = records.filter(|path| path.extension().is_some_and(|end| end == "fresh")).collect();
        if records.len() >= MAX_RECORDS {
            for record in records {
                let _ = fs::remove_file(record);
            }
        }
    }
}

/// Returns the cache folder that the operating system recommends.
fn cache_folder() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Caches"))
    } else {
        folder("XDG_CACHE_HOME").or_else(|| folder("HOME").map(|home| home.join(".cache")))
    };
    base.map(|base| base.join("planwright"))
}

/// Returns a string that identifies the executable and changes if the executable is replaced.
fn identity(executable: &Path) -> Option<String> {
    let known = fs::metadata(executable).ok()?;
    let modified = known.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let version = env!("CARGO_PKG_VERSION");
    Some(format!("{version} {} {} {modified:?} {}", executable.to_str()?, known.len(), inode(&known)))
}

/// The modification time can be set. The inode and the time of the last change cannot.
#[cfg(unix)]
fn inode(known: &fs::Metadata) -> String {
    use std::os::unix::fs::MetadataExt as _;
    format!("{} {} {} {}", known.dev(), known.ino(), known.ctime(), known.ctime_nsec())
}

#[cfg(not(unix))]
fn inode(known: &fs::Metadata) -> String {
    format!("{:?}", known.created().ok())
}
