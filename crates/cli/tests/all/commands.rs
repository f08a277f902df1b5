//! Tests the binary from the user's view: correct and incorrect use, exit codes, and no partial output.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn planwright(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_planwright")).args(arguments).current_dir(folder).output().unwrap()
}

fn with_input(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    use std::io::Write as _;
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    command.args(arguments).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sample() -> String {
    fs::read_to_string(repository().join("examples/blueprints/update-opportunity-stage.json")).unwrap()
}

/// Returns the sample with three mistakes, on lines 6, 11 and 27 of the file.
fn three_mistakes() -> String {
    let wrong = sample()
        .replace("\"operation\": \"UPDATE\"", "\"operation\": \"UPDTAE\"")
        .replace("\"required\": true", "\"required\": \"yes\"")
        .replace("\"type\": \"FLS_EDIT\"", "\"type\": \"FLS_EDITS\"");
    assert_ne!(wrong, sample());
    wrong
}

fn files_below(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(next) = pending.pop() {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                pending.push(path);
            } else {
                found.push(path.strip_prefix(folder).unwrap().display().to_string());
            }
        }
    }
    found.sort();
    found
}

#[test]
fn apex_writes_class_test_and_metadata() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sample.json"), sample()).unwrap();
    let output = planwright(folder.path(), &["apex", "--out", "out", "sample.json"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let classes = "main/default/classes";
    let expected = [
        "DATest_UpdateOpportunityStage.cls",
        "DATest_UpdateOpportunityStage.cls-meta.xml",
        "DynamicAction_UpdateOpportunityStage.cls",
        "DynamicAction_UpdateOpportunityStage.cls-meta.xml",
    ];
    let written: Vec<String> = [".planwright/apex.json".to_owned()]
        .into_iter()
        .chain(expected.map(|file| format!("{classes}/{file}")))
        .collect();
    assert_eq!(files_below(&folder.path().join("out")), written);
    for file in expected {
        assert!(text(&output.stdout).contains(file), "what was written is printed: {file}");
    }
    let again = planwright(folder.path(), &["apex", "--out", "out", "sample.json"]);
    assert!(text(&again.stdout).contains("0 files written, 5 unchanged"), "{}", text(&again.stdout));
    assert_eq!(code(&planwright(folder.path(), &["apex", "--check", "--out", "out", "sample.json"])), 0);
}

#[test]
fn apex_prints_the_tests_of_a_deployment() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sample.json"), sample()).unwrap();
    let apex = |more: &[&str]| {
        let output = planwright(folder.path(), &[&["apex", "--runtime", "--out", "out", "sample.json"], more].concat());
        text(&output.stdout)
    };
    assert!(!apex(&[]).contains("RunSpecifiedTests"));
    let written = apex(&["--tests"]);
    let line = written.lines().last().unwrap();
    let names: Vec<&str> =
        line.strip_prefix("--test-level RunSpecifiedTests --tests ").unwrap().split(" --tests ").collect();
    let out = folder.path().join("out");
    let files = files_below(&out);
    let classes = files.iter().filter_map(|path| Some((path, path.rsplit('/').next()?.strip_suffix(".cls")?)));
    let is_test = |path: &str| fs::read_to_string(out.join(path)).unwrap().contains("\n@IsTest\n");
    let classes: Vec<&str> = classes.filter(|(path, _)| is_test(path)).map(|(_, name)| name).collect();
    assert_eq!(names, classes);
    assert!(names.len() > 1 && names.contains(&"DATest_UpdateOpportunityStage"), "{line}");
    // The second run is answered from the cache.
    assert_eq!(apex(&["--check", "--tests"]).lines().last(), Some(line));
}

#[test]
fn apex_reports_every_mistake_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("good.json"), sample().replace("UpdateOpportunityStage", "Other")).unwrap();
    fs::write(folder.path().join("wrong.json"), three_mistakes()).unwrap();
    let output = planwright(folder.path(), &["apex", "--out", "out", "good.json", "wrong.json"]);
    assert_eq!(code(&output), 1);
    let said = text(&output.stderr);
    for (number, line) in three_mistakes().lines().enumerate() {
        for mistake in ["UPDTAE", "\"yes\"", "FLS_EDITS"] {
            if line.contains(mistake) {
                assert!(said.contains(&format!("wrong.json:{}:", number + 1)), "line {}: {said}", number + 1);
            }
        }
    }
    for code in ["ENUM_MISMATCH", "TYPE_MISMATCH", "GUARDRAIL_UNSUPPORTED"] {
        assert!(said.contains(code), "{code}: {said}");
    }
    assert!(!folder.path().join("out").exists(), "nothing is written unless all pass");
}

