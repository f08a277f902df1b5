//! Tests `planwright snapshot` from the user's view: from metadata to findings, changes, exit codes, and invalid input.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn planwright(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_planwright")).args(arguments).current_dir(folder).output().unwrap()
}

/// Returns exit code, standard output and standard error.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = planwright(folder, arguments);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/org").join(name)
}

#[test]
fn metadata_becomes_a_snapshot_that_finds_the_formula_at_its_line() {
    let case = case("metadata-formula");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("org.json").display().to_string();
    let (code, stdout, stderr) = run(&case, &["snapshot", "import", "import", "--out", &out]);
    assert_eq!((code, stdout.as_str()), (0, ""), "{stderr}");
    assert_eq!(fs::read_to_string(&out).unwrap(), fs::read_to_string(case.join("snapshot.json")).unwrap());
    assert!(stderr.contains("1 object, 12 fields"), "{stderr}");

    let blueprint = "blueprints/create-invoice.json";
    let (code, stdout, _) = run(&case, &["snapshot", "check", &out, blueprint, "blueprints/change-due.json"]);
    assert_eq!(code, 1);
    assert!(stdout.contains("error[FIELD_CALCULATED]") && stdout.contains("create-invoice.json:17:23"), "{stdout}");
    assert!(stdout.contains("/inputs/1/fieldApiName") && stdout.contains("help:"), "{stdout}");
    assert!(stdout.ends_with("1 of 2 files passed: 1 error, 0 warnings\n"), "{stdout}");

    // A folder can be used instead of its snapshot.
    for source in ["import", "import/", "import/objects", "import/objects/Invoice__c", &out] {
        let (code, stdout, _) = run(&case, &["snapshot", "check", "--format", "json", source, blueprint]);
        let files: Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!(code, 1);
        assert_eq!(files[0]["diagnostics"].as_array().unwrap().len(), 1, "{source}: {stdout}");
        assert_eq!(files[0]["diagnostics"][0]["line"], 17);
    }
    assert_eq!(run(&case, &["snapshot", "check", &out, "blueprints/change-due.json"]).0, 0);
    assert_eq!(run(&case, &["check", "schema-snapshot", &out]).0, 0);
}

#[test]
fn several_sources_become_one_snapshot_on_standard_output() {
    let folder = case("describe");
    let (code, both, stderr) = run(&folder, &["snapshot", "import", "import/Account.json", "import/Contact.json"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!(both, run(&folder, &["snapshot", "import", "import"]).1);
    assert_eq!(both, fs::read_to_string(folder.join("snapshot.json")).unwrap());
    let (code, merged, stderr) = run(&case("merge"), &["snapshot", "import", "import/1.json", "import/2.json"]);
    assert_eq!(code, 0);
    assert!(stderr.contains("warning[MERGE_CONFLICT]") && stderr.contains("import/2.json:30:7"), "{stderr}");
    assert!(merged.contains("\"length\": 80"), "{merged}");
}

#[test]
fn drift_names_blueprints_and_classes() {
    let folder = case("drift");
    let (things, others) = ("blueprints/things.json", "blueprints/others.json");
    let (code, stdout, stderr) = run(&folder, &["snapshot", "diff", "old", "new", things, others]);
    assert_eq!((code, stderr.as_str()), (1, ""));
    for line in [
        "! Thing__c.Gone__c: field removed",
        "    breaks MakeThing in blueprints/things.json: DynamicAction_MakeThing, DATest_MakeThing",
        "! Thing__c.Short__c: length reduced from 255 to 40",
        "    is used by ChangeThing in blueprints/things.json: DynamicAction_ChangeThing, DATest_ChangeThing",
        "  Added__c: object added",
    ] {
        assert!(stdout.lines().any(|one| one == line), "{line}\n{stdout}");
    }
    assert!(stdout.contains("blueprints/things.json:18:25"), "{stdout}");
    assert!(stdout.ends_with("17 changes, 14 of which can break a blueprint; 5 of 6 blueprints broken\n"), "{stdout}");

    let (code, stdout, _) = run(&folder, &["snapshot", "diff", "--format", "json", "old", "new", things]);
    let drift: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(code, 1);
    let gone = drift["changes"].as_array().unwrap().iter().find(|change| change["field"] == "Gone__c").unwrap();
    assert_eq!((gone["change"].as_str(), gone["breaking"].as_bool()), (Some("field-removed"), Some(true)));
    assert_eq!(gone["breaks"][0]["classes"][0], "DynamicAction_MakeThing");
    assert_eq!(drift["files"][0]["diagnostics"][2]["line"], 18);
}

#[test]
fn drift_that_breaks_nothing_is_fine() {
    let folder = case("drift");
    let (code, stdout, _) = run(&folder, &["snapshot", "diff", "old", "old", "blueprints/things.json"]);
    assert_eq!((code, stdout.as_str()), (0, "0 changes, 0 of which can break a blueprint; 0 of 4 blueprints broken\n"));
    assert_eq!(run(&folder, &["snapshot", "diff", "old", "new"]).0, 1);
    assert_eq!(run(&case("drift-none"), &["snapshot", "diff", "old", "new"]).0, 0);
    let one = case("metadata-formula").join("blueprints/change-due.json").display().to_string();
    assert_eq!(run(&folder, &["snapshot", "diff", "old", "new", &one]).0, 0, "it breaks none of these blueprints");
}

#[test]
fn bad_input_is_named_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("org.json").display().to_string();
    let import = |case: &Path, source: &str| run(case, &["snapshot", "import", source, "--out", &out]);
    for (name, source, words) in [
        ("describe-failed", "import", "Secret__c.json:5:13"),
        ("describe-broken", "import", "d-shapes.json:4:13"),
        ("metadata-broken", "import", "Cut__c.field-meta.xml:4:"),
        ("describe-failed", "import/Secret__c.json", "error[DESCRIBE_FAILED]"),
    ] {
        let (code, stdout, stderr) = import(&case(name), source);
        assert_eq!((code, stdout.as_str()), (1, ""), "{name}");
        assert!(stderr.contains(words) && stderr.contains("no snapshot found"), "{name}: {stderr}");
    }
    fs::create_dir(folder.path().join("empty")).unwrap();
    for source in ["nowhere", "nowhere.json"] {
        let (code, _, stderr) = import(folder.path(), source);
        assert_eq!(code, 2);
        assert!(stderr.starts_with(&format!("error: {source}: ")), "{stderr}");
    }
    assert!(!Path::new(&out).exists());
    assert_eq!(run(folder.path(), &["snapshot", "import", "empty"]).0, 0, "a folder without objects is no error");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the empty folder is there");
}

#[test]
fn mixed_encodings_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(case("describe").join("import/Account.json")).unwrap();
    let utf16: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(folder.path().join("a.json"), &text).unwrap();
    fs::write(folder.path().join("b.json"), utf16).unwrap();
    let fields = folder.path().join("objects/A__c/fields");
    fs::create_dir_all(&fields).unwrap();
    fs::write(fields.join("A__c.field-meta.xml"), "\u{feff}<CustomField/>").unwrap();
    let (code, _, stderr) = run(folder.path(), &["snapshot", "import", "a.json", "b.json", "objects"]);
    assert_eq!(code, 1);
    assert!(stderr.contains("b.json:1:1") && stderr.contains("UTF-16"), "{stderr}");
    assert!(stderr.contains("objects/A__c/fields/A__c.field-meta.xml:1:1"), "{stderr}");
    assert!(stderr.contains("byte order mark") && !stderr.contains("a.json"), "{stderr}");
}

