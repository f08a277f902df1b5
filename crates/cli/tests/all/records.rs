//! Tests `planwright check --report`, `--since` and `planwright report merge`: reuse of records, merging, and invalid
//! reports.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::project::{read_text, repository, run, write};

/// Returns fix plans: a valid one, one with an error, and one with a missing character.
fn documents() -> [String; 3] {
    let schema: Value =
        serde_json::from_str(&read_text(&repository(), "schemas/fix-plan/fix-plan.schema.json")).unwrap();
    let good = schema["examples"][0].to_string();
    let wrong = good.replace("\"plan_version\":\"1.0\"", "\"plan_version\":\"0.9\"");
    assert_ne!(wrong, good);
    let cut = good[..good.len() - 1].to_owned();
    [good, wrong, cut]
}

/// Creates a folder with three documents in `plans`.
fn prepared() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("plans")).unwrap();
    for (name, text) in ["a", "b", "c"].into_iter().zip(documents()) {
        write(folder.path(), &format!("plans/{name}.json"), &text);
    }
    folder
}

fn check(folder: &Path, arguments: &str) -> (i32, String, String) {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    run(folder, &[&["check", "fix-plan"], &arguments[..]].concat())
}

fn merge(folder: &Path, arguments: &str) -> (i32, String, String) {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    run(folder, &[&["report", "merge"], &arguments[..]].concat())
}

#[test]
fn a_report_has_a_record_of_each_document() {
    let folder = prepared();
    let (code, out, err) = check(folder.path(), "plans --report r.json");
    assert!(code == 1 && out.contains("1 of 3 documents passed: 2 errors, 0 warnings\n"), "{out}{err}");
    assert!(out.contains("plans/b.json:1:"), "findings are shown too: {out}");
    let text = read_text(folder.path(), "r.json");
    let report: Value = serde_json::from_str(&text).unwrap();
    let documents = report["documents"].as_array().unwrap();
    assert_eq!(text.lines().count(), documents.len() + 2, "a line for each");
    let names: Vec<&str> = documents.iter().map(|one| one["file"].as_str().unwrap()).collect();
    assert_eq!(names, ["plans/a.json", "plans/b.json", "plans/c.json"]);
    assert_eq!(report["counts"], serde_json::json!({"documents": 3, "passed": 1, "errors": 2, "warnings": 0}));
    // The findings are those of the command, with their locations.
    let (_, json, _) = check(folder.path(), "--ndjson plans/b.json --format json");
    let shown: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(documents[1]["findings"], shown["findings"]);
    let schema: Value = serde_json::from_str(&run(folder.path(), &["schema", "output/records"]).1).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(&report));
    for member in report.as_object().unwrap().keys() {
        let mut less = report.clone();
        less.as_object_mut().unwrap().shift_remove(member);
        assert!(!validator.is_valid(&less), "{member}");
    }
    assert!(documents[0].get("findings").is_none());
}

#[test]
fn what_an_earlier_report_has_is_not_judged_again() {
    let folder = prepared();
    let path = folder.path();
    check(path, "plans --report one.json");
    let (code, out, err) = check(path, "plans --report two.json --since one.json");
    assert!(code == 1 && out.contains("skipped: 3 documents, unchanged\n"), "{out}{err}");
    assert!(!out.contains("error["), "{out}");
    assert!(out.contains("1 of 3 documents passed: 2 errors, 0 warnings\n"), "{out}");
    assert_eq!(read_text(path, "two.json"), read_text(path, "one.json"));

    // Changed and new documents are checked. Deleted ones are left out.
    let [good, wrong, _] = documents();
    write(path, "plans/b.json", &good);
    write(path, "plans/d.json", &wrong);
    fs::remove_file(path.join("plans/c.json")).unwrap();
    let (code, out, _) = check(path, "plans --report one.json --since one.json");
    assert!(code == 1 && out.contains("skipped: 1 document, unchanged\n"), "{out}");
    assert!(out.contains("plans/d.json:1:") && out.contains("2 of 3 documents passed"), "{out}");
    check(path, "plans --report anew.json");
    assert_eq!(read_text(path, "one.json"), read_text(path, "anew.json"));

    // Other formats do not show documents that were not checked again.
    let (_, human, err) = check(path, "plans --report two.json --since one.json --format json");
    assert!(human.is_empty() && err.contains("are in the --report file"), "{human}{err}");
}

