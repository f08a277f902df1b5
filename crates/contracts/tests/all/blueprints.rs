//! Batches of blueprints: shapes, fallback, normalisation, locations, and hostile input.

use planwright_contracts::action_blueprint::{
    Batch, Blueprint, Context, FallbackReason, Snapshot, check_envelope, check_file,
};
use planwright_contracts::{ContractName, Report, Surroundings, check, check_value, render};
use planwright_generated::action_blueprint::SchemaSnapshot;
use serde_json::{Value, json};

fn blueprint() -> Value {
    json!({
        "name": "UpdateStage", "label": "Update stage", "category": "DOMAIN", "targetSObject": "opportunity",
        "operation": "UPDATE",
        "inputs": [
            {"apiName": "recordId", "fieldApiName": "ID", "label": "Id", "dataType": "Id", "required": true},
            {"apiName": "stage", "fieldApiName": "stagename", "label": "Stage", "dataType": "String", "required": true}
        ],
        "guardrails": [
            {"type": "ENUM_ALLOWED", "params": {"field": "STAGENAME", "values": ["Open"]}},
            {"type": "FLS_VIEW", "params": {"fields": ["Id", "amount"]}}
        ]
    })
}

fn snapshot() -> SchemaSnapshot {
    let field = |name: &str, of: &str| json!({"apiName": name, "type": of, "nillable": true, "createable": true, "updateable": true});
    let fields = json!({"Id": field("Id", "Id"), "StageName": field("StageName", "Picklist"), "Amount": field("Amount", "Currency")});
    let value = json!({"objects": {"Opportunity": {"apiName": "Opportunity", "fields": fields}}});
    check_value::<Snapshot>(value, &()).unwrap().into_inner()
}

fn alone() -> Context {
    Context::default()
}

fn file(text: &str) -> Result<Batch, Report> {
    check_file(text, &alone())
}

#[test]
fn without_a_snapshot_names_are_spelled_as_in_the_input() {
    let plan = check_value::<Blueprint>(blueprint(), &alone()).unwrap();
    let plan = serde_json::to_value(plan.get()).unwrap();
    assert_eq!(plan["targetSObject"], "opportunity");
    assert_eq!(plan["keyFields"], json!(["Id"]));
    assert_eq!(plan["inputs"][0]["fieldApiName"], "Id");
    assert_eq!(plan["inputs"][1]["usage"], "FIELD");
    assert_eq!(plan["guardrails"][0]["params"]["field"], "stagename");
    assert_eq!(plan["guardrails"][1]["params"]["fields"], json!(["Id", "amount"]));
}

#[test]
fn with_a_snapshot_names_are_spelled_as_in_the_snapshot() {
    let context = Context { snapshot: Some(snapshot()), ..Context::default() };
    let plan = check_value::<Blueprint>(blueprint(), &context).unwrap();
    let plan = serde_json::to_value(plan.get()).unwrap();
    assert_eq!(plan["targetSObject"], "Opportunity");
    assert_eq!(plan["inputs"][1]["fieldApiName"], "StageName");
    assert_eq!(plan["inputs"][1]["apiName"], "stage");
    assert_eq!(plan["guardrails"][0]["params"]["field"], "StageName");
    assert_eq!(plan["guardrails"][1]["params"]["fields"], json!(["Id", "Amount"]));
}

#[test]
fn a_file_holds_one_blueprint_an_array_or_an_envelope() {
    let one = blueprint();
    let mut other = blueprint();
    other["name"] = json!("Other");
    other["tags"] = json!([]);
    assert_eq!(file(&one.to_string()).unwrap().actions.len(), 1);
    assert_eq!(file(&json!([one, other]).to_string()).unwrap().actions.len(), 2);
    let batch = file(&json!({"actions": [one, other], "note": 1}).to_string()).unwrap();
    let at: Vec<_> = batch.warnings.iter().map(|one| one.at.as_str()).collect();
    assert_eq!(at, ["/actions/1/tags", "/note"]);
    assert!(batch.actions[0].warnings().is_empty());
    assert_eq!(batch.actions[1].warnings().len(), 1);
}

#[test]
fn one_bad_action_refuses_the_batch_with_all_errors() {
    let mut bad = blueprint();
    bad["inputs"] = json!([]);
    let report = file(&json!([bad, blueprint(), bad]).to_string()).unwrap_err();
    let errors: Vec<_> = report.errors().map(|one| (one.code, one.at.as_str())).collect();
    let expected = [
        ("MISSING_RECORD_ID", "/0/inputs"),
        ("GUARDRAIL_FIELD_UNBOUND", "/0/guardrails/0/params/field"),
        ("DUPLICATE_ACTION_NAME", "/1/name"),
        ("DUPLICATE_ACTION_NAME", "/2/name"),
        ("MISSING_RECORD_ID", "/2/inputs"),
        ("GUARDRAIL_FIELD_UNBOUND", "/2/guardrails/0/params/field"),
    ];
    assert_eq!(errors, expected);
}

