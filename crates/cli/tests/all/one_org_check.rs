//! Tests that `check`, `apex`, `ci` and `snapshot check` report the same findings for the same blueprints.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::project::{git, repository, run, write};

type Finding = (String, String, u64);

/// Collects code, pointer and line of all findings in a JSON report, at any depth.
fn findings(value: &Value, found: &mut BTreeSet<Finding>) {
    match value {
        Value::Object(members) => {
            if let (Some(code), Some(at)) = (members.get("code"), members.get("pointer").and_then(Value::as_str)) {
                let line = members.get("line").and_then(Value::as_u64).unwrap_or_default();
                found.insert((code.as_str().unwrap_or_default().to_owned(), at.to_owned(), line));
            }
            members.values().for_each(|member| findings(member, found));
        }
        Value::Array(all) => all.iter().for_each(|one| findings(one, found)),
        _ => {}
    }
}

fn judged(folder: &Path, arguments: &[&str]) -> (i32, BTreeSet<Finding>) {
    let (code, out, err) = run(folder, arguments);
    let value: Value =
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{arguments:?}: {error}\n{out}\n{err}"));
    let mut found = BTreeSet::new();
    findings(&value, &mut found);
    (code, found)
}

#[test]
fn four_commands_find_the_same() {
    for (case, import) in [("rules", "import"), ("partial", "import"), ("metadata-formula", "import")] {
        let case = repository().join("tests/cases/org").join(case);
        let folder = tempfile::tempdir().unwrap();
        let org = folder.path().join("org.json").display().to_string();
        assert_eq!(run(&case, &["snapshot", "import", import, "--out", &org]).0, 0);
        for entry in std::fs::read_dir(case.join("blueprints")).unwrap() {
            let blueprint = entry.unwrap().path().display().to_string();
            let with = ["--format", "json"];
            let checked = judged(folder.path(), &[&["snapshot", "check", &org, &blueprint], &with[..]].concat());
            let name = format!("{blueprint}: {checked:?}");
            assert_eq!(
                checked,
                judged(
                    folder.path(),
                    &[&["check", "--snapshot", &org, "action-blueprint", &blueprint], &with[..]].concat()
                ),
                "{name}"
            );
            assert_eq!(
                checked,
                judged(
                    folder.path(),
                    &[&["apex", "--snapshot", &org, "--out", "made", &blueprint], &with[..]].concat()
                ),
                "{name}"
            );
            assert_eq!(folder.path().join("made").exists(), checked.0 == 0, "{name}: what is refused is not written");
            let config = format!("[snapshot]\nfile = \"org.json\"\nblueprints = [{blueprint:?}]\n");
            write(folder.path(), "planwright.toml", &config);
            assert_eq!(checked, judged(folder.path(), &[&["ci"], &with[..]].concat()), "{name}");
            std::fs::remove_file(folder.path().join("planwright.toml")).unwrap();
            if folder.path().join("made").exists() {
                std::fs::remove_dir_all(folder.path().join("made")).unwrap();
            }
        }
    }
}

#[test]
fn the_four_find_what_only_an_org_knows() {
    let case = repository().join("tests/cases/org/partial");
    let (code, found) = judged(
        &case,
        &["check", "action-blueprint", "--snapshot", "import", "blueprints/wrong.json", "--format", "json"],
    );
    let codes: BTreeSet<&str> = found.iter().map(|(code, ..)| code.as_str()).collect();
    assert_eq!(code, 1);
    for wanted in ["REQUIRED_FIELD_UNBOUND", "FIELD_NOT_IN_SCHEMA", "DATA_TYPE_MISMATCH", "UPSERT_KEY_NOT_EXTERNAL_ID"]
    {
        assert!(codes.contains(wanted), "{wanted} is not among {codes:?}");
    }
}

const OBJECT: &str =
    "<CustomObject><label>A</label><nameField><label>Name</label><type>Text</type></nameField></CustomObject>";
