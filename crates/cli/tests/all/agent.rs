//! Tests agents, prompts and repairs on the command line.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

const TASK: &str = "660e8400-e29b-41d4-a716-446655440001";
const NAVIGATE: &str = r#"{"action_type":"execute_tool","tool_name":"browser_navigate","parameters":{"url":"$(touch hacked); `x` 'y' \"z\""}}"#;

fn planwright(folder: &Path, arguments: &[&str]) -> Output {
    start(folder, arguments).wait_with_output().unwrap()
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    command.args(arguments).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn all(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), out(output) + &String::from_utf8_lossy(&output.stderr))
}

fn json_of(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", all(output).1))
}

/// Creates a folder with a store of one campaign.
fn store() -> (TempDir, PathBuf) {
    let guard = tempfile::tempdir().unwrap();
    let folder = guard.path().to_owned();
    let campaign = json!({
        "campaign": { "id": "550e8400-e29b-41d4-a716-446655440000", "name": "Spring", "status": "active" },
        "tasks": [{ "id": TASK, "description": "Look at the profile", "status": "pending" }],
        "leads_summary": { "total": 1, "pending": 1, "contacted": 0, "responded": 0, "current_lead": null },
    });
    fs::write(folder.join("campaign.json"), campaign.to_string()).unwrap();
    let made = planwright(&folder, &["agent", "init", "store", "campaign.json"]);
    assert_eq!(all(&made), (Some(0), "created store: 1 task\n".to_owned()));
    (guard, folder)
}

/// Runs an agent with these answers and additional arguments.
fn run(folder: &Path, answers: &[&str], arguments: &[&str]) -> Output {
    fs::write(folder.join("answers.jsonl"), answers.join("\n")).unwrap();
    let mut command = vec!["agent", "run", "store", "--model", "answers.jsonl"];
    command.extend(arguments);
    planwright(folder, &command)
}

fn program(folder: &Path, name: &str, text: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::write(folder.join(name), text).unwrap();
    fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o755)).unwrap();
}

/// The settings of an operation apply to its tool, and all attempts have the same key.
#[test]
fn an_operation_is_tried_as_its_campaign_says() {
    let (_guard, folder) = store();
    let text = fs::read_to_string(folder.join("campaign.json")).unwrap();
    let with = |operations: Value, store: &str| {
        let mut campaign: Value = serde_json::from_str(&text).unwrap();
        campaign["operations"] = operations;
        fs::write(folder.join("with.json"), campaign.to_string()).unwrap();
        all(&planwright(&folder, &["agent", "init", store, "with.json"]))
    };
    for (operations, said) in [
        (json!({"browse": {}}), "no operation is called \"browse\""),
        (json!({"browser_navigate": {"attempts": 3}}), "not idempotent"),
        (json!({"browser_navigate": {"attempts": 11, "idempotent": true}}), "more than 10"),
        (json!({"browser_navigate": {"timeout": 3}}), "unknown field"),
        (json!([]), "expected an object"),
    ] {
        let (code, all) = with(operations, "refused");
        assert!(code == Some(1) && all.contains(said) && all.contains("/operations"), "{said}: {all}");
        assert!(!folder.join("refused").exists());
    }
    fs::remove_dir_all(folder.join("store")).unwrap();
    let policy = json!({"browser_navigate": {"attempts": 3, "idempotent": true, "timeout_seconds": 1}});
    assert_eq!(with(policy, "store").0, Some(0));
    let script = "#!/bin/sh\nn=$(($(cat tries 2>/dev/null || echo 0) + 1))\necho $n > tries\ncat > call-$n\n\
                  case $n in 1) exit 1;; 2) sleep 30;; *) echo done;; esac\n";
    program(&folder, "tool", script);
    let (code, all) = all(&run(&folder, &[NAVIGATE], &["--", "./tool"]));
    assert!(code == Some(0) && all.contains("succeeded"), "{all}");
    let call = |number: u32| -> Value {
        serde_json::from_str(&fs::read_to_string(folder.join(format!("call-{number}"))).unwrap()).unwrap()
    };
    let key = call(1)["key"].clone();
    assert!(key.is_string() && key == call(2)["key"] && key == call(3)["key"], "{key}");
    assert!(!folder.join("call-4").exists());
}

