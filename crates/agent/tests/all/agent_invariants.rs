//! Invariants of controllers: the shared vectors of the kind `invariant`, cases for every rule, and the responses and
//! snapshots of a controller.

use std::collections::BTreeSet;
use std::num::NonZeroU64;
use std::path::Path;

use planwright_agent::invariants::{Event, RULES, check_events, check_events_json};
use planwright_agent::{Attempts, CampaignState, is_complex, respond, snapshot};
use planwright_contracts::agent_proposal::{Context, Proposal, State, StoredTask};
use planwright_contracts::{check, check_schema, check_value};
use planwright_generated::RootInfo;
use planwright_generated::agent_proposal::{
    AuditEntry, Campaign, CampaignStatus, LeadsSummary, RetryAction, TaskStatus, ValidationErrorResponse,
    ValidationLayer,
};
use serde_json::{Value, json};

#[test]
fn shared_vectors_pass() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/agent-proposal.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let vectors: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let vectors: Vec<_> = vectors.iter().filter(|vector| vector["kind"] == "invariant").collect();
    assert!(!vectors.is_empty());
    for vector in vectors {
        let expect = &vector["expect"];
        let pairs = expect["codes"].as_array().unwrap().iter().zip(expect["pointers"].as_array().unwrap());
        let expected: BTreeSet<_> = pairs.map(|(code, at)| format!("{} {}", text_of(code), text_of(at))).collect();
        assert_eq!(found_codes(&vector["input"]), expected, "{}", vector["id"]);
    }
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn found_codes(events: &Value) -> BTreeSet<String> {
    check_events_json(events).iter().map(|one| format!("{} {}", one.code, one.at)).collect()
}

/// Parses abbreviated events: `load`, `propose`, `ok`, `bad`, `start`, `start!` (by the agent), `done`, `fail`, `log`,
/// `log-fail`, `log-other`, `verified`, `unverified`, `retry`, `abort`.
fn events(short: &str) -> Value {
    let event = |word: &str| match word {
        "load" => json!({"event": "state_loaded"}),
        "propose" => json!({"event": "proposal", "value": {"action_type": "x"}}),
        "ok" => json!({"event": "validated", "valid": true}),
        "bad" => json!({"event": "validated", "valid": false}),
        "start" => json!({"event": "tool_started", "tool": "send", "by": "controller"}),
        "start!" => json!({"event": "tool_started", "tool": "send", "by": "agent"}),
        "start?" => json!({"event": "tool_started", "tool": "send"}),
        "done" => json!({"event": "tool_finished", "tool": "send", "success": true}),
        "fail" => json!({"event": "tool_finished", "tool": "send", "success": false}),
        "log" => json!({"event": "audit_appended", "action_type": "send", "success": true}),
        "log-fail" => json!({"event": "audit_appended", "action_type": "send", "success": false}),
        "log-other" => json!({"event": "audit_appended", "action_type": "read", "success": true}),
        "verified" => {
            json!({"event": "task_status_changed", "task_id": "t", "from": "pending", "to": "done", "verified": true})
        }
        "unverified" => json!({"event": "task_status_changed", "task_id": "t", "from": "pending", "to": "done"}),
        "retry" => json!({"event": "retry", "attempt": 1}),
        "abort" => json!({"event": "abort"}),
        other => panic!("{other}"),
    };
    short.split_whitespace().map(event).collect()
}

