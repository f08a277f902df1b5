//! Tests `planwright ci` in an SFDX project that `planwright init` creates: each planted break fails with one annotation,
//! and the pipelines that it writes pass from the start.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use saphyr::{LoadableYamlNode as _, Yaml};

use crate::project::{git, printed, read_text, run, write};

const SFDX: &str = r#"{"packageDirectories": [{"path": "force-app", "default": true}], "sourceApiVersion": "65.0"}"#;
const OBJECT: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<CustomObject xmlns=\"http://soap.sforce.com/2006/04/metadata\">\n  \
                      <label>Region</label>\n  <nameField><label>Name</label><type>Text</type></nameField>\n</CustomObject>\n";
const BLUEPRINT: &str = r#"{
  "name": "SetRegion",
  "label": "Set region",
  "category": "DOMAIN",
  "targetSObject": "Region__c",
  "operation": "UPDATE",
  "inputs": [
    { "apiName": "RegionId", "fieldApiName": "Id", "label": "Region", "dataType": "Id", "required": true },
    { "apiName": "code", "fieldApiName": "Code__c", "label": "Code", "dataType": "String", "required": true },
    { "apiName": "size", "fieldApiName": "Size__c", "label": "Size", "dataType": "String", "required": false },
    { "apiName": "note", "fieldApiName": "Note__c", "label": "Note", "dataType": "String", "required": false }
  ]
}
"#;
const FLOW: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Flow xmlns=\"http://soap.sforce.com/2006/04/metadata\">\n  <actionCalls>\n    \
                    <name>Set_Region</name>\n    <actionName>DynamicAction_SetRegion</actionName>\n    <actionType>apex</actionType>\n    \
                    <inputParameters>\n      <name>recordId</name>\n    </inputParameters>\n    <inputParameters>\n      \
                    <name>code</name>\n    </inputParameters>\n  </actionCalls>\n</Flow>\n";
const FUNCTION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<GenAiFunction xmlns=\"http://soap.sforce.com/2006/04/metadata\">\n  \
                        <invocationTarget>DynamicAction_SetRegion</invocationTarget>\n  \
                        <invocationTargetType>apex</invocationTargetType>\n</GenAiFunction>\n";
const FUNCTION_INPUT: &str = r#"{
  "required": ["recordId", "code"],
  "properties": {
    "recordId": { "lightning:type": "lightning__textType" },
    "code": { "lightning:type": "lightning__textType" }
  }
}
"#;
const SCRIPT: &str = "subagent sales:\n    description: \"Changes regions.\"\n    actions:\n        Set_Region:\n            \
                      description: \"Sets the region.\"\n            inputs:\n                recordId: string\n                    \
                      is_required: True\n                code: string\n                    is_required: True\n            \
                      target: \"apex://DynamicAction_SetRegion\"\n";

const SOURCE: &str = "force-app/main/default";
const BLUEPRINT_PATH: &str = "blueprints/set-region.json";

/// Files that call the action.
const CALLERS: [(&str, &[(&str, &str)]); 3] = [
    ("flow", &[("flows/Sales.flow-meta.xml", FLOW)]),
    (
        "function",
        &[
            ("genAiFunctions/Set_Region/Set_Region.genAiFunction-meta.xml", FUNCTION),
            ("genAiFunctions/Set_Region/input/schema.json", FUNCTION_INPUT),
        ],
    ),
    ("script", &[("aiAuthoringBundles/Sales/Sales.agent", SCRIPT)]),
];

/// Creates the project on the branch `main`, with a custom object and an action that changes it.
fn project() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path();
    write(folder, "sfdx-project.json", SFDX);
    git(folder, &["init", "-q", "-b", "main"]);
    let (code, out, err) = run(folder, &["init"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert_eq!(run(folder, &["ci"]).0, 0, "the project begins green");
    write(folder, &format!("{SOURCE}/objects/Region__c/Region__c.object-meta.xml"), OBJECT);
    for field in ["Code__c", "Size__c", "Note__c"] {
        let text = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<CustomField xmlns=\"http://soap.sforce.com/2006/04/metadata\">\n  \
             <fullName>{field}</fullName>\n  <label>{field}</label>\n  <length>9</length>\n  <type>Text</type>\n</CustomField>\n"
        );
        write(folder, &format!("{SOURCE}/objects/Region__c/fields/{field}.field-meta.xml"), &text);
    }
    write(folder, BLUEPRINT_PATH, BLUEPRINT);
    assert_eq!(run(folder, &["apex"]).0, 0);
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "-m", "base"]);
    root
}