/// The program runs for every answer. It receives the reason why an answer was rejected, and the results of tools.
#[test]
fn a_model_may_be_a_program() {
    let (_guard, folder) = store();
    let script = "#!/bin/sh\nn=$(($(cat count 2>/dev/null || echo 0) + 1))\necho $n > count\ncat > prompt-$n\n\
                  test \"$1\" = slow && sleep 100\nsed -n ${n}p answers\n";
    program(&folder, "model", script);
    program(
        &folder,
        "tool",
        "#!/bin/sh\ncat > /dev/null\nprintf '{\"title\": \"A page\", \"text\": \"%s\"}' \"$(head -c 9000 /dev/zero | tr '\\0' x)\"\n",
    );
    let select = format!(r#"{{"action_type":"select_next_task","task_id":"{TASK}"}}"#);
    fs::write(folder.join("answers"), ["{}", &select, NAVIGATE, ""].join("\n")).unwrap();
    let ran = planwright(&folder, &["agent", "run", "store", "--model-command", "./model now", "--", "./tool"]);
    let (code, said) = all(&ran);
    assert_eq!(code, Some(0), "{said}");
    let prompt = |number: u32| fs::read_to_string(folder.join(format!("prompt-{number}"))).unwrap();
    assert!(prompt(1).contains("# agent-proposal") && prompt(1).contains("Look at the profile"));
    assert!(!prompt(1).contains("## Your last answer") && !prompt(1).contains("## What the last operations"));
    assert!(
        prompt(2).contains("## Your last answer was rejected") && prompt(2).contains("MISSING_FIELD"),
        "{}",
        prompt(2)
    );
    // The prompt contains the result of the tool, up to a limit.
    let last = prompt(4);
    let returned = last.split("## Results of the last operations").nth(1).unwrap();
    assert!(returned.contains("A page") && returned.contains("\"is_too_long\": true"), "{returned:.500}");
    assert!(returned.len() < 6000, "{} bytes", returned.len());
    for (command, wanted) in [
        ("./model slow", "killed after 1 seconds"),
        ("./absent", "./absent"),
        ("false", "exit status: 1"),
        ("echo $(date)", "without a shell"),
        ("", "has no program"),
    ] {
        let begun = std::time::Instant::now();
        let run = ["agent", "run", "store", "--timeout", "1", "--model-command", command];
        let (code, said) = all(&planwright(&folder, &run));
        assert!(code == Some(2) && said.contains(wanted), "{command}: {code:?} {said}");
        assert!(begun.elapsed().as_secs() < 20, "{command}");
    }
    let neither = all(&planwright(&folder, &["agent", "run", "store"]));
    assert!(neither.0 == Some(2) && neither.1.contains("--model"), "{}", neither.1);
}

#[test]
fn a_person_changes_tasks_and_leads() {
    let (_guard, folder) = store();
    let agent = |arguments: &[&str]| all(&planwright(&folder, &[&["agent"], arguments].concat()));
    let (code, said) = agent(&["task", "add", "store", "Write to them", "--after", TASK]);
    assert!(code == Some(0) && said.starts_with("added "), "{said}");
    let added = said[6..42].to_owned();
    for (arguments, wanted) in [
        (&["task", "finish", "store", TASK][..], format!("{TASK}: pending -> done\n")),
        (
            &["task", "update", "store", &added, "--description", "Call them"],
            format!("updated {added}: \u{2068}Call them\u{2069}\n"),
        ),
        (
            &["leads", "store", "--total", "5", "--pending", "4"],
            "5 leads, 4 pending, 0 contacted, 0 responded\n".to_owned(),
        ),
    ] {
        assert_eq!(agent(arguments), (Some(0), wanted));
    }
    for (arguments, wanted) in [
        (&["task", "finish", "store", TASK][..], "is already done"),
        (&["task", "unblock", "store", &added], "is not blocked, it is pending"),
        (&["task", "finish", "store", "660e8400-e29b-41d4-a716-446655449999"], "does not exist"),
        (&["task", "add", "store", "x", "--after", "none"], "task none does not exist"),
        (&["task", "update", "store", TASK, "--after", &added], "would depend on itself"),
    ] {
        let (code, said) = agent(arguments);
        assert!(code == Some(2) && said.contains(wanted), "{arguments:?}: {said}");
    }
    let shown = json_of(&planwright(&folder, &["agent", "show", "store"]));
    assert_eq!(shown["pending_tasks"], json!([{"id": added, "description": "Call them"}]));
    assert_eq!((&shown["leads_summary"]["total"], &shown["leads_summary"]["contacted"]), (&json!(5), &json!(0)));
    let log = json_of(&planwright(&folder, &["agent", "audit", "store", "--format", "json"]));
    let types: Vec<&Value> = log.as_array().unwrap().iter().map(|entry| &entry["intent"]["action_type"]).collect();
    assert_eq!(types, ["add_task", "finish_task", "update_task", "set_leads"]);
    assert_eq!(agent(&["audit", "store", "--verify"]).0, Some(0));
}

#[test]
fn events_of_other_controllers_are_judged() {
    let (_guard, folder) = store();
    let good = [
        "{\"event\": \"state_loaded\"}",
        "{\"event\": \"proposal\", \"value\": {}}",
        "{\"event\": \"validated\", \"valid\": false}",
        "{\"event\": \"abort\"}",
    ];
    for (text, code, wanted) in [
        (good.join("\n"), 0, "4 events, no violations\n"),
        (format!("[{}]", good.join(",")), 0, "4 events, no violations\n"),
        (good[..3].join("\n"), 1, "INVALID_OUTPUT_UNHANDLED"),
        (good[1..].join("\n"), 1, "STATE_NOT_RELOADED"),
        ("{\"event\": \"none\"}".to_owned(), 1, "not an event of a controller"),
        ("{".to_owned(), 1, "PARSE_ERROR"),
    ] {
        fs::write(folder.join("events"), &text).unwrap();
        let (found, said) = all(&planwright(&folder, &["agent", "judge", "events"]));
        assert!(found == Some(code) && said.contains(wanted), "{text}: {found:?} {said}");
    }
}

#[test]
fn a_campaign_runs_to_its_end() {
    let (_guard, folder) = store();
    let select = format!(r#"{{"action_type":"select_next_task","task_id":"{TASK}"}}"#);
    let complete = r#"{"action_type":"no_op","reason":"campaign_complete"}"#;
    let ran = run(&folder, &[&select, "", "{}", NAVIGATE, complete], &["--verify", "true", "--", "cat"]);
    let (code, said) = all(&ran);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("3: browser_navigate succeeded") && said.ends_with("the campaign is completed\n"), "{said}");
    let log = json_of(&planwright(&folder, &["agent", "audit", "store", "--format", "json"]));
    // The tool is `cat`, which returns its input. No shell has interpreted the input.
    let seen = &log[1]["end"]["detail"];
    assert_eq!(seen["parameters"]["url"], "$(touch hacked); `x` 'y' \"z\"");
    assert_eq!((&seen["tool"], &seen["entry"]), (&json!("browser_navigate"), &log[1]["id"]));
    assert!(!folder.join("hacked").exists());
    let again = run(&folder, &[NAVIGATE], &["--", "cat"]);
    assert_eq!(all(&again), (Some(1), "the campaign is completed; nothing to do\n".to_owned()));
}

#[test]
fn tools_that_fail_are_logged_as_failed() {
    let (_guard, folder) = store();
    program(&folder, "fail", "#!/bin/sh\nprintf 'no\\033[31m network' >&2\nexit 3\n");
    for (arguments, said) in [
        (&["--", "./fail"][..], "exit status: 3: no\\u{1b}[31m network"),
        (&["--", "./absent"], "No such file"),
        (&[], "no program given"),
    ] {
        let (code, text) = all(&run(&folder, &[NAVIGATE], arguments));
        assert!(code == Some(1) && text.contains("browser_navigate failed") && text.contains(said), "{text}");
    }
    let log = out(&planwright(&folder, &["agent", "audit", "store", "--outcome", "failed"]));
    assert!(log.lines().count() == 4 && log.ends_with("3 entries\n"), "{log}");
    assert_eq!(out(&planwright(&folder, &["agent", "audit", "store", "--outcome", "succeeded"])), "0 entries\n");
}

#[test]
fn refused_answers_are_asked_for_again_then_given_up() {
    let (_guard, folder) = store();
    let ran = run(&folder, &["a", "{\"action_type\":\"fly\"}", "{}", NAVIGATE], &["--format", "json", "--", "cat"]);
    assert_eq!(ran.status.code(), Some(1));
    let lines: Vec<Value> = out(&ran).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4, "{lines:#?}");
    let repair = lines[2]["request"]["feedback"]["repair"].as_str().unwrap();
    assert!(repair.contains("/action_type [UNKNOWN_ACTION_TYPE]") && repair.contains("create_task"), "{repair}");
    assert_eq!(lines[3]["cycle"], "aborted");
    assert_eq!(lines[3]["response"]["retry"], json!({"attempt": 3, "max_attempts": 3, "decision": "abort"}));
    let shown = json_of(&planwright(&folder, &["agent", "show", "store"]));
    assert_eq!(shown["campaign"]["status"], "error");
    assert_eq!(shown["recent_audit_log"][0]["action_type"], "abort");
    let marked = planwright(&folder, &["agent", "mark", "store", "active"]);
    assert_eq!(out(&marked), "campaign: error -> active\n");
    assert_eq!(run(&folder, &[NAVIGATE], &["--", "cat"]).status.code(), Some(0));
}

