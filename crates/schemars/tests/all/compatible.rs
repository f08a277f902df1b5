//! Comparison of the schemas of types with a git revision.

use std::fs;
use std::path::Path;
use std::process::Command;

use planwright_schemars::{RustRoot, SchemaFiles, root};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only its schema matters")]
struct Counter {
    #[schemars(range(max = 5))]
    count: u8,
}

root!(Counter, "schemas/counter.schema.json");

fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
    let output = Command::new("git").current_dir(folder).args(identity).args(arguments).output().expect("git starts");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Commits a schema whose maximum is `max`, and compares the type with it.
fn compared_with(max: u8) -> Result<(), String> {
    let package = tempfile::tempdir().expect("a folder");
    let files = || SchemaFiles::new(package.path()).with::<Counter>();
    files().write().expect("it is written");
    let path = package.path().join(Counter::FILE);
    let text = fs::read_to_string(&path).expect("it exists");
    fs::write(&path, text.replace("\"maximum\": 5", &format!("\"maximum\": {max}"))).expect("it is written");
    git(package.path(), &["init", "--quiet", "--initial-branch", "main"]);
    git(package.path(), &["add", "."]);
    git(package.path(), &["commit", "--quiet", "--message", "one"]);
    git(package.path(), &["checkout", "--quiet", "-b", "topic"]);
    files().check_compatible("main")
}

#[test]
fn a_document_that_breaks_is_shown() {
    assert_eq!(compared_with(5), Ok(()));
    assert_eq!(compared_with(3), Ok(()), "a wider range breaks no document");
    let message = compared_with(9).expect_err("6 was valid");
    assert!(message.contains("schemas/counter.schema.json: this document was valid and is now rejected: {\"count\":"));
    assert!(message.contains("/properties/count"), "{message}");
}

#[test]
fn a_new_file_is_compatible_and_an_unknown_revision_is_an_error() {
    let package = tempfile::tempdir().expect("a folder");
    git(package.path(), &["init", "--quiet", "--initial-branch", "main"]);
    git(package.path(), &["commit", "--quiet", "--allow-empty", "--message", "one"]);
    let check = |revision| SchemaFiles::new(package.path()).with::<Counter>().check_compatible(revision);
    assert_eq!(check("main"), Ok(()));
    let message = check("missing").expect_err("there is no such branch");
    assert!(message.contains("git does not know \"missing\""), "{message}");
    assert!(check("--help").is_err());
}
