//! The controller with in-memory parts: the order of its actions, and its behaviour when a part fails.

use crate::agent;
use std::num::NonZeroU64;

use agent::{World, id, task};
use planwright_agent::controller::{
    Controller, Cycle, End, EntryOutcome, Intent, ModelError, Stop, StoreError, codes, read_state,
};
use planwright_agent::invariants::check_events;
use planwright_agent::{CampaignState, Policy, ProposalValidator, UsualPolicy, layer};
use planwright_generated::agent_proposal::{AgentProposal, CampaignStatus, TaskStatus, ValidationLayer};
use serde_json::{Map, Value, json};

const NAVIGATE: &str = r#"{"action_type":"execute_tool","tool_name":"browser_navigate","parameters":{"url":"u"}}"#;
const PYTHON: &str = r#"{"action_type":"execute_tool","tool_name":"python_execute","parameters":{}}"#;

/// Policy that approves everything and classifies every campaign as complex.
struct Peculiar;

impl Policy for Peculiar {
    fn is_complex(&self, _: &CampaignState<'_>) -> bool {
        true
    }

    fn needs_approval(&self, _: &AgentProposal) -> bool {
        false
    }
}

/// Runs cycles until the model has ended, and checks the events.
fn run(world: &mut World) -> Vec<Result<Cycle, Stop>> {
    run_with(world, &UsualPolicy)
}

fn run_with(world: &mut World, policy: &dyn Policy) -> Vec<Result<Cycle, Stop>> {
    let mut parts = world.parts();
    let (mut controller, _) = Controller::start(parts.borrow(), policy).unwrap();
    let mut cycles = Vec::new();
    loop {
        match controller.cycle() {
            Err(Stop::Model(ModelError::Finished)) => break,
            other => cycles.push(other),
        }
        if cycles.len() > 20 || matches!(cycles.last(), Some(Err(_) | Ok(Cycle::Inactive { .. }))) {
            break;
        }
    }
    let report = check_events(&controller.take_events());
    assert!(report.is_empty(), "{report:?}");
    cycles
}

#[test]
fn an_entry_stands_around_every_effect() {
    let mut world = World::new(&[NAVIGATE], vec![task(1, TaskStatus::InProgress, &[])]);
    world.verdict = Some(TaskStatus::Done);
    let cycles = run(&mut world);
    assert!(matches!(&cycles[..], [Ok(Cycle::Done { entry: 1, .. })]), "{cycles:?}");
    let trace = ["load", "ask", "begin browser_navigate", "tool browser_navigate", "end succeeded", "verify", "apply"];
    assert_eq!(world.trace()[..7], trace);
    assert_eq!(world.stored().tasks[0].status, TaskStatus::Done);
}

#[test]
fn a_status_changes_only_after_verification() {
    for (verdict, expected) in [
        (None, TaskStatus::InProgress),
        (Some(TaskStatus::InProgress), TaskStatus::InProgress),
        (Some(TaskStatus::Blocked), TaskStatus::Blocked),
    ] {
        let mut world = World::new(&[NAVIGATE], vec![task(1, TaskStatus::InProgress, &[])]);
        world.verdict = verdict;
        run(&mut world);
        assert_eq!(world.stored().tasks[0].status, expected);
    }
    let mut failing = World::new(&[NAVIGATE], vec![task(1, TaskStatus::InProgress, &[])]);
    (failing.verdict, failing.tool) = (Some(TaskStatus::Done), agent::Tool::Fails);
    run(&mut failing);
    assert_eq!(failing.stored().tasks[0].status, TaskStatus::InProgress, "nobody verifies what failed");
}