/// If an invalid answer is the last one, the run is aborted, as if all attempts were used. It is never ignored.
#[test]
fn an_invalid_answer_at_the_end_is_an_abort() {
    for answers in [&["{}"][..], &["{}", "no"], &[NAVIGATE, "{}"]] {
        let (_guard, folder) = store();
        let (code, said) = all(&run(&folder, answers, &["--", "cat"]));
        assert!(
            code == Some(1)
                && said.contains("aborted after ")
                && said.contains("the status of the campaign is now error"),
            "{said}"
        );
        let again = run(&folder, &[NAVIGATE], &["--", "cat"]);
        assert_eq!(all(&again), (Some(1), "the campaign is error; nothing to do\n".to_owned()));
    }
    let (_guard, folder) = store();
    assert_eq!(run(&folder, &[NAVIGATE], &["--", "cat"]).status.code(), Some(0), "the control");
}

/// Tools and checks that hang, leave processes behind, or write without end.
#[test]
fn programs_are_bounded() {
    let (_guard, folder) = store();
    program(&folder, "hang", "#!/bin/sh\nsleep 100\n");
    program(&folder, "leave", "#!/bin/sh\nsleep 100 & exit 0\n");
    program(&folder, "flood", "#!/bin/sh\nhead -c 50000000 /dev/zero | tr '\\0' x\n");
    let started = std::time::Instant::now();
    let (code, said) = all(&run(&folder, &[NAVIGATE], &["--timeout", "1", "--", "./hang"]));
    assert!(code == Some(1) && said.contains("killed after 1 seconds"), "{said}");
    let (code, said) = all(&run(&folder, &[NAVIGATE], &["--", "./leave"]));
    assert!(code == Some(0) && said.contains("browser_navigate succeeded"), "{said}");
    assert!(started.elapsed().as_secs() < 30, "{:?}", started.elapsed());
    let ran = Command::new("sh")
        .args(["-c", "ulimit -v 600000; exec \"$0\" agent run store --model answers.jsonl --format json -- ./flood"])
        .arg(env!("CARGO_BIN_EXE_planwright"))
        .current_dir(&folder)
        .env("TMPDIR", &folder)
        .output()
        .unwrap();
    let (code, said) = all(&ran);
    let result = &serde_json::from_str::<Value>(said.lines().nth(1).unwrap()).unwrap()["result"];
    assert_eq!(
        (code, &result["bytes"], &result["output_is_too_long"]),
        (Some(0), &json!(50_000_000), &json!(true)),
        "{said}"
    );
    assert_eq!(fs::metadata(result["file"].as_str().unwrap()).unwrap().len(), 50_000_000);
}