/// Replaces a part of a file.
fn replace(folder: &Path, path: &str, from: &str, to: &str) {
    let text = read_text(folder, path);
    assert!(text.contains(from), "{path}: {from}");
    write(folder, path, &text.replacen(from, to, 1));
}

/// Changes the blueprint, and generates its class again.
fn change_action(folder: &Path, from: &str, to: &str) {
    replace(folder, BLUEPRINT_PATH, from, to);
    assert_eq!(run(folder, &["apex"]).0, 0, "{from}");
}

fn remove(folder: &Path, path: &str) {
    fs::remove_file(folder.join(path)).expect("it exists");
}

/// A break: its name, the callers that the base has, the change, and the annotation.
type Break = (&'static str, &'static [&'static str], fn(&Path), &'static str);

const BREAKS: &[Break] = &[
    (
        "an input is renamed, which a flow sets",
        &["flow"],
        |folder| change_action(folder, r#""apiName": "code""#, r#""apiName": "regionCode""#),
        "flows/Sales.flow-meta.xml,line=11,col=13,title=ACTION_INPUT_GONE::",
    ),
    (
        "an input is renamed, which an agent function sets",
        &["function"],
        |folder| change_action(folder, r#""apiName": "code""#, r#""apiName": "regionCode""#),
        "genAiFunctions/Set_Region/input/schema.json,line=5,col=5,title=ACTION_INPUT_GONE::",
    ),
    (
        "an input is renamed, which an agent script sets",
        &["script"],
        |folder| change_action(folder, r#""apiName": "code""#, r#""apiName": "regionCode""#),
        "aiAuthoringBundles/Sales/Sales.agent,line=9,col=17,title=ACTION_INPUT_GONE::",
    ),
    (
        "an input becomes required, which a flow does not set",
        &["flow"],
        |folder| change_action(folder, "\"String\", \"required\": false", "\"String\", \"required\": true"),
        "flows/Sales.flow-meta.xml,line=5,col=17,title=ACTION_INPUT_REQUIRED::",
    ),
    (
        "an action is removed, which a flow calls",
        &["flow"],
        |folder| {
            remove(folder, BLUEPRINT_PATH);
            assert_eq!(run(folder, &["apex", "--prune"]).0, 0);
        },
        "flows/Sales.flow-meta.xml,line=5,col=17,title=ACTION_GONE::",
    ),
    (
        "a field is deleted, which a blueprint sets",
        &[],
        |folder| remove(folder, &format!("{SOURCE}/objects/Region__c/fields/Size__c.field-meta.xml")),
        "blueprints/set-region.json,line=10,col=42,title=FIELD_NOT_IN_SCHEMA::",
    ),
    (
        "a field changes its type",
        &[],
        |folder| {
            let field = format!("{SOURCE}/objects/Region__c/fields/Size__c.field-meta.xml");
            replace(folder, &field, "<type>Text</type>", "<type>Date</type>");
        },
        "title=DATA_TYPE_MISMATCH::",
    ),
    (
        "a field is misspelled",
        &[],
        |folder| replace(folder, BLUEPRINT_PATH, "Size__c", "Sise__c"),
        "blueprints/set-region.json,line=10,col=42,title=FIELD_NOT_IN_SCHEMA::Region__c has no field Sise__c%0Adid you mean",
    ),
    (
        "a generated class is edited",
        &[],
        |folder| {
            let class = format!("{SOURCE}/classes/DynamicAction_SetRegion.cls");
            replace(folder, &class, "with sharing", "without sharing");
        },
        "classes/DynamicAction_SetRegion.cls,title=EDITED_BY_HAND::",
    ),
    (
        "a generated class is deleted",
        &[],
        |folder| remove(folder, &format!("{SOURCE}/classes/DynamicAction_SetRegion.cls")),
        "classes/DynamicAction_SetRegion.cls,title=MISSING_FILE::",
    ),
    (
        "a generated class is deleted, which a flow calls",
        &["flow"],
        |folder| remove(folder, &format!("{SOURCE}/classes/DynamicAction_SetRegion.cls")),
        "classes/DynamicAction_SetRegion.cls,title=MISSING_FILE::",
    ),
    (
        "a generated class is edited, so that a call in a flow no longer fits",
        &["flow"],
        |folder| {
            let class = format!("{SOURCE}/classes/DynamicAction_SetRegion.cls");
            replace(folder, &class, "public String code;", "public String regionCode;");
        },
        "classes/DynamicAction_SetRegion.cls,title=EDITED_BY_HAND::",
    ),
    (
        "a class is stale, because only its blueprint changed",
        &["flow"],
        |folder| replace(folder, BLUEPRINT_PATH, "\"Set region\"", "\"Set the region\""),
        "classes/DynamicAction_SetRegion.cls,title=STALE_FILE::generated file is out of date; also ",
    ),
    (
        "the files of a removed blueprint are left",
        &[],
        |folder| remove(folder, BLUEPRINT_PATH),
        "classes/DATest_SetRegion.cls,title=ORPHANED_FILE::",
    ),
    (
        "an operation is misspelled",
        &[],
        |folder| replace(folder, BLUEPRINT_PATH, "\"UPDATE\"", "\"UPDAET\""),
        "blueprints/set-region.json,line=6,col=16,title=ENUM_MISMATCH::",
    ),
];

#[test]
fn each_break_has_one_annotation() {
    let root = project();
    let folder = root.path();
    let mut wrong = Vec::new();
    for (name, callers, plant, expected) in BREAKS {
        git(folder, &["checkout", "-q", "-B", "base", "main"]);
        for (_, files) in CALLERS.iter().filter(|(kind, _)| callers.contains(kind)) {
            files.iter().for_each(|(path, text)| write(folder, &format!("{SOURCE}/{path}"), text));
        }
        git(folder, &["add", "-A"]);
        git(folder, &["commit", "-q", "--allow-empty", "-m", "callers"]);
        let ci = ["ci", "--against", "base", "--format", "github"];
        assert_eq!(run(folder, &ci).0, 0, "{name}: nothing is broken yet");
        git(folder, &["checkout", "-q", "-B", "branch"]);
        plant(folder);
        let (code, out, err) = run(folder, &ci);
        let annotations: Vec<&str> =
            out.lines().filter(|line| line.starts_with("::") && line.contains("title=")).collect();
        let is_one = matches!(annotations[..], [one] if one.starts_with("::error ") && one.contains(expected));
        if code != 1 || !is_one {
            wrong.push(format!("{name}: exit code {code}, expected {expected}\n{}\n{err}", annotations.join("\n")));
        }
        git(folder, &["add", "-A"]);
        git(folder, &["commit", "-q", "-m", "planted"]);
    }
    assert!(BREAKS.len() >= 10 && wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Returns the lines of a pipeline that are not comments.
fn yaml_lines(text: &str) -> usize {
    text.lines().filter(|line| !line.trim_start().starts_with('#') && !line.trim().is_empty()).count()
}

#[test]
fn the_pipelines_are_short_and_pass_at_once() {
    let root = project();
    let folder = root.path();
    let workflow = read_text(folder, ".github/workflows/planwright.yml");
    assert!(yaml_lines(&workflow) <= 12, "{workflow}");

    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path();
    write(folder, "sfdx-project.json", SFDX);
    let include = "include: { local: .gitlab/planwright.yml }\n";
    write(folder, ".gitlab-ci.yml", include);
    git(folder, &["init", "-q", "-b", "main"]);
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "-m", "base"]);
    let base = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(folder).output().expect("git runs");
    let (code, out, err) = run(folder, &["init"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let pipeline = read_text(folder, ".gitlab/planwright.yml");
    assert!(yaml_lines(&pipeline) + yaml_lines(include) <= 12, "{pipeline}");
    // Replace the step that builds the program, which already exists.
    let temp = tempfile::tempdir().expect("a folder");
    write(temp.path(), "cargo", "#!/bin/sh\nln -sf \"$BUILT\" \"$(dirname \"$0\")/planwright\"\n");
    fs::set_permissions(temp.path().join("cargo"), fs::Permissions::from_mode(0o755)).expect("it is ours");
    let document = Yaml::load_from_str(&pipeline).expect("it is YAML").into_iter().next().expect("a document");
    let job = document.as_mapping_get("planwright").expect("a job");
    let script: Vec<&str> = job
        .as_mapping_get("script")
        .and_then(Yaml::as_sequence)
        .expect("a script")
        .iter()
        .filter_map(Yaml::as_str)
        .collect();
    let mut command = Command::new("sh");
    let path = format!("{}:{}", temp.path().display(), std::env::var("PATH").unwrap_or_default());
    command.args(["-ec", &script.join("\n")]).current_dir(folder).env("PATH", path);
    command.env("BUILT", env!("CARGO_BIN_EXE_planwright"));
    command.env("CI_MERGE_REQUEST_DIFF_BASE_SHA", String::from_utf8_lossy(&base.stdout).trim());
    let (code, out, err) = printed(&command.output().expect("sh runs"));
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("apex      passed") && out.contains("actions   passed"), "{out}");
    assert!(folder.join("planwright.json").is_file() && folder.join("planwright.xml").is_file());
}
