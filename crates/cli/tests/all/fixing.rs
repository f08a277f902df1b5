//! Tests `planwright check --fix`, `--diff`, `--deny` and accepted warnings: a document is improved or stays as it is.

use std::path::Path;

use crate::project::{read_text, run, write};

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
    assert!(read_text(root.path(), "a.json").starts_with("Here"), "--diff writes nothing");
    let (code, out, err) = check(root.path(), &["--fix"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.starts_with("fixed a.json: "), "{out}");
    let mended = read_text(root.path(), "a.json");
    assert_eq!(mended, GOOD);
    let (code, out, _) = check(root.path(), &["--fix"]);
    assert_eq!(
        (code, out.as_str()),
        (0, "1 of 1 file passed: 0 errors, 0 warnings\n"),
        "the second run changes nothing"
    );
    assert_eq!(read_text(root.path(), "a.json"), mended);
}

#[test]
fn what_has_no_single_mending_is_reported_and_kept() {
    let elephant = GOOD.replace("\"UPDATE\"", "\"ELEPHANT\"");
    let root = folder(&[("a.json", &elephant)]);
    let (code, out, _) = check(root.path(), &["--fix", "--unsafe-fixes"]);
    assert!(code == 1 && out.contains("ENUM_MISMATCH") && !out.contains("fixed"), "{out}");
    assert_eq!(read_text(root.path(), "a.json"), elephant);
    let both = GOOD.replace("\"UPDATE\"", "\"UPDTAE\"").replace("\"required\": true }\n", "\"required\": 3 }\n");
    write(root.path(), "a.json", &both);
    let (code, out, _) = check(root.path(), &["--fix"]);
    assert!(code == 1 && out.contains("fixed a.json: 1 line") && out.contains("TYPE_MISMATCH"), "{out}");
    assert_eq!(read_text(root.path(), "a.json"), both.replace("UPDTAE", "UPDATE"));
}

#[test]
fn an_answer_that_was_cut_off_is_closed_on_request_alone() {
    let half = GOOD.trim_end().trim_end_matches('}');
    let root = folder(&[("a.json", half)]);
    assert_eq!(check(root.path(), &["--fix"]).0, 1);
    assert_eq!(read_text(root.path(), "a.json"), half);
    let (code, out, _) = check(root.path(), &["--fix", "--unsafe-fixes"]);
    assert_eq!(code, 0, "{out}");
    assert!(read_text(root.path(), "a.json").ends_with("]}\n"));
    // The cut string is an enum value, so the rest of it is found.
    let cut = "{\"name\": \"CloseTicket\", \"operation\": \"UPDA";
    write(root.path(), "a.json", cut);
    assert_eq!(check(root.path(), &["--fix"]).0, 1);
    assert_eq!(read_text(root.path(), "a.json"), cut);
    let (code, out, _) = check(root.path(), &["--fix", "--unsafe-fixes"]);
    assert!(code == 1 && !out.contains("PARSE_ERROR"), "{out}");
    assert!(read_text(root.path(), "a.json").starts_with("{\"name\": \"CloseTicket\", \"operation\": \"UPDA"), "{out}");
    // Extraction of an answer closes nothing, with or without prose around it.
    for answer in [cut.to_owned(), format!("Sure:\n```json\n{cut}\n```\n"), half.to_owned()] {
        write(root.path(), "answer.txt", &answer);
        let (code, out, err) = run(root.path(), &["extract", "action-blueprint", "answer.txt"]);
        assert!(code == 1 && out.is_empty() && err.contains("error[NO_DOCUMENT]"), "{answer}: {code} {out}{err}");
    }
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
        let unused = "code UNKNOWN_DATA_TYPE, files old/*.json matches no warning; remove it";
        assert_eq!(format!("{out}{err}").contains(unused), more.contains("old/"), "{more}: {out}{err}");
    }
    write(root.path(), "planwright.toml", &format!("{section}{ignore}reason = \"Read as text.\"\n"));
    write(root.path(), "a.json", GOOD);
    for arguments in [&["check"][..], &["check", "--ndjson"]] {
        write(root.path(), "a.json", &GOOD.replace('\n', " "));
        let (code, out, err) = run(root.path(), arguments);
        let place = "planwright.toml:7:10: the entry of [[check.ignore]] with reason \"Read as text.\"";
        assert!(code == 0 && err.contains(place), "{arguments:?}: {code} {out}{err}");
    }
    for (more, place) in [
        ("deny = [\"UNKNOWN_DATA_TYP\"]\n", "planwright.toml:5:9: unknown code"),
        ("[[check.ignore]]\ncode = \"UNKNOWN_DATA_TYP\"\nreason = \"a\"\n", "planwright.toml:6:8: unknown code"),
    ] {
        write(root.path(), "planwright.toml", &format!("{section}{more}"));
        let (code, _, err) = run(root.path(), &["check"]);
        assert!(code == 2 && err.contains(place), "{more}: {err}");
    }
    write(root.path(), "planwright.toml", &format!("{section}{ignore}"));
    let (code, _, err) = run(root.path(), &["ci"]);
    assert!(code == 2 && err.contains("check.ignore.reason: missing"), "{err}");
}

