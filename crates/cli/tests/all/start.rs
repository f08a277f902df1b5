//! Tests `planwright init`, `new` and `demo`: a new project passes its checks, and existing files are not changed.

use std::collections::BTreeSet;
use std::path::Path;

use crate::project::{files, read_text, run, write};

const SFDX: &str = r#"{"packageDirectories": [{"path": "force-app", "default": true}], "sourceApiVersion": "65.0"}"#;

fn begun(before: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a folder");
    for (path, text) in before {
        write(root.path(), path, text);
    }
    let (code, out, err) = run(root.path(), &["init"]);
    assert_eq!((code, err.as_str()), (0, ""), "{before:?}: {out}");
    root
}

fn is_file(folder: &Path, path: &str) -> bool {
    folder.join(path).is_file()
}

#[test]
fn every_kind_of_project_begins_green() {
    let package = "[package]\nname = \"x\"\n";
    for (before, parts, made) in [
        (&[("Cargo.toml", package)][..], "3 of 3", "src/plans/mod.rs"),
        (&[("sfdx-project.json", SFDX), ("package.json", "{}")], "1 of 1", "force-app/.planwright/apex.json"),
        (&[("package.json", "{}")], "2 of 2", "plans/first.json"),
        (&[("pyproject.toml", "")], "2 of 2", "plans/first.json"),
        (&[("Cargo.toml", "[workspace]\n")], "2 of 2", "plans/first.json"),
        (&[("Cargo.toml", package), ("sfdx-project.json", SFDX)], "4 of 4", "blueprints/close-case.json"),
        (&[], "2 of 2", "schemas/plan.schema.json"),
    ] {
        let root = begun(before);
        let folder = root.path();
        assert!(is_file(folder, made) && is_file(folder, ".github/workflows/planwright.yml"), "{before:?}");
        let (code, out, err) = run(folder, &["ci"]);
        assert_eq!(code, 0, "{before:?}: {out}{err}");
        assert!(out.ends_with(&format!("passed: {parts} parts passed\n")), "{before:?}: {out}");
    }
}

#[test]
fn a_folder_that_will_become_a_salesforce_project_begins_green() {
    let root = tempfile::tempdir().expect("a folder");
    assert_eq!(run(root.path(), &["init", "--for", "salesforce"]).0, 0);
    let (code, out, err) = run(root.path(), &["ci"]);
    assert_eq!(code, 0, "{out}{err}");
}

/// The first action should be small enough to review.
#[test]
fn the_first_action_is_small() {
    let root = begun(&[("sfdx-project.json", SFDX)]);
    let written = files(&root.path().join("force-app"));
    assert!(written.len() <= 20, "{written:?}");
    let texts = written.iter().filter(|(path, _)| path.extension().is_some_and(|ending| ending == "cls"));
    let texts: Vec<_> = texts.map(|(_, bytes)| String::from_utf8_lossy(bytes)).collect();
    let lines: usize = texts.iter().filter(|text| !text.contains("\n@IsTest\n")).map(|text| text.lines().count()).sum();
    assert!(texts.len() == 9 && lines <= 900, "{} classes, {lines} lines", texts.len());
}

/// The converter of `sf project deploy` rejects a comment before the root element.
#[test]
fn metadata_begins_with_its_root_element() {
    let root = begun(&[("sfdx-project.json", SFDX)]);
    let parts = ["apex", "--parts", "manifest,destructive,permission-set,agent"];
    assert_eq!(run(root.path(), &parts).0, 0);
    let agent = ["agent-script", "write", "--bundle", "Started", "--out", "force-app", "blueprints/close-case.json"];
    assert_eq!(run(root.path(), &agent).0, 0);
    let mut kinds = BTreeSet::new();
    let deployed = ["force-app", "manifest"].map(|folder| files(&root.path().join(folder)));
    for (path, bytes) in deployed.concat() {
        if path.extension().is_none_or(|ending| ending != "xml") {
            continue;
        }
        let text = String::from_utf8(bytes).expect("metadata is UTF-8");
        let root = text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<").unwrap_or_default();
        let kind = root.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default();
        assert!(!kind.is_empty(), "{}: {text}", path.display());
        kinds.insert(kind.to_owned());
    }
    let all = [
        "AiAuthoringBundle",
        "ApexClass",
        "CustomField",
        "CustomLabels",
        "CustomObject",
        "GenAiFunction",
        "Package",
        "PermissionSet",
    ];
    assert_eq!(kinds, BTreeSet::from(all.map(str::to_owned)));
}

