//! Tests the library: every blueprint is valid and follows the style rules, and the binary finds and prints it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn planwright(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    command.args(arguments).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// Returns exit code, standard output and standard error.
fn library(arguments: &[&str]) -> (i32, String, String) {
    let all: Vec<&str> = [&["library"], arguments].concat();
    let output = planwright(&repository(), &all, "");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Returns the content of each file of the folder, by name without `.json`.
fn folder() -> BTreeMap<String, String> {
    let files =
        fs::read_dir(repository().join("crates/reference/blueprints")).unwrap().map(|entry| entry.unwrap().path());
    files
        .map(|path| {
            assert_eq!(path.extension().unwrap(), "json", "{}", path.display());
            (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap())
        })
        .collect()
}

fn name(text: &str) -> String {
    serde_json::from_str::<Value>(text).unwrap()["name"].as_str().unwrap().to_owned()
}

fn strings<'v>(values: impl IntoIterator<Item = &'v Value>) -> BTreeSet<&'v str> {
    values.into_iter().map(|value| value.as_str().unwrap()).collect()
}

#[test]
fn every_blueprint_passes_without_a_warning() {
    let files: Vec<String> = folder().keys().map(|stem| format!("crates/reference/blueprints/{stem}.json")).collect();
    assert!(files.len() >= 32, "only {} blueprints", files.len());
    let snapshot = ["--snapshot", "crates/org/src/standard.json"];
    for options in [&[][..], &snapshot] {
        let files = files.iter().map(String::as_str);
        let arguments: Vec<&str> =
            ["check", "action-blueprint"].into_iter().chain(options.iter().copied()).chain(files).collect();
        let output = planwright(&repository(), &arguments, "");
        let said = String::from_utf8(output.stdout).unwrap();
        let count = folder().len();
        assert_eq!(said, format!("{count} of {count} files passed: 0 errors, 0 warnings\n"));
    }
}

#[test]
fn every_blueprint_keeps_the_house_rules() {
    for (stem, text) in folder() {
        let plan: Value = serde_json::from_str(&text).unwrap();
        let name = name(&text);
        assert_eq!(stem.replace('-', ""), name.to_lowercase(), "the file is called as the blueprint");
        assert!(name.len() <= 26, "{name}: the class name becomes too long");
        assert!(plan["summary"].is_string(), "{name} says what it did");
        let guardrails = plan["guardrails"].as_array().unwrap();
        let of_type = |kind: &str| guardrails.iter().find(|guardrail| guardrail["type"] == kind);
        if plan["operation"] == "CALL" {
            assert!(of_type("FLS_VIEW").is_some(), "{name} shows only what its user may see");
            continue;
        }
        assert!(of_type("SHARING_REQUIRED").is_some(), "{name} asks for the right to write");
        let edited = strings(of_type("FLS_EDIT").unwrap()["params"]["fields"].as_array().unwrap());
        let bound = plan["inputs"].as_array().unwrap().iter().map(|input| &input["fieldApiName"]);
        let written = strings(bound.filter(|field| **field != "Id"));
        assert_eq!(edited, written, "{name}: FLS_EDIT is about what is written");
    }
}

#[test]
fn the_table_is_the_folder() {
    let (code, listed, _) = library(&["list"]);
    assert_eq!(code, 0);
    let entries = listed.lines().filter_map(|line| line.strip_prefix("  "));
    let listed: Vec<&str> = entries.map(|line| line.split(' ').next().unwrap()).collect();
    let unique: BTreeSet<String> = listed.iter().map(|name| name.to_lowercase()).collect();
    assert_eq!(unique.len(), listed.len(), "names are unique without regard to case");
    let there: BTreeSet<String> = folder().values().map(|text| name(text).to_lowercase()).collect();
    assert_eq!(
        unique, there,
        "FILES in crates/reference/src/blueprint_library.rs against the folder crates/reference/blueprints/"
    );
}

#[test]
fn what_is_shown_is_the_file() {
    for (stem, text) in folder() {
        let (code, shown, said) = library(&["show", &name(&text)]);
        assert_eq!((code, shown.as_str(), said.as_str()), (0, text.as_str(), ""), "{stem}");
    }
    assert_eq!(library(&["show", "closecase"]), library(&["show", "close-case"]));
}

#[test]
fn an_unknown_name_is_answered_with_the_nearest() {
    let (code, shown, said) = library(&["show", "CloseCsae"]);
    assert_eq!((code, shown.as_str()), (2, ""));
    assert_eq!(said, "error: the library has no blueprint \"CloseCsae\"; did you mean \"CloseCase\"?\n");
    let (code, _, said) = library(&["show", "LaunchRocket"]);
    assert_eq!(code, 2);
    assert!(said.contains("`planwright library list` lists all"), "{said}");
}

#[test]
fn a_category_is_listed_alone() {
    let expected = "\
NOTIFICATION
  NotifyCaseContact          CALL    Case                 Notify Case Contact
  NotifyOpportunityOwner     CALL    Opportunity          Notify Opportunity Owner
";
    assert_eq!(library(&["list", "--category", "notification"]), (0, expected.to_owned(), String::new()));
    let (code, _, said) = library(&["list", "--category", "COOKING"]);
    assert_eq!(code, 2);
    let known = "ACTIVITY, COMMERCE, MARKETING, NOTIFICATION, SALES, SERVICE";
    assert_eq!(said, format!("error: unknown category \"COOKING\"; expected one of {known}\n"));
}

#[test]
fn a_search_ranks_what_has_all_words() {
    let expected = "\
CloseOpportunityWon        UPDATE  Opportunity          Close Opportunity as Won
";
    assert_eq!(library(&["search", "WON", "close"]), (0, expected.to_owned(), String::new()));
    let (_, by_words, _) = library(&["search", "list price"]);
    assert!(by_words.starts_with("ChangeListPrice "), "{by_words}");
    let (_, by_name, _) = library(&["search", "closecase"]);
    assert_eq!(by_name.lines().count(), 1, "{by_name}");
    let (code, found, said) = library(&["search", "case", "rocket"]);
    assert_eq!((code, found.as_str()), (1, ""));
    assert_eq!(said, "no blueprint in the library matches all of these words: case rocket\n");
}

#[test]
fn a_search_finds_synonyms() {
    for (words, found) in [
        (&["finish", "task"][..], "CompleteTask"),
        (&["reassign", "ticket"], "AssignCase"),
        (&["book", "appointment"], "ScheduleMeeting"),
        (&["advance", "deal"], "AdvanceOpportunity"),
    ] {
        let (code, lines, _) = library(&[&["search"], words].concat());
        assert_eq!(code, 0, "{words:?}");
        assert!(lines.lines().any(|line| line.starts_with(&format!("{found} "))), "{words:?}: {lines}");
    }
    let (_, best, _) = library(&["search", "close", "ticket"]);
    assert!(best.starts_with("CloseCase "), "the word itself counts more than a synonym: {best}");
}

#[test]
fn what_is_shown_becomes_apex() {
    let folder = tempfile::tempdir().unwrap();
    let (_, shown, _) = library(&["show", "CloseOpportunityWon"]);
    let output = planwright(folder.path(), &["apex", "--out", "out", "-"], &shown);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for file in ["DynamicAction_CloseOpportunityWon.cls", "DynamicAction_CloseOpportunityWon.cls-meta.xml"] {
        assert!(folder.path().join("out/main/default/classes").join(file).exists(), "{file}");
    }
}
