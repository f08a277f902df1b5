//! Each crate has one binary of integration tests, because linking dominates the duration of a test run.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use planwright_tests::workspace;

/// Exceptions, each with the reason.
const EXCEPTIONS: [(&str, &str); 3] = [
    ("crates/store/tests/crash", "it starts itself as a process that is killed"),
    ("tests/tests/compiled", "it compiles the goldens, which takes longest and depends on no other test"),
    ("crates/typify/tests/compiled", "it compiles a golden, which another test writes even if it does not compile"),
];

/// Returns the targets that cargo creates for a folder `tests`: each `*.rs`, and each folder with a `main.rs`.
fn binaries(tests: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(tests) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|end| end == "rs") || path.join("main.rs").exists()).collect()
}

/// Returns unlisted test binaries, and files in `all` that its `main.rs` does not include.
fn wrong(root: &Path, folder: &str) -> Vec<String> {
    let tests = root.join(folder).join("tests");
    let mut found = Vec::new();
    for path in binaries(&tests) {
        let path = path.strip_prefix(root).expect("it is below the root").to_string_lossy().replace('\\', "/");
        if !path.ends_with("/all") && !EXCEPTIONS.iter().any(|(known, _)| *known == path) {
            found.push(format!("{path} is a test binary of its own"));
        }
    }
    let Ok(main) = fs::read_to_string(tests.join("all/main.rs")) else { return found };
    let named: BTreeSet<&str> =
        main.lines().filter_map(|line| line.trim().strip_prefix("mod ")?.strip_suffix(';')).collect();
    for entry in fs::read_dir(tests.join("all")).expect("the folder of main.rs") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let is_module = path.extension().is_some_and(|end| end == "rs") || path.join("mod.rs").exists();
        if is_module && stem != "main" && !named.contains(stem.as_str()) {
            found.push(format!("{folder}/tests/all/main.rs does not name {stem}"));
        }
    }
    found
}

/// Returns the folders of all crates of the workspace, relative to its root.
fn crates(root: &Path) -> Vec<String> {
    let mut folders: Vec<String> = ["codegen", "generated", "templates", "tests", "xtask"].map(str::to_owned).into();
    let entries = fs::read_dir(root.join("crates")).expect("the folder of crates");
    folders.extend(entries.map(|entry| format!("crates/{}", entry.expect("an entry").file_name().to_string_lossy())));
    folders.sort();
    folders
}

#[test]
fn every_crate_has_one_test_binary() {
    let root = workspace();
    let crates = crates(&root);
    assert!(crates.len() >= 13, "{crates:?}");
    let found: Vec<String> = crates.iter().flat_map(|folder| wrong(&root, folder)).collect();
    assert_eq!(found, Vec::<String>::new());
    for (folder, reason) in EXCEPTIONS {
        assert!(root.join(folder).join("main.rs").exists(), "{folder} ({reason}) is gone: drop its exception");
    }
}

#[test]
fn a_second_binary_and_a_forgotten_file_are_found() {
    let root = tempfile::tempdir().expect("a folder");
    let all = root.path().join("one/tests/all");
    fs::create_dir_all(&all).expect("a folder");
    for (path, text) in [("main.rs", "mod known;\n"), ("known.rs", ""), ("forgotten.rs", ""), ("../second.rs", "")] {
        fs::write(all.join(path), text).expect("a file");
    }
    assert_eq!(
        wrong(root.path(), "one"),
        ["one/tests/second.rs is a test binary of its own", "one/tests/all/main.rs does not name forgotten"]
    );
}