#[test]
fn approval_is_given_on_the_command_line() {
    let (_guard, folder) = store();
    let python = r#"{"action_type":"execute_tool","tool_name":"python_execute","parameters":{}}"#;
    let (code, said) = all(&run(&folder, &[python], &["--", "cat"]));
    assert!(code == Some(1) && said.contains("was not approved") && said.contains("--approve usual"), "{said}");
    assert_eq!(run(&folder, &[python], &["--approve", "usual", "--", "cat"]).status.code(), Some(0));

    // A model cannot approve its own script.
    let script = r#"{"action_type":"persist_artifact","artifact":{"artifact_type":"python_script","artifact_key":"k","content":{}},"requires_approval":false}"#;
    let (code, said) = all(&run(&folder, &[script], &["--", "cat"]));
    assert!(code == Some(1) && said.contains("persist_artifact was not approved"), "{said}");
}

#[test]
fn a_killed_run_leaves_an_entry_that_is_found_and_no_tool() {
    leaves_an_entry_that_is_found(|child| child.kill().unwrap());
}

#[test]
fn an_interrupted_run_leaves_an_entry_that_is_found_and_no_tool() {
    leaves_an_entry_that_is_found(|child| {
        Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    });
}

fn leaves_an_entry_that_is_found(end: impl Fn(&mut Child)) {
    let (_guard, folder) = store();
    program(
        &folder,
        "slow",
        "#!/bin/sh\ncat >/dev/null\necho done >> effects\n: > started\nsleep 60 &\necho $! > pid.new\nmv pid.new pid\nwait\n",
    );
    fs::write(folder.join("answers.jsonl"), NAVIGATE).unwrap();
    let mut child = start(&folder, &["agent", "run", "store", "--model", "answers.jsonl", "--", "./slow"]);
    while !folder.join("pid").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    // During a run, other processes can read the store but not change it.
    let open = out(&planwright(&folder, &["agent", "audit", "store", "--outcome", "open"]));
    assert!(open.contains("browser_navigate") && open.ends_with("1 entry\n"), "{open}");
    let (code, said) = all(&run(&folder, &[NAVIGATE], &["--", "cat"]));
    assert_eq!((code, said.as_str()), (Some(2), "error: STORE_LOCKED: the store is locked by another process\n"));
    end(&mut child);
    child.wait().unwrap();
    // Child processes are killed shortly after the run, whoever ended it.
    let pid = fs::read_to_string(folder.join("pid")).unwrap();
    let works = || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
        stat.is_ok_and(|stat| !stat.contains(") Z "))
    };
    let since = std::time::Instant::now();
    while works() {
        assert!(since.elapsed().as_secs() < 30, "its tool outlives it");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let (code, said) = all(&run(&folder, &[NAVIGATE], &["--approve", "usual", "--", "cat"]));
    assert!(code == Some(1) && said.contains("entry 1 was interrupted") && said.contains("may have run"), "{said}");
    assert_eq!(fs::read_to_string(folder.join("effects")).unwrap(), "done\n", "it was not repeated");
    let verified = planwright(&folder, &["agent", "audit", "store", "--verify"]);
    assert!(out(&verified).starts_with("4 records, 2 changes, head "), "{}", out(&verified));
    assert_eq!(run(&folder, &[NAVIGATE], &["--approve", "all", "--", "cat"]).status.code(), Some(0));
}

