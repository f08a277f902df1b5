//! A folder in which one run at a time stages its files, and the lock that makes it one at a time.
//!
//! A run that is interrupted leaves the folder behind; the next one sweeps it, after the [last](Staging::interrupted) file has been
//! [taken up](Staging::take_up). A run that ends removes it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::folders::{at, make_folder, make_listed, remove_empty};
use crate::stamp::WrittenFile;
use crate::unfinished::{Unfinished, hold, hold_as_it_is};

/// The file that is locked.
const LOCK: &str = "lock";
/// The file that a plan [ends with](crate::Plan::ending_with), once all others are staged.
const LAST: &str = "last";
/// The file that says what an interrupted run did, before it is in its place.
const TAKEN_UP: &str = "taken-up";
/// How often a run that waits asks again.
const PAUSE: Duration = Duration::from_millis(20);

/// The staging folder of a run. No other run has it until this value is dropped or its process ends, however that ends.
#[derive(Debug)]
pub struct Staging {
    folder: PathBuf,
    /// Folders that were made for it.
    made: Vec<PathBuf>,
    /// Whether what is staged stays there for the next run.
    is_left: AtomicBool,
    /// Whether what an interrupted run left has been removed, or why it could not be.
    swept: OnceLock<Result<(), String>>,
    /// How many files have been staged.
    count: AtomicUsize,
    /// The system releases the lock when the file is closed.
    _lock: File,
}

impl Staging {
    /// Takes the folder, which need not be there. `waiting` is called once if another run has it; after `patience` that run is
    /// given up on, with an error of the kind `TimedOut`.
    pub fn take(folder: &Path, patience: Duration, waiting: impl FnOnce()) -> io::Result<Self> {
        let begun = Instant::now();
        let mut waiting = Some(waiting);
        let mut made = Vec::new();
        loop {
            // Held until the folder is on the list: between the two it would be left behind.
            let mut unfinished = hold();
            let lock = match open(folder, &mut made, &mut unfinished) {
                Ok(lock) => lock,
                // A run that just ended removed the folder.
                Err(error) if error.kind() == io::ErrorKind::NotFound && begun.elapsed() < patience => continue,
                Err(error) => return Err(error),
            };
            match lock.try_lock() {
                Ok(()) if is_at(&lock, &folder.join(LOCK)) => return Ok(Self::of(folder, made, lock, &mut unfinished)),
                // The run that had it removed the file; there is another one by that name, or none.
                Ok(()) => continue,
                Err(TryLockError::WouldBlock) => {}
                // A file system without locks: nobody can be kept out.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                    return Ok(Self::of(folder, made, lock, &mut unfinished));
                }
                Err(TryLockError::Error(error)) => return Err(at(folder, &error)),
            }
            drop(unfinished);
            if begun.elapsed() >= patience {
                let text = format!("another run has this folder for {} seconds", patience.as_secs());
                return Err(at(folder, &io::Error::new(io::ErrorKind::TimedOut, text)));
            }
            if let Some(waiting) = waiting.take() {
                waiting();
            }
            sleep(PAUSE);
        }
    }

    /// What an interrupted run left stays until it is taken up, however this run ends.
    fn of(folder: &Path, made: Vec<PathBuf>, lock: File, unfinished: &mut Unfinished) -> Self {
        let mut staging = Self {
            folder: folder.to_owned(),
            made,
            is_left: AtomicBool::new(false),
            swept: OnceLock::new(),
            count: AtomicUsize::new(0),
            _lock: lock,
        };
        *staging.is_left.get_mut() = staging.interrupted().is_some();
        if !*staging.is_left.get_mut() {
            unfinished.trees.insert(folder.to_owned());
        }
        staging
    }

    /// The last file of a plan that was staged whole, by a run that was interrupted while it carried the plan out.
    pub fn interrupted(&self) -> Option<PathBuf> {
        Self::interrupted_in(&self.folder)
    }

    /// [`interrupted`](Self::interrupted) for one who does not take the folder; the run may also be at it still.
    pub fn interrupted_in(folder: &Path) -> Option<PathBuf> {
        Some(folder.join(LAST)).filter(|path| fs::symlink_metadata(path).is_ok_and(|found| found.is_file()))
    }

    /// Says in the file at `place` what the interrupted run did, and forgets that run: `text` is written there, unless it is `None`
    /// because the file says it already.
    pub fn take_up(&self, place: &Path, text: Option<&str>) -> io::Result<()> {
        if let Some(text) = text {
            let mut made = Vec::new();
            make_folder(place.parent().unwrap_or(Path::new("")), &mut made)?;
            let staged = self.folder.join(TAKEN_UP);
            let _ = fs::remove_file(&staged);
            let written = StagedFile::replacing(staged, text, place).and_then(|staged| fs::rename(staged.path, place));
            written.map_err(|error| at(place, &error))?;
        }
        fs::remove_file(self.last()).map_err(|error| at(&self.last(), &error))?;
        self.is_left.store(false, Ordering::Relaxed);
        self.removed_at_stop(true);
        Ok(())
    }

    /// Whether the folder is removed if the process is asked to end.
    fn removed_at_stop(&self, is_removed: bool) {
        let trees = &mut hold().trees;
        if is_removed {
            trees.insert(self.folder.clone());
        } else {
            trees.remove(&self.folder);
        }
    }

    /// Leaves what is staged to the next run: this one has begun to change files, and cannot go on.
    pub(crate) fn leave(&self) {
        self.removed_at_stop(false);
        self.is_left.store(true, Ordering::Relaxed);
    }

    /// Stages the text of a file that is not there yet, before the plan is made, so that nobody has to hold it: the plan
    /// [takes](crate::Plan::with_staged) the file that this gives. Several threads can stage at once.
    pub fn stage(&self, text: &str, target: &Path) -> io::Result<StagedFile> {
        self.sweep_once()?;
        StagedFile::create(self.next(), text).map_err(|error| at(target, &error))
    }

    /// [`sweep`](Self::sweep), unless that has been done: then what is there is staged by this run.
    pub(crate) fn sweep_once(&self) -> io::Result<()> {
        let swept = self.swept.get_or_init(|| self.sweep().map_err(|error| error.to_string()));
        swept.clone().map_err(io::Error::other)
    }

    /// Removes what an interrupted run left.
    fn sweep(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            if entry.file_name() == LOCK {
                continue;
            }
            // A link is removed and not followed.
            let removed = if entry.file_type()?.is_dir() {
                fs::remove_dir_all(entry.path())
            } else {
                fs::remove_file(entry.path())
            };
            removed.map_err(|error| at(&entry.path(), &error))?;
        }
        Ok(())
    }

    /// Where the next file is staged.
    pub(crate) fn next(&self) -> PathBuf {
        self.folder.join(self.count.fetch_add(1, Ordering::Relaxed).to_string())
    }

    /// Where the last file is staged.
    pub(crate) fn last(&self) -> PathBuf {
        self.folder.join(LAST)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let mut unfinished = hold();
        unfinished.trees.remove(&self.folder);
        if *self.is_left.get_mut() {
            return;
        }
        // What cannot be removed is swept by the next run. The lock goes last, while it is still held.
        let _ = self.sweep();
        let _ = fs::remove_file(self.folder.join(LOCK));
        let _ = fs::remove_dir(&self.folder);
        remove_empty(&self.made);
    }
}