#[test]
fn a_project_that_has_begun_can_fail() {
    let root = begun(&[]);
    let wrong = read_text(root.path(), "plans/first.json").replace("\"normal\"", "\"urgent\"");
    write(root.path(), "plans/second.json", &wrong);
    let (code, out, _) = run(root.path(), &["ci"]);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("plans/second.json:4:97") && out.contains("run `planwright check`"), "{out}");
    let schema = read_text(root.path(), "schemas/plan.schema.json").replace("\"maximum\": 168", "\"maximum\": 72");
    write(root.path(), "schemas/plan.schema.json", &schema);
    let (_, out, _) = run(root.path(), &["ci", "--only", "drift"]);
    assert!(out.contains("bound-tightened"), "{out}");
}

#[test]
fn what_is_there_is_kept() {
    let before =
        [("plans/first.json", "{}"), (".vscode/settings.json", "{ \"a\": 1 }"), ("src/plans/own.rs", "// mine\n")];
    let root = tempfile::tempdir().expect("a folder");
    for (path, text) in before.into_iter().chain([("Cargo.toml", "[package]\n")]) {
        write(root.path(), path, text);
    }
    let (code, out, _) = run(root.path(), &["init"]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("kept  plans/first.json: it already exists\n"), "{out}");
    for (path, text) in before {
        assert_eq!(read_text(root.path(), path), text);
    }
    let after = files(root.path());
    let (code, out, _) = run(root.path(), &["init"]);
    assert!(code == 0 && out.starts_with("planwright.toml already exists; nothing was changed\n"), "{out}");
    assert_eq!(files(root.path()), after);
}

#[test]
fn a_project_for_an_older_platform_begins_green() {
    for (version, chosen) in [("\"53.0\"", Some("60.0")), ("59", Some("60.0")), ("\"62.0\"", None), ("62", None)] {
        let sfdx = SFDX.replace("\"65.0\"", version);
        let root = begun(&[("sfdx-project.json", &sfdx)]);
        let configuration = read_text(root.path(), "planwright.toml");
        let line = chosen.map(|chosen| format!("api-version = \"{chosen}\"\n"));
        assert_eq!(configuration.contains("api-version"), chosen.is_some(), "{configuration}");
        assert!(line.is_none_or(|line| configuration.contains(&line)), "{configuration}");
        let meta = read_text(root.path(), "force-app/main/default/classes/DynamicAction_CloseCase.cls-meta.xml");
        let written = chosen.unwrap_or("62.0");
        assert!(meta.contains(&format!("<apiVersion>{written}</apiVersion>")), "{meta}");
        let (code, out, err) = run(root.path(), &["ci"]);
        assert_eq!(code, 0, "{version}: {out}{err}");
    }
}

#[test]
fn a_project_file_that_cannot_be_used_leaves_nothing_half_made() {
    let two = r#"{"packageDirectories": [{"path": "a"}, {"path": "b"}]}"#;
    let outside = r#"{"packageDirectories": [{"path": "../a", "default": true}]}"#;
    for (sfdx, told) in [
        ("{", "ends in the middle"),
        ("{}", "mark one with \"default\": true"),
        (two, "mark one with \"default\": true"),
        (outside, "inside the project"),
        (&SFDX.replace("65.0", "latest"), "`planwright apex --api-version`"),
    ] {
        let root = tempfile::tempdir().expect("a folder");
        write(root.path(), "sfdx-project.json", sfdx);
        let (code, out, err) = run(root.path(), &["init"]);
        assert_eq!(code, 2, "{sfdx}: {out}");
        assert!(err.contains("sfdx-project.json") && err.contains(told), "{err}");
        assert_eq!(files(root.path()).len(), 1, "{sfdx}");
        // After the fix, `init` succeeds.
        write(root.path(), "sfdx-project.json", SFDX);
        assert_eq!(run(root.path(), &["init"]).0, 0);
        assert_eq!(run(root.path(), &["ci"]).0, 0);
    }
}