#[test]
fn apex_check_names_stale_missing_and_orphaned_files() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one.json"), sample()).unwrap();
    fs::write(folder.path().join("two.json"), sample().replace("UpdateOpportunityStage", "Other")).unwrap();
    let all = ["apex", "--runtime=all", "--out", "out", "one.json", "two.json"];
    assert_eq!(code(&planwright(folder.path(), &all)), 0);
    let classes = folder.path().join("out/main/default/classes");
    fs::remove_file(classes.join("DATest_UpdateOpportunityStage.cls")).unwrap();
    let class = classes.join("DynamicAction_UpdateOpportunityStage.cls");
    fs::write(&class, fs::read_to_string(&class).unwrap() + "// edited\n").unwrap();
    fs::write(classes.join("Mine.cls"), "public class Mine {}\n").unwrap();
    fs::write(classes.join("Mine.cls-meta.xml"), "<ApexClass xmlns=\"x\"/>\n").unwrap();
    fs::write(folder.path().join("out/main/default/Key__c.field-meta.xml"), "<CustomField/>\n").unwrap();
    fs::remove_file(folder.path().join("two.json")).unwrap();
    let before = files_below(folder.path());
    let output = planwright(folder.path(), &["apex", "--check", "--runtime=all", "--out", "out", "one.json"]);
    let said = text(&output.stdout);
    assert_eq!(code(&output), 1, "{said}");
    assert!(said.contains("missing   out/main/default/classes/DATest_UpdateOpportunityStage.cls"), "{said}");
    assert!(said.contains("stale     out/main/default/classes/DynamicAction_UpdateOpportunityStage.cls"), "{said}");
    assert!(said.contains("orphaned  out/main/default/classes/DynamicAction_Other.cls\n"), "{said}");
    assert!(!said.contains("Mine.cls"), "files of others are no business of ours: {said}");
    assert!(!said.contains("Key__c"), "nor is other metadata: {said}");
    assert_eq!(files_below(folder.path()), before, "a check writes nothing");
    assert!(text(&output.stderr).contains("EDITED_BY_HAND"), "{}", text(&output.stderr));
    let prune = ["apex", "--prune", "--out", "out", "one.json"];
    assert_eq!(code(&planwright(folder.path(), &prune)), 1, "an edited file is not overwritten");
    assert_eq!(files_below(folder.path()), before);
    assert_eq!(code(&planwright(folder.path(), &[&prune[..], &["--force"]].concat())), 0);
    let after = files_below(folder.path()).join(" ");
    assert!(!after.contains("DynamicAction_Other"), "what no blueprint makes is gone: {after}");
    for kept in ["Mine.cls", "Mine.cls-meta.xml", "Key__c.field-meta.xml", "PlanModels.cls"] {
        assert!(after.contains(kept), "{kept} stays: {after}");
    }
}

#[test]
fn apex_never_overwrites_a_class_of_somebody_else() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one.json"), sample()).unwrap();
    let classes = folder.path().join("out/main/default/classes");
    fs::create_dir_all(&classes).unwrap();
    let theirs = classes.join("DynamicAction_UpdateOpportunityStage.cls");
    fs::write(&theirs, "public class DynamicAction_UpdateOpportunityStage {}\n").unwrap();
    let output = planwright(folder.path(), &["apex", "--out", "out", "one.json"]);
    assert_eq!(code(&output), 2);
    assert!(text(&output.stderr).contains("DynamicAction_UpdateOpportunityStage.cls"));
    assert_eq!(files_below(&classes).len(), 1);
}

#[test]
fn two_files_may_not_become_one_class() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one.json"), sample()).unwrap();
    fs::write(folder.path().join("two.json"), sample().replace("UpdateOpportunityStage", "updateopportunitystage"))
        .unwrap();
    let output = planwright(folder.path(), &["apex", "--out", "out", "one.json", "two.json"]);
    assert_eq!(code(&output), 1);
    assert!(text(&output.stderr).contains("DUPLICATE_ACTION_NAME"));
    assert!(!folder.path().join("out").exists());
}

#[test]
fn check_reads_standard_input_and_writes_json() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["check", "agent-proposal", "--format", "json", "-"];
    let good = br#"{"action_type": "no_op", "reason": "campaign_complete", "task_id": "stray"}"#;
    assert_eq!(code(&with_input(folder.path(), &arguments, good)), 0);
    for (given, named) in [("42", "42"), ("\"DELETE_EVERYTHING\"", "DELETE_EVERYTHING")] {
        let document = format!("{{\"action_type\": {given}, \"reason\": \"campaign_complete\"}}");
        let output = with_input(folder.path(), &arguments, document.as_bytes());
        assert_eq!(code(&output), 1);
        let findings: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let finding = &findings[0]["diagnostics"][0];
        assert_eq!(finding["pointer"], "/action_type");
        assert_eq!(finding["line"], 1);
        assert!(finding["message"].as_str().unwrap().contains(named), "{finding}");
    }
}