#[cfg(unix)]
#[test]
fn loops_of_links_are_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let fields = folder.path().join("objects/A__c/fields");
    fs::create_dir_all(&fields).unwrap();
    std::os::unix::fs::symlink(folder.path(), fields.join("loop")).unwrap();
    let text = "<CustomField><fullName>B__c</fullName><type>Date</type></CustomField>";
    fs::write(fields.join("B__c.field-meta.xml"), text).unwrap();
    let (code, stdout, stderr) = run(folder.path(), &["snapshot", "import", "objects"]);
    let note = "note: skipped objects/A__c/fields/loop: links to folders are not followed; name the folder itself\n";
    assert_eq!((code, stderr.as_str()), (0, note));
    assert_eq!(stdout.matches("\"B__c\": {").count(), 1, "{stdout}");
    std::os::unix::fs::symlink("self", folder.path().join("self")).unwrap();
    let (code, _, stderr) = run(folder.path(), &["snapshot", "import", "self"]);
    assert_eq!(code, 2);
    assert!(stderr.starts_with("error: self: "), "{stderr}");
}

#[test]
fn an_object_that_is_not_there_is_named() {
    let folder = case("describe");
    let (code, stdout, _) = run(&folder, &["snapshot", "check", "import", "blueprints/new-case.json"]);
    assert_eq!(code, 1);
    assert!(stdout.contains("error[OBJECT_NOT_IN_SCHEMA]") && stdout.contains("new-case.json:5:20"), "{stdout}");
}

#[test]
fn only_a_snapshot_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let source = case("describe").join("import").display().to_string();
    let import = |out: &str| run(folder.path(), &["snapshot", "import", &source, "--out", out]);
    fs::write(folder.path().join("notes.json"), "{\"mine\": true}").unwrap();
    let (code, _, stderr) = import("notes.json");
    assert_eq!(code, 2);
    assert!(stderr.contains("notes.json: existing file is not a planwright snapshot"), "{stderr}");
    assert_eq!(fs::read_to_string(folder.path().join("notes.json")).unwrap(), "{\"mine\": true}");
    fs::write(folder.path().join("org.json"), "{\"objects\": {}}").unwrap();
    assert!(import("org.json").2.starts_with("wrote org.json: 2 objects"));
    assert!(import("org.json").2.starts_with("unchanged org.json"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary file is left");
}