#[test]
fn a_tool_that_fails_or_panics_has_its_entry_completed() {
    for (tool, said) in [(agent::Tool::Fails, "no network"), (agent::Tool::Panics, "the tool panicked: boom")] {
        let mut world = World::new(&[NAVIGATE, NAVIGATE], vec![]);
        world.tool = tool;
        let cycles = run(&mut world);
        assert_eq!(cycles.len(), 2, "the controller goes on");
        for (cycle, entry) in cycles.iter().zip(world.log().iter()) {
            assert!(matches!(cycle, Ok(Cycle::Failed { .. })), "{cycle:?}");
            let end = entry.end.as_ref().unwrap();
            assert_eq!((end.outcome, &end.detail), (EntryOutcome::Failed, &json!(said)));
        }
    }
}

#[test]
fn without_an_entry_nothing_happens() {
    let errors = [
        (StoreError::Locked, codes::STORE_LOCKED),
        (StoreError::Full, codes::STORE_FULL),
        (StoreError::Corrupt("x".to_owned()), codes::STORE_CORRUPT),
        (StoreError::Newer { found: 2, known: 1 }, codes::STORE_NEWER),
        (StoreError::Failed("x".to_owned()), codes::STORE_FAILED),
    ];
    for (error, code) in errors {
        let mut world = World::new(&[NAVIGATE], vec![]);
        world.begin_fails = Some(error);
        let cycles = run(&mut world);
        assert!(matches!(&cycles[..], [Err(stop)] if stop.code() == code), "{cycles:?}");
        assert!(!world.trace().iter().any(|step| step.starts_with("tool")), "{:?}", world.trace());
    }
}

#[test]
fn an_unrecorded_end_stops_the_controller_and_is_found_later() {
    let mut world = World::new(&[NAVIGATE, NAVIGATE, NAVIGATE], vec![task(1, TaskStatus::InProgress, &[])]);
    world.end_fails = Some(StoreError::Full);
    world.verdict = Some(TaskStatus::Done);
    {
        let mut parts = world.parts();
        let (mut controller, _) = Controller::start(parts.borrow(), &UsualPolicy).unwrap();
        let stop = controller.cycle().unwrap_err();
        assert_eq!(stop.code(), codes::OUTCOME_UNRECORDED);
        let found: Vec<_> = check_events(&controller.take_events()).iter().map(|one| one.code).collect();
        assert_eq!(found, ["AUDIT_MISSING"], "the controller does not hide it");
    }
    assert_eq!(world.stored().tasks[0].status, TaskStatus::InProgress);
    world.end_fails = None;
    let mut parts = world.parts();
    let (mut controller, interrupted) = Controller::start(parts.borrow(), &UsualPolicy).unwrap();
    assert_eq!(interrupted.len(), 1);
    assert_eq!(interrupted[0].end.as_ref().map(|end| end.outcome), Some(EntryOutcome::Interrupted));
    // The agent proposes the same action again. It may have taken effect, so it must be approved.
    assert!(matches!(controller.cycle(), Ok(Cycle::Refused { .. })));
    assert!(matches!(controller.cycle(), Ok(Cycle::Refused { .. })), "a refusal does not make it known");
}

#[test]
fn interrupted_actions_are_repeated_only_with_approval() {
    let mut world = World::new(&[NAVIGATE, NAVIGATE], vec![]);
    let payload = Map::from_iter([("url".to_owned(), json!("u"))]);
    let intent = Intent {
        campaign: id(0),
        action_type: "browser_navigate".to_owned(),
        payload,
        at: "2026-01-06T10:00:00Z".to_owned(),
        key: None,
    };
    world.leave(intent);
    world.approves = true;
    let cycles = run(&mut world);
    assert!(cycles.iter().all(|cycle| matches!(cycle, Ok(Cycle::Done { .. }))), "{cycles:?}");
    assert_eq!(world.trace().iter().filter(|step| *step == "approve again").count(), 1, "{:?}", world.trace());
    // A repeated tool call has the key of the interrupted one.
    let log = world.log();
    let keys: Vec<String> = log.iter().map(|entry| entry.intent.key(entry.id)).collect();
    assert!(keys[0] == keys[1] && keys[1] != keys[2], "{keys:?}");
}

