//! Builds projects of a user, whose `build.rs` generates code from their schemas. One has several schema sets that
//! share the runtime, and one has no run-time validator.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use planwright_tests::{here, workspace};

/// Returns the build folder of the workspace. The consumer uses it too, so that common dependencies are built once.
/// Cargo has released its lock by the time that tests run.
fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from)
}

/// Runs cargo in the consumer's workspace. Returns its success and its output.
fn cargo(arguments: &[&str]) -> (bool, String) {
    cargo_in(&here().join("consumer"), arguments)
}

fn cargo_in(folder: &Path, arguments: &[&str]) -> (bool, String) {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(arguments)
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target())
        .output()
        .expect("cargo can be started");
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.success(), said)
}

/// Project without the validator. It is built separately, because cargo would unify its features with the others.
const TABLES: &str = "planwright-consumer-tables";

/// Projects with the output of all goldens, one for each older edition.
const EDITIONS: [&str; 2] = ["planwright-consumer-e2018", "planwright-consumer-e2021"];

#[test]
#[ignore = "builds crates; `.ci/full packages` runs it"]
fn generated_code_has_no_warnings_in_older_editions() {
    for package in EDITIONS {
        let (success, said) = cargo(&["check", "--locked", "--package", package]);
        assert!(success, "{package}: {said}");
    }
}

#[test]
#[ignore = "builds crates; `.ci/run` runs it"]
fn projects_that_generate_when_they_are_built_work() {
    let mut arguments = vec!["test", "--locked", "--workspace", "--exclude", TABLES];
    arguments.extend(EDITIONS.iter().flat_map(|package| ["--exclude", package]));
    let (success, said) = cargo(&arguments);
    assert!(success, "{said}");
    for (passed, projects) in [("3 passed", 2), ("5 passed", 1)] {
        assert_eq!(said.matches(passed).count(), projects, "{said}");
    }
}

#[test]
#[ignore = "builds crates; `.ci/full packages` runs it"]
fn a_project_without_the_validator_judges_by_tables() {
    let (success, said) = cargo(&["test", "--locked", "--package", TABLES]);
    assert!(success && said.contains("3 passed"), "{said}");
}

/// Returns a package with everything that is compiled for it.
fn compiled_packages(folder: &Path, package: &str, edges: &str) -> BTreeSet<String> {
    let (success, said) =
        cargo_in(folder, &["tree", "--locked", "--package", package, "--edges", edges, "--prefix", "none"]);
    assert!(success, "{said}");
    said.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

/// The first build of a user's crate takes about as long as its packages.
#[test]
fn generated_code_and_build_scripts_need_few_packages() {
    let user = compiled_packages(&here().join("consumer"), TABLES, "normal");
    let has = |packages: &BTreeSet<String>, name: &str| packages.iter().any(|package| package.starts_with(name));
    assert!(user.len() <= 25 && has(&user, "serde v") && !has(&user, "jsonschema"), "{}: {user:?}", user.len());
    let build = compiled_packages(&workspace(), "planwright-build", "normal,build");
    assert!(build.len() <= 60 && has(&build, "syn v") && !has(&build, "jsonschema v"), "{}: {build:?}", build.len());
}

#[test]
#[ignore = "builds crates; `.ci/full packages` runs it"]
fn what_no_table_can_judge_does_not_compile_without_the_validator() {
    let (success, said) = cargo(&["check", "--locked", "--package", TABLES, "--features", "unjudged"]);
    assert!(!success, "{said}");
    let turn_on = "turn on the feature `validator` of `planwright-runtime`";
    for message in [
        "there is no table for the schema of `Sealed`",
        "there is no table for the schema of `unjudged::schemas::Key`",
        "a schema asserts a format that only the run-time validator checks",
    ] {
        assert!(said.contains(message) && said.matches(turn_on).count() >= 3, "{message} is missing in\n{said}");
    }
}

fn packages(lock: &str) -> BTreeSet<(String, String)> {
    let text = fs::read_to_string(workspace().join(lock)).expect("there is a lock file");
    let blocks = text.split("[[package]]").skip(1);
    let value = |block: &str, key: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
        line.unwrap_or_default().trim_matches('"').to_owned()
    };
    blocks.map(|block| (value(block, "name"), value(block, "version"))).collect()
}

/// With other versions, its test would need packages that the workspace does not have.
#[test]
fn it_uses_the_versions_of_the_workspace() {
    let ours = packages("Cargo.lock");
    let strangers: Vec<_> = packages("tests/consumer/Cargo.lock")
        .into_iter()
        .filter(|package| !package.0.starts_with("planwright-consumer") && !ours.contains(package))
        .collect();
    assert!(strangers.is_empty(), "{strangers:?}: copy Cargo.lock to tests/consumer and build it once");
}

/// The version in `docs/stability.md` agrees with `Cargo.toml`.
#[test]
fn the_page_of_stability_names_the_rust_version() {
    let read = |path: &str| fs::read_to_string(workspace().join(path)).expect("it is in the workspace");
    let (manifest, page) = (read("Cargo.toml"), read("docs/stability.md"));
    let version = manifest.split_once("rust-version = \"").and_then(|(_, rest)| rest.split('"').next());
    let version = version.expect("it is declared");
    assert!(page.contains(&format!("Rust {version}")), "Rust {version} is not named");
}