/// A text that waits in a staging folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedFile {
    pub(crate) path: PathBuf,
    /// `None` where that cannot be told.
    pub(crate) written: Option<WrittenFile>,
}

impl StagedFile {
    /// Stages a text that takes no other's place.
    pub(crate) fn create(path: PathBuf, text: &str) -> io::Result<Self> {
        let unfinished = hold_as_it_is();
        let mut file = File::create_new(&path)?;
        drop(unfinished);
        file.write_all(text.as_bytes())?;
        Ok(Self { path, written: WrittenFile::of(&file) })
    }

    /// Stages a text as readable as what stands at its target.
    pub(crate) fn replacing(path: PathBuf, text: &str, target: &Path) -> io::Result<Self> {
        let staged = Self::create(path, text)?;
        if let Ok(there) = fs::metadata(target) {
            fs::set_permissions(&staged.path, there.permissions())?;
        }
        Ok(staged)
    }
}

fn open(folder: &Path, made: &mut Vec<PathBuf>, unfinished: &mut Unfinished) -> io::Result<File> {
    make_listed(folder, made, unfinished)?;
    let opened = OpenOptions::new().create(true).truncate(false).write(true).open(folder.join(LOCK));
    opened.map_err(|error| at(folder, &error))
}

/// Whether the open file is the one that stands at the path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(open), Ok(there)) = (file.metadata(), fs::symlink_metadata(path)) else { return false };
    (open.dev(), open.ino()) == (there.dev(), there.ino())
}

/// Elsewhere an open file cannot be replaced by another of its name.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