#[test]
fn actions_wait_for_approval() {
    let mut world = World::new(&[PYTHON], vec![]);
    assert!(matches!(&run(&mut world)[..], [Ok(Cycle::Refused { .. })]));
    assert_eq!(world.log()[0].end.as_ref().map(|end: &End| end.outcome), Some(EntryOutcome::Refused));
    let mut world = World::new(&[PYTHON], vec![]);
    world.approves = true;
    assert!(matches!(&run(&mut world)[..], [Ok(Cycle::Done { .. })]));

    let mut world = World::new(&[PYTHON], vec![]);
    assert!(matches!(&run_with(&mut world, &Peculiar)[..], [Ok(Cycle::Done { .. })]));
}

/// A proposal that claims to need no approval needs it anyway if its kind does.
#[test]
fn a_proposal_cannot_lower_the_need_for_approval() {
    let tool = |name: &str| json!({"action_type": "execute_tool", "tool_name": name, "parameters": {}});
    let artifact = |kind: &str| {
        let artifact = json!({"artifact_type": kind, "artifact_key": "k", "content": {}});
        json!({"action_type": "persist_artifact", "artifact": artifact})
    };
    let message = |kind: &str| json!({"action_type": "generate_message", "message": {"type": kind, "content": "twenty letters or more"}});
    let task = json!({"action_type": "create_task", "task": {"description": "Wait a day or two"}});
    let cases = [
        (artifact("job_posting"), true),
        (artifact("scoring_algorithm"), true),
        (artifact("python_script"), true),
        (artifact("analysis_result"), true),
        (message("connection_request"), true),
        (message("follow_up"), true),
        (message("direct_message"), true),
        (tool("python_execute"), true),
        (tool("send_message"), true),
        (tool("browser_navigate"), false),
        (json!({"action_type": "analyze_leads", "analysis_type": "prioritize"}), false),
        (task, false),
    ];
    for (proposal, is_refused) in cases {
        for asked in [None, Some(false), Some(true)] {
            let mut proposal = proposal.clone();
            if let Some(asked) = asked {
                proposal["requires_approval"] = json!(asked);
            }
            let text = proposal.to_string();
            let mut world = World::new(&[&text], vec![]);
            let before = world.stored();
            let cycles = run(&mut world);
            match &cycles[..] {
                [Ok(Cycle::Refused { .. })] if is_refused => assert_eq!(world.stored(), before, "{text}"),
                [Ok(Cycle::Done { .. })] if !is_refused => {}
                other => panic!("{text}: {other:?}"),
            }
            let mut world = World::new(&[&text], vec![]);
            world.approves = true;
            assert!(matches!(&run(&mut world)[..], [Ok(Cycle::Done { .. })]), "{text}");
        }
    }
}

#[test]
fn an_invalid_answer_comes_back_with_its_errors() {
    let mut world = World::new(&["{\"action_type\":\"fly\"}", "no JSON", NAVIGATE], vec![]);
    let cycles = run(&mut world);
    assert!(matches!(&cycles[..], [Ok(Cycle::Done { .. })]), "{cycles:?}");
    let feedback = world.feedback();
    assert_eq!(feedback.len(), 2);
    assert!(feedback[0].0.contains("unknown action type \"fly\"") && feedback[0].0.contains("create_task"));
    assert!(feedback[1].0.contains("PARSE_ERROR"));
    assert_eq!(feedback.iter().map(|one| one.1).collect::<Vec<_>>(), [1, 2]);
    let loads = world.trace().iter().position(|step| step == "begin browser_navigate").unwrap();
    let trace = &world.trace()[..loads];
    assert_eq!(trace, ["load", "ask", "ask", "ask"], "retries see the state of their cycle");
}

