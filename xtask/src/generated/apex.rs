//! Generates Apex from folders of blueprints, with `planwright-render`.

use std::collections::BTreeMap;
use std::path::Path;

use planwright_sync::{Files, Mode, read_tree};

use super::summary::{PartSummary, count};
use super::{lines, program, write_files};

/// File with the digests of the library's classes.
pub(super) const LIBRARY: &str = "examples/library.sha256";

type FileTree = BTreeMap<String, Vec<u8>>;

/// Writes or checks the SFDX project in `out`, from the blueprints below `from`.
pub(super) fn project(root: &Path, mode: Mode, from: &str, out: &str, options: &[&str]) -> Result<PartSummary, String> {
    let blueprints = read_tree(&root.join(from), ".json").map_err(|errors| lines("error: ", &errors))?;
    let paths: Vec<String> = blueprints.iter().map(|(path, _)| format!("{from}/{path}")).collect();
    let mut arguments = vec!["--prune", "--force", "--out", out];
    arguments.extend(options);
    if mode == Mode::Check {
        arguments.push("--check");
    }
    arguments.extend(paths.iter().map(String::as_str));
    let old = tree(root, out)?;
    program::render(root, &arguments)?;
    let new = tree(root, out)?;
    let classes = new.keys().filter(|path| path.rsplit_once('.').is_some_and(|(_, end)| end == "cls")).count();
    let facts = format!("{}, {classes} Apex classes", count(blueprints.len(), "blueprint"));
    let changed = changes(&old, &new);
    let fresh = new.iter().filter(|(path, bytes)| old.get(*path) == Some(bytes)).count();
    Ok(PartSummary { facts, fresh, changed, differences: String::new() })
}

/// Writes or checks `place`, a file with one SHA-256 digest for each file that is generated from the blueprints below
/// `from`.
///
/// The files themselves are below `target/`, where `cargo xtask verify` does not look and nobody has to read them.
pub(super) fn digests(root: &Path, mode: Mode, from: &str, place: &str) -> Result<PartSummary, String> {
    let blueprints = read_tree(&root.join(from), ".json").map_err(|errors| lines("error: ", &errors))?;
    let out = root.join("target/gen").join(place);
    // Files of an earlier run must not influence the result.
    match std::fs::remove_dir_all(&out) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(format!("{}: {error}", out.display()));
        }
        _ => {}
    }
    let package = out.join("force-app").display().to_string();
    let paths: Vec<String> = blueprints.iter().map(|(path, _)| format!("{from}/{path}")).collect();
    let mut arguments = vec!["--no-cache", "--out", &package];
    arguments.extend(paths.iter().map(String::as_str));
    program::render(root, &arguments)?;
    let files = tree(root, &package)?;
    let line = |(path, bytes): (&String, &Vec<u8>)| format!("{}  {path}\n", planwright_sync::sha256_hex(bytes));
    let text: String = files.iter().map(line).collect();
    let facts = format!("{}, {}", count(blueprints.len(), "blueprint"), count(files.len(), "file"));
    // All files of the folder are read, so it must not be the root, which contains `target/`.
    let (folder, name) = place.rsplit_once('/').ok_or_else(|| format!("{place} is not in a folder"))?;
    Ok(PartSummary::new(facts, &write_files(root, folder, false, &Files::from([(name.to_owned(), text)]), mode)?))
}

/// Returns the files of a folder that may be missing.
fn tree(root: &Path, folder: &str) -> Result<FileTree, String> {
    let folder = root.join(folder);
    if !folder.exists() {
        return Ok(FileTree::new());
    }
    Ok(read_tree(&folder, "").map_err(|errors| lines("error: ", &errors))?.into_iter().collect())
}

/// Returns what a run has changed: each path with its previous state.
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
