//! Tests many blueprints at once: folders, patterns, and files with one blueprint per line give the same result.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::json;

const NAMES: [&str; 3] = ["One", "Two", "Three"];

fn blueprint(name: &str, operation: &str) -> String {
    let input = |api: &str, data: &str| json!({"apiName": api, "fieldApiName": api, "label": api, "dataType": data, "required": true});
    json!({
        "name": name, "label": name, "category": "DOMAIN", "targetSObject": "Case", "operation": operation,
        "inputs": [input("Id", "Id"), input("Subject", "String")]
    })
    .to_string()
}

/// Creates a folder with one file per blueprint, and a file with one line per blueprint.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("plans")).unwrap();
    for name in NAMES {
        fs::write(folder.path().join(format!("plans/{name}.json")), blueprint(name, "UPDATE")).unwrap();
    }
    let lines = NAMES.map(|name| blueprint(name, "UPDATE"));
    fs::write(folder.path().join("all.jsonl"), format!("{}\n\n{}\r\n{}", lines[0], lines[1], lines[2])).unwrap();
    fs::copy(folder.path().join("all.jsonl"), folder.path().join("all.txt")).unwrap();
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_planwright")).args(arguments).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn classes(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder.join("main/default/classes")).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap()))
        .collect()
}

#[test]
fn folders_patterns_and_lines_make_the_same_classes() {
    let folder = project();
    let go = |arguments: &[&str]| {
        let output = run(folder.path(), &[&["apex", "--out", "out/app"], arguments].concat());
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        let made = classes(&folder.path().join("out/app"));
        fs::remove_dir_all(folder.path().join("out")).unwrap();
        made
    };
    let expected = go(&["plans"]);
    assert_eq!(expected.len(), 12);
    for arguments in [&["plans/*.json"][..], &["all.jsonl"], &["--ndjson", "all.txt"], &["all.jsonl", "./all.jsonl"]] {
        assert_eq!(go(arguments), expected, "{arguments:?}");
    }
    let nothing = run(folder.path(), &["apex", "none/*.json"]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(text(&nothing.stderr).contains("no file matches this pattern"), "{nothing:?}");
}

#[test]
fn a_finding_names_the_line_of_its_blueprint() {
    let folder = project();
    let bad = blueprint("Four", "DESTROY");
    fs::write(folder.path().join("bad.ndjson"), format!("{}\n\n{bad}\n", blueprint("Five", "UPDATE"))).unwrap();
    for arguments in [&["apex", "bad.ndjson"][..], &["snapshot", "check", "org.json", "--ndjson", "bad.ndjson"]] {
        fs::write(folder.path().join("org.json"), r#"{"objects": {}}"#).unwrap();
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let told = text(&output.stdout) + &text(&output.stderr);
        let column = bad.find("\"DESTROY\"").unwrap() + 1;
        assert!(told.contains(&format!("--> bad.ndjson:3:{column}")), "{told}");
    }
    assert!(!folder.path().join("force-app").exists());
}

/// The record of a file with several lines is also used when another file is passed.
#[test]
fn a_line_that_is_gone_leaves_an_orphan() {
    let folder = project();
    let go = |arguments: &[&str]| {
        let output = run(folder.path(), &[&["apex"], arguments].concat());
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stderr)
    };
    go(&["all.jsonl"]);
    fs::write(folder.path().join("more.json"), blueprint("More", "UPDATE")).unwrap();
    assert!(!go(&["more.json"]).contains("has no blueprint any more"), "all lines are there");
    fs::write(folder.path().join("all.jsonl"), blueprint("One", "UPDATE")).unwrap();
    let told = go(&["more.json"]);
    assert!(told.contains("DynamicAction_Two") && told.contains("DynamicAction_Three"), "{told}");
    assert!(!told.contains("DynamicAction_One "), "{told}");
}
