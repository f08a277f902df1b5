//! Temporary folders, which are removed when they are dropped or when the process is stopped.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::folders::{make_listed, remove_empty};
use crate::unfinished::{lock_unfinished, remove_tree};

/// A new folder that is removed with its contents when it is dropped, and by [`abandon`](crate::abandon).
#[derive(Debug)]
pub struct TemporaryFolder {
    path: PathBuf,
    /// Parent folders that were created for it.
    parents: Vec<PathBuf>,
    is_kept: bool,
}

impl TemporaryFolder {
    /// Creates a folder with a unique name in the temporary directory of the system.
    pub fn new() -> io::Result<Self> {
        let mut list = lock_unfinished();
        let path = tempfile::Builder::new().prefix("planwright-").tempdir()?.keep();
        list.trees.insert(path.clone());
        Ok(Self { path, parents: Vec::new(), is_kept: false })
    }

    /// Creates the folder `path` and its missing parents. [`keep`](Self::keep) makes it permanent.
    ///
    /// # Errors
    ///
    /// Returns an error if something exists at `path`.
    pub fn create(path: &Path) -> io::Result<Self> {
        let mut list = lock_unfinished();
        // The path must stay valid if the working directory changes.
        let path = std::path::absolute(path)?;
        let mut parents = Vec::new();
        make_listed(path.parent().unwrap_or(Path::new("")), &mut parents, &mut list)?;
        fs::create_dir(&path)?;
        list.trees.insert(path.clone());
        Ok(Self { path, parents, is_kept: false })
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps the folder instead of removing it.
    pub fn keep(mut self) {
        self.is_kept = true;
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // This is held until the folder is removed. Once it is off the list, nothing else would remove the rest of it.
        let mut list = lock_unfinished();
        if !self.is_kept {
            remove_tree(&self.path);
            remove_empty(&self.parents);
        }
        list.trees.remove(&self.path);
        for parent in &self.parents {
            list.paths.remove(parent);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use super::*;

    #[test]
    fn a_temporary_folder_is_on_the_list_while_it_is_there() {
        let folder = TemporaryFolder::new().unwrap();
        let path = folder.path().to_owned();
        assert!(path.is_dir() && lock_unfinished().trees.contains(&path));
        drop(folder);
        assert!(!path.exists() && !lock_unfinished().trees.contains(&path));
    }

    #[test]
    fn a_folder_with_a_name_is_removed_unless_it_is_kept() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("new/folder");
        let folder = TemporaryFolder::create(&path).unwrap();
        assert!(lock_unfinished().trees.contains(&path));
        assert_eq!(TemporaryFolder::create(&path).unwrap_err().kind(), ErrorKind::AlreadyExists);
        fs::write(path.join("a"), "").unwrap();
        drop(folder);
        assert!(!place.path().join("new").exists());
        TemporaryFolder::create(&path).unwrap().keep();
        assert!(
            path.is_dir()
                && !lock_unfinished().trees.contains(&path)
                && !lock_unfinished().paths.contains(path.parent().unwrap())
        );
    }

    /// The list is locked while a folder is being removed. Otherwise `abandon` would find nothing to remove, and the
    /// process would end.
    #[test]
    fn a_folder_is_on_the_list_until_it_is_removed() {
        for _ in 0..5 {
            let folder = TemporaryFolder::new().unwrap();
            for number in 0..200 {
                fs::write(folder.path().join(number.to_string()), "").unwrap();
            }
            let path = folder.path().to_owned();
            let remover = std::thread::spawn(move || drop(folder));
            loop {
                let list = lock_unfinished();
                let (is_listed, is_there) = (list.trees.contains(&path), path.exists());
                drop(list);
                assert!(is_listed || !is_there, "a folder that is there is on the list");
                if !is_listed {
                    break;
                }
            }
            remover.join().unwrap();
        }
    }
}