#[test]
fn a_snapshot_is_checked_against_and_must_itself_be_right() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sample.json"), sample()).unwrap();
    let field = r#"{"apiName": "Id", "type": "Id", "nillable": false, "createable": false, "updateable": false}"#;
    let org = format!(r#"{{"objects": {{"Opportunity": {{"apiName": "Opportunity", "fields": {{"Id": {field}}}}}}}}}"#);
    fs::write(folder.path().join("org.json"), &org).unwrap();
    let arguments = ["check", "action-blueprint", "--snapshot", "org.json", "sample.json"];
    let output = planwright(folder.path(), &arguments);
    assert_eq!(code(&output), 1);
    assert!(text(&output.stdout).contains("FIELD_NOT_IN_SCHEMA"), "{}", text(&output.stdout));
    fs::write(folder.path().join("org.json"), org.replace("false", "\"no\"")).unwrap();
    let output = planwright(folder.path(), &arguments);
    assert_eq!(code(&output), 1);
    assert!(text(&output.stdout).contains("org.json:1:"), "{}", text(&output.stdout));
}

#[test]
fn bytes_that_are_no_plan_are_findings_and_never_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let long = format!("{{\"name\": \"{}\"}}", "x".repeat(8 * 1024 * 1024));
    let utf16: Vec<u8> = "{\"a\": 1}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let cases: [(&str, Vec<u8>); 9] = [
        ("truncated", b"{\"name\": \"x\", \"inputs\": [".to_vec()),
        ("large", long.into_bytes()),
        ("deep", "[".repeat(100_000).into_bytes()),
        ("deep-object", "{\"a\":".repeat(100_000).into_bytes()),
        ("bom", [b"\xef\xbb\xbf".as_slice(), sample().as_bytes()].concat()),
        ("utf-16", utf16),
        ("empty", Vec::new()),
        ("not-utf-8", b"{\"name\": \"\xff\xfe\xfd\"}".to_vec()),
        ("twice", b"{\"name\": 1, \"name\": 2}".to_vec()),
    ];
    for (name, bytes) in cases {
        let file = format!("{name}.json");
        fs::write(folder.path().join(&file), bytes).unwrap();
        for arguments in [vec!["check", "action-blueprint", file.as_str()], vec!["apex", "--out", "out", file.as_str()]]
        {
            let output = planwright(folder.path(), &arguments);
            let said = text(&output.stdout) + &text(&output.stderr);
            assert_eq!(code(&output), 1, "{name}: {said}");
            assert!(said.contains(&format!("{file}:1:")), "{name} is located: {said}");
            assert!(said.len() < 20_000, "{name}: a finding is short");
        }
        assert!(!folder.path().join("out").exists());
    }
}

#[test]
fn wrong_use_and_unreadable_files_end_with_2() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sample.json"), sample()).unwrap();
    fs::write(folder.path().join("blocked"), "a file where a folder is wanted").unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    let cases: [&[&str]; 13] = [
        &["frobnicate"],
        &["check", "action-blueprint"],
        &["check", "no-such-contract", "sample.json"],
        &["check", "action-blueprint", "no-such-file.json"],
        &["check", "action-blueprint", "empty"],
        &["gen", "--config", "empty"],
        &["check", "fix-plan", "--snapshot", "sample.json", "sample.json"],
        &["apex", "--api-version", "sixty", "sample.json"],
        &["apex", "--out", "blocked", "sample.json"],
        &["apex", "--snapshot", "no-such-file.json", "sample.json"],
        &["gen", "--schema", "no-such-folder", "--out", "out"],
        &["conformance", "no-such-file.jsonl"],
        &["rules", "no-such-contract"],
    ];
    for arguments in cases {
        let output = planwright(folder.path(), arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", text(&output.stderr));
        assert!(!output.stderr.is_empty(), "{arguments:?} says why");
    }
    assert_eq!(files_below(folder.path()).len(), 2, "nothing was written");
}

