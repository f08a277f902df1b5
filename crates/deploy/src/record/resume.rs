//! Reconstructs the record after a run that was interrupted while it wrote.
//!
//! Some files are as in the old record, others as the interrupted run intended. The hashes on disk show which.

use super::{Entry, Hashes, Record};

impl Record {
    /// Returns this record, updated with the files of `meant` that an interrupted run has already written.
    ///
    /// `there` returns the hash of a file on disk, or `None` if it does not exist. `manifest` does the same for a
    /// manifest.
    ///
    /// A file that the user edited since then keeps a recorded hash that differs from its own, so the edit is still
    /// detected.
    pub(crate) fn resumed(
        self,
        meant: Self,
        there: impl Fn(&str) -> Option<String>,
        manifest: impl Fn(&str) -> Option<String>,
    ) -> Self {
        let mut next = Self { deleted: self.deleted.clone(), ..Self::default() };
        for (kind, names) in meant.deleted {
            next.deleted.entry(kind).or_default().extend(names);
        }
        next.shared = current_hashes(&self.shared, &meant.shared, &there);
        next.manifest = current_hashes(&self.manifest, &meant.manifest, &manifest);
        let mut old = self.blueprints;
        for (class, entry) in meant.blueprints {
            let before = old.remove(&class).unwrap_or_default();
            let files = current_hashes(&before.files, &entry.files, &there);
            next.keep(class, Entry { files, ..entry });
        }
        for (class, entry) in old {
            let files = current_hashes(&entry.files, &Hashes::new(), &there);
            next.keep(class, Entry { files, ..entry });
        }
        next
    }

    fn keep(&mut self, class: String, entry: Entry) {
        if !entry.files.is_empty() {
            self.blueprints.insert(class, entry);
        }
    }
}

/// Returns the hash of each existing file: the new one if the run has written it, otherwise the old one.
fn current_hashes(old: &Hashes, meant: &Hashes, there: impl Fn(&str) -> Option<String>) -> Hashes {
    let mut files = Hashes::new();
    for path in old.keys().chain(meant.keys()) {
        let Some(found) = there(path) else { continue };
        let known = [old.get(path), meant.get(path)].into_iter().flatten();
        let hash = known.clone().find(|hash| **hash == found).or_else(|| known.clone().next());
        files.extend(hash.map(|hash| (path.clone(), hash.clone())));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashes(pairs: &[(&str, &str)]) -> Hashes {
        pairs.iter().map(|(path, hash)| ((*path).to_owned(), (*hash).to_owned())).collect()
    }

    #[test]
    fn the_disk_decides() {
        let entry = |files| Entry { files, ..Entry::default() };
        let mut old = Record::default();
        old.blueprints.insert("Kept".to_owned(), entry(hashes(&[("kept", "1"), ("done", "1"), ("edited", "1")])));
        old.blueprints.insert("Leaving".to_owned(), entry(hashes(&[("here", "1"), ("gone", "1")])));
        let mut meant = Record::default();
        let after = [("kept", "2"), ("done", "2"), ("edited", "2")];
        meant.blueprints.insert("Kept".to_owned(), entry(hashes(&after)));
        meant.blueprints.insert("New".to_owned(), entry(hashes(&[("new", "2")])));
        meant.blueprints.insert("Never".to_owned(), entry(hashes(&[("never", "2")])));
        let disk = hashes(&[("kept", "1"), ("done", "2"), ("edited", "9"), ("here", "1"), ("new", "2")]);
        let next = old.resumed(meant, |path| disk.get(path).cloned(), |_| None);
        assert_eq!(next.blueprints["Kept"].files, hashes(&[("kept", "1"), ("done", "2"), ("edited", "1")]));
        assert_eq!(next.blueprints["Leaving"].files, hashes(&[("here", "1")]));
        assert_eq!(next.blueprints["New"].files, hashes(&[("new", "2")]));
        assert!(!next.blueprints.contains_key("Never"));
    }
}
