//! Lists the staged files and temporary folders that [`abandon`] removes if the process is stopped.
//!
//! Code that creates such a file holds the lock on the list until the file is listed. Code that moves files into place,
//! or removes a listed folder, holds it until it is done. A program that calls [`abandon`] on Ctrl-C therefore leaves
//! either the old files or the new ones.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread::sleep;
use std::time::Duration;

/// Maximum number of attempts to remove a folder into which another process writes, and the pause between them.
const MAX_ATTEMPTS: usize = 2_000;
const RETRY_INTERVAL: Duration = Duration::from_millis(2);

static LIST: RwLock<Unfinished> = RwLock::new(Unfinished { paths: BTreeSet::new(), trees: BTreeSet::new() });

/// Paths to remove.
pub(crate) struct Unfinished {
    /// Files, and folders that are removed only if they are empty.
    pub(crate) paths: BTreeSet<PathBuf>,
    /// Folders that are removed with their contents.
    pub(crate) trees: BTreeSet<PathBuf>,
}

/// Locks the list. [`abandon`] waits until the guard is dropped.
pub(crate) fn lock_unfinished() -> RwLockWriteGuard<'static, Unfinished> {
    LIST.write().unwrap_or_else(PoisonError::into_inner)
}

/// Same as [`lock_unfinished`], for code that only creates files in a listed folder. Several threads can do so at once.
pub(crate) fn share_unfinished() -> RwLockReadGuard<'static, Unfinished> {
    LIST.read().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every file and folder that this process has begun to write and not finished.
///
/// If files are being moved into place, this waits until they are. The process has to end afterwards, because every
/// thread that writes through this crate waits forever.
pub fn abandon() {
    let list = lock_unfinished();
    list.remove();
    std::mem::forget(list);
}

/// Waits forever if [`abandon`] has begun.
///
/// Call it before the process exits by itself. Exiting while files are being removed would leave some of them. An error
/// about the removed files would also hide the signal.
pub fn wait_if_abandoned() {
    drop(lock_unfinished());
}

impl Unfinished {
    fn remove(&self) {
        for tree in &self.trees {
            remove_tree(tree);
        }
        // The contents of a folder come after the folder in the order of paths.
        for path in self.paths.iter().rev() {
            let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
        }
    }
}

/// Removes a folder and its contents. A process that is being killed can still write into it, so this retries.
pub(crate) fn remove_tree(tree: &Path) {
    for _ in 0..MAX_ATTEMPTS {
        match fs::remove_dir_all(tree) {
            // A file was created or removed during the walk.
            Err(error) if matches!(error.kind(), ErrorKind::DirectoryNotEmpty | ErrorKind::NotFound) => {}
            _ => return,
        }
        if !tree.exists() {
            return;
        }
        sleep(RETRY_INTERVAL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unfinished_is_removed_and_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        let at = |path: &str| place.path().join(path);
        fs::create_dir_all(at("tree/below")).unwrap();
        fs::create_dir_all(at("made/empty")).unwrap();
        fs::create_dir(at("used")).unwrap();
        for file in ["tree/below/a", "waits", "used/a", "mine"] {
            fs::write(at(file), "").unwrap();
        }
        let list = Unfinished {
            paths: ["made", "made/empty", "used", "waits", "gone"].map(at).into(),
            trees: BTreeSet::from([at("tree")]),
        };
        list.remove();
        let mut left: Vec<_> = fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["mine", "used"]);
        assert!(at("used/a").exists());
    }

    /// A thread that the system suspends for a moment writes after the folder was first emptied.
    #[test]
    fn what_is_still_written_into_is_removed() {
        let place = tempfile::tempdir().unwrap();
        let tree = place.path().join("tree");
        fs::create_dir(&tree).unwrap();
        let writer = std::thread::spawn({
            let tree = tree.clone();
            move || {
                for number in 0..2_000 {
                    let _ = fs::write(tree.join(number.to_string()), "");
                }
            }
        });
        while fs::read_dir(&tree).unwrap().next().is_none() {
            std::thread::yield_now();
        }
        Unfinished { paths: BTreeSet::new(), trees: BTreeSet::from([tree.clone()]) }.remove();
        writer.join().unwrap();
        assert!(!tree.exists());
    }
}
