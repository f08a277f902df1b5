//! Gives each file one name on both sides of a comparison.
//!
//! A file of the old side is named as if it were where the new side is. Then a reference from one listed folder to
//! another has the same meaning on both sides, wherever the old files are: in a git revision, a folder or a baseline.

use std::path::Path;

/// A folder of the new side, and where its counterpart is.
#[derive(Clone, Debug)]
pub(super) struct Mount {
    /// Components of the absolute path of the folder on the new side.
    pub folder: Vec<String>,
    /// Path of the counterpart, for reading: as the user wrote it, or from the top of a git repository.
    pub own: String,
    /// Path of the counterpart in messages, after a prefix such as `HEAD:`.
    pub shown: String,
    pub label: String,
}

impl Mount {
    /// Returns the path of a file for reading, or `None` if it would be above the root.
    pub(super) fn own_path(&self, file: &str) -> Option<String> {
        self.path(&self.own, file)
    }

    /// Returns the path of a file in messages.
    pub(super) fn shown_path(&self, file: &str) -> String {
        format!("{}{}", self.label, self.path(&self.shown, file).unwrap_or_else(|| file.to_owned()))
    }

    /// Returns the path of a file below the folder.
    pub(super) fn below<'f>(&self, file: &'f str) -> Option<&'f str> {
        let mut rest = file;
        for component in &self.folder {
            rest = rest.strip_prefix(component.as_str())?.strip_prefix('/')?;
        }
        Some(rest)
    }

    /// Returns the number of leading components that the folder and a file share.
    fn shared_with(&self, file: &str) -> usize {
        self.folder.iter().zip(file.split('/')).take_while(|(one, other)| one.as_str() == *other).count()
    }

    fn path(&self, own: &str, file: &str) -> Option<String> {
        if let Some(rest) = self.below(file) {
            return Some(if own.is_empty() || own.ends_with('/') {
                format!("{own}{rest}")
            } else {
                format!("{own}/{rest}")
            });
        }
        let is_absolute = own.starts_with('/');
        let mut components: Vec<&str> = own.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
        let shared = self.shared_with(file);
        for _ in shared..self.folder.len() {
            match components.last() {
                Some(&last) if last != ".." => drop(components.pop()),
                _ if is_absolute => return None,
                _ => components.push(".."),
            }
        }
        components.extend(file.split('/').skip(shared));
        Some(format!("{}{}", if is_absolute { "/" } else { "" }, components.join("/")))
    }
}

/// Returns the mount that is nearest to a file.
pub(super) fn nearest<'m>(mounts: &'m [Mount], file: &str) -> Option<&'m Mount> {
    // If several are equally near, the first one is returned.
    mounts.iter().rev().max_by_key(|mount| (mount.below(file).is_some(), mount.shared_with(file)))
}

/// Returns the components of the absolute path of a folder. `..` is resolved without looking at the disk.
pub(super) fn absolute(folder: &str) -> Vec<String> {
    let folder = if folder.is_empty() { "." } else { folder };
    let path = std::path::absolute(Path::new(folder)).unwrap_or_else(|_| folder.into());
    let mut components: Vec<String> = Vec::new();
    for part in path.to_string_lossy().split('/') {
        match part {
            "" | "." => {}
            ".." => drop(components.pop()),
            part => components.push(part.to_owned()),
        }
    }
    components
}

/// Returns the components that a folder shares with another one.
pub(super) fn common(one: Vec<String>, other: &str) -> Vec<String> {
    let count = one.iter().zip(other.split('/')).take_while(|(one, other)| one.as_str() == *other).count();
    one.into_iter().take(count).collect()
}

/// Splits a path into its folder, which is empty or ends in `/`, and its name.
pub(super) fn split(path: &str) -> (String, String) {
    path.rsplit_once('/')
        .map_or((String::new(), path.to_owned()), |(folder, name)| (format!("{folder}/"), name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::{Mount, absolute};

    fn mount(folder: &str, own: &str) -> Mount {
        let folder = folder.split('/').map(str::to_owned).collect();
        Mount { folder, own: own.to_owned(), shown: own.to_owned(), label: "HEAD:".to_owned() }
    }

    #[test]
    fn files_keep_their_distance_to_the_folder() {
        for (own, file, path) in [
            ("svc/schemas", "r/svc/schemas/a.json", Some("svc/schemas/a.json")),
            ("svc/schemas/", "r/svc/schemas/b/a.json", Some("svc/schemas/b/a.json")),
            ("svc/schemas", "r/common/a.json", Some("common/a.json")),
            (".", "r/common/a.json", Some("../../common/a.json")),
            ("", "r/svc/a.json", Some("../a.json")),
            ("/x/v1", "r/common/a.json", Some("/common/a.json")),
            ("/x", "r/common/a.json", None),
            ("../old", "r/common/a.json", Some("../../common/a.json")),
        ] {
            assert_eq!(mount("r/svc/schemas", own).own_path(file).as_deref(), path, "{own} {file}");
        }
        assert_eq!(mount("r/s", "s").shown_path("r/s/a.json"), "HEAD:s/a.json");
    }

    #[test]
    fn paths_are_absolute_without_dots() {
        let here = absolute("");
        assert_eq!(absolute("./a/../b"), [&here[..], &["b".to_owned()]].concat());
        assert_eq!(absolute("/a//b/."), ["a", "b"]);
    }
}
