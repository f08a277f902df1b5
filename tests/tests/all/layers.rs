//! Layers of the workspace: dependencies between crates, crates with I/O, and file sizes. Each check has a control.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::PathBuf;
use std::process::Command;

use planwright_codegen::GENERATED_MARK;
use planwright_sync::read_tree;
use planwright_tests::layers::{self, Edges};
use planwright_tests::{sources, workspace};
use serde_json::Value;
use walkdir::{DirEntry, WalkDir};

const MAX_LINES: usize = 500;

pub(crate) fn metadata(arguments: &[&str]) -> Value {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1"])
        .args(arguments)
        .current_dir(workspace())
        .output()
        .expect("cargo can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON")
}

pub(crate) fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map(Vec::as_slice).unwrap_or_default()
}

pub(crate) fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

fn edges() -> Edges {
    let metadata = metadata(&["--no-deps"]);
    let packages = list(&metadata, "packages");
    let inside = |dependency: &&Value| packages.iter().any(|package| package["name"] == dependency["name"]);
    let edges = packages.iter().map(|package| {
        let dependencies = list(package, "dependencies").iter().filter(inside);
        let below = dependencies.map(|dependency| text(dependency, "name").to_owned());
        (text(package, "name").to_owned(), below.collect())
    });
    edges.collect()
}

fn made_up(edges: &[(&str, &[&str])]) -> Edges {
    let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    edges.iter().map(|(name, below)| ((*name).to_owned(), own(below))).collect()
}

#[test]
fn no_crate_depends_on_one_above() {
    let edges = edges();
    assert!(edges.len() >= 20, "{edges:?}");
    assert_eq!(layers::upward(&edges), Vec::<String>::new());
    assert_eq!(layers::unlisted(&edges), Vec::<String>::new());
    for leaf in ["planwright-source", "planwright-sync"] {
        assert!(edges[leaf].is_empty(), "{leaf}");
    }
}

#[test]
fn an_upward_dependency_is_found() {
    let control = made_up(&[
        ("xtask", &["planwright-codegen", "planwright-generated"]),
        ("planwright-sync", &["planwright-source"]),
        ("planwright-runtime", &["planwright-source", "planwright-schema"]),
        ("planwright-build", &["planwright-generated"]),
        ("planwright", &["planwright-tests", "xtask", "planwright-codegen"]),
        ("planwright-tests", &["planwright-codegen"]),
        ("planwright-new", &["planwright-source"]),
        ("planwright-store", &["planwright-agent", "planwright-planners"]),
    ]);
    assert_eq!(
        layers::upward(&control),
        [
            "planwright must not depend on planwright-tests",
            "planwright must not depend on xtask",
            "planwright-build must not depend on planwright-generated",
            "planwright-new must not depend on planwright-source",
            "planwright-runtime must not depend on planwright-schema",
            "planwright-store must not depend on planwright-planners",
            "planwright-sync must not depend on planwright-source",
            "xtask must not depend on planwright-generated",
        ]
    );
}

#[test]
fn the_layers_have_an_order() {
    let control = made_up(&[
        ("planwright-check", &["planwright-schema", "planwright-drift"]),
        ("planwright-contracts", &["planwright-generated", "planwright-check", "planwright-templates"]),
        ("planwright-new", &[]),
    ]);
    assert_eq!(
        layers::upward(&control),
        [
            "planwright-check must not depend on planwright-drift",
            "planwright-contracts must not depend on planwright-templates",
        ]
    );
    assert_eq!(layers::unlisted(&control), ["planwright-new is in no layer"]);
}

#[test]
fn no_crate_depends_on_itself() {
    assert_eq!(layers::cycles(&edges()), Vec::<String>::new());
    let control = made_up(&[("a", &["b"]), ("b", &["c"]), ("c", &["b"])]);
    assert_eq!(layers::cycles(&control), ["b depends on itself", "c depends on itself"]);
}

#[test]
fn no_dependency_opens_connections() {
    let lock = std::fs::read_to_string(workspace().join("Cargo.lock")).expect("there is a Cargo.lock");
    let names: Vec<&str> = lock.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"')).collect();
    assert!(names.contains(&"jsonschema"));
    assert_eq!(layers::network(names), Vec::<String>::new());
    assert_eq!(layers::network(["serde", "reqwest"]), ["reqwest opens connections"]);

    // Some dependencies open connections only with certain features.
    let metadata = metadata(&[]);
    let packages = list(&metadata, "packages").iter();
    let names: BTreeMap<&str, &str> = packages.map(|package| (text(package, "id"), text(package, "name"))).collect();
    let built = list(&metadata["resolve"], "nodes").iter().map(|node| {
        let features = list(node, "features").iter().filter_map(Value::as_str).collect();
        (names.get(text(node, "id")).copied().unwrap_or_default(), features)
    });
    let built: Vec<(&str, Vec<&str>)> = built.collect();
    assert!(built.iter().any(|(name, features)| *name == "tokio" && features.contains(&"rt")));
    assert_eq!(layers::network_features(built), Vec::<String>::new());
    let control = [("hyper", vec!["client", "http1"]), ("serde", vec!["derive"])];
    assert_eq!(layers::network_features(control), ["hyper opens connections with its feature client"]);
}

