//! Follows the recipe "A contract" of CONTRIBUTING.md in a copy of the workspace: the listed files suffice.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use planwright_tests::{here, workspace};
use serde_json::Value;
use walkdir::{DirEntry, WalkDir};

/// Returns the build folder of the copy. It cannot be that of the workspace, because cargo identifies crates by their
/// relative path and would confuse the two.
fn target() -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from);
    target.join("sixth-contract")
}

fn copy(from: &Path, to: &Path) -> usize {
    let is_source = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !["target", "node_modules", ".git"].contains(&name.as_ref())
    };
    let files = WalkDir::new(from).into_iter().filter_entry(is_source).map(|entry| entry.expect("it can be read"));
    let files = files.filter(|entry| entry.file_type().is_file());
    files
        .map(|entry| {
            let place = to.join(entry.path().strip_prefix(from).expect("it is below"));
            fs::create_dir_all(place.parent().expect("it has a folder")).expect("a folder can be made");
            fs::copy(entry.path(), place).expect("it can be copied")
        })
        .count()
}

fn planwright(copy: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let name = format!("planwright{}", env::consts::EXE_SUFFIX);
    let output = Command::new(target().join("debug").join(name)).args(arguments).current_dir(copy).output();
    let output = output.expect("it was built");
    (output.status.code(), text(&output))
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
#[ignore = "builds the command line of a copy of the workspace; `.ci/full packages` runs it"]
fn a_sixth_contract_takes_the_files_of_the_recipe() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let root = temporary.path();
    copy(&workspace(), root);
    let recipe = here().join("cases/sixth-contract");
    let added = copy(&recipe.join("files"), root);
    let edits = fs::read_to_string(recipe.join("edits.json")).expect("the edits");
    let edits: serde_json::Map<String, Value> = serde_json::from_str(&edits).expect("edits are JSON");
    for (path, edits) in &edits {
        let mut text = fs::read_to_string(root.join(path)).expect("an edited file is there");
        for edit in edits.as_array().expect("a list") {
            let (before, add) = (edit["before"].as_str().expect("text"), edit["add"].as_str().expect("text"));
            assert_eq!(text.matches(before).count(), 1, "{path}: {before:?}");
            text = text.replacen(before, &format!("{add}{before}"), 1);
        }
        fs::write(root.join(path), text).expect("it can be written");
    }
    // The case of the rule consists of two files, but it is one step of the recipe.
    assert_eq!(added + edits.len(), 6);

    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let generated = Command::new(cargo)
        .args(["xtask", "gen"])
        .current_dir(root)
        .env("CARGO_TARGET_DIR", target())
        .env_remove("CI")
        .output()
        .expect("cargo can be started");
    assert!(generated.status.success(), "{}", text(&generated));
    assert!(fs::read_to_string(root.join("docs/codes.md")).expect("a page").contains("DAYS_REVERSED"));

    let case = "tests/cases/invalid/leave-plan/DAYS_REVERSED/input.json";
    let (code, said) = planwright(root, &["check", "leave-plan", case]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("error[DAYS_REVERSED]: the last day is before the first"), "{said}");
    fs::write(root.join("good.json"), r#"{"who": "Ada", "first_day": 12, "last_day": 14}"#).expect("it can be written");
    let (code, said) = planwright(root, &["check", "leave-plan", "good.json"]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = planwright(root, &["prompt", "leave-plan"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("DAYS_REVERSED") && said.contains("first_day"), "{said}");
    let (code, said) = planwright(root, &["explain", "DAYS_REVERSED"]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = planwright(root, &["check", "seventh-plan", "good.json"]);
    assert_eq!(code, Some(2), "the control: a contract that nobody added is unknown: {said}");
}