const FIELD: &str =
    "<CustomField><fullName>Size__c</fullName><label>Size</label><length>9</length><type>Text</type></CustomField>";

#[test]
fn a_project_is_read_in_all_its_package_directories() {
    let folder = tempfile::tempdir().unwrap();
    let project = r#"{"packageDirectories": [{"path": "one", "default": true}, {"path": "./two/"}, {"path": "two/inner"}, {"path": "none"}]}"#;
    write(folder.path(), "sfdx-project.json", project);
    write(folder.path(), "one/objects/A__c/A__c.object-meta.xml", OBJECT);
    write(folder.path(), "two/inner/objects/A__c/fields/Size__c.field-meta.xml", FIELD);
    write(folder.path(), "elsewhere/objects/A__c/fields/Size__c.field-meta.xml", "<wrong/>");
    let (code, out, err) = run(folder.path(), &["snapshot", "import", "."]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("\"Size__c\"") && out.contains("\"partial\": true"), "{out}");

    write(folder.path(), "sfdx-project.json", r#"{"packageDirectories": [{"path": "../out"}]}"#);
    let (code, _, err) = run(folder.path(), &["snapshot", "import", "."]);
    assert_eq!(code, 2);
    assert!(err.contains("\"../out\" is not inside the project"), "{err}");
}

#[test]
fn a_project_without_objects_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "sfdx-project.json", r#"{"packageDirectories": [{"path": "force-app", "default": true}]}"#);
    write(folder.path(), "force-app/main/default/lwc/a/package.json", "{}");
    for source in [".", "force-app"] {
        std::fs::write(folder.path().join("force-app/A.cls-meta.xml"), "<a/>").unwrap();
        let (code, out, err) = run(folder.path(), &["snapshot", "import", source]);
        assert_eq!(code, 0, "{err}");
        assert!(out.contains("\"objects\": {}"), "{out}{err}");
        assert_eq!(err.contains("no objects below this folder"), source == "force-app", "{out}{err}");
    }
}

#[test]
fn the_sections_take_a_revision_a_file_and_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| format!("force-app/objects/{path}");
    write(folder.path(), "sfdx-project.json", r#"{"packageDirectories": [{"path": "force-app", "default": true}]}"#);
    write(folder.path(), &at("A__c/A__c.object-meta.xml"), OBJECT);
    write(folder.path(), &at("A__c/fields/Size__c.field-meta.xml"), FIELD);
    write(
        folder.path(),
        "size.json",
        r#"{"name": "SetSize", "label": "Set size", "category": "DOMAIN", "targetSObject": "A__c", "operation": "UPDATE", "inputs": [
            {"apiName": "Id", "fieldApiName": "Id", "label": "A", "dataType": "Id", "required": true},
            {"apiName": "size", "fieldApiName": "Size__c", "label": "Size", "dataType": "String", "required": true}]}"#,
    );
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "old"]);
    let (code, org, err) = run(folder.path(), &["snapshot", "import", "HEAD:."]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(org, run(folder.path(), &["snapshot", "import", "."]).1, "the revision is what is on disk");
    write(folder.path(), "before.json", &org);
    write(folder.path(), &at("A__c/fields/Size__c.field-meta.xml"), &FIELD.replace("Text", "Date"));
    for against in ["HEAD", "HEAD:.", "HEAD:force-app", "before.json"] {
        for file in [".", "force-app"] {
            let config = format!("[snapshot]\nfile = {file:?}\nblueprints = [\"size.json\"]\nagainst = {against:?}\n");
            write(folder.path(), "planwright.toml", &config);
            let (code, out, err) = run(folder.path(), &["ci"]);
            assert_eq!(code, 1, "{against}: {out}{err}");
            assert!(out.contains("Size__c: type changed from String to Date"), "{against}: {out}{err}");
            assert!(out.contains("breaks SetSize in "), "{against}: {out}");
        }
    }
    write(folder.path(), "planwright.toml", "[apex]\nblueprints = [\"size.json\"]\nsnapshot = \"HEAD:.\"\n");
    assert_eq!(run(folder.path(), &["apex"]).0, 0);
    write(folder.path(), "planwright.toml", "[apex]\nblueprints = [\"size.json\"]\nsnapshot = \"force-app\"\n");
    let (code, _, err) = run(folder.path(), &["apex", "--check"]);
    assert_eq!(code, 1);
    assert!(err.contains("error[DATA_TYPE_MISMATCH]"), "{err}");
    let (code, _, err) = run(folder.path(), &["snapshot", "import", "nowhere:."]);
    assert_eq!(code, 2);
    assert!(err.contains("unknown git revision \"nowhere\""), "{err}");
}