#[test]
fn every_rule_reports_code_and_location() {
    let cases: &[(&str, &[&str])] = &[
        ("", &[]),
        ("load propose ok start done log verified", &[]),
        ("load propose ok start fail log-fail load propose ok start done log", &[]),
        ("load propose bad retry propose ok start done log", &[]),
        ("load propose bad retry load propose bad retry propose bad abort", &[]),
        ("load propose ok start done", &["AUDIT_MISSING /4"]),
        ("load propose ok start fail log", &["AUDIT_MISSING /4"]),
        ("load propose ok start done log-other", &["AUDIT_MISSING /4"]),
        ("log done", &["AUDIT_MISSING /1"]),
        ("done load done log", &["AUDIT_MISSING /0"]),
        ("done done log log", &[]),
        ("done fail log-fail log", &[]),
        ("verified unverified", &["STATUS_CHANGE_UNVERIFIED /1"]),
        ("load propose ok start! done log", &["TOOL_NOT_MEDIATED /3"]),
        ("start? done log", &["TOOL_NOT_MEDIATED /0"]),
        ("propose ok", &["STATE_NOT_RELOADED /0"]),
        ("load propose ok propose ok", &["STATE_NOT_RELOADED /3"]),
        ("load propose bad abort propose ok", &["STATE_NOT_RELOADED /4"]),
        ("propose bad retry propose ok", &["STATE_NOT_RELOADED /0", "STATE_NOT_RELOADED /3"]),
        ("load propose bad", &["INVALID_OUTPUT_UNHANDLED /2"]),
        ("load retry propose bad load propose ok", &["INVALID_OUTPUT_UNHANDLED /3"]),
        ("load propose bad start done log", &["INVALID_OUTPUT_UNHANDLED /2", "PARTIAL_EXECUTION /3"]),
        ("load propose bad start done log abort", &["PARTIAL_EXECUTION /3"]),
        ("load propose bad retry start done log", &["PARTIAL_EXECUTION /4"]),
        (
            "propose bad start! done unverified",
            &[
                "STATE_NOT_RELOADED /0",
                "INVALID_OUTPUT_UNHANDLED /1",
                "PARTIAL_EXECUTION /2",
                "TOOL_NOT_MEDIATED /2",
                "AUDIT_MISSING /3",
                "STATUS_CHANGE_UNVERIFIED /4",
            ],
        ),
    ];
    let mut shown = BTreeSet::new();
    for (short, expected) in cases {
        let expected: BTreeSet<String> = expected.iter().map(|&one| one.to_owned()).collect();
        assert_eq!(found_codes(&events(short)), expected, "{short}");
        shown.extend(expected.iter().filter_map(|one| one.split(' ').next().map(str::to_owned)));
    }
    let codes: BTreeSet<_> = RULES.iter().map(|rule| rule.info.code.to_owned()).collect();
    assert_eq!(shown, codes);
}

#[test]
fn invalid_events_are_reported_without_other_findings() {
    for strange in [json!(null), json!({}), json!("x")] {
        assert_eq!(found_codes(&strange), BTreeSet::from(["TYPE_MISMATCH ".to_owned()]));
    }
    let strange =
        json!([{"event": "party"}, 3, {"event": "validated"}, {"event": "tool_started", "tool": "x", "by": "y"}]);
    let expected = ["SCHEMA_VIOLATION /0", "SCHEMA_VIOLATION /1", "SCHEMA_VIOLATION /2"];
    assert_eq!(found_codes(&strange), expected.map(str::to_owned).into());
}

#[test]
fn events_round_trip() {
    let all = events("load propose ok start done log verified retry abort");
    let read: Vec<Event> = serde_json::from_value(all.clone()).unwrap();
    assert!(check_events(&read).is_empty());
    assert_eq!(json!(read), all);
}

fn attempts(attempt: u64) -> Attempts {
    Attempts { attempt: NonZeroU64::new(attempt).unwrap(), ..Attempts::first() }
}

fn answer(proposal: &str, context: &Context, attempt: u64) -> ValidationErrorResponse {
    let report = check::<Proposal>(proposal, context).unwrap_err();
    let answer = respond(proposal, &report, attempts(attempt)).unwrap();
    // The response conforms to its own schema.
    check_schema(&RootInfo::for_type::<ValidationErrorResponse>(), &json!(answer).to_string()).unwrap();
    answer
}

