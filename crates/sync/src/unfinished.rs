//! What has to be removed if the process is asked to end while it writes: files that wait for their place, and temporary folders.
//!
//! Whoever makes such a file holds the list while it is made, and whoever moves files into place holds it until all are there. So
//! a program that calls [`abandon`] on Ctrl-C leaves either what was there before or what was to be there, and nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;

/// How often it is tried to remove a folder that something still writes into, and how long that is waited for in between.
const TRIES: usize = 50;
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

/// Removes what this process has begun to write and not finished. A plan whose files are being moved into place is carried out
/// first. The process has to end after this: whoever writes through this crate waits forever.
pub fn abandon() {
    let list = hold();
    list.remove();
    std::mem::forget(list);
}

impl Unfinished {
    fn remove(&self) {
        for tree in &self.trees {
            for _ in 0..TRIES {
                if fs::remove_dir_all(tree).is_ok() || !tree.exists() {
                    break;
                }
                sleep(PAUSE);
            }
        }
        // What lies in a folder comes after it in the order of paths.
        for path in self.paths.iter().rev() {
            let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
        }
    }
}

/// A temporary folder, which is removed with all that is in it when it is dropped, and by [`abandon`].
#[derive(Debug)]
pub struct TemporaryFolder(TempDir);

impl TemporaryFolder {
    /// Makes a folder with a name of its own where the system keeps temporary files.
    pub fn new() -> io::Result<Self> {
        let mut list = hold();
        let folder = tempfile::Builder::new().prefix("planwright-").tempdir()?;
        list.trees.insert(folder.path().to_owned());
        Ok(Self(folder))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        hold().trees.remove(self.0.path());
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

    #[test]
    fn a_temporary_folder_is_on_the_list_while_it_is_there() {
        let folder = TemporaryFolder::new().unwrap();
        let path = folder.path().to_owned();
        assert!(path.is_dir() && hold().trees.contains(&path));
        drop(folder);
        assert!(!path.exists() && !hold().trees.contains(&path));
    }
}