#[test]
fn a_log_with_another_head_is_not_the_one() {
    let (_guard, folder) = store();
    run(&folder, &[NAVIGATE], &["--", "cat"]);
    let verified = json_of(&planwright(&folder, &["agent", "audit", "store", "--verify", "--format", "json"]));
    let head = verified["head"].as_str().unwrap();
    assert_eq!(planwright(&folder, &["agent", "audit", "store", "--verify", "--head", head]).status.code(), Some(0));
    let (code, said) = all(&planwright(&folder, &["agent", "audit", "store", "--verify", "--head", "00"]));
    assert!(code == Some(1) && said.contains("error[STORE_CORRUPT]"), "{said}");
}

/// `--verify` claims only what it can prove.
#[test]
fn a_log_that_was_cut_off_shows_against_the_head_that_was_kept() {
    let (_guard, folder) = store();
    assert_eq!(run(&folder, &[NAVIGATE], &["--head-file", "head", "--", "cat"]).status.code(), Some(0));
    let verify = |more: &[&str]| {
        let arguments: Vec<&str> = ["agent", "audit", "store", "--verify"].iter().chain(more).copied().collect();
        all(&planwright(&folder, &arguments))
    };
    let with_head = ["--head-file", "head"];
    assert_eq!(verify(&with_head).0, Some(0));
    let before = fs::read(folder.join("store/agent.db")).unwrap();
    assert_eq!(run(&folder, &[NAVIGATE], &["--head-file", "head", "--", "cat"]).status.code(), Some(0));
    assert_eq!(verify(&with_head).0, Some(0));
    // Restore the store from before the last entry.
    for more in ["agent.db-wal", "agent.db-shm"] {
        let _ = fs::remove_file(folder.join("store").join(more));
    }
    fs::write(folder.join("store/agent.db"), before).unwrap();
    let (code, said) = verify(&[]);
    assert!(code == Some(0) && said.contains("compare with a head recorded elsewhere"), "{said}");
    let (code, said) = verify(&with_head);
    assert!(code == Some(1) && said.contains("do not contain the given head"), "{said}");
    let (code, said) = all(&run(&folder, &[NAVIGATE], &["--head-file", "head", "--", "cat"]));
    assert!(code == Some(2) && said.contains("do not contain the head in head"), "{said}");
    // Run without keeping the head.
    fs::remove_file(folder.join("head")).unwrap();
    assert_eq!(all(&planwright(&folder, &["agent", "mark", "store", "paused", "--head-file", "head"])).0, Some(0));
    assert_eq!(all(&planwright(&folder, &["agent", "mark", "store", "active"])).0, Some(0));
    let (code, said) = verify(&with_head);
    assert!(code == Some(1) && said.contains("3 records added since the head was recorded"), "{said}");
    assert_eq!(verify(&["--head-file", "none"]).0, Some(2));
}

