//! Tests `planwright export` and `planwright normalize` from the user's view.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use planwright_contracts::ContractName;
use planwright_dialects::Dialect;
use serde_json::{Value, json};

use crate::project::{read_text, run, write};

fn planwright(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    command.args(arguments).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A run that ends before it reads its input closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn printed(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", stderr(output)))
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

const ORDER: &str = r#"{
  "title": "Order",
  "type": "object",
  "additionalProperties": false,
  "required": ["item"],
  "properties": {
    "item": { "$ref": "parts/item.json" },
    "note": { "type": "string", "maxLength": 5 }
  }
}"#;

#[test]
fn a_schema_with_files_beside_it_is_exported_and_its_weakenings_located() {
    let folder =
        folder(&[("order.json", ORDER), ("parts/item.json", r#"{"type": "integer"}"#), ("other.json", "no JSON")]);
    let output = planwright(folder.path(), &["export", "--dialect", "openai", "--schema", "order.json"], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(printed(&output)["required"], json!(["item", "note"]));
    assert!(
        stderr(&output).contains("warning[KEYWORD_IN_WORDS]")
            && stderr(&output).contains("order.json:8:33\n = at: /properties/note/maxLength"),
        "{}",
        stderr(&output)
    );
    let output =
        planwright(folder.path(), &["export", "--dialect", "openai", "--schema", "order.json", "--format", "json"], "");
    let codes: Vec<Value> =
        printed(&output)["weakenings"].as_array().unwrap().iter().map(|one| one["code"].clone()).collect();
    assert_eq!(codes, ["ABSENT_AS_NULL", "KEYWORD_IN_WORDS"]);
}

#[test]
fn out_is_written_and_nothing_is_on_refusal() {
    let folder = folder(&[("no.json", "false"), ("yes.json", r#"{"type": "object"}"#)]);
    let export = |file: &str| {
        planwright(folder.path(), &["export", "--dialect", "gemini", "--schema", file, "--out", "out/x.json"], "")
    };
    let output = export("no.json");
    assert_eq!((output.status.code(), folder.path().join("out").exists()), (Some(1), false));
    assert!(
        stderr(&output).contains(
            "error[NOTHING_ALLOWED]: no value is valid here, which no dialect can express\n--> no.json:1:1\n"
        ),
        "{}",
        stderr(&output)
    );
    let output = export("yes.json");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = fs::read_to_string(folder.path().join("out/x.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["type"], "object");
    fs::write(folder.path().join("yes.json"), r#"{"type": "object", "minProperties": 1}"#).unwrap();
    assert_eq!(export("yes.json").status.code(), Some(0), "an earlier export is overwritten");
    assert!(fs::read_to_string(folder.path().join("out/x.json")).unwrap().contains("At least 1 property"));
    fs::write(folder.path().join("out/x.json"), ORDER).unwrap();
    let output = export("yes.json");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("existing file is not a planwright export for gemini; move it first"),
        "{}",
        stderr(&output)
    );
    assert_eq!(fs::read_to_string(folder.path().join("out/x.json")).unwrap(), ORDER);
}

#[test]
fn tools_have_names_and_what_they_return() {
    let folder = folder(&[]);
    let export = |arguments: &[&str]| printed(&planwright(folder.path(), &[&["export"], arguments].concat(), ""));
    let tool = export(&["workflow-tools/add-action-params", "--dialect", "mcp"]);
    assert_eq!(tool["name"], "add_action");
    assert_eq!((&tool["inputSchema"]["type"], &tool["outputSchema"]["type"]), (&json!("object"), &json!("object")));
    let tool = export(&["fix-plan", "--dialect", "anthropic-tool"]);
    assert_eq!((&tool["name"], &tool["input_schema"]["type"]), (&json!("fix_plan"), &json!("object")));
    let bare = export(&["fix-plan", "--dialect", "anthropic-tool", "--bare"]);
    assert_eq!(bare, tool["input_schema"]);
}

#[test]
fn an_answer_comes_back_and_is_judged() {
    let folder = folder(&[]);
    let normalize = |answer: Value| {
        let arguments = ["normalize", "agent-proposal", "--dialect", "openai", "-"];
        planwright(folder.path(), &arguments, &answer.to_string())
    };
    let output = normalize(json!({"value": {"action_type": "no_op", "reason": "campaign_complete"}}));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(printed(&output), json!({"action_type": "no_op", "reason": "campaign_complete"}));
    let output = normalize(
        json!({"value": {"action_type": "create_task", "task": {"description": "short", "preconditions": null}, "justification": null}}),
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("TOO_SHORT") && output.stdout.is_empty(), "{}", stderr(&output));
    let output = normalize(json!({"value": {"action_type": "no_op", "reason": "tired"}}));
    assert!(
        stderr(&output).contains("error[NOT_OF_THE_DIALECT]: \"tired\" is not one of")
            && stderr(&output).contains("<stdin>:1:42"),
        "{}",
        stderr(&output)
    );
    let output = normalize(json!({"value": {"action_type": "nop", "reason": "x"}}));
    assert!(stderr(&output).contains("\"action_type\" is \"nop\", which is not one of"), "{}", stderr(&output));
    let output = normalize(json!({"action_type": "no_op"}));
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("error[NOT_OF_THE_DIALECT]") && stderr(&output).contains("<stdin>:1:1"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_schema_of_ones_own_judges_too() {
    let folder = folder(&[("order.json", ORDER), ("parts/item.json", r#"{"type": "integer", "minimum": 1}"#)]);
    let normalize = |text: &str| {
        planwright(folder.path(), &["normalize", "--dialect", "openai", "--schema", "order.json", "-"], text)
    };
    let output = normalize(r#"{"item": 2, "note": null}"#);
    assert_eq!((output.status.code(), printed(&output)), (Some(0), json!({"item": 2})));
    let output = normalize(r#"{"item": 0, "note": "too long"}"#);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("at: /item") && stderr(&output).contains("at: /note"), "{}", stderr(&output));
}

#[test]
fn wrong_use_is_said() {
    let folder = folder(&[("bad.json", r#"{"type": "strng"}"#), ("text.json", "{")]);
    for (arguments, code, words) in [
        (vec!["fixplan", "--dialect", "openai"], 2, "unknown contract \"fixplan\""),
        (vec!["--dialect", "openai", "--schema", "none.json"], 2, "none.json"),
        (vec!["--dialect", "openai", "--schema", "bad.json"], 1, "bad.json:1:2\n = at: /type"),
        (vec!["--dialect", "openai", "--schema", "text.json"], 1, "text.json:1:"),
        (vec!["fix-plan", "--dialect", "yaml"], 2, "yaml"),
        (vec!["--dialect", "openai"], 2, "name a contract"),
        (vec!["fix-plan", "--dialect", "openai", "--returns", "fix-plan"], 2, "--returns requires"),
    ] {
        let output = planwright(folder.path(), &[vec!["export"], arguments.clone()].concat(), "");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty());
    }
}

/// Such a union adds nothing to itself. A conversion that followed the reference would not end.
#[test]
fn a_union_that_leads_back_to_itself_is_converted() {
    let schema = r##"{
        "type": "object", "properties": {"r": {"$ref": "#/$defs/R"}}, "required": ["r"], "additionalProperties": false,
        "$defs": {
            "R": {"anyOf": [{"$ref": "#/$defs/S"}, {"type": "string"}]},
            "S": {"anyOf": [{"$ref": "#/$defs/R"}, {"type": "number"}, {"$ref": "#/$defs/S"}]}
        }
    }"##;
    let folder = folder(&[("s.json", schema)]);
    for dialect in ["openai", "anthropic", "gemini", "mcp"] {
        let normalize = |answer: &str| {
            planwright(folder.path(), &["normalize", "--dialect", dialect, "--schema", "s.json", "-"], answer)
        };
        for fine in [r#"{"r": 1}"#, r#"{"r": "a"}"#] {
            let output = normalize(fine);
            assert_eq!(output.status.code(), Some(0), "{dialect} {fine}: {}", stderr(&output));
        }
        let output = normalize(r#"{"q": 1}"#);
        assert_eq!(output.status.code(), Some(1), "{dialect}: {}", stderr(&output));
    }
}

const REGIONS: &str = r#"{"objects": {"Region__c": {"apiName": "Region__c", "fields": {
  "Id": {"apiName": "Id", "type": "Id", "nillable": false, "createable": false, "updateable": false},
  "Code__c": {"apiName": "Code__c", "type": "String", "nillable": true, "createable": true, "updateable": true},
  "Kind__c": {"apiName": "Kind__c", "type": "Picklist", "nillable": true, "createable": true, "updateable": true, "picklistValues": ["North", "South"]}
}}}}"#;
const SET_REGION: &str = r#"{
  "name": "SetRegion", "label": "Set region", "category": "DOMAIN", "targetSObject": "Region__c", "operation": "UPDATE",
  "inputs": [
    {"apiName": "id", "fieldApiName": "Id", "label": "Region", "dataType": "Id", "required": true},
    {"apiName": "kind", "fieldApiName": "Kind__c", "label": "Kind", "dataType": "Picklist", "required": true, "usage": "FIELD"},
    {"apiName": "why", "fieldApiName": "anyName", "label": "Why", "dataType": "String", "required": false, "usage": "PARAMETER"}
  ],
  "guardrails": [
    {"type": "FLS_EDIT", "params": {"fields": ["Kind__c"]}},
    {"type": "ENUM_ALLOWED", "params": {"field": "Kind__c", "values": ["North"]}}
  ]
}"#;

#[test]
fn an_exported_schema_has_the_rules_and_the_names_of_an_org() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    write(path, "org.json", REGIONS);
    let export = |dialect: &str, more: &[&str]| {
        let _ = fs::remove_file(path.join("schema.json"));
        let arguments = ["export", "action-blueprint", "--dialect", dialect, "--bare", "--out", "schema.json"];
        let (code, out, err) = run(path, &[&arguments[..], more].concat());
        assert_eq!(code, 0, "{dialect}: {out}{err}");
        read_text(path, "schema.json")
    };
    let accepts = |document: &str| {
        write(path, "document.json", document);
        let (code, out, err) = run(path, &["check", "--schema", "schema.json", "document.json"]);
        assert!(code < 2, "{out}{err}");
        code == 0
    };
    let long = SET_REGION.replace("\"SetRegion\"", &format!("{:?}", "a".repeat(27)));
    export("mcp", &[]);
    assert!(accepts(SET_REGION) && !accepts(&long), "a name has 26 characters");
    assert!(!accepts(&SET_REGION.replace("Region__c", &"r".repeat(81))), "an API name has 80 characters");
    export("mcp", &["--snapshot", "org.json"]);
    assert!(accepts(SET_REGION), "{}", run(path, &["check", "--schema", "schema.json", "document.json"]).1);
    for (from, to) in [
        ("\"Region__c\"", "\"Account\""),
        ("\"fieldApiName\": \"Kind__c\"", "\"fieldApiName\": \"Kindd__c\""),
        ("\"usage\": \"FIELD\"", "\"usage\": \"CONTEXTS\""),
        ("[\"Kind__c\"]", "[\"Kindd__c\"]"),
        ("[\"North\"]", "[\"West\"]"),
        (
            "\"anyName\", \"label\": \"Why\", \"dataType\": \"String\", \"required\": false, \"usage\": \"PARAMETER\"",
            "\"anyName\", \"label\": \"Why\", \"dataType\": \"String\", \"required\": false",
        ),
    ] {
        assert!(SET_REGION.contains(from) && !accepts(&SET_REGION.replace(from, to)), "{to}");
    }
    for dialect in Dialect::ALL.map(Dialect::as_str) {
        let schema = export(dialect, &["--snapshot", "org.json"]);
        for part in ["Region__c", "Kind__c", "South", "at most 26 characters"] {
            assert!(schema.contains(part), "{dialect}: {part}");
        }
    }
    let (code, _, err) = run(path, &["export", "fix-plan", "--dialect", "mcp", "--snapshot", "org.json"]);
    assert!(code == 2 && err.contains("only the schema action-blueprint"), "{err}");
}

/// Sentences of the exports of contracts for the rules that are only code, by code. For codes of the schema, such as an
/// unknown action of a form plan, the sentence is a description.
const RULES: [(&str, &[(&str, &str)]); 4] = [
    (
        "agent-proposal",
        &[
            ("TASK_NOT_FOUND", "One of pending_tasks"),
            ("TASK_NOT_SELECTABLE", "One of pending_tasks"),
            ("PRECONDITIONS_NOT_MET", "whose preconditions are all done"),
            ("UNKNOWN_PRECONDITION", "Only ids of tasks that exist."),
            ("MISSING_JUSTIFICATION", "Expected in complex campaigns."),
            ("UNKNOWN_ACTION_TYPE", "Type of the proposed action."),
        ],
    ),
    (
        "fix-plan",
        &[
            ("DUPLICATE_TASK_ID", "unique in the plan"),
            ("SELF_DEPENDENCY", "another task of this plan"),
            ("UNKNOWN_DEPENDENCY", "the id of another task of this plan"),
            ("DEPENDENCY_CYCLE", "no cycles"),
            ("FORWARD_DEPENDENCY", "earlier in the list"),
            ("INVALID_PATH", "no segment `.` or `..`"),
            ("RENAME_NO_OP", "It differs from `path`."),
            ("IGNORED_FIELD", "has no meaning for this action"),
            ("FORMAT_MISMATCH", "The offset is Z or +00:00."),
        ],
    ),
    (
        "form-plan",
        &[
            ("TOO_MANY_STEPS", "12 by default"),
            ("MISSING_FORM_ID", "Required unless a create_form step comes earlier"),
            ("AMBIGUOUS_NONE", "Never both."),
            ("SINGLE_STEP_NAVIGATION", "If the only step would be open_builder"),
            ("INVALID_ACTION", "Action of the step."),
            ("INVALID_ID", "At most 18446744073709551615."),
            ("INVALID_VERSION", "Version of the plan format."),
        ],
    ),
    (
        "workflow-tools",
        &[
            ("MIN_PARTICIPANTS", "at least 2"),
            ("DUPLICATE_PARTICIPANT_ID", "Id of the participant, unique in the document."),
            ("MIN_ACTIONS", "at least 1"),
            ("DUPLICATE_ACTION_ID", "Sequence number of the action, unique in the document."),
            ("MISSING_SENDER", "A rule refuses an empty one."),
            ("INVALID_PARTICIPANT_REF", "The `id` of one of `participants`"),
            ("ACTION_NOT_FOUND", "Each is the `id` of an action"),
            ("ORPHAN_ACTION", "each can be reached from such an action"),
            ("CIRCULAR_ROUTE", "A loop needs a way out"),
            ("NO_STARTING_ACTION", "At least one has isStartingAction"),
            ("LOOP_WITH_EXIT", "A loop needs a way out"),
            ("DEAD_END_ROUTE", "who performs an action"),
            ("UNKNOWN_DISCLOSURE_PARTICIPANT", "One of `participants` of the document."),
        ],
    ),
];

#[test]
fn exports_of_contracts_state_the_rules_that_are_only_code() {
    let folder = folder(&[]);
    for (contract, rules) in RULES {
        let codes = ContractName::parse(contract).expect("a contract").codes();
        let unstated: Vec<&str> =
            codes.iter().map(|info| info.code).filter(|code| rules.iter().all(|(stated, _)| stated != code)).collect();
        assert!(unstated.is_empty(), "{contract}: {unstated:?}");
        for dialect in Dialect::ALL.map(Dialect::as_str) {
            let arguments = ["export", contract, "--dialect", dialect, "--format", "json"];
            let schema = printed(&planwright(folder.path(), &arguments, ""))["schema"].to_string();
            for (code, sentence) in rules {
                assert!(schema.contains(sentence), "{contract} {dialect}: {code}: {sentence}");
            }
        }
    }
}

#[test]
fn exports_of_contracts_have_the_limits_that_are_only_code() {
    let folder = folder(&[]);
    for (contract, pointer, invalid) in [
        ("fix-plan", "/tasks/0/edits/0/path", json!("../a")),
        ("fix-plan", "/tasks/0/edits/0/path", json!("C:/a")),
        ("form-plan", "/steps", json!(vec![json!({"action": "publish_form", "params": {"id": 1}}); 13])),
        ("workflow-tools", "/participants", json!([{"id": "a", "name": "A"}])),
        ("workflow-tools", "/actions", json!([])),
        ("workflow-tools", "/actions/0/sender", json!("")),
    ] {
        let arguments = ["export", contract, "--dialect", "mcp", "--bare", "--out", "schema.json"];
        let _ = fs::remove_file(folder.path().join("schema.json"));
        let output = planwright(folder.path(), &arguments, "");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let prompt = ContractName::parse(contract).and_then(ContractName::prompt).expect("a prompt");
        let mut document: Value = serde_json::from_str(&prompt.good.expect("a valid document")).expect("JSON");
        let accepts = |document: &Value| {
            let arguments = ["check", "--schema", "schema.json", "-"];
            planwright(folder.path(), &arguments, &document.to_string()).status.code() == Some(0)
        };
        assert!(accepts(&document), "{contract}: {document}");
        *document.pointer_mut(pointer).expect("a value") = invalid;
        assert!(!accepts(&document), "{contract}: {document}");
    }
}