#[test]
fn a_refusal_names_layer_and_decision() {
    let none = Context::default();
    let said = answer("{\"action_type\": \"fly\"}", &none, 1);
    assert_eq!(said.action_type.as_deref(), Some("fly"));
    assert_eq!((said.errors[0].layer, said.errors[0].code.as_str()), (ValidationLayer::Schema, "UNKNOWN_ACTION_TYPE"));
    assert!(said.errors[0].message.contains("unknown action type"));
    assert_eq!((said.retry.attempt, said.retry.max_attempts, said.retry.decision), (1, 3, RetryAction::Retry));
    for strange in ["{\"action_type\": 3}", "{}", "null", "no JSON", "{\"action_type\": null}"] {
        let said = answer(strange, &none, 3);
        assert_eq!((said.action_type, said.retry.decision), (None, RetryAction::Abort), "{strange}");
    }
    let context = Context { task_store: Some(vec![]), ..Context::default() };
    let select = json!({"action_type": "select_next_task", "task_id": "660e8400-e29b-41d4-a716-446655440001"});
    let said = answer(&select.to_string(), &context, 2);
    assert_eq!((said.errors[0].layer, said.errors[0].code.as_str()), (ValidationLayer::Business, "TASK_NOT_FOUND"));
    let layers: BTreeSet<_> = RULES.iter().map(|rule| planwright_agent::layer(rule.info.code)).collect();
    assert_eq!(layers, BTreeSet::from([ValidationLayer::Invariant]));
    let fine = check::<Proposal>("{\"action_type\": \"no_op\", \"reason\": \"campaign_complete\"}", &none).unwrap();
    assert!(respond("", fine.warnings(), attempts(1)).is_none());
    assert_eq!(attempts(1).next(), Some(attempts(2)));
    assert_eq!((attempts(3).next(), attempts(9).next()), (None, None));
}

fn id(number: usize) -> String {
    format!("660e8400-e29b-41d4-a716-{number:012}")
}

fn task(number: usize, status: TaskStatus, waits_for: &[usize]) -> StoredTask {
    let preconditions = waits_for.iter().map(|&number| id(number).to_uppercase()).collect();
    StoredTask { id: id(number), description: format!("task {number}"), status, preconditions }
}

#[test]
fn snapshots_keep_their_bounds() {
    let mut tasks = vec![
        task(0, TaskStatus::Done, &[]),
        task(1, TaskStatus::InProgress, &[0]),
        task(2, TaskStatus::InProgress, &[]),
        task(3, TaskStatus::Pending, &[1]),
        task(4, TaskStatus::Pending, &[0]),
        task(5, TaskStatus::Blocked, &[]),
    ];
    tasks.extend((6..1000).map(|number| task(number, TaskStatus::Pending, &[])));
    let entry = |number: usize| AuditEntry {
        action_type: format!("tool {number}"),
        payload: None,
        success: true,
        timestamp: "2026-01-06T10:00:00Z".to_owned(),
    };
    let audit_log: Vec<_> = (0..100).map(entry).collect();
    let state = CampaignState {
        campaign: Campaign { id: id(0), name: "c".to_owned(), status: CampaignStatus::Active },
        tasks: &tasks,
        leads_summary: LeadsSummary { contacted: 0, current_lead: None, pending: 1, responded: 0, total: 1 },
        audit_log: &audit_log,
        available_artifacts: None,
    };
    let shown = snapshot(&state);
    let pending: Vec<_> = shown.pending_tasks.iter().map(|task| task.description.as_str()).collect();
    assert_eq!(pending.len(), 10);
    assert_eq!(pending[..3], ["task 4", "task 6", "task 7"], "a task that must wait is not among the first");
    assert_eq!(shown.current_task.as_ref().map(|task| task.id.clone()), Some(id(1)));
    let entries: Vec<_> = shown.recent_audit_log.iter().map(|entry| entry.action_type.as_str()).collect();
    assert_eq!(entries, ["tool 95", "tool 96", "tool 97", "tool 98", "tool 99"]);
    assert!(is_complex(&state));
    check_value::<State>(json!(shown), &()).unwrap();
    let few = CampaignState { tasks: &tasks[..5], audit_log: &audit_log[..2], ..state };
    let shown = snapshot(&few);
    let pending: Vec<_> = shown.pending_tasks.iter().map(|task| task.description.as_str()).collect();
    assert_eq!((pending, shown.recent_audit_log.len()), (vec!["task 4", "task 3"], 2));
    assert!(!is_complex(&few));
    check_value::<State>(json!(shown), &()).unwrap();
}
