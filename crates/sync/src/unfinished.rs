//! The list of what [`abandon`] removes when the process is stopped while it writes: staged files and temporary folders.
//!
//! Code that creates such a file holds the list until the file is listed. Code that moves files into place, or removes a listed
//! folder, holds the list until it is done. So a program that calls [`abandon`] on Ctrl-C leaves either the old files or the new
//! ones, and nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread::sleep;
use std::time::Duration;

/// How often the removal of a folder is tried while another process writes into it, and the pause between two tries.
const TRIES: usize = 2_000;
const PAUSE: Duration = Duration::from_millis(2);

static LIST: RwLock<Unfinished> = RwLock::new(Unfinished { paths: BTreeSet::new(), trees: BTreeSet::new() });

/// The paths that are to be removed.
pub(crate) struct Unfinished {
    /// Files, and folders that are removed only if they are empty.
    pub(crate) paths: BTreeSet<PathBuf>,
    /// Folders with all that is in them.
    pub(crate) trees: BTreeSet<PathBuf>,
}

/// The list, which keeps the process from ending in an orderly way until it is dropped.
pub(crate) fn hold() -> RwLockWriteGuard<'static, Unfinished> {
    LIST.write().unwrap_or_else(PoisonError::into_inner)
}

/// [`hold`] for one who only makes files in a folder that is on the list; several threads can at once.
pub(crate) fn hold_as_it_is() -> RwLockReadGuard<'static, Unfinished> {
    LIST.read().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every file and folder that this process has begun to write and not finished. If files are being moved into place, that
/// is completed first. The process has to end after this: every thread that writes through this crate waits forever.
pub fn abandon() {
    let list = hold();
    list.remove();
    std::mem::forget(list);
}

/// Waits forever if [`abandon`] has begun. Call it before the process ends by itself: an end while files are being removed would
/// leave the rest of them, and an error that only reports the removed files would hide the signal.
pub fn wait_if_abandoned() {
    drop(hold());
}

impl Unfinished {
    fn remove(&self) {
        for tree in &self.trees {
            remove_tree(tree);
        }
        // What lies in a folder comes after it in the order of paths.
        for path in self.paths.iter().rev() {
            let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
        }
    }
}

/// Removes a folder and everything in it. A process that is being killed can still write into it, so this tries again.
pub(crate) fn remove_tree(tree: &Path) {
    for _ in 0..TRIES {
        match fs::remove_dir_all(tree) {
            // A file that was created or removed during the walk.
            Err(error) if matches!(error.kind(), ErrorKind::DirectoryNotEmpty | ErrorKind::NotFound) => {}
            _ => return,
        }
        if !tree.exists() {
            return;
        }
        sleep(PAUSE);
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

    /// A thread that the system does not run for a moment writes after the folder was first emptied.
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
