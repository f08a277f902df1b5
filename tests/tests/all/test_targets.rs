//! Targets that Cargo compiles a second time for their tests. A target without tests turns that off in its manifest, and
//! one with tests does not.

use std::fs;
use std::path::Path;

use planwright_sync::read_tree;
use serde_json::Value;

use crate::layers::{list, metadata, text};

/// A target of a crate, with what its manifest sets and what its sources contain.
#[derive(Debug, Default)]
struct TestTarget {
    name: String,
    is_library: bool,
    runs_tests: bool,
    has_tests: bool,
    runs_examples: bool,
    has_examples: bool,
}

impl TestTarget {
    fn from_metadata(target: &Value) -> Option<Self> {
        let kinds = list(target, "kind");
        let is_library = kinds.iter().any(|kind| kind == "lib");
        if !is_library && !kinds.iter().any(|kind| kind == "bin") {
            return None;
        }
        let source = Path::new(text(target, "src_path"));
        let is_single_file = !is_library && source.file_name().is_some_and(|name| name != "main.rs");
        let sources = if is_single_file { vec![read(source)] } else { module_sources(source.parent()?) };
        Some(Self {
            name: text(target, "name").to_owned(),
            is_library,
            runs_tests: target["test"] == true,
            has_tests: sources.iter().any(|source| source.contains("#[test]")),
            runs_examples: target["doctest"] == true,
            has_examples: sources.iter().any(|source| has_examples(source)),
        })
    }

    fn faults(&self) -> Vec<String> {
        let Self { name, is_library, runs_tests, has_tests, runs_examples, has_examples } = self;
        let fault = |key: &str, runs: bool, has: bool| (runs != has).then(|| format!("{name}: set {key} = {has}"));
        let examples = is_library.then(|| fault("doctest", *runs_examples, *has_examples)).flatten();
        fault("test", *runs_tests, *has_tests).into_iter().chain(examples).collect()
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the sources of a target in a folder, without the other programs in `bin`.
fn module_sources(folder: &Path) -> Vec<String> {
    let files = read_tree(folder, ".rs").expect("every source can be read");
    let own = files.into_iter().filter(|(path, _)| !path.starts_with("bin/"));
    own.map(|(_, source)| String::from_utf8(source).expect("sources are UTF-8")).collect()
}

/// Returns whether the documentation in a source has code that `rustdoc` compiles.
fn has_examples(source: &str) -> bool {
    let mut is_open = false;
    let comments = source.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
    });
    let mut fences = comments.filter_map(|line| line.trim_start().strip_prefix("```"));
    source.contains("cfg(doctest)")
        || fences.any(|language| {
            is_open = !is_open;
            let is_rust = |tag: &str| ["", "rust", "no_run", "should_panic", "compile_fail"].contains(&tag.trim());
            is_open && language.split(',').any(is_rust)
        })
}

#[test]
fn only_targets_with_tests_are_compiled_for_tests() {
    let metadata = metadata(&["--no-deps"]);
    let targets = list(&metadata, "packages").iter().flat_map(|package| list(package, "targets"));
    let targets: Vec<TestTarget> = targets.filter_map(TestTarget::from_metadata).collect();
    assert!(targets.len() > 40, "{targets:?}");
    assert!(targets.iter().any(|target| target.runs_tests) && targets.iter().any(|target| target.runs_examples));
    let faults: Vec<String> = targets.iter().flat_map(TestTarget::faults).collect();
    assert_eq!(faults, Vec::<String>::new());

    let control =
        TestTarget { name: "a".into(), is_library: true, has_tests: true, runs_examples: true, ..Default::default() };
    assert_eq!(control.faults(), ["a: set test = true", "a: set doctest = false"]);
}

#[test]
fn examples_are_code_that_rustdoc_compiles() {
    assert!(has_examples("//! Title.\n//!\n//! ```no_run\n//! run();\n//! ```\n"));
    assert!(has_examples("    /// ```\n    /// run();\n    /// ```\n"));
    assert!(!has_examples("/// ```text\n/// run();\n/// ```\nfn run() {}\n"));
    assert!(!has_examples("// ```\n// run();\n// ```\n"));
}
