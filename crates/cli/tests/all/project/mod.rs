//! A project with all parts of `planwright ci`, in git, for the tests of the command, the action and the hooks.

#![allow(dead_code, reason = "not every test needs all of it")]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) const CONFIG: &str = r#"[gen]
schemas = "schemas"
out = "src/plans"

[apex]
blueprints = ["blueprints"]

[drift]
schemas = ["schemas"]
against = "HEAD"

[snapshot]
file = "org.json"
"#;

pub(crate) const ORDER: &str = "{\n  \"title\": \"Order\",\n  \"type\": \"object\",\n  \"properties\": { \"kind\": { \"enum\": [\"a\", \"b\"] } },\n  \"additionalProperties\": false\n}\n";

const ORG: &str = r#"{"objects": {"Opportunity": {"apiName": "Opportunity", "fields": {
  "Id": {"apiName": "Id", "type": "Id", "nillable": false, "createable": false, "updateable": false},
  "StageName": {"apiName": "StageName", "type": "String", "nillable": false, "createable": true, "updateable": true}
}}}}
"#;

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the program under test: the one in the variable PLANWRIGHT, such as an installed one, or the one of this
/// build.
pub(crate) fn program() -> PathBuf {
    env::var_os("PLANWRIGHT").map_or_else(|| env!("CARGO_BIN_EXE_planwright").into(), PathBuf::from)
}

pub(crate) fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_planwright")).args(arguments).current_dir(folder).output();
    printed(&output.expect("planwright runs"))
}

pub(crate) fn printed(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

pub(crate) fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
    let output = Command::new("git").args(identity).args(arguments).current_dir(folder).output().expect("git runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

pub(crate) fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    fs::write(path, text).expect("a file");
}

pub(crate) fn read_text(folder: &Path, path: &str) -> String {
    fs::read_to_string(folder.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Creates the project in `below`, a folder of a new git repository: generated, committed, and without findings.
pub(crate) fn project(below: &str) -> (tempfile::TempDir, PathBuf) {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join(below);
    write(&folder, "planwright.toml", CONFIG);
    write(&folder, "schemas/order.json", ORDER);
    write(&folder, "org.json", ORG);
    let blueprint = read_text(&repository(), "examples/blueprints/update-opportunity-stage.json");
    write(&folder, "blueprints/stage.json", &blueprint);
    for command in ["gen", "apex"] {
        let (code, out, err) = run(&folder, &[command]);
        assert_eq!(code, 0, "{command}: {out}{err}");
    }
    git(root.path(), &["init", "-q"]);
    git(root.path(), &["add", "-A"]);
    git(root.path(), &["commit", "-q", "-m", "first"]);
    (root, folder)
}

/// Returns every file with its content, except those of git.
pub(crate) fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.file_name().is_some_and(|name| name == ".git") {
            continue;
        }
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            let bytes = fs::read(&path).expect("a file");
            files.push((path, bytes));
        }
    }
    files.sort();
    files
}