#[test]
fn after_the_last_attempt_the_campaign_is_marked() {
    for attempts in [1, 2, 5] {
        let answers = vec!["{}"; 9];
        let world = World::new(&answers, vec![task(1, TaskStatus::Pending, &[])]);
        let before = world.stored();
        {
            let mut parts = world.parts();
            let (controller, _) = Controller::start(parts.borrow(), &UsualPolicy).unwrap();
            let mut controller = controller.with_max_attempts(NonZeroU64::new(attempts).unwrap());
            let cycle = controller.cycle().unwrap();
            let Cycle::Aborted { response } = cycle else { panic!("{cycle:?}") };
            assert_eq!((response.retry.attempt, response.errors.len()), (attempts, 1));
            let inactive = Cycle::Inactive { status: CampaignStatus::Error };
            assert_eq!(controller.cycle().unwrap(), inactive, "an agent of a marked campaign is not asked");
            assert!(check_events(&controller.take_events()).is_empty());
        }
        assert_eq!(world.trace().iter().filter(|step| *step == "ask").count() as u64, attempts);
        let after = world.stored();
        assert_eq!((after.tasks, after.campaign.status), (before.tasks, CampaignStatus::Error));
        assert_eq!(world.log().last().unwrap().intent.action_type, "abort");
    }
}

#[test]
fn every_action_type_has_its_effect() {
    let create = r#"{"action_type":"create_task","task":{"description":"Wait a day or two","preconditions":[]}}"#;
    let select = json!({"action_type": "select_next_task", "task_id": id(2).to_uppercase()}).to_string();
    let ask = r#"{"action_type":"request_user_input","question":"Proceed or skip?","options":["a"]}"#;
    let analyze = r#"{"action_type":"analyze_leads","analysis_type":"prioritize"}"#;
    let write = r#"{"action_type":"generate_message","message":{"type":"follow_up","content":"twenty letters or more"},"requires_approval":false}"#;
    let keep = r#"{"action_type":"persist_artifact","artifact":{"artifact_type":"python_script","artifact_key":"k","content":{}},"requires_approval":false}"#;
    let wait = r#"{"action_type":"no_op","reason":"rate_limit_reached"}"#;
    let answers = [create, &select, ask, analyze, write, keep, wait];
    let tasks = vec![task(1, TaskStatus::InProgress, &[]), task(2, TaskStatus::Pending, &[])];
    let mut world = World::new(&answers, tasks);
    world.approves = true;
    let cycles = run(&mut world);
    assert!(matches!(&cycles[6], Ok(Cycle::Waiting { reason }) if reason == "rate_limit_reached"));
    assert!(cycles[..6].iter().all(|cycle| matches!(cycle, Ok(Cycle::Done { .. }))), "{cycles:?}");
    let tools: Vec<String> = world.trace().into_iter().filter(|step| step.starts_with("tool")).collect();
    assert_eq!(tools, ["tool request_user_input", "tool analyze_leads", "tool generate_message"]);
    let stored = world.stored();
    let statuses: Vec<_> = stored.tasks.iter().map(|task| task.status).collect();
    assert_eq!(statuses, [TaskStatus::Pending, TaskStatus::InProgress, TaskStatus::Pending], "one is in progress");
    assert_eq!(stored.tasks[2].description, "Wait a day or two");
    assert_eq!(stored.available_artifacts.unwrap().len(), 1);
    assert_eq!(world.log().len(), 6);
}

#[test]
fn a_campaign_is_complete_when_its_tasks_are() {
    let complete = r#"{"action_type":"no_op","reason":"campaign_complete"}"#;
    let mut world = World::new(&[complete], vec![task(1, TaskStatus::Done, &[]), task(2, TaskStatus::Blocked, &[])]);
    assert!(matches!(&run(&mut world)[..], [Ok(Cycle::Waiting { .. })]));
    assert_eq!(world.stored().campaign.status, CampaignStatus::Active);
    let mut world = World::new(&[complete], vec![task(1, TaskStatus::Done, &[])]);
    assert!(matches!(&run(&mut world)[..], [Ok(Cycle::Completed), ..]));
    assert_eq!(world.stored().campaign.status, CampaignStatus::Completed);
}