#[test]
fn the_reason_for_the_fallback_is_reported() {
    let reason = |text: &str| check_envelope(text, &alone()).unwrap_err().fallback;
    assert_eq!(reason("I cannot do that."), FallbackReason::NoJson);
    assert_eq!(reason(r#"{"actions": [], "actions": []}"#), FallbackReason::NoJson);
    assert_eq!(reason(&blueprint().to_string()), FallbackReason::NoEnvelope);
    assert_eq!(reason(r#"{"actions": {}}"#), FallbackReason::NoEnvelope);
    assert_eq!(reason(r#"{"actions": []}"#), FallbackReason::NoActions);
    assert_eq!(reason("[]"), FallbackReason::NoActions);
    assert_eq!(reason("[{}]"), FallbackReason::InvalidAction);
}

#[test]
fn mistakes_are_shown_at_their_lines() {
    let text = "{\n  \"name\": \"X\",\n  \"label\": 7,\n  \"category\": \"é\", \"targetSObject\": \"A B\",\n  \"operation\": \"UPDTE\",\n  \"inputs\": []\n}\n";
    let report = file(text).unwrap_err();
    let shown = render::json("x.json", text, &report);
    let places: Vec<_> = shown["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            (
                one["code"].as_str().unwrap(),
                one["line"].as_u64().unwrap(),
                one["column"].as_u64().unwrap(),
                one["end_column"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(places, [("TYPE_MISMATCH", 3, 12, 13), ("INVALID_IDENTIFIER", 4, 37, 42), ("ENUM_MISMATCH", 5, 16, 23)]);
    assert_eq!(shown["valid"], false);
    assert_eq!(shown["diagnostics"][2]["help"], "did you mean \"UPDATE\"?");
}

#[test]
fn a_fence_does_not_shift_positions() {
    let inner = blueprint().to_string().replace("UPDATE", "DELETE");
    let text = format!("```json\n[{inner}]\n```");
    let report = file(&text).unwrap_err();
    let error = report.errors().next().unwrap();
    assert_eq!(&text[error.span.clone().unwrap()], "\"DELETE\"");
}

#[test]
fn equal_input_gives_an_equal_report() {
    let text =
        json!([{"name": 1, "inputs": [{}], "guardrails": [{"type": "X"}, {}], "z": 1, "a": 2}, null]).to_string();
    assert_eq!(file(&text).unwrap_err(), file(&text).unwrap_err());
}

#[test]
fn hostile_input_is_only_an_error() {
    let deep = "[".repeat(100_000);
    let huge = format!("[{}1]", "1e300,".repeat(20_000));
    let names: Vec<_> = (0..5_000).map(|n| format!("\"k{n}\":1")).collect();
    let unknown = format!("{{{}}}", names.join(","));
    let strange = json!({"": 1, "/": {"~": null}, "\u{0}": "\u{202e}"}).to_string();
    for text in [deep.as_str(), "{\"a\":", "", "\u{feff}{}", &huge, &unknown, &strange, "[[[[]]]]", "\"\\ud800\""] {
        for contract in ContractName::ALL {
            let report = contract.check(text, &Surroundings::default()).unwrap_err();
            assert!(report.has_errors());
            // The finding that counts unlisted findings has no location.
            let mut placed = report.iter().filter(|one| one.code != "MORE_FINDINGS");
            assert!(placed.all(|one| one.span.as_ref().is_some_and(|span| span.end <= text.len())));
        }
    }
}

#[test]
fn hostile_strings_are_rejected_or_kept_unchanged() {
    let evil = ["'", "\\", "\n", "*/", "\u{202e}", "😀", "select", "'); delete x; //", &"x".repeat(300)];
    for text in evil {
        for (at, always_refused) in [
            ("/targetSObject", true),
            ("/inputs/0/fieldApiName", true),
            ("/inputs/1/apiName", false),
            ("/label", false),
            ("/name", false),
        ] {
            let mut plan = blueprint();
            *plan.pointer_mut(at).unwrap() = json!(text);
            match check::<Blueprint>(&plan.to_string(), &alone()) {
                Ok(checked) => {
                    assert!(!always_refused, "{at} took {text:?}");
                    assert_eq!(serde_json::to_value(checked.get()).unwrap().pointer(at), Some(&json!(text)));
                }
                Err(report) => assert!(
                    report.errors().any(|one| one.at.as_str() == at || one.code == "MISSING_RECORD_ID"),
                    "{report:?}"
                ),
            }
        }
    }
}

#[test]
fn a_context_file_is_checked_too() {
    let broken = r#"{"snapshot": {"objects": {"A": {"apiName": "B", "fields": {}}}}}"#;
    let report = Surroundings::from_json(ContractName::ActionBlueprint, broken).unwrap_err();
    assert_eq!((report[0].code, report[0].at.as_str()), ("NAME_MISMATCH", "/snapshot/objects/A/apiName"));
    assert_eq!(report[0].span, Some(43..46));
}
