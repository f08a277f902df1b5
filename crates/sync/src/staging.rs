//! A staging folder for the files of a run, with a lock that allows one run at a time.
//!
//! An interrupted run leaves the folder behind. The next run [takes up](Staging::take_up) the
//! [last](Staging::interrupted) file and then empties the folder. A run that completes removes it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::folders::{make_folder, make_listed, remove_empty, with_path};
use crate::stamp::WrittenFile;
use crate::unfinished::{Unfinished, lock_unfinished, share_unfinished};

/// Name of the lock file.
const LOCK: &str = "lock";
/// Name of the file that a plan [ends with](crate::Plan::ending_with), staged after all others.
const LAST_FILE: &str = "last";
/// Name of the file that describes what an interrupted run did, before it is moved into place.
const RECOVERY_FILE: &str = "taken-up";
/// Interval between attempts to lock the folder.
const RETRY_INTERVAL: Duration = Duration::from_millis(20);

/// Staging folder of a run. No other run can use it until this value is dropped or the process ends in any way.
#[derive(Debug)]
pub struct Staging {
    folder: PathBuf,
    /// Folders that were created for it.
    made: Vec<PathBuf>,
    /// Whether the staged files are kept for the next run.
    is_left: AtomicBool,
    /// Whether the files of an interrupted run were removed, or why this failed.
    swept: OnceLock<Result<(), String>>,
    /// Number of staged files.
    count: AtomicUsize,
    /// The operating system releases the lock when the file is closed.
    _lock: File,
}

