//! Tests that `planwright drift` reads each input once, counts every input, and returns no verdict if one is missing.

use std::fs;
use std::process::Command;

use crate::project::{printed, run};

const STRING: &str = r#"{"type": "object", "properties": {"a": {"type": "string"}}}"#;
const NUMBER: &str = r#"{"type": "object", "properties": {"a": {"type": "number"}}}"#;
const UUID: &str = r#"{"type": "object", "properties": {"id": {"type": "string", "format": "uuid"}}}"#;
const EMAIL: &str = r#"{"type": "object", "properties": {"id": {"type": "string", "format": "email"}}}"#;

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

/// Runs a script that calls the program as `$PW`.
#[cfg(target_os = "linux")]
fn bash(folder: &tempfile::TempDir, script: &str) -> (i32, String, String) {
    let output = Command::new("bash")
        .args(["-c", script])
        .env("PW", env!("CARGO_BIN_EXE_planwright"))
        .current_dir(folder.path())
        .output();
    printed(&output.expect("bash runs"))
}

#[cfg(target_os = "linux")]
#[test]
fn pipes_are_read_once() {
    let folder = folder(&[("old.json", STRING), ("new.json", NUMBER)]);
    for inputs in [
        "old.json new.json",
        "<(cat old.json) new.json",
        "old.json <(cat new.json)",
        "<(cat old.json) <(cat new.json)",
        "/dev/stdin new.json < <(cat old.json)",
        "- new.json < old.json",
        "--baseline old.json <(cat new.json)",
    ] {
        let (code, out, err) = bash(&folder, &format!("\"$PW\" drift {inputs}"));
        assert_eq!(code, 1, "{inputs}: {out}{err}");
        assert!(out.contains("1 schema compared, 1 broken"), "{inputs}: {out}{err}");
        let (code, _, err) = bash(&folder, &format!("\"$PW\" drift --migrate {inputs}"));
        assert_eq!(code, if inputs.starts_with("--") { 2 } else { 1 }, "{inputs}: {err}");
    }
    let (code, _, err) = bash(&folder, "\"$PW\" drift - - < old.json");
    assert_eq!(code, 2, "standard input is empty when it is read again: {err}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_baseline_of_a_pipe_has_its_schema() {
    let folder = folder(&[("old.json", STRING)]);
    let (code, out, err) = bash(&folder, "cat old.json | \"$PW\" drift /dev/stdin --write-baseline kept.json");
    assert_eq!((code, out.as_str()), (0, "wrote kept.json: 1 schema\n"), "{err}");
    assert!(fs::read_to_string(folder.path().join("kept.json")).unwrap().contains("stdin"));
}

#[test]
fn a_reference_that_is_there_and_cannot_be_read_is_an_error() {
    let folder = folder(&[("s.json", r#"{"$ref": "o.json"}"#), ("t.json", r#"{"$ref": "none.json"}"#)]);
    fs::create_dir(folder.path().join("o.json")).expect("a folder");
    fs::write(folder.path().join("kept.json"), "{}").expect("a file");
    for arguments in [&["s.json", "--write-baseline", "kept.json"][..], &["s.json", "t.json"], &["t.json", "s.json"]] {
        let (code, _, err) = run(folder.path(), &[&["drift"], arguments].concat());
        assert!(code == 2 && err.contains("o.json: "), "{arguments:?}: {code} {err}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("kept.json")).unwrap(), "{}", "the old file stays");
    assert_eq!(run(folder.path(), &["drift", "t.json", "t.json"]).0, 0, "a file that is not there is unknown");
}

#[test]
fn a_damaged_baseline_is_refused() {
    let folder = folder(&[("s.json", STRING)]);
    assert_eq!(run(folder.path(), &["drift", "s.json", "--write-baseline", "kept.json"]).0, 0);
    let kept = fs::read_to_string(folder.path().join("kept.json")).unwrap();
    let mut damaged: serde_json::Value = serde_json::from_str(&kept).unwrap();
    damaged["files"]["other.json"] = 1.into();
    fs::write(folder.path().join("kept.json"), damaged.to_string()).unwrap();
    let (code, _, err) = run(folder.path(), &["drift", "s.json", "--baseline", "kept.json"]);
    assert!(code == 2 && err.contains("other.json"), "{code} {err}");
}

/// Control: the same command with enough memory.
#[cfg(target_os = "linux")]
#[test]
fn without_memory_for_a_proof_there_is_no_verdict() {
    let folder = folder(&[("old.json", STRING), ("new.json", NUMBER)]);
    for command in [
        "drift new.json old.json",
        "drift --allow-undecided old.json new.json",
        "drift --migrate old.json new.json",
        "export --schema old.json --dialect openai --certificate certificate.json",
    ] {
        let (code, out, err) = bash(&folder, &format!("ulimit -v 480000; \"$PW\" {command}"));
        assert!(code == 2 && err.contains("no verdict: cannot start a thread"), "{command}: {code} {out}{err}");
        assert!(!folder.path().join("certificate.json").exists());
        assert_ne!(bash(&folder, &format!("\"$PW\" {command}")).0, 2, "{command}");
        let _ = fs::remove_file(folder.path().join("certificate.json"));
    }
}

#[test]
fn formats_have_one_meaning_in_every_command() {
    let document = r#"{"id": "550e8400-e29b-41d4-a716-446655440000"}"#;
    let folder = folder(&[("old.json", UUID), ("new.json", EMAIL), ("o.json", document)]);
    let path = folder.path();
    let drift = ["drift", "old.json", "new.json"];
    let check = ["check", "--schema", "new.json", "o.json"];
    let (code, out, _) = run(path, &drift);
    assert!(code == 1 && !out.contains("not compared"), "{code} {out}");
    assert_eq!(run(path, &check).0, 1);

    let (code, out, _) = run(path, &[&drift[..], &["--no-assert-formats"]].concat());
    assert!(code == 0 && out.contains("formats were not compared"), "{code} {out}");
    let (_, out, _) = run(path, &[&drift[..], &["--no-assert-formats", "--format", "json"]].concat());
    assert!(out.contains("\"formats_compared\": false"), "{out}");
    assert_eq!(run(path, &[&check[..], &["--no-assert-formats"]].concat()).0, 0);
    assert_eq!(run(path, &["check", "fix-plan", "o.json", "--no-assert-formats"]).0, 2, "contracts assert formats");

    fs::write(path.join("planwright.toml"), "assert-formats = false\n").expect("a file");
    assert_eq!((run(path, &drift).0, run(path, &check).0), (0, 0));
    assert_eq!(run(path, &[&drift[..], &["--assert-formats"]].concat()).0, 1, "the command line wins");
    assert_eq!(run(path, &[&check[..], &["--assert-formats"]].concat()).0, 1);
    let tools = |schema: &str| format!(r#"{{"tools": [{{"name": "t", "inputSchema": {schema}}}]}}"#);
    fs::write(path.join("tools.json"), tools(UUID)).expect("a file");
    assert_eq!(run(path, &["lock", "tools.json"]).0, 0);
    fs::write(path.join("tools.json"), tools(EMAIL)).expect("a file");
    let lock = ["lock", "--check", "tools.json"];
    let (code, out, _) = run(path, &lock);
    assert!(code == 0 && out.contains("formats were not compared"), "{code} {out}");
    assert_eq!(run(path, &[&lock[..], &["--assert-formats"]].concat()).0, 1);

    let certificate = |more: &[&str]| {
        let export = ["export", "--schema", "old.json", "--dialect", "gemini", "--certificate", "c.json"];
        assert_eq!(run(path, &[&export[..], more].concat()).0, 0);
        fs::read_to_string(path.join("c.json")).expect("a certificate")
    };
    assert!(certificate(&[]).contains("\"annotates_formats\": true"));
    let verify = ["export", "--schema", "old.json", "--dialect", "gemini", "--verify", "c.json"];
    assert_eq!(run(path, &verify).0, 0);
    assert_eq!(run(path, &[&verify[..], &["--assert-formats"]].concat()).0, 1, "of another meaning");
    assert!(!certificate(&["--assert-formats"]).contains("annotates_formats"));
}