#[test]
fn a_proposal_is_checked_against_a_store() {
    let (_guard, folder) = store();
    fs::write(
        folder.join("select.json"),
        r#"{"action_type":"select_next_task","task_id":"660e8400-e29b-41d4-a716-446655440009"}"#,
    )
    .unwrap();
    let alone = planwright(&folder, &["agent", "check", "select.json"]);
    assert_eq!(all(&alone), (Some(0), String::new()));
    let checked = planwright(&folder, &["agent", "check", "--store", "store", "--attempt", "3", "select.json"]);
    let answer = json_of(&checked);
    assert_eq!(checked.status.code(), Some(1));
    assert_eq!(
        (&answer["errors"][0]["layer"], &answer["errors"][0]["code"]),
        (&json!("business"), &json!("TASK_NOT_FOUND"))
    );
    assert_eq!(answer["retry"]["decision"], "abort");
}

#[test]
fn wrong_states_and_stores_are_told() {
    let (_guard, folder) = store();
    let cases: &[(&[&str], i32, &str)] = &[
        (&["agent", "init", "store", "campaign.json"], 2, "already contains a store"),
        (&["agent", "init", "other", "absent.json"], 2, "absent.json"),
        (&["agent", "show", "absent"], 2, "STORE_FAILED: the store failed: there is no store in absent"),
        (&["agent", "audit", "absent"], 2, "there is no store in absent"),
        (&["agent", "run", "store", "--model", "absent"], 2, "absent"),
        (&["prompt", "workflow-tools"], 0, "- create_blueprint: "),
        (&["prompt", "workflow-tools", "--document"], 0, "schema"),
        (&["prompt", "state-snapshot"], 2, "which no model writes"),
        (&["prompt", "poetry"], 2, "unknown contract \"poetry\""),
    ];
    for (arguments, code, said) in cases {
        let output = all(&planwright(&folder, arguments));
        assert!(output.0 == Some(*code) && output.1.contains(said), "{arguments:?}: {output:?}");
    }
    fs::write(
        folder.join("bad.json"),
        r#"{"campaign":{"id":"x","name":"n","status":"active"},"tasks":[null],"leads_summary":null}"#,
    )
    .unwrap();
    let (code, said) = all(&planwright(&folder, &["agent", "init", "new", "bad.json"]));
    assert_eq!(code, Some(1));
    for place in ["/campaign/id", "/leads_summary", "/tasks/0"] {
        assert!(said.contains(&format!("= at: {place}\n")), "{said}");
    }
    assert!(!folder.join("new").exists());
}

#[test]
fn repairs_are_printed_for_what_was_refused() {
    let guard = tempfile::tempdir().unwrap();
    fs::write(guard.path().join("good.json"), r#"{"action_type":"no_op","reason":"campaign_complete"}"#).unwrap();
    fs::write(guard.path().join("bad.json"), r#"{"action_type":"no_op","reason":"campaign_completed"}"#).unwrap();
    let check = |files: &[&str]| {
        let mut arguments = vec!["check", "agent-proposal", "--format", "repair"];
        arguments.extend(files);
        all(&planwright(guard.path(), &arguments))
    };
    assert_eq!(check(&["good.json"]), (Some(0), String::new()));
    let (code, one) = check(&["bad.json"]);
    assert!(code == Some(1) && one.starts_with("Your answer was rejected: 1 error."), "{one}");
    assert!(one.contains("- /reason [ENUM_MISMATCH]") && one.contains("awaiting_user_input"), "{one}");
    assert_eq!(check(&["good.json", "bad.json"]), (Some(1), format!("bad.json:\n{one}")));
}