impl Staging {
    /// Locks the folder, which is created if it is missing.
    ///
    /// `waiting` is called once if another run has the lock.
    ///
    /// # Errors
    ///
    /// Returns an error of the kind `TimedOut` if the other run does not end within `timeout`.
    pub fn acquire(folder: &Path, timeout: Duration, waiting: impl FnOnce()) -> io::Result<Self> {
        let begun = Instant::now();
        let mut waiting = Some(waiting);
        let mut made = Vec::new();
        loop {
            // This is held until the folder is on the list. Otherwise a stop in between would leave the folder behind.
            let mut unfinished = lock_unfinished();
            let lock = match open(folder, &mut made, &mut unfinished) {
                Ok(lock) => lock,
                // A run that just ended removed the folder.
                Err(error) if error.kind() == io::ErrorKind::NotFound && begun.elapsed() < timeout => continue,
                Err(error) => return Err(error),
            };
            match lock.try_lock() {
                Ok(()) if is_at(&lock, &folder.join(LOCK)) => {
                    return Ok(Self::new(folder, made, lock, &mut unfinished));
                }
                // The previous owner removed the file, so this lock is for a deleted file.
                Ok(()) => continue,
                Err(TryLockError::WouldBlock) => {}
                // The file system does not support locks, so other runs cannot be excluded.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                    return Ok(Self::new(folder, made, lock, &mut unfinished));
                }
                Err(TryLockError::Error(error)) => return Err(with_path(folder, &error)),
            }
            drop(unfinished);
            if begun.elapsed() >= timeout {
                let text = format!("another run has this folder for {} seconds", timeout.as_secs());
                return Err(with_path(folder, &io::Error::new(io::ErrorKind::TimedOut, text)));
            }
            if let Some(waiting) = waiting.take() {
                waiting();
            }
            sleep(RETRY_INTERVAL);
        }
    }

    /// Creates the value. Files of an interrupted run are kept until they are taken up, however this run ends.
    fn new(folder: &Path, made: Vec<PathBuf>, lock: File, unfinished: &mut Unfinished) -> Self {
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

    /// Returns the last file of a plan that was completely staged, by a run that was interrupted while it carried out
    /// the plan.
    pub fn interrupted(&self) -> Option<PathBuf> {
        Self::interrupted_in(&self.folder)
    }

    /// Same as [`interrupted`](Self::interrupted), without locking the folder. The run may still be in progress.
    pub fn interrupted_in(folder: &Path) -> Option<PathBuf> {
        Some(folder.join(LAST_FILE)).filter(|path| fs::symlink_metadata(path).is_ok_and(|found| found.is_file()))
    }

    /// Records in the file at `place` what the interrupted run did, and discards that run.
    ///
    /// `text` is written to the file, unless it is `None` because the file is up to date already.
    pub fn take_up(&self, place: &Path, text: Option<&str>) -> io::Result<()> {
        if let Some(text) = text {
            let mut made = Vec::new();
            make_folder(place.parent().unwrap_or(Path::new("")), &mut made)?;
            let staged = self.folder.join(RECOVERY_FILE);
            let _ = fs::remove_file(&staged);
            let written = StagedFile::replacing(staged, text, place).and_then(|staged| fs::rename(staged.path, place));
            written.map_err(|error| with_path(place, &error))?;
        }
        fs::remove_file(self.last()).map_err(|error| with_path(&self.last(), &error))?;
        self.is_left.store(false, Ordering::Relaxed);
        self.removed_at_stop(true);
        Ok(())
    }

    /// Sets whether the folder is removed if the process is asked to end.
    fn removed_at_stop(&self, is_removed: bool) {
        let trees = &mut lock_unfinished().trees;
        if is_removed {
            trees.insert(self.folder.clone());
        } else {
            trees.remove(&self.folder);
        }
    }

    /// Keeps the staged files for the next run, because this run has begun to change files and cannot continue.
    pub(crate) fn leave(&self) {
        self.removed_at_stop(false);
        self.is_left.store(true, Ordering::Relaxed);
    }

    /// Stages the content of a missing file before the plan is made, so that it need not be kept in memory.
    ///
    /// Pass the result to [`Plan::with_staged`](crate::Plan::with_staged). Several threads can stage at once.
    pub fn stage(&self, text: &str, target: &Path) -> io::Result<StagedFile> {
        self.sweep_once()?;
        StagedFile::create(self.next(), text).map_err(|error| with_path(target, &error))
    }

    /// Calls [`sweep`](Self::sweep) unless that was done before. After the first time, all files in the folder are of
    /// this run.
    pub(crate) fn sweep_once(&self) -> io::Result<()> {
        let swept = self.swept.get_or_init(|| self.sweep().map_err(|error| error.to_string()));
        swept.clone().map_err(io::Error::other)
    }

    /// Removes the files of an interrupted run.
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
            removed.map_err(|error| with_path(&entry.path(), &error))?;
        }
        Ok(())
    }

    /// Returns the path for the next staged file.
    pub(crate) fn next(&self) -> PathBuf {
        self.folder.join(self.count.fetch_add(1, Ordering::Relaxed).to_string())
    }

    /// Returns the path for the last staged file.
    pub(crate) fn last(&self) -> PathBuf {
        self.folder.join(LAST_FILE)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let mut unfinished = lock_unfinished();
        unfinished.trees.remove(&self.folder);
        if *self.is_left.get_mut() {
            return;
        }
        // The next run removes what cannot be removed now. The lock file is removed last, while it is still locked.
        let _ = self.sweep();
        let _ = fs::remove_file(self.folder.join(LOCK));
        let _ = fs::remove_dir(&self.folder);
        remove_empty(&self.made);
    }
}

/// A file in the staging folder that waits to be moved into place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedFile {
    pub(crate) path: PathBuf,
    /// State of the file after it was written, or `None` if it is unknown.
    pub(crate) written: Option<WrittenFile>,
}

impl StagedFile {
    /// Stages content for a path at which nothing exists.
    pub(crate) fn create(path: PathBuf, text: &str) -> io::Result<Self> {
        let unfinished = share_unfinished();
        let mut file = File::create_new(&path)?;
        drop(unfinished);
        file.write_all(text.as_bytes())?;
        Ok(Self { path, written: WrittenFile::from_file(&file) })
    }

    /// Stages content with the permissions of the file that it replaces.
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
    opened.map_err(|error| with_path(folder, &error))
}

/// Returns whether the open file is the one at the path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(open), Ok(there)) = (file.metadata(), fs::symlink_metadata(path)) else { return false };
    (open.dev(), open.ino()) == (there.dev(), there.ino())
}

/// On other systems, an open file cannot be replaced by another one with the same name.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