#[test]
fn conformance_fails_on_a_wrong_expectation_and_on_an_unknown_kind() {
    let folder = tempfile::tempdir().unwrap();
    let vector = |kind: &str, valid: bool| {
        format!(
            r#"{{"id": "X-1", "contract": "fix-plan", "kind": "{kind}", "input": 1, "expect": {{"valid": {valid}, "codes": ["TYPE_MISMATCH"], "pointers": [""]}}, "why": "w"}}"#
        )
    };
    for (line, passes) in
        [(vector("plan", false), true), (vector("plan", true), false), (vector("nonsense", false), false)]
    {
        fs::write(folder.path().join("v.jsonl"), line).unwrap();
        let output = planwright(folder.path(), &["conformance", "v.jsonl"]);
        let last = if passes { "1 passed, 0 failed\n" } else { "0 passed, 1 failed\n" };
        assert!(text(&output.stdout).ends_with(last), "{}", text(&output.stdout));
        assert_eq!(code(&output), i32::from(!passes));
    }
    fs::write(folder.path().join("v.jsonl"), "not json\n").unwrap();
    assert_eq!(code(&planwright(folder.path(), &["conformance", "v.jsonl"])), 2);
}

#[test]
fn gen_compiles_a_users_schemas_and_sees_drift() {
    let folder = tempfile::tempdir().unwrap();
    let schema = r#"{"$schema": "http://json-schema.org/draft-07/schema#", "title": "Order", "type": "object", "properties": {"id": {"type": "string"}}}"#;
    fs::create_dir(folder.path().join("schemas")).unwrap();
    fs::write(folder.path().join("schemas/order.json"), schema).unwrap();
    let write = ["gen", "--schema", "schemas", "--out", "src/plans"];
    let check = [write.as_slice(), &["--check"]].concat();
    assert_eq!(code(&planwright(folder.path(), &check)), 1, "nothing is there yet");
    assert_eq!(code(&planwright(folder.path(), &write)), 0);
    assert_eq!(code(&planwright(folder.path(), &check)), 0);
    fs::write(folder.path().join("schemas/order.json"), schema.replace("\"id\"", "\"key\"")).unwrap();
    let output = planwright(folder.path(), &check);
    assert_eq!(code(&output), 1);
    assert!(text(&output.stdout).contains("planwright gen --schema schemas --out src/plans"), "the command is quoted");
    fs::write(
        folder.path().join("schemas/order.json"),
        schema.replace("\"type\": \"string\"", "\"$ref\": \"nowhere.json\""),
    )
    .unwrap();
    let before = files_below(folder.path());
    let output = planwright(folder.path(), &write);
    assert_eq!(code(&output), 1);
    assert!(text(&output.stderr).contains("schemas/order.json:1:"), "{}", text(&output.stderr));
    assert_eq!(files_below(folder.path()), before);
}

#[test]
fn gen_compiles_a_users_schemas_to_apex_and_sees_drift() {
    let folder = tempfile::tempdir().unwrap();
    let schema = r#"{"$schema": "http://json-schema.org/draft-07/schema#", "title": "Order", "type": "object", "properties": {"sku": {"type": "string"}}}"#;
    fs::create_dir(folder.path().join("schemas")).unwrap();
    fs::write(folder.path().join("schemas/order.json"), schema).unwrap();
    let write = ["gen", "--lang", "apex", "--schema", "schemas", "--out", "classes", "--class", "Orders"];
    let check = [write.as_slice(), &["--check"]].concat();
    assert_eq!(code(&planwright(folder.path(), &check)), 1, "nothing is there yet");
    assert_eq!(code(&planwright(folder.path(), &write)), 0);
    assert_eq!(code(&planwright(folder.path(), &check)), 0);
    let names = ["Orders.cls", "Orders.cls-meta.xml", "Orders_Test.cls", "Orders_Test.cls-meta.xml"];
    assert!(names.iter().all(|name| folder.path().join("classes").join(name).exists()));
    fs::write(folder.path().join("schemas/order.json"), schema.replace("\"sku\"", "\"code\"")).unwrap();
    let output = planwright(folder.path(), &check);
    assert_eq!(code(&output), 1);
    assert!(text(&output.stdout).contains("--class Orders"), "the command is quoted");
    fs::write(folder.path().join("schemas/order.json"), r#"{"type": "string"}"#).unwrap();
    let output = planwright(folder.path(), &write);
    assert_eq!(code(&output), 1);
    assert!(text(&output.stderr).contains("schemas/order.json:1:"), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("APEX_NOT_AN_OBJECT"), "{}", text(&output.stderr));
    fs::write(folder.path().join("schemas/order.json"), schema).unwrap();
    fs::write(folder.path().join("classes/Orders.cls"), "public class Orders {}").unwrap();
    let output = planwright(folder.path(), &write);
    assert_eq!(code(&output), 2, "a class of somebody else is not overwritten: {}", text(&output.stdout));
    assert_eq!(fs::read_to_string(folder.path().join("classes/Orders.cls")).unwrap(), "public class Orders {}");
    let stray = [write.as_slice(), &["--layout", "crate"]].concat();
    assert_eq!(code(&planwright(folder.path(), &stray)), 2, "a layout is of Rust");
    let stray = ["gen", "--schema", "schemas", "--out", "src", "--class", "Orders"];
    assert_eq!(code(&planwright(folder.path(), &stray)), 2, "a class is of Apex");
}

#[test]
fn the_nearest_name_is_suggested() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sample.json"), sample()).unwrap();
    let cases: [(&[&str], &str); 6] = [
        (&["check", "action-blueprnt", "sample.json"], "did you mean \"action-blueprint\"?"),
        (&["check", "agent-proposal/noop-proposal", "sample.json"], "did you mean \"agent-proposal/no-op-proposal\"?"),
        (&["export", "fixplan", "--dialect", "openai"], "did you mean \"fix-plan\"?"),
        (&["rules", "form-plans"], "did you mean \"form-plan\"?"),
        (&["explain", "mising_field"], "did you mean MISSING_FIELD?"),
        (&["chek"], "did you mean `planwright check`?"),
    ];
    for (arguments, help) in cases {
        let output = planwright(folder.path(), arguments);
        let err = text(&output.stderr);
        assert!(code(&output) == 2 && err.contains(help), "{arguments:?}: {err}");
    }
    let err = text(&planwright(folder.path(), &["check", "nothing-like-it", "sample.json"]).stderr);
    assert!(!err.contains("did you mean") && err.contains("expected one of action-blueprint, "), "{err}");
}

