//! Remembers that a run found everything fresh, so that it need not be made again while nothing has changed.
//!
//! A record belongs to one question: who asks, where, and with which options. It holds what the run looked at, each with a
//! digest of names and bytes, and what the run said. [`Memory::recall`] gives that back only if the executable is the same
//! one and every digest is as it was. Whatever goes wrong, from a folder that cannot be written to a record that was damaged,
//! there is no answer, and the run is made.

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
use crate::unfinished::hold;

/// The first line of a record; another number when its form changes.
const MARK: &str = "planwright fresh 1";
/// Records beyond which the folder is emptied: they are of projects that were moved away, of old executables and of trials.
const MAX_RECORDS: usize = 256;

/// The records of one question.
#[derive(Debug)]
pub struct Memory {
    folder: PathBuf,
    question: String,
}

/// What a run looks at, as it is found when the run begins.
#[derive(Debug, Default)]
pub struct Seen {
    /// A digest is `None` where nothing can be remembered.
    looks: Vec<(Look, Option<String>)>,
}

impl Seen {
    /// Looks at what the run will read.
    pub fn begin(looks: impl IntoIterator<Item = Look>) -> Self {
        let mut seen = Self::default();
        seen.look(looks);
        seen
    }

    /// Looks at more that the run will read.
    pub fn look(&mut self, looks: impl IntoIterator<Item = Look>) {
        self.looks.extend(looks.into_iter().map(|look| (look.clone(), look.digest())));
    }

    /// Adds a file that the run has read only now: its bytes, or that it is not there.
    pub fn file(&mut self, path: &Path, bytes: Option<&[u8]>) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.looks.push((Look::File(path), Some(look::of_file(bytes))));
    }
}

impl Memory {
    /// The memory for a question of the running executable in the current folder. `None` where there is no place for it.
    pub fn of(question: &str) -> Option<Self> {
        Self::within(&cache_folder()?, question)
    }

    /// [`of`](Self::of) with a place.
    pub fn within(folder: &Path, question: &str) -> Option<Self> {
        let here = env::current_dir().ok()?;
        let parts = [&identity(&env::current_exe().ok()?)?, here.to_str()?, question];
        let question = look::of_bytes(parts.map(|part| format!("{} {part}\n", part.len())).concat().as_bytes());
        Some(Self { folder: folder.to_owned(), question })
    }

    /// What the last run said, if all is as it was then.
    pub fn recall(&self) -> Option<String> {
        let text = String::from_utf8(read_own_file(&self.path()).ok()?).ok()?;
        let (body, digest) = text.rsplit_once('\n')?;
        let (head, answer) = body.split_once("\n\n")?;
        let mut lines = head.lines();
        if look::of_bytes(body.as_bytes()) != digest || lines.next()? != MARK || lines.next()? != self.question {
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

    /// Remembers what a run said that changed nothing and found nothing, if what it looked at is still as it was before.
    pub fn keep(&self, seen: &Seen, answer: &str) {
        // Without a record the next run is made in full; nobody needs to hear of that.
        let _ = self.try_keep(seen, &Created::default(), answer);
    }

    /// Remembers what the next run will say, after a run that has done no more than create files: all of them are there as they were
    /// written, and everything else is as it was before.
    pub fn keep_after(&self, seen: &Seen, created: &Created, answer: &str) {
        stamp::wait_for_tick();
        let _ = self.try_keep(seen, created, answer);
    }

    fn try_keep(&self, seen: &Seen, created: &Created, answer: &str) -> Option<()> {
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
        let digest = look::of_bytes(body.as_bytes());
        let _unfinished = hold();
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

/// The folder for what can be made again, by the custom of the system.
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

/// Which executable this is: what cannot stay as it is when another one takes its place.
fn identity(executable: &Path) -> Option<String> {
    let known = fs::metadata(executable).ok()?;
    let modified = known.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let version = env!("CARGO_PKG_VERSION");
    Some(format!("{version} {} {} {modified:?} {}", executable.to_str()?, known.len(), inode(&known)))
}

/// The time of modification can be set; the number of the file and the time of its last change cannot.
#[cfg(unix)]
fn inode(known: &fs::Metadata) -> String {
    use std::os::unix::fs::MetadataExt as _;
    format!("{} {} {} {}", known.dev(), known.ino(), known.ctime(), known.ctime_nsec())
}

#[cfg(not(unix))]
fn inode(known: &fs::Metadata) -> String {
    format!("{:?}", known.created().ok())
}