#[test]
fn an_invalid_snapshot_stops_the_cycle() {
    let mut world = World::new(&[NAVIGATE], vec![]);
    world.stored_mut().campaign.id = "no uuid".to_owned();
    let cycles = run(&mut world);
    assert!(
        matches!(&cycles[..], [Err(stop @ Stop::Snapshot(_))] if stop.code() == codes::STORE_CORRUPT),
        "{cycles:?}"
    );
}

/// Hostile answers: the right code, no effects, no changes.
#[test]
fn bad_input_changes_nothing() {
    let nested = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let deep = format!(r#"{{"action_type":"execute_tool","tool_name":"browser_click","parameters":{{"a":{nested}}}}}"#);
    let rtl = "{\"action_type\":\"no_op\u{202e}\",\"reason\":\"awaiting_user_input\"}";
    let cases: &[(&str, &str)] = &[
        ("", "PARSE_ERROR"),
        ("null", "TYPE_MISMATCH"),
        ("[]", "TYPE_MISMATCH"),
        ("\"create_task\"", "TYPE_MISMATCH"),
        ("NaN", "PARSE_ERROR"),
        (&deep, "PARSE_ERROR"),
        (rtl, "UNKNOWN_ACTION_TYPE"),
        (r#"{"action_type":null}"#, "TYPE_MISMATCH"),
        (r#"{"action_type":1e300}"#, "TYPE_MISMATCH"),
        (r#"{"action_type":"select_next_task","task_id":1e300}"#, "TYPE_MISMATCH"),
        (r#"{"action_type":"select_next_task","task_id":1e999}"#, "PARSE_ERROR"),
        (r#"{"action_type":"select_next_task","task_id":null}"#, "TYPE_MISMATCH"),
        (r#"{"action_type":"select_next_task","task_id":"\ud800"}"#, "PARSE_ERROR"),
        (r#"{"action_type":"select_next_task","task_id":"{660e8400-e29b-41d4-a716-446655440001}"}"#, "FORMAT_MISMATCH"),
        (r#"{"action_type":"no_op","action_type":"no_op","reason":"campaign_complete"}"#, "DUPLICATE_KEY"),
        (r#"{"action_type":"execute_tool","tool_name":"rm","parameters":{}}"#, "ENUM_MISMATCH"),
        (r#"{"action_type":"execute_tool","tool_name":"browser_click","parameters":[]}"#, "TYPE_MISMATCH"),
        (r#"{"action_type":"execute_tool","tool_name":"browser_click","parameters":{"a":1,"a":2}}"#, "DUPLICATE_KEY"),
        (r#"{"action_type":"create_task","task":{"description":"Test"}}"#, "TOO_SHORT"),
        (r#"{"action_type":"no_op","reason":"campaign_complete"} and so on"#, "PARSE_ERROR"),
    ];
    for (text, code) in cases {
        let shown: String = text.chars().take(80).collect();
        let verdict = ProposalValidator::default().validate_schema(text);
        let found: Vec<_> = verdict.errors().map(|(layer, error)| (layer, error.code)).collect();
        assert_eq!(found, [(ValidationLayer::Schema, *code)], "{shown}");
        let mut world = World::new(&[text], vec![task(1, TaskStatus::Pending, &[])]);
        let mut before = world.stored();
        let cycles = run(&mut world);
        // The script has no further answer, so the cycle is aborted and the campaign is marked. Nothing else changes.
        assert!(matches!(&cycles[..], [Ok(Cycle::Aborted { .. }), Ok(Cycle::Inactive { .. })]), "{shown}: {cycles:?}");
        before.campaign.status = CampaignStatus::Error;
        let log: Vec<_> = world.log().iter().map(|entry| entry.intent.action_type.clone()).collect();
        assert_eq!((world.stored(), log), (before, vec!["abort".to_owned()]), "{shown}");
    }
}

#[test]
fn a_verdict_contains_all_findings() {
    let tasks = vec![task(1, TaskStatus::Pending, &[2]), task(2, TaskStatus::Pending, &[])];
    let mut world = World::new(&[], tasks);
    let stored = world.stored_mut().clone();
    let state = agent::state(&stored);
    let validator = ProposalValidator::default();
    let select = |number| json!({"action_type": "select_next_task", "task_id": id(number)}).to_string();
    for (number, code) in [(1, Some("PRECONDITIONS_NOT_MET")), (2, None), (3, Some("TASK_NOT_FOUND"))] {
        let verdict = validator.validate(&select(number), &state);
        assert_eq!(
            verdict.errors().next().map(|(layer, error)| (layer, error.code)),
            code.map(|code| (ValidationLayer::Business, code))
        );
        assert_eq!((verdict.is_valid(), verdict.error().is_some()), (code.is_none(), code.is_some()));
        assert_eq!(verdict.action_type().as_deref(), Some("select_next_task"));
        assert!(validator.validate_schema(&select(number)).is_valid(), "the schema knows no state");
    }

    let create = r#"{"action_type":"create_task","task":{"description":"Wait a day or two"}}"#;
    assert!(validator.validate(create, &state).report().is_empty());
    let verdict = ProposalValidator::new(&Peculiar).validate(create, &state);
    assert!(verdict.is_valid() && verdict.report()[0].code == "MISSING_JUSTIFICATION");
    assert_eq!(layer("AUDIT_MISSING"), ValidationLayer::Invariant);
}

#[test]
fn a_state_is_read_completely_or_rejected() {
    let good = json!({
        "campaign": {"id": id(0), "name": "c", "status": "active"},
        "tasks": [{"id": id(1), "description": "d", "status": "pending", "preconditions": [id(1)]}],
        "leads_summary": {"total": 0, "pending": 0, "contacted": 0, "responded": 0, "current_lead": null},
    });
    assert_eq!(read_state(&good.to_string()).unwrap().tasks.len(), 1);
    let spoiled = |at: &str, value: Value| {
        let mut bad = good.clone();
        *bad.pointer_mut(at).unwrap() = value;
        let report = read_state(&bad.to_string()).unwrap_err();
        report.iter().map(|one| format!("{} {}", one.code, one.at)).collect::<Vec<_>>()
    };
    assert_eq!(spoiled("/campaign/id", json!("x")), ["FORMAT_MISMATCH /campaign/id"]);
    assert_eq!(spoiled("/tasks", json!(null)), ["TYPE_MISMATCH /tasks"]);
    assert_eq!(spoiled("/tasks/0", json!(null)), ["TYPE_MISMATCH /tasks/0"]);
    assert_eq!(spoiled("/tasks/0", json!([])), ["TYPE_MISMATCH /tasks/0"]);
    assert_eq!(spoiled("/tasks/0/status", json!("new")), ["ENUM_MISMATCH /tasks/0/status"]);
    assert_eq!(spoiled("/tasks/0/preconditions/0", json!(id(7))), ["UNKNOWN_PRECONDITION /tasks/0/preconditions/0"]);
    assert_eq!(spoiled("/leads_summary/total", json!(-1)), ["OUT_OF_RANGE /leads_summary/total"]);
    let twice = json!([good["tasks"][0], good["tasks"][0]]);
    assert_eq!(spoiled("/tasks", twice), ["DUPLICATE_ITEM /tasks/1/id"]);
    for (text, code) in
        [("", "PARSE_ERROR"), ("null", "TYPE_MISMATCH"), ("{\"tasks\":[],\"tasks\":[]}", "DUPLICATE_KEY")]
    {
        assert_eq!(read_state(text).unwrap_err()[0].code, code);
    }
}