#[test]
fn a_stopped_run_leaves_what_it_has_judged() {
    let folder = prepared();
    let path = folder.path();
    write(path, "here.txt", &documents()[0]);
    let (code, _, err) = check(path, "plans here.txt gone.json --report r.json");
    assert!(code == 2 && err.contains("gone.json") && err.contains("continue with --since r.json"), "{err}");
    let (code, _, err) = merge(path, "--out all.json r.json");
    assert!(code == 2 && err.contains("its run was interrupted") && !path.join("all.json").exists(), "{err}");
    write(path, "gone.json", &documents()[0]);
    let (code, out, _) = check(path, "plans here.txt gone.json --report r.json --since r.json");
    assert!(code == 1 && out.contains("skipped: 4 documents"), "{out}");
    check(path, "plans here.txt gone.json --report whole.json");
    assert_eq!(read_text(path, "r.json"), read_text(path, "whole.json"));

    // Records of documents that a run does not reach are kept.
    let (code, ..) = check(path, "nothing.json --report r.json --since r.json");
    assert_eq!(code, 2);
    let left: Value = serde_json::from_str(&read_text(path, "r.json")).unwrap();
    assert!(left["finished"] == false && left["documents"].as_array().unwrap().len() == 5, "{left:#}");
}

#[test]
fn parts_merge_into_the_whole() {
    let folder = prepared();
    let path = folder.path();
    let [good, wrong, cut] = documents();
    let lines = [&good, &wrong, &good, &cut];
    write(path, "s1.ndjson", &lines.map(|line| format!("{line}\n")).concat());
    write(path, "s2.ndjson", &format!("{good}\n\n{wrong}\n"));
    write(path, "s10.ndjson", &format!("{good}\n"));
    check(path, "--ndjson s1.ndjson s2.ndjson s10.ndjson --report whole.json");
    fs::create_dir(path.join("parts")).unwrap();
    for part in ["s1", "s2", "s10"] {
        check(path, &format!("--ndjson {part}.ndjson --report parts/{part}.json"));
    }
    // Documents may occur in several reports: a duplicate report, and one that overlaps.
    check(path, "--ndjson s2.ndjson s10.ndjson --report parts/again.json");
    fs::copy(path.join("parts/s1.json"), path.join("parts/copy.json")).unwrap();
    let (code, out, err) = merge(path, "parts --out merged.json");
    assert!(code == 1 && out.contains("4 of 7 documents passed: 3 errors, 0 warnings\n"), "{out}{err}");
    assert_eq!(read_text(path, "merged.json"), read_text(path, "whole.json"));
    let (_, out, _) = merge(path, "parts/s10.json parts/s2.json merged.json --out merged.json");
    assert!(out.contains("4 of 7"), "{out}");
    assert_eq!(read_text(path, "merged.json"), read_text(path, "whole.json"));
    // The report of one part differs, and its outcome is success if that part passes.
    let (code, ..) = merge(path, "parts/s10.json --out part.json");
    assert!(code == 0 && read_text(path, "part.json") != read_text(path, "whole.json"));

    // Two documents with the same name.
    write(path, "s2.ndjson", &format!("{wrong}\n\n{wrong}\n"));
    check(path, "--ndjson s2.ndjson --report other.json");
    let (code, _, err) = merge(path, "parts other.json --out never.json");
    assert!(code == 2 && err.contains("other.json: s2.ndjson:1 has two different records"), "{err}");
    assert!(!path.join("never.json").exists());
}

