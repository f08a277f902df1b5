//! The Apex of folders of blueprints, by `planwright apex`.

use std::collections::BTreeMap;
use std::path::Path;

use planwright_sync::{Mode, read_tree};

use super::summary::{PartSummary, count};
use super::{lines, program};

type FileTree = BTreeMap<String, Vec<u8>>;

/// Writes, or checks, the SFDX project in `out` of the blueprints below `from`.
pub(super) fn project(root: &Path, mode: Mode, from: &str, out: &str, options: &[&str]) -> Result<PartSummary, String> {
    let blueprints = read_tree(&root.join(from), ".json").map_err(|errors| lines("error: ", &errors))?;
    let paths: Vec<String> = blueprints.iter().map(|(path, _)| format!("{from}/{path}")).collect();
    let mut arguments = vec!["apex", "--prune", "--force", "--out", out];
    arguments.extend(options);
    if mode == Mode::Check {
        arguments.push("--check");
    }
    arguments.extend(paths.iter().map(String::as_str));
    let old = tree(root, out)?;
    program::output(root, &arguments)?;
    let new = tree(root, out)?;
    let classes = new.keys().filter(|path| path.rsplit_once('.').is_some_and(|(_, end)| end == "cls")).count();
    let facts = format!("{}, {classes} Apex classes", count(blueprints.len(), "blueprint"));
    let changed = changes(&old, &new);
    let fresh = new.iter().filter(|(path, bytes)| old.get(*path) == Some(bytes)).count();
    Ok(PartSummary { facts, fresh, changed, differences: String::new() })
}

/// The files of a folder that need not be there.
fn tree(root: &Path, folder: &str) -> Result<FileTree, String> {
    let folder = root.join(folder);
    if !folder.exists() {
        return Ok(FileTree::new());
    }
    Ok(read_tree(&folder, "").map_err(|errors| lines("error: ", &errors))?.into_iter().collect())
}

/// What a run has changed: each path with what was wrong there before.
fn changes(old: &FileTree, new: &FileTree) -> Vec<String> {
    let paths: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let change = |path: &String| {
        let word = match (old.get(path), new.get(path)) {
            (None, _) => "missing",
            (Some(_), None) => "orphaned",
            (Some(before), Some(after)) if before != after => "stale",
            _ => return None,
        };
        Some(format!("{path} ({word})"))
    };
    paths.into_iter().filter_map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::{FileTree, changes};

    #[test]
    fn what_a_run_changed_is_named() {
        let tree = |files: [(&str, &str); 2]| -> FileTree {
            files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).into()
        };
        let (old, new) = (tree([("a", "1"), ("b", "1")]), tree([("b", "2"), ("c", "1")]));
        assert_eq!(changes(&old, &new), ["a (orphaned)", "b (stale)", "c (missing)"]);
        assert_eq!(changes(&old, &old), Vec::<String>::new());
    }
}
