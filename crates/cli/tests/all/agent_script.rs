//! Tests that `planwright agent-script` accepts the scripts that it writes.

use crate::project::{read_text, repository, run, write};

#[test]
fn a_bundle_of_all_examples_passes_its_own_check() {
    let folder = tempfile::tempdir().unwrap();
    let blueprints = repository().join("examples/blueprints").display().to_string();
    assert_eq!(run(folder.path(), &["apex", "--runtime=all", "--parts", "permission-set", &blueprints]).0, 0);
    let (code, _, err) =
        run(folder.path(), &["agent-script", "write", "--bundle", "Changes", "--out", "force-app", &blueprints]);
    assert_eq!(code, 0, "{err}");
    let (code, out, err) = run(folder.path(), &["agent-script", "check", "."]);
    assert_eq!((code, out.as_str()), (0, "1 script: 0 errors, 0 warnings\n"), "{err}");
    assert!(err.contains("not checked: "), "{err}");
    assert!(read_text(folder.path(), "manifest/agent-package.xml").contains("<members>Changes</members>"));

    // Control: the class no longer has the variable that the script binds.
    let class = "force-app/main/default/classes/DynamicAction_UpdateOpportunityStage.cls";
    let text = read_text(folder.path(), class);
    write(folder.path(), class, &text.replace("stageName;", "StageName;"));
    let (code, out, _) = run(folder.path(), &["agent-script", "check", "."]);
    assert_eq!(code, 1);
    assert!(out.contains("error[AGENT_PARAMETER]") && out.contains("did you mean \"StageName\"?"), "{out}");
}

#[test]
fn fragments_stand_alone_and_foreign_bundles_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let blueprints = repository().join("examples/blueprints").display().to_string();
    let (code, out, err) = run(folder.path(), &["agent-script", "write", &blueprints]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("subagent update_opportunity_stage:") && !out.contains("start_agent"), "{out}");
    for line in out.lines().filter(|line| line.trim_start().starts_with("with confirm")) {
        assert!(!line.ends_with("..."), "{line}");
    }
    let path = "force-app/main/default/aiAuthoringBundles/Mine/Mine.agent";
    write(folder.path(), path, "config:\n");
    let arguments = ["agent-script", "write", "--bundle", "Mine", "--out", "force-app", &blueprints];
    let (code, _, err) = run(folder.path(), &arguments);
    assert_eq!(code, 2, "{err}");
    assert_eq!(read_text(folder.path(), path), "config:\n");
    for name in ["Agent_2", "a b", "x__y", "../up"] {
        let arguments = ["agent-script", "write", "--bundle", name, "--out", "force-app", &blueprints];
        assert_eq!(run(folder.path(), &arguments).0, 2, "{name}");
    }
}

#[test]
fn a_project_without_scripts_or_without_a_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, err) = run(folder.path(), &["agent-script", "check", "."]);
    assert_eq!(code, 2);
    assert!(err.contains("no *.agent file below this folder"), "{err}");
    let sfdx = r#"{"packageDirectories": [{"path": "force-app", "default": true}, {"path": "agents"}]}"#;
    write(folder.path(), "sfdx-project.json", sfdx);
    write(folder.path(), "samples/Mine/Mine.agent", "config:\n");
    let (code, _, err) = run(folder.path(), &["agent-script", "check", "."]);
    assert_eq!(code, 2);
    assert!(err.contains("no *.agent file in its package directories (./agents, ./force-app)"), "{err}");
    assert_eq!(run(folder.path(), &["agent-script", "check", "nowhere"]).0, 2);
}

/// Properties of a test specification, as `sf agent generate test-spec` writes it.
const TEST_SPEC: &str = r#"{
    "type": "object", "additionalProperties": false, "required": ["name", "subjectType", "subjectName", "testCases"],
    "properties": {
        "name": {"type": "string"}, "description": {"type": "string"}, "subjectType": {"const": "AGENT"}, "subjectName": {"const": "Case_Agent"},
        "testCases": {"type": "array", "minItems": 8, "items": {
            "type": "object", "additionalProperties": false, "required": ["utterance", "expectedTopic", "expectedActions", "expectedOutcome"],
            "properties": {
                "utterance": {"type": "string", "minLength": 1}, "expectedTopic": {"enum": ["close_case", "rename_account"]},
                "expectedActions": {"type": "array", "items": {"enum": ["CloseCase", "RenameAccount"]}},
                "expectedOutcome": {"type": "string", "minLength": 1},
                "metrics": {"type": "array", "items": {"enum": ["completeness", "coherence", "conciseness", "output_latency_milliseconds"]}},
                "conversationHistory": {"type": "array", "items": {
                    "type": "object", "additionalProperties": false, "required": ["role", "message"],
                    "properties": {"role": {"enum": ["user", "agent"]}, "topic": {"type": "string"}, "message": {"type": "string"}}
                }}
            }
        }}
    }
}"#;

#[test]
fn agents_have_a_test_specification_and_a_classification() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let (_, close_case, _) = run(path, &["library", "show", "CloseCase"]);
    std::fs::write(path.join("close-case.json"), close_case).unwrap();
    assert_eq!(run(path, &["new", "blueprint", "RenameAccount", "--object", "Account"]).0, 0);
    let write =
        |more: &[&str]| run(path, &[&["agent-script", "write", "close-case.json", "blueprints"], more].concat());
    assert_eq!(write(&["--output", "test-spec"]).0, 2, "the agent has no name");
    let (code, spec, err) = write(&["--output", "test-spec", "--agent", "Case_Agent"]);
    assert_eq!(code, 0, "{err}");
    let document = planwright_source::Syntax::Yaml.parse(&spec).expect("YAML").value;
    let schema = jsonschema::validator_for(&serde_json::from_str(TEST_SPEC).unwrap()).unwrap();
    let problems: Vec<String> = schema.iter_errors(&document).map(|error| error.to_string()).collect();
    assert_eq!(problems, Vec::<String>::new(), "{spec}");
    assert!(spec.contains("expectedActions: [\"CloseCase\"]") && spec.contains("expectedActions: []"), "{spec}");
    let (code, classified, err) = write(&["--output", "classification"]);
    assert_eq!(code, 0, "{err}");
    let classified: serde_json::Value = serde_json::from_str(&classified).unwrap();
    assert_eq!(classified["actions"][0]["class"], "DynamicAction_CloseCase");
    assert_eq!(classified["actions"][1]["data"], "private");
}