#[test]
fn every_file_of_a_folder_is_checked_and_every_missing_one_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("plans/deep")).unwrap();
    fs::write(folder.path().join("plans/good.json"), sample()).unwrap();
    fs::write(folder.path().join("plans/deep/bad\u{202e}.json"), three_mistakes()).unwrap();
    fs::write(folder.path().join("plans/notes.txt"), "no plan").unwrap();
    let output = planwright(folder.path(), &["check", "action-blueprint", "plans"]);
    let out = text(&output.stdout);
    assert!(code(&output) == 1 && out.contains("1 of 2 files passed: "), "{out}");
    assert!(out.contains("plans/deep/bad\\u{202e}.json:6:"), "{out}");
    let output = planwright(folder.path(), &["check", "action-blueprint", "a\u{1b}[2J.json", "plans", "b.json"]);
    let err = text(&output.stderr);
    assert_eq!((code(&output), text(&output.stdout).as_str()), (2, ""));
    assert!(err.contains("a\\u{1b}[2J.json") && err.contains("b.json"), "{err}");
}

#[test]
fn a_schema_of_the_user_is_checked_as_a_contract_is() {
    let folder = tempfile::tempdir().unwrap();
    let schema = repository().join("schemas/fix-plan/fix-plan.schema.json");
    let schema = schema.to_str().unwrap();
    let example: serde_json::Value = serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap();
    let good = format!("{:#}", example["examples"][0]);
    fs::write(folder.path().join("good.json"), &good).unwrap();
    fs::write(folder.path().join("bad.json"), good.replacen("modify_file", "modify_fil", 1)).unwrap();
    let by_schema = |files: &[&str]| planwright(folder.path(), &[&["check", "--schema", schema], files].concat());
    assert_eq!(code(&by_schema(&["good.json"])), 0);
    let wanted = planwright(folder.path(), &["check", "fix-plan", "good.json", "bad.json"]);
    let found = by_schema(&["good.json", "bad.json"]);
    assert_eq!((code(&found), text(&found.stdout)), (1, text(&wanted.stdout)));
    assert!(text(&found.stdout).contains("= help: did you mean \"modify_file\"?"));
    let prompt = planwright(folder.path(), &["prompt", "--schema", schema]);
    assert_eq!(code(&prompt), 0);
    assert!(text(&prompt.stdout).contains("## A bad answer"));
}

#[test]
fn a_schema_that_asserts_nothing_is_no_schema_to_check_by() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("empty.schema.json"), r#"{"title": "Anything"}"#).unwrap();
    fs::write(folder.path().join("a.json"), "1").unwrap();
    let found = planwright(folder.path(), &["check", "--schema", "empty.schema.json", "a.json"]);
    assert_eq!(code(&found), 2);
    assert!(text(&found.stderr).contains("the schema asserts nothing"), "{}", text(&found.stderr));
}
