//! Reads the hand-written Rust of the workspace, by crate.

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

/// Source file.
#[derive(Clone, Debug)]
pub struct Source {
    /// Path from the root of the workspace, with `/` between the parts.
    pub path: String,
    /// Content.
    pub text: String,
}

/// Returns the crates of the workspace as folders relative to its root.
pub fn crates(root: &Path) -> Vec<String> {
    let mut folders: Vec<String> = ["codegen", "generated", "templates", "tests", "xtask"].map(str::to_owned).into();
    let entries = fs::read_dir(root.join("crates")).into_iter().flatten().filter_map(Result::ok);
    folders.extend(entries.map(|entry| format!("crates/{}", entry.file_name().to_string_lossy())));
    folders.sort();
    folders
}

/// Checks whether a path contains generated or expected files, or the files of a case.
pub fn is_generated(path: &str) -> bool {
    path.starts_with("generated/")
        || path.split('/').any(|part| ["cases", "expected", "target", ".git"].contains(&part))
}

/// Returns the hand-written `.rs` files below `folder`, sorted by path. Files of a crate's tests are included only on
/// request.
pub fn hand_written(root: &Path, folder: &str, with_tests: bool) -> Vec<Source> {
    let mut sources = Vec::new();
    for entry in WalkDir::new(root.join(folder)).sort_by_file_name().into_iter().filter_map(Result::ok) {
        let Ok(path) = entry.path().strip_prefix(root) else { continue };
        let path = path.to_string_lossy().replace('\\', "/");
        let in_tests = path.starts_with(&format!("{folder}/tests/")) || path.starts_with(&format!("{folder}/benches/"));
        let is_peer = ["tests/peers/", "tests/consumer/"].iter().any(|peer| path.starts_with(peer));
        if entry.path().extension().is_none_or(|end| end != "rs")
            || is_generated(&path)
            || is_peer
            || (in_tests && !with_tests)
        {
            continue;
        }
        if let Ok(text) = fs::read_to_string(entry.path()) {
            sources.push(Source { path, text });
        }
    }
    sources
}

/// Returns the hand-written files of all crates.
pub fn all(root: &Path, with_tests: bool) -> Vec<Source> {
    crates(root).iter().flat_map(|folder| hand_written(root, folder, with_tests)).collect()
}
