//! Guardrails that need more than the request: the user's access to single records, and the user's earlier requests.

use planwright_contracts::action_blueprint::evaluation::{Evaluation, evaluate_value, evaluate_vector};
use planwright_contracts::action_blueprint::payload::{Earlier, Request, User};
use serde_json::{Value, json};

const FIRST: &str = "003000000000001AAA";
const SECOND: &str = "001000000000002AAA";

fn blueprint(operation: &str, guardrails: &Value) -> Value {
    let id = json!({"apiName": "id", "fieldApiName": "Id", "label": "Contact", "dataType": "Id", "required": false});
    let account = json!({"apiName": "account", "fieldApiName": "AccountId", "label": "Account", "dataType": "Reference",
        "required": false});
    json!({"name": "Move", "label": "Move Contact", "category": "DOMAIN", "targetSObject": "Contact", "operation": operation,
        "inputs": [id, account], "guardrails": guardrails})
}

fn run(guardrails: &Value, payload: &Value, surroundings: &Value) -> Evaluation {
    let mut context = surroundings.clone();
    context["blueprint"] = blueprint("UPDATE", guardrails);
    evaluate_vector(payload, &context).unwrap()
}

fn record_access(params: &Value) -> Value {
    json!([{"type": "RECORD_ACCESS", "params": params}])
}

#[test]
fn records_are_checked_individually() {
    let both = json!({"id": "003000000000001", "account": SECOND});
    let named = json!({"fields": ["accountid", "Id"]});
    let to_edit = "No edit access to these records: ";
    let cases = [
        (json!({}), json!({FIRST: "Edit"}), None),
        (json!({}), json!({FIRST: "All", SECOND: "None"}), None),
        (json!({}), json!({"003000000000001": "Delete"}), None),
        (json!({}), json!({FIRST: "Read"}), Some(format!("{to_edit}Contact."))),
        (json!({}), json!({}), Some(format!("{to_edit}Contact."))),
        (json!({}), json!({FIRST: "Everything"}), Some(format!("{to_edit}Contact."))),
        (json!({"access": "READ"}), json!({FIRST: "Read"}), None),
        (
            json!({"access": "READ"}),
            json!({FIRST: "None"}),
            Some("No read access to these records: Contact.".to_owned()),
        ),
        (
            json!({"access": "DELETE"}),
            json!({FIRST: "Edit"}),
            Some("No delete access to these records: Contact.".to_owned()),
        ),
        (json!({"access": "TRANSFER"}), json!({FIRST: "Transfer"}), None),
        (
            json!({"access": "ALL"}),
            json!({FIRST: "Transfer"}),
            Some("No full access to these records: Contact.".to_owned()),
        ),
        (named.clone(), json!({FIRST: "Edit", SECOND: "Edit"}), None),
        (named.clone(), json!({FIRST: "Edit", SECOND: "Read"}), Some(format!("{to_edit}Account."))),
        (named.clone(), json!({}), Some(format!("{to_edit}Account, Contact."))),
    ];
    for (params, levels, problem) in cases {
        let id = format!("{params} {levels}");
        let evaluation = run(&record_access(&params), &both, &json!({"user": {"recordAccess": levels}}));
        assert_eq!(evaluation.errors, problem.into_iter().collect::<Vec<_>>(), "{id}");
        assert_eq!(evaluation.valid, evaluation.errors.is_empty(), "{id}");
        assert_eq!(evaluation.dml.is_some(), evaluation.valid, "{id}");
        for one in evaluation.report.errors() {
            assert_eq!((one.code, one.at.as_str()), ("GUARDRAIL_FAILED", "/guardrails/0"), "{id}");
        }
    }
}

#[test]
fn without_a_record_access_is_not_checked() {
    let denied = json!({"user": {"recordAccess": {}}});
    let none = run(&record_access(&json!({"fields": ["AccountId"]})), &json!({"id": FIRST, "account": null}), &denied);
    assert!(none.valid, "{:?}", none.errors);
    let all = run(&record_access(&json!({})), &json!({"id": FIRST}), &json!({}));
    assert!(all.valid, "nothing is said of the user: {:?}", all.errors);
    // An unchecked blueprint can name a field without an input. The guardrail then refuses the request.
    let lost = run(&record_access(&json!({"fields": ["Gone__c"]})), &json!({"id": FIRST}), &denied);
    assert_eq!(lost.errors, ["No edit access to these records: Gone__c."]);
    let worded = json!([{"type": "RECORD_ACCESS", "message": "Not your contact."}]);
    assert_eq!(run(&worded, &json!({"id": FIRST}), &denied).errors, ["Not your contact."]);
}