#[test]
fn a_mistyped_name_is_one_finding_with_a_patch() {
    let misnamed = GOOD.replace("\"operation\"", "\"operatoin\"");
    let root = folder(&[("a.json", &misnamed)]);
    let (code, out, _) = check(root.path(), &["--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let found = report[0]["diagnostics"].as_array().expect("a list");
    assert_eq!((code, found.len()), (1, 1), "{out}");
    assert_eq!(found[0]["help"], "rename \"operatoin\" to \"operation\"");
    assert_eq!((&found[0]["line"], &found[0]["column"]), (&6.into(), &3.into()), "the name that is there is shown");
    let patch = serde_json::json!([{"op": "move", "from": "/operatoin", "path": "/operation", "safe": true}]);
    assert_eq!(found[0]["patches"], patch);
    assert_eq!(check(root.path(), &["--fix"]).0, 0);
    assert_eq!(read_text(root.path(), "a.json"), GOOD);
    let far = GOOD.replace("\"operation\"", "\"elephant\"");
    write(root.path(), "a.json", &far);
    let (_, out, _) = check(root.path(), &[]);
    assert!(out.contains("MISSING_FIELD") && out.contains("UNKNOWN_FIELD"), "two findings: {out}");
}

const OWN: &str = r#"{
  "type": "object",
  "required": ["kind", "size", "count"],
  "additionalProperties": false,
  "properties": {
    "kind": { "const": "box" },
    "size": { "enum": ["left", "lift", "wide"] },
    "count": { "type": "integer", "default": 1 },
    "tags": { "type": "array", "items": { "type": "string" } }
  }
}"#;

#[test]
fn what_is_safe_and_what_is_not_stand_apart() {
    let root = folder(&[("own.json", OWN)]);
    let own = |document: &str, more: &[&str]| {
        write(root.path(), "a.json", document);
        let (code, out, err) = run(root.path(), &[&["check", "--schema", "own.json", "a.json"], more].concat());
        assert_eq!(err, "");
        (code, out, read_text(root.path(), "a.json"))
    };
    // A property with only one possible value, and a number in quotes.
    let (code, _, mended) = own("{\n  \"size\": \"wide\",\n  \"count\": \"2\"\n}\n", &["--fix"]);
    assert_eq!((code, mended.as_str()), (0, "{\n  \"size\": \"wide\",\n  \"count\": 2,\n  \"kind\": \"box\"\n}\n"));
    // A fix that may lose data, or has alternatives, is applied only on request.
    for (document, mended) in [
        ("{\"kind\":\"box\",\"size\":\"wide\"}", "{\"kind\":\"box\",\"size\":\"wide\", \"count\": 1}"),
        ("{\"kind\":\"x\",\"size\":\"wide\",\"count\":1}", "{\"kind\":\"box\",\"size\":\"wide\",\"count\":1}"),
        ("{\"kind\":\"box\",\"size\":\"loft\",\"count\":1}", "{\"kind\":\"box\",\"size\":\"left\",\"count\":1}"),
        (
            "{\"kind\":\"box\",\"size\":\"wide\",\"count\":1,\"zebra\":0}",
            "{\"kind\":\"box\",\"size\":\"wide\",\"count\":1}",
        ),
        (
            "{\"kind\":\"box\",\"size\":\"wide\",\"count\":1,\"tags\":\"t\"}",
            "{\"kind\":\"box\",\"size\":\"wide\",\"count\":1,\"tags\":[\"t\"]}",
        ),
    ] {
        let (code, _, left) = own(document, &["--fix"]);
        assert_eq!((code, left.as_str()), (1, document));
        let (code, out, made) = own(document, &["--fix", "--unsafe-fixes"]);
        assert_eq!((code, made.as_str()), (0, mended), "{out}");
    }
}

/// Returns the numbers of findings, of fixable ones, and of those that need `--unsafe-fixes`.
fn counted(root: &Path) -> [u64; 3] {
    let (_, out, _) = run(root, &["check", "--schema", "own.json", "a.json", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let entry = &report[0];
    let findings = entry["diagnostics"].as_array().expect("a list").len() as u64;
    [findings, entry["fixable"].as_u64().unwrap_or(0), entry["unsafe_fixable"].as_u64().unwrap_or(0)]
}

/// The summary promises only what the options do: each promised finding is removed.
#[test]
fn the_summary_counts_the_findings_that_options_fix() {
    let root = folder(&[("own.json", OWN)]);
    for (document, expected, summary) in [
        (r#"{"kind":"box","size":"wide","count":1}"#, [0, 0, 0], "0 errors, 0 warnings"),
        // No candidate is close.
        (r#"{"kind":"box","size":"elephant","count":1}"#, [1, 0, 0], "1 error, 0 warnings"),
        (r#"{"kind":"box","size":"wied","count":"2"}"#, [2, 2, 0], "2 errors, 0 warnings; 2 fixable with --fix"),
        (r#"{"kind":"box","size":"elephant","count":"2"}"#, [2, 1, 0], "2 errors, 0 warnings; 1 fixable with --fix"),
        (
            r#"{"kind":"box","size":"loft","count":"2"}"#,
            [2, 1, 1],
            "2 errors, 0 warnings; 1 fixable with --fix, 1 more with --fix --unsafe-fixes, which may lose data",
        ),
        (
            r#"{"kind":"box","size":"wide""#,
            [1, 0, 1],
            "1 error, 0 warnings; 1 fixable with --fix --unsafe-fixes, which may lose data",
        ),
        (
            "```json\n{\"kind\":\"box\",\"size\":\"wied\",\"count\":1}\n```\n",
            [1, 1, 0],
            "1 error, 0 warnings; 1 fixable with --fix",
        ),
        ("I cannot do that.", [1, 0, 0], "1 error, 0 warnings"),
    ] {
        write(root.path(), "a.json", document);
        let (_, out, err) = run(root.path(), &["check", "--schema", "own.json", "a.json"]);
        assert!(out.ends_with(&format!("passed: {summary}\n")), "{document}: {out}{err}");
        let [found, safe, only_unsafe] = counted(root.path());
        assert_eq!([found, safe, only_unsafe], expected, "{document}");
        for (options, fixed) in [(&["--fix"][..], safe), (&["--fix", "--unsafe-fixes"], safe + only_unsafe)] {
            write(root.path(), "a.json", document);
            run(root.path(), &[&["check", "--schema", "own.json", "a.json"], options].concat());
            assert_eq!(counted(root.path())[0], found - fixed, "{document}: {options:?}");
        }
    }
}

/// Counting checks each document several times, so it is left out where it would take most of a run.
#[test]
fn fixable_findings_of_many_files_are_not_counted() {
    let root = folder(&[("own.json", OWN)]);
    let names: Vec<String> = (0..101).map(|index| format!("docs/{index}.json")).collect();
    for (count, has_hint) in [(100, true), (101, false)] {
        names[..count].iter().for_each(|name| write(root.path(), name, r#"{"kind":"box","size":"wied","count":1}"#));
        let (_, out, _) = run(root.path(), &["check", "--schema", "own.json", "docs"]);
        let hint = if has_hint { format!("; {count} fixable with --fix") } else { String::new() };
        assert!(out.ends_with(&format!("passed: {count} errors, 0 warnings{hint}\n")), "{out}");
    }
}

/// A fix of the notation can reveal findings. They are not among those that were promised.
#[test]
fn a_revealed_finding_is_not_counted_as_fixed() {
    let root = folder(&[("own.json", OWN), ("a.json", "Sure:\n{'kind': 'box', 'size': 'elephant', 'count': 1}\n")]);
    assert_eq!(counted(root.path()), [1, 1, 0]);
    let (_, out, _) = run(root.path(), &["check", "--schema", "own.json", "a.json", "--fix"]);
    assert!(out.contains("error[ENUM_MISMATCH]") && !out.contains("PARSE_ERROR"), "{out}");
    assert!(out.ends_with("passed: 1 error, 0 warnings\n"), "{out}");
}

/// Findings that a baseline accepts, and those of a list that was cut, are not counted as single ones.
#[test]
fn accepted_and_unlisted_findings_are_counted_right() {
    let root = folder(&[("own.json", OWN), ("a.json", r#"{"kind":"box","size":"wied","count":"2"}"#)]);
    let check = ["check", "--schema", "own.json", "a.json"];
    assert_eq!(run(root.path(), &[&check[..], &["--write-baseline", "known.json"]].concat()).0, 0);
    let (_, out, _) = run(root.path(), &[&check[..], &["--baseline", "known.json"]].concat());
    assert!(out.ends_with("0 errors, 0 warnings\n"), "{out}");
    let tags = vec!["1"; 1500].join(",");
    write(root.path(), "a.json", &format!(r#"{{"kind":"box","size":"wied","count":1,"tags":[{tags}]}}"#));
    let (_, out, _) = run(root.path(), &check);
    assert!(out.ends_with("1501 errors, 0 warnings; 1501 fixable with --fix\n"), "{out}");
}

#[test]
fn patches_are_fixes_in_sarif() {
    let root = folder(&[("a.json", &GOOD.replace("\"UPDATE\"", "\"UPDTAE\""))]);
    let (_, out, _) = check(root.path(), &["--format", "sarif"]);
    let log: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let fixes = &log["runs"][0]["results"][0]["fixes"];
    let replacement = serde_json::json!({
        "deletedRegion": { "startLine": 6, "startColumn": 16, "endLine": 6, "endColumn": 24 },
        "insertedContent": { "text": "\"UPDATE\"" },
    });
    assert_eq!(fixes[0]["artifactChanges"][0]["replacements"][0], replacement, "{out}");
    let prose = format!("Here it is:\n{GOOD}");
    write(root.path(), "a.json", &prose);
    let (_, out, _) = check(root.path(), &["--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let patch = serde_json::json!({"op": "text", "edits": [{"start": 0, "end": 12, "with": ""}], "safe": true});
    assert_eq!(report[0]["diagnostics"][0]["patches"][0], patch);
}

#[test]
fn a_part_of_a_value_is_not_taken_for_the_value() {
    let guarded = GOOD.replace(
        "\"required\": true }\n  ]",
        "\"required\": true }\n  ],\n  \"guardrails\": [ { \"type\": \"ENUM_ALLOWED\", \"params\": { \"field\": \"Status\", \
         \"values\": [\"Neww;Closed\"] } } ]",
    );
    let org = r#"{ "objects": { "Case": { "apiName": "Case", "fields": { "Status": { "apiName": "Status", "type": "MultiPicklist",
        "nillable": true, "createable": true, "updateable": true, "picklistValues": ["New", "Closed"] } } } } }"#;
    let root = folder(&[("a.json", &guarded), ("org.json", org)]);
    let (_, out, err) = check(root.path(), &["--snapshot", "org.json", "--fix", "--unsafe-fixes"]);
    assert!(out.contains("did you mean \\\"New\\\"?") || out.contains("did you mean \"New\"?"), "{out}{err}");
    assert!(read_text(root.path(), "a.json").contains("\"Neww;Closed\""), "{out}");
}

#[test]
fn accepted_findings_are_left_out_and_new_ones_are_not() {
    let root = folder(&[("plans/a.json", &GOOD.replace("\"UPDATE\"", "\"ELEPHANT\""))]);
    let of = |more: &[&str]| run(root.path(), &[&["check", "action-blueprint", "plans"], more].concat());
    let (code, out, err) = of(&["--write-baseline", "accepted.json"]);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "wrote accepted.json: 1 finding accepted\n", ""));
    let kept = read_text(root.path(), "accepted.json");
    assert!(kept.contains("\"file\": \"plans/a.json\"") && kept.contains("\"pointer\": \"/operation\""), "{kept}");
    let accepted = ["--baseline", "accepted.json"];
    let (code, out, err) = of(&accepted);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "1 of 1 file passed: 0 errors, 0 warnings\n", ""));
    assert_eq!(of(&[]).0, 1, "without the file it is refused");
    // If lines move, only the new finding is reported.
    let worse = GOOD.replace("\"UPDATE\"", "\"ELEPHANT\"").replace("{\n  \"name\"", "{\n\n\n  \"nam\"");
    write(root.path(), "plans/a.json", &worse);
    let (code, out, _) = of(&accepted);
    assert!(code == 1 && out.contains("MISSING_FIELD") && !out.contains("ENUM_MISMATCH"), "{out}");
    // Findings that no longer occur are reported, so that the baseline can be reduced.
    write(root.path(), "plans/a.json", GOOD);
    let (code, _, err) = of(&accepted);
    assert!(code == 0 && err.starts_with("1 finding of accepted.json no longer found"), "{err}");
    // The configuration sets the baseline for `ci`.
    write(root.path(), "plans/a.json", &GOOD.replace("\"UPDATE\"", "\"ELEPHANT\""));
    let section = "[check]\ncontract = \"action-blueprint\"\nfiles = [\"plans\"]\n";
    for (more, passes) in [("", false), ("baseline = \"accepted.json\"\n", true)] {
        write(root.path(), "planwright.toml", &format!("{section}{more}"));
        assert_eq!(run(root.path(), &["ci"]).0, i32::from(!passes), "{more}");
    }
    let (_, out, _) = run(root.path(), &["check", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&report[0]["accepted"], &report[0]["valid"]), (&1.into(), &true.into()), "{out}");
    for wrong in ["{", "{\"version\": 2, \"accepted\": []}", "{\"version\": 1, \"accepted\": [], \"more\": 1}", "[]"] {
        write(root.path(), "accepted.json", wrong);
        let (code, _, err) = of(&accepted);
        assert!(code == 2 && err.contains("accepted.json") && err.contains("--write-baseline"), "{wrong}: {err}");
    }
    let (code, _, err) = of(&["--write-baseline", "accepted.json"]);
    assert!(code == 2 && err.contains("move it"), "a file of somebody else stays: {err}");
    assert_eq!(read_text(root.path(), "accepted.json"), "[]");
}

/// Also in a branch of a tagged union, where the wrong name makes the branch invalid.
#[test]
fn a_mistyped_name_in_a_branch_is_one_finding_with_a_patch() {
    let root = folder(&[]);
    assert_eq!(run(root.path(), &["init"]).0, 0);
    let good = read_text(root.path(), "plans/first.json");
    for (right, wrong) in [("hours", "hour"), ("text", "txet"), ("to", "too"), ("kind", "knid")] {
        write(root.path(), "a.json", &good.replacen(&format!("{right:?}"), &format!("{wrong:?}"), 1));
        let arguments = ["check", "--schema", "schemas/plan.schema.json", "a.json"];
        let (code, out, _) = run(root.path(), &arguments);
        if right == "kind" {
            // Only this property selects the branch.
            assert_eq!(code, 1, "{out}");
            continue;
        }
        assert!(code == 1 && out.contains(&format!("help: rename {wrong:?} to {right:?}")), "{out}");
        assert!(out.ends_with("0 of 1 file passed: 1 error, 0 warnings; 1 fixable with --fix\n"), "one finding: {out}");
        let (code, out, _) = run(root.path(), &[&arguments[..], &["--fix"]].concat());
        assert_eq!(code, 0, "{out}");
        assert_eq!(read_text(root.path(), "a.json"), good);
    }
}
