//! Targets that Cargo compiles a second time for their tests. A target without tests turns that off in its manifest, and
//! one with tests does not.

use std::fs;
use std::path::Path;

use planwright_sync::read_tree;
use serde_json::Value;

use crate::layers::{list, metadata, text};

/// A target of a crate.
#[derive(Debug)]
struct TestTarget {
    name: String,
    tests: CompiledCode,
    /// Examples in the documentation of a library.
    examples: Option<CompiledCode>,
}

/// Code that Cargo compiles for `cargo test`.
#[derive(Clone, Copy, Debug)]
struct CompiledCode {
    /// Set if the manifest does not turn it off.
    is_on: bool,
    /// Set if the sources contain such code.
    exists: bool,
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
        let sources = if is_single_file { vec![read_source(source)] } else { module_sources(source.parent()?) };
        let code = |key: &str, contains: fn(&String) -> bool| CompiledCode {
            is_on: target[key] == true,
            exists: sources.iter().any(contains),
        };
        Some(Self {
            name: text(target, "name").to_owned(),
            tests: code("test", |source| source.contains("#[test]")),
            examples: is_library.then(|| code("doctest", |source| has_examples(source))),
        })
    }

    fn faults(&self) -> Vec<String> {
        let code = [("test", Some(self.tests)), ("doctest", self.examples)];
        let wrong = code.into_iter().filter_map(|(key, code)| {
            let CompiledCode { is_on, exists } = code?;
            (is_on != exists).then(|| format!("{}: set {key} = {exists}", self.name))
        });
        wrong.collect()
    }
}

fn read_source(path: &Path) -> String {
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
    assert!(targets.iter().any(|target| target.tests.is_on));
    assert!(targets.iter().any(|target| target.examples.is_some_and(|examples| examples.is_on)));
    let faults: Vec<String> = targets.iter().flat_map(TestTarget::faults).collect();
    assert_eq!(faults, Vec::<String>::new());

    let control = TestTarget {
        name: "a".to_owned(),
        tests: CompiledCode { is_on: false, exists: true },
        examples: Some(CompiledCode { is_on: true, exists: false }),
    };
    assert_eq!(control.faults(), ["a: set test = true", "a: set doctest = false"]);
}

#[test]
fn examples_are_code_that_rustdoc_compiles() {
    assert!(has_examples("//! Title.\n//!\n//! ```no_run\n//! run();\n//! ```\n"));
    assert!(has_examples("    /// ```\n    /// run();\n    /// ```\n"));
    assert!(!has_examples("/// ```text\n/// run();\n/// ```\nfn run() {}\n"));
    assert!(!has_examples("// ```\n// run();\n// ```\n"));
}