#[test]
fn what_is_no_report_of_this_check_is_refused() {
    let folder = prepared();
    let path = folder.path();
    check(path, "plans --report r.json");
    let text = read_text(path, "r.json");
    let edits: [(&str, &str, &str); 9] = [
        ("\"valid\":false", "\"valid\":true", "was edited or damaged"),
        ("\"errors\":1", "\"errors\":0", "was edited or damaged"),
        ("\"passed\":1", "\"passed\":3", "was edited or damaged"),
        ("plans/c.json", "plans/d.json", "was edited or damaged"),
        ("\"finished\":true", "\"finished\":false", "was edited or damaged"),
        ("{\"report\":1,", "{\"report\":2,\"later\":0,", "unsupported version 2; this planwright supports 1"),
        ("\"digest\":\"sha256:", "\"digest\":\"md5:", "expected a digest"),
        ("\"settings\":[],", "", "missing field `settings`"),
        ("\"settings\":[],", "\"settings\":[],\"more\":1,", "unknown field `more`"),
    ];
    let refused = |text: &str, reason: &str| {
        write(path, "edited.json", text);
        for (code, out, err) in
            [check(path, "plans --report two.json --since edited.json"), merge(path, "--out two.json edited.json")]
        {
            assert!(code == 2 && out.is_empty() && err.contains(reason), "{reason}: {code} {out}{err}");
            assert!(err.contains("edited.json: ") && !path.join("two.json").exists(), "{err}");
        }
    };
    for (from, to, reason) in edits {
        let edited = text.replacen(from, to, 1);
        assert_ne!(edited, text, "{from}");
        refused(&edited, reason);
    }
    // A duplicate document, a truncated report, trailing content, and files of other kinds.
    let lines: Vec<&str> = text.lines().collect();
    refused(&[lines[0], lines[1], &text[lines[0].len() + 1..]].join("\n"), "a document appears twice");
    for length in (0..text.len() - 1).step_by(97).chain([text.len() - 2]) {
        refused(&text[..length], "not a report of `planwright check --report`: EOF");
    }
    refused(&format!("{text}{text}"), "trailing characters");
    refused("[]", "not a report of");
    refused(&"[".repeat(100_000), "not a report of");
    // Another layout is the same report.
    let value: Value = serde_json::from_str(&text).unwrap();
    write(path, "pretty.json", &format!("{value:#}"));
    let (code, ..) = merge(path, "--out again.json pretty.json");
    assert!(code == 1 && read_text(path, "again.json") == text);
}

#[test]
fn reports_of_other_checks_say_nothing() {
    let folder = prepared();
    let path = folder.path();
    check(path, "plans --report r.json");
    let schema = |kind: &str| {
        write(
            path,
            "s.json",
            &format!("{{\"type\": \"object\", \"properties\": {{\"a\": {{\"type\": \"{kind}\"}}}}}}"),
        );
    };
    schema("string");
    let own = ["check", "--schema", "s.json", "plans", "--report", "own.json"];
    assert_eq!(run(path, &own).0, 1);
    let since = |first: &[&str], earlier: &str| {
        run(path, &[first, &["plans", "--report", "two.json", "--since", earlier]].concat()).2
    };
    let err = since(&["check", "form-plan"], "r.json");
    assert!(err.contains("r.json: for documents of fix-plan, not of form-plan"), "{err}");
    let err = since(&["check", "fix-plan", "--deny-warnings"], "r.json");
    assert!(err.contains("made with different settings: none, not deny-warnings"), "{err}");
    assert_eq!(since(&["check", "--schema", "s.json"], "own.json"), "");
    fs::remove_file(path.join("two.json")).unwrap();
    schema("integer");
    let err = since(&["check", "--schema", "s.json"], "own.json");
    assert!(err.contains("own.json: made with a different schema, snapshot or context"), "{err}");
    let (code, _, err) = merge(path, "--out two.json r.json own.json");
    assert!(code == 2 && err.contains("own.json: for documents of a schema, not of fix-plan"), "{err}");
    let other = read_text(path, "r.json").replacen("\"planwright\":\"", "\"planwright\":\"9.", 1);
    write(path, "later.json", &other);
    assert!(since(&["check", "fix-plan"], "later.json").contains("was edited"), "its digest is another");
    assert!(!path.join("two.json").exists());
}

#[test]
fn nothing_else_is_overwritten() {
    let folder = prepared();
    let path = folder.path();
    let plan = read_text(path, "plans/a.json");
    let (code, _, err) = check(path, "plans --report plans/a.json");
    assert!(code == 2 && err.contains("plans/a.json: not a report"), "{err}");
    check(path, "plans --report r.json");
    let (code, _, err) = merge(path, "r.json --out plans/a.json");
    assert!(code == 2 && err.contains("plans/a.json: not a report"), "{err}");
    let (code, _, err) = merge(path, "r.json --out plans");
    assert!(code == 2 && err.contains("not a regular file"), "{err}");
    assert_eq!(read_text(path, "plans/a.json"), plan);
    for wrong in ["plans --since r.json", "plans --report x.json --fix", "plans --report x.json --format repair"] {
        let (code, _, err) = check(path, wrong);
        assert!(code == 2 && !path.join("x.json").exists(), "{wrong}: {err}");
    }
    let (code, _, err) = run(path, &["report"]);
    assert!(code == 2 && err.contains("--html"), "{err}");
}