#[test]
fn a_class_of_somebody_else_is_not_taken() {
    let class = "force-app/main/default/classes/DynamicAction_CloseCase.cls";
    let root = tempfile::tempdir().expect("a folder");
    write(root.path(), "sfdx-project.json", SFDX);
    write(root.path(), class, "public class DynamicAction_CloseCase {}\n");
    let (code, out, err) = run(root.path(), &["init"]);
    assert_eq!(code, 2, "{out}{err}");
    assert!(err.contains(class) && err.contains("--force"), "{err}");
    assert_eq!(read_text(root.path(), class), "public class DynamicAction_CloseCase {}\n");
}

#[test]
fn a_pipeline_of_another_kind_is_left_to_its_owner() {
    let root = begun(&[(".gitlab-ci.yml", "stages: [test]\n")]);
    assert!(!root.path().join(".github").exists());
    assert_eq!(read_text(root.path(), ".gitlab-ci.yml"), "stages: [test]\n");
    let pipeline = read_text(root.path(), ".gitlab/planwright.yml");
    let command = "planwright ci --gitlab planwright.json --junit planwright.xml";
    assert!(pipeline.contains(command) && pipeline.lines().count() <= 12, "{pipeline}");
    let arguments: Vec<&str> = command.split(' ').skip(1).collect();
    let (code, out, err) = run(root.path(), &arguments);
    assert!(code == 0 && root.path().join("planwright.json").is_file(), "{out}{err}");
    let below = tempfile::tempdir().expect("a folder");
    write(below.path(), ".git/HEAD", "");
    let (code, out, _) = run(below.path(), &["init", "part", "--for", "agents"]);
    assert!(code == 0 && out.contains("no workflow file was written"), "{out}");
    assert!(!below.path().join("part/.github").exists());
}

#[test]
fn new_files_pass_their_checks() {
    let root = begun(&[("sfdx-project.json", SFDX)]);
    let (code, out, err) = run(root.path(), &["new", "blueprint", "RenameAccount", "--operation", "upsert"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let file = "blueprints/rename-account.json";
    assert_eq!(run(root.path(), &["check", "action-blueprint", file]).0, 0, "{out}");
    let before = read_text(root.path(), file);
    let (code, _, err) = run(root.path(), &["new", "blueprint", "RenameAccount"]);
    assert!(code == 2 && err.contains("already exists"), "{err}");
    assert_eq!(read_text(root.path(), file), before);
    for name in ["nul", "../up", "a b", ""] {
        let (code, _, err) = run(root.path(), &["new", "schema", name]);
        assert!(code == 2 && err.starts_with("error: "), "{name}: {err}");
    }
}

#[test]
fn a_contract_is_checked_as_it_is_written() {
    let root = tempfile::tempdir().expect("a folder");
    let (code, out, err) = run(root.path(), &["new", "contract", "Order"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(read_text(root.path(), "schemas/order.schema.json").contains("\"title\": \"Order\""));
    let (code, out, _) = run(root.path(), &["ci"]);
    assert!(code == 0 && out.contains("check     passed   1 file, 1 passed"), "{out}");
    let (code, out, _) = run(root.path(), &["new", "contract", "invoice"]);
    assert!(code == 0 && out.contains("add this to planwright.toml"), "{out}");
}

#[test]
fn the_demo_tells_its_story() {
    let root = tempfile::tempdir().expect("a folder");
    let (code, out, err) = run(root.path(), &["demo"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let parts = [
        "error[ENUM_MISMATCH]: \"UPDTAE\" is not one of",
        "= help: did you mean \"UPDATE\"?",
        "1 of 1 file passed: 0 errors, 0 warnings",
        "wrote force-app/main/default/classes/DynamicAction_CloseTicket.cls\n",
        "Database.update(records, false, AccessLevel.USER_MODE)",
        "backward broken by {\"goal\":",
        "enum-value-removed",
    ];
    let mut rest = out.as_str();
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part:?} is missing, or too early:\n{out}"));
        rest = &rest[at..];
    }
    assert_eq!(files(root.path()), [], "nothing is left behind");
    let (code, out, _) = run(root.path(), &["demo", "--keep", "kept"]);
    assert!(code == 0 && is_file(root.path(), "kept/answer.json"), "{out}");
    assert_eq!(run(root.path(), &["demo", "--keep", "kept"]).0, 2);
}
