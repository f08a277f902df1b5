//! `planwright check --fix`, `--diff`, `--deny` and what a configuration accepts: a document gets better or stays as it is.

use std::path::Path;

use crate::project::{read, run, write};

const GOOD: &str = r#"{
  "name": "CloseTicket",
  "label": "Close Ticket",
  "category": "SERVICE",
  "targetSObject": "Case",
  "operation": "UPDATE",
  "inputs": [
    { "apiName": "CaseId", "fieldApiName": "Id", "label": "Case Id", "dataType": "Id", "required": true },
    { "apiName": "Status", "fieldApiName": "Status", "label": "Status", "dataType": "String", "required": true }
  ]
}
"#;

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        write(root.path(), path, text);
    }
    root
}

fn check(folder: &Path, more: &[&str]) -> (i32, String, String) {
    run(folder, &[&["check", "action-blueprint", "a.json"], more].concat())
}

#[test]
fn a_document_with_slips_is_mended_and_then_left_alone() {
    let slips = GOOD
        .replace("\"UPDATE\"", "\"UPDTAE\"")
        .replace("\"category\"", "\"categroy\"")
        .replace("\"required\": true }\n  ]", "\"required\": True, },\n  ]")
        .replace("\"label\": \"Status\"", "'label': 'Status'");
    let root = folder(&[("a.json", &format!("Here it is:\n```json\n{slips}```\n"))]);
    let (code, out, _) = check(root.path(), &["--diff"]);
    assert!(code == 1 && out.contains("+  \"operation\": \"UPDATE\",") && out.contains("PARSE_ERROR"), "{out}");
    assert!(read(root.path(), "a.json").starts_with("Here"), "--diff writes nothing");
    let (code, out, err) = check(root.path(), &["--fix"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.starts_with("fixed a.json: "), "{out}");
    let mended = read(root.path(), "a.json");
    assert_eq!(mended, GOOD);
    let (code, out, _) = check(root.path(), &["--fix"]);
    assert_eq!(
        (code, out.as_str()),
        (0, "1 of 1 file passed: 0 errors, 0 warnings\n"),
        "the second run changes nothing"
    );
    assert_eq!(read(root.path(), "a.json"), mended);
}

#[test]
fn what_has_no_single_mending_is_reported_and_kept() {
    let elephant = GOOD.replace("\"UPDATE\"", "\"ELEPHANT\"");
    let root = folder(&[("a.json", &elephant)]);
    let (code, out, _) = check(root.path(), &["--fix", "--unsafe-fixes"]);
    assert!(code == 1 && out.contains("ENUM_MISMATCH") && !out.contains("fixed"), "{out}");
    assert_eq!(read(root.path(), "a.json"), elephant);
    let both = GOOD.replace("\"UPDATE\"", "\"UPDTAE\"").replace("\"required\": true }\n", "\"required\": 3 }\n");
    write(root.path(), "a.json", &both);
    let (code, out, _) = check(root.path(), &["--fix"]);
    assert!(code == 1 && out.contains("fixed a.json: 1 line") && out.contains("TYPE_MISMATCH"), "{out}");
    assert_eq!(read(root.path(), "a.json"), both.replace("UPDTAE", "UPDATE"));
}

#[test]
fn an_answer_that_was_cut_off_is_closed_on_request_alone() {
    let half = GOOD.trim_end().trim_end_matches('}');
    let root = folder(&[("a.json", half)]);
    assert_eq!(check(root.path(), &["--fix"]).0, 1);
    assert_eq!(read(root.path(), "a.json"), half);
    let (code, out, _) = check(root.path(), &["--fix", "--unsafe-fixes"]);
    assert_eq!(code, 0, "{out}");
    assert!(read(root.path(), "a.json").ends_with("]}\n"));
}

#[test]
fn warnings_are_denied_and_accepted_by_code() {
    let warned = GOOD.replace("\"String\"", "\"Pickle\"");
    let root = folder(&[("a.json", &warned)]);
    assert_eq!(check(root.path(), &[]).0, 0, "a warning alone passes");
    for more in [&["--deny-warnings"][..], &["--deny", "UNKNOWN_DATA_TYPE"]] {
        let (code, out, _) = check(root.path(), more);
        assert!(code == 1 && out.contains("error[UNKNOWN_DATA_TYPE]") && out.contains("1 error, 0 warnings"), "{out}");
    }
    assert_eq!(check(root.path(), &["--deny", "UNKNOWN_FIELD"]).0, 0, "another code");
    let (code, _, err) = check(root.path(), &["--deny", "UNKNOWN_DATA_TYP"]);
    assert!(code == 2 && err.contains("did you mean UNKNOWN_DATA_TYPE?"), "{err}");
    let section = "[check]\ncontract = \"action-blueprint\"\nfiles = [\"a.json\"]\ndeny-warnings = true\n";
    let ignore = "[[check.ignore]]\ncode = \"UNKNOWN_DATA_TYPE\"\n";
    for (more, passes) in [
        (String::new(), false),
        (format!("{ignore}reason = \"Read as text.\"\n"), true),
        (format!("{ignore}files = [\"old/*.json\"]\nreason = \"Read as text.\"\n"), false),
        (format!("{ignore}files = [\"*.json\"]\nreason = \"Read as text.\"\n"), true),
    ] {
        write(root.path(), "planwright.toml", &format!("{section}{more}"));
        let (code, out, err) = run(root.path(), &["ci"]);
        assert_eq!(code, i32::from(!passes), "{more}: {out}{err}");
    }
    write(root.path(), "planwright.toml", &format!("{section}{ignore}"));
    let (code, _, err) = run(root.path(), &["ci"]);
    assert!(code == 2 && err.contains("check.ignore.reason: this is missing"), "{err}");
}