#[test]
fn drift_is_against_a_revision_a_file_or_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let schema = |kind: &str| {
        format!("{{\"title\": \"S\", \"type\": \"object\", \"properties\": {{\"a\": {{\"type\": \"{kind}\"}}}}}}")
    };
    write(folder.path(), "schemas/s.schema.json", &schema("string"));
    write(folder.path(), "before/s.schema.json", &schema("string"));
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "old"]);
    assert_eq!(run(folder.path(), &["drift", "--write-baseline", "kept.json", "schemas"]).0, 0);
    write(folder.path(), "schemas/s.schema.json", &schema("number"));
    for (against, schemas) in [
        ("HEAD", "schemas"),
        ("before", "schemas"),
        ("kept.json", "schemas"),
        ("before/s.schema.json", "schemas/s.schema.json"),
    ] {
        write(folder.path(), "planwright.toml", &format!("[drift]\nschemas = [{schemas:?}]\nagainst = {against:?}\n"));
        let (code, out, err) = run(folder.path(), &["drift"]);
        assert_eq!(code, 1, "{against}: {out}{err}");
        assert_eq!(run(folder.path(), &["drift", "--against", against, schemas]).0, 1, "{against}");
    }
    write(folder.path(), "schemas/s.schema.json", &schema("string"));
    assert_eq!(run(folder.path(), &["drift"]).0, 0, "nothing changed");
}

/// Without arguments, `check` also checks the blueprints of `[apex]`: each file once, against the org of that section.
#[test]
fn check_without_arguments_includes_the_blueprints_of_apex() {
    let case = repository().join("tests/cases/org/rules");
    let folder = tempfile::tempdir().unwrap();
    let org = folder.path().join("org.json").display().to_string();
    assert_eq!(run(&case, &["snapshot", "import", "import", "--out", &org]).0, 0);
    for entry in std::fs::read_dir(case.join("blueprints")).unwrap() {
        let entry = entry.unwrap();
        let text = std::fs::read_to_string(entry.path()).unwrap();
        write(folder.path(), &format!("blueprints/{}", entry.file_name().display()), &text);
    }
    let count = std::fs::read_dir(folder.path().join("blueprints")).unwrap().count();
    let apex = "[apex]\nblueprints = [\"blueprints\"]\nsnapshot = \"org.json\"\n";
    let check = "[check]\ncontract = \"action-blueprint\"\nfiles = [\"blueprints\"]\nsnapshot = \"org.json\"\n";
    let mut results = Vec::new();
    for configuration in [apex.to_owned(), check.to_owned(), format!("{apex}{check}")] {
        write(folder.path(), "planwright.toml", &configuration);
        let (code, out, _) = run(folder.path(), &["check", "--format", "json"]);
        let value: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(value.as_array().map(Vec::len), Some(count), "{configuration}");
        let mut found = BTreeSet::new();
        findings(&value, &mut found);
        results.push((code, found));
    }
    assert!(!results[0].1.is_empty());
    assert!(results.iter().all(|result| *result == results[0]));
}