/// Returns the output of `cargo tree` for a crate, without derive macros and their dependencies.
fn tree(package: &str) -> String {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let arguments = ["tree", "--locked", "--offline", "-e", "normal,no-proc-macro", "--prefix", "none", "-p", package];
    let output = Command::new(cargo).args(arguments).current_dir(workspace()).output().expect("cargo can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn verdicts_need_no_compiler() {
    let compilers = |tree: &str| {
        let names = tree.lines().filter_map(|line| line.split(' ').next());
        let found = names.filter(|name| ["typify", "schemars", "syn", "prettyplease"].contains(name));
        found.map(str::to_owned).collect::<BTreeSet<String>>()
    };
    assert!(compilers(&tree("planwright-drift")).is_empty());
    assert!(compilers(&tree("planwright-codegen")).contains("syn"), "what writes Rust reads it");
}

#[test]
fn the_declared_rust_version_is_what_the_dependencies_need() {
    let host = Command::new("rustc").arg("-vV").output().expect("rustc can be started");
    let host = String::from_utf8_lossy(&host.stdout).into_owned();
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host");
    let metadata = metadata(&["--filter-platform", host]);
    let used: Vec<&str> = list(&metadata["resolve"], "nodes").iter().map(|node| text(node, "id")).collect();
    let (ours, others): (Vec<&Value>, Vec<&Value>) = list(&metadata, "packages")
        .iter()
        .filter(|package| used.contains(&text(package, "id")))
        .partition(|package| package["source"].is_null());
    let mut dependencies: Vec<(String, String)> = others
        .iter()
        .filter_map(|package| Some((text(package, "name").to_owned(), package["rust_version"].as_str()?.to_owned())))
        .collect();
    assert!(!dependencies.is_empty());
    // The stores use it for locking.
    dependencies.push(("File::try_lock".to_owned(), "1.89.0".to_owned()));
    for package in ours {
        let declared = text(package, "rust_version");
        assert_eq!(layers::rust_version(declared, &dependencies), None, "{}", text(package, "name"));
    }
}

#[test]
fn a_wrong_rust_version_is_found() {
    let needs = |version: &str| vec![("old".to_owned(), "1.31".to_owned()), ("new".to_owned(), version.to_owned())];
    assert_eq!(layers::rust_version("1.88", &needs("1.88.0")), None);
    let low = layers::rust_version("1.80", &needs("1.88.0"));
    assert_eq!(low.as_deref(), Some("new needs Rust 1.88.0, 1.80 is declared"));
    let high = layers::rust_version("1.90", &needs("1.88"));
    assert_eq!(high.as_deref(), Some("1.90 is declared, but new, which needs the most, needs only Rust 1.88"));
}

/// Crates that do I/O. All others are pure functions of their input.
const WITH_IO: [&str; 12] = [
    "crates/build",
    "crates/cli",
    "crates/compatibility",
    "crates/deploy",
    "crates/fix-runner",
    "crates/mcp",
    "crates/project",
    "crates/schemars",
    "crates/store",
    "crates/sync",
    "tests",
    "xtask",
];

/// Invariant I1.
#[test]
fn no_pure_crate_does_input_or_output() {
    let mut found = BTreeMap::new();
    let crates = sources::crates(&workspace());
    assert!(crates.len() > 12 && WITH_IO.iter().all(|known| crates.iter().any(|folder| folder == known)), "{crates:?}");
    for folder in crates.iter().filter(|folder| !WITH_IO.contains(&folder.as_str())) {
        let files = read_tree(&workspace().join(folder).join("src"), ".rs").expect("a crate has sources");
        assert!(!files.is_empty(), "{folder} has no source");
        for (path, bytes) in files {
            let source = String::from_utf8(bytes).expect("a source is text");
            let uses = layers::io(&source).unwrap_or_else(|error| panic!("{folder}/src/{path}: {error}"));
            if !uses.is_empty() {
                found.insert(format!("{folder}/src/{path}"), uses);
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn input_and_output_are_found() {
    let source = r#"
        //! std::fs in a comment, and "std::env" in a string, do not count.
        use std::{collections::BTreeMap, fs::File, io, process};
        use ::std::net::TcpStream;
        fn now() { let _ = (std::env::args(), std::time::Instant::now()); }
        fn tell() { if true { println!("std::fs"); } }
        macro_rules! dbg_twice { () => { dbg!(1) } }
    "#;
    let found = layers::io(source).expect("it is Rust");
    assert_eq!(found, ["std::fs", "std::process", "std::net", "std::env", "Instant", "println!", "dbg!"]);
    assert_eq!(layers::io("use std::fmt; fn println() {}").as_deref(), Ok([].as_slice()));
}

/// Invariant I3: the generated folder contains no hand-written file.
#[test]
fn every_generated_file_bears_the_mark() {
    for (path, bytes) in read_tree(&workspace().join("generated/src"), "").expect("generated/ can be read") {
        assert!(bytes.starts_with(GENERATED_MARK.as_bytes()), "generated/src/{path} was not generated");
    }
}

fn is_by_hand(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    let places = ["generated/src", "tests/peers/readers/src/borrowed"];
    let generated = places.iter().any(|place| entry.path().ends_with(place)) || name == "expected";
    !(generated || name.starts_with('.') || name == "target" || name == "node_modules")
}

#[test]
fn no_source_is_longer_than_can_be_read() {
    let files = WalkDir::new(workspace()).into_iter().filter_entry(|entry| entry.depth() == 0 || is_by_hand(entry));
    let sources: Vec<PathBuf> = files
        .filter_map(Result::ok)
        .map(DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    assert!(sources.len() > 50, "only {} sources were found", sources.len());
    let mut long = Vec::new();
    for path in sources {
        let lines = std::fs::read_to_string(&path).expect("a source is text").lines().count();
        if lines > MAX_LINES {
            long.push(format!("{}: {lines} lines", path.display()));
        }
    }
    assert!(long.is_empty(), "more than {MAX_LINES} lines:\n{}", long.join("\n"));
}