#[test]
fn a_call_names_records_by_any_input() {
    let mut call = blueprint("CALL", &record_access(&json!({"fields": ["account"]})));
    call["inputs"][1]["usage"] = json!("PARAMETER");
    let ask = |levels: Value| {
        let context = json!({"blueprint": call, "user": {"recordAccess": levels}});
        evaluate_vector(&json!({"account": SECOND}), &context).unwrap()
    };
    assert!(ask(json!({SECOND: "Edit"})).valid);
    assert_eq!(ask(json!({FIRST: "Edit"})).errors, ["No edit access to these records: Account."]);
}

#[test]
fn requests_are_counted_over_a_sliding_window() {
    let limit = json!([{"type": "RATE_LIMIT", "params": {"requests": 2, "seconds": 60}}]);
    let used_up = "Move Contact: the limit of 2 in 60 s is used up.";
    let unknown = "Move Contact: earlier requests cannot be counted.";
    let cases = [
        (json!([]), None),
        (json!([1]), None),
        (json!([1, 59.999]), Some(used_up)),
        (json!([1, 60]), None),
        (json!([60, 61, 3600]), None),
        (json!([0, 0, 0]), Some(used_up)),
        (json!(null), Some(unknown)),
        (json!(["soon"]), Some(unknown)),
        (json!([-1]), Some(unknown)),
    ];
    for (earlier, problem) in cases {
        let evaluation = run(&limit, &json!({"id": FIRST}), &json!({"earlier": earlier}));
        assert_eq!(evaluation.errors, problem.into_iter().collect::<Vec<_>>(), "{earlier}");
    }
    assert!(run(&limit, &json!({"id": FIRST}), &json!({})).valid, "nothing was asked before");
    let worded = json!([{"type": "RATE_LIMIT", "params": {"requests": 1, "seconds": 1}, "message": "Slow down."}]);
    assert_eq!(run(&worded, &json!({"id": FIRST}), &json!({"earlier": [0]})).errors, ["Slow down."]);
    assert_eq!(run(&worded, &json!({"id": FIRST}), &json!({"earlier": null})).errors, ["Slow down."]);
}

#[test]
fn rate_limits_are_checked_last_and_separately() {
    let limit = |requests: u32, seconds: u32| json!({"type": "RATE_LIMIT", "params": {"requests": requests, "seconds": seconds}});
    let access = json!({"type": "RECORD_ACCESS"});
    let rules = json!([limit(1, 60), access, limit(1, 3600)]);
    let refused = run(&rules, &json!({"id": FIRST}), &json!({"earlier": [0], "user": {"recordAccess": {}}}));
    assert_eq!(refused.errors, ["No edit access to these records: Contact."], "what is refused spends nothing");
    let both = run(&rules, &json!({"id": FIRST}), &json!({"earlier": [0]}));
    let pointers: Vec<_> = both.report.errors().map(|one| one.at.as_str().to_owned()).collect();
    assert_eq!(pointers, ["/guardrails/0", "/guardrails/2"]);
    let long = run(&rules, &json!({"id": FIRST}), &json!({"earlier": [100]}));
    assert_eq!(long.errors, ["Move Contact: the limit of 1 in 3600 s is used up."]);
}

#[test]
fn surroundings_can_be_created_without_json() {
    let user = User { record_levels: Some(std::collections::BTreeMap::new()), ..User::default() };
    let payload = json!({"id": FIRST});
    let plan = blueprint("UPDATE", &json!([{"type": "RECORD_ACCESS"}]));
    assert!(!evaluate_value(&plan, &Request::new(&payload, &user)).unwrap().valid);
    let plan = blueprint("UPDATE", &json!([{"type": "RATE_LIMIT", "params": {"requests": 1, "seconds": 1}}]));
    let all = User::default();
    let request = |earlier| Request { earlier, ..Request::new(&payload, &all) };
    assert!(evaluate_value(&plan, &request(Earlier::Ago(&[1000]))).unwrap().valid);
    assert!(!evaluate_value(&plan, &request(Earlier::Ago(&[999]))).unwrap().valid);
    assert!(!evaluate_value(&plan, &request(Earlier::Unknown)).unwrap().valid);
}
