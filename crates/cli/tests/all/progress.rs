//! Tests the progress of runs that take longer than a second, on a pseudo terminal, and the files that remain after an
//! interrupt.

#![cfg(target_os = "linux")]

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::project::{files, run, write};

/// Erases the current line.
const CLEAR: &str = "\r\u{1b}[K";

/// Starts the program with a terminal as its standard streams.
fn on_a_terminal(folder: &Path, arguments: &str) -> Child {
    let program = env!("CARGO_BIN_EXE_planwright");
    let mut command = Command::new("script");
    command.args(["--quiet", "--return", "--flush", "--command", &format!("'{program}' {arguments}"), "/dev/null"]);
    command.current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache")).env("TERM", "xterm");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("script, of util-linux, runs")
}

fn output_of(child: Child) -> String {
    String::from_utf8_lossy(&child.wait_with_output().expect("it ends").stdout).into_owned()
}

/// Returns `true` if a text was shown on the terminal and erased before other output.
fn came_and_went(out: &str, told: &str) -> bool {
    let shown = out.split(CLEAR).any(|piece| piece.contains(told) && !piece.contains('\n'));
    let left = out.rsplit(CLEAR).next().unwrap_or_default();
    shown && !left.contains(told)
}

/// Doubles the work from `first` until it takes longer than a second, which happens on every machine.
fn grows_until_told(told: &str, first: usize, make: impl Fn(&Path, usize), arguments: &str) {
    let mut last = String::new();
    for size in (0..8).map(|power| first << power) {
        let root = tempfile::tempdir().expect("a folder");
        make(root.path(), size);
        last = output_of(on_a_terminal(root.path(), arguments));
        if last.contains(told) {
            assert!(came_and_went(&last, told), "{last:?}");
            let (_, out, err) = run(root.path(), &arguments.split(' ').collect::<Vec<_>>());
            assert!(!out.contains(told) && !err.contains(told), "without a terminal: {out}{err}");
            return;
        }
    }
    panic!("{arguments}: {told:?} was never said: {last}");
}

#[test]
fn a_check_says_how_far_it_is() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path();
    write(folder, "a.schema.json", "{\"type\": \"object\"}");
    write(folder, "b.json", "{}");
    let made = Command::new("mkfifo").arg(folder.join("a.json")).status().expect("mkfifo runs");
    assert!(made.success());
    let child = on_a_terminal(folder, "check --schema a.schema.json a.json b.json");
    // The first file takes longer than a second to arrive.
    let mut pipe = OpenOptions::new().write(true).open(folder.join("a.json")).expect("it is read");
    thread::sleep(Duration::from_millis(1200));
    pipe.write_all(b"{}").expect("it is read");
    drop(pipe);
    let out = output_of(child);
    assert!(came_and_went(&out, "1 of 2 files checked"), "{out:?}");
    assert!(out.contains("2 of 2 files passed"), "{out:?}");
    write(folder, "c.json", "{}");
    let quick = output_of(on_a_terminal(folder, "check --schema a.schema.json b.json c.json"));
    assert!(!quick.contains("files checked") && quick.contains("2 of 2 files passed"), "the control: {quick:?}");
    assert!(!quick.contains(CLEAR), "nothing was said, so nothing is taken away: {quick:?}");
}

#[test]
fn drift_says_how_far_it_is() {
    let make = |folder: &Path, size: usize| {
        for number in 0..size {
            for (side, least) in [("old", 0), ("new", 1)] {
                let members: Value = (0..20)
                    .map(|member| (format!("m{member}"), json!({"type": "string", "minLength": least})))
                    .collect();
                let schema = json!({"type": "object", "properties": members});
                write(folder, &format!("{side}/s{number}.json"), &schema.to_string());
            }
        }
    };
    grows_until_told("schemas done", 64, make, "drift old new");
}

#[test]
fn lock_says_how_far_it_is() {
    let make = |folder: &Path, size: usize| {
        let tools = |least: usize| -> Value {
            let members: Value =
                (0..20).map(|member| (format!("m{member}"), json!({"type": "string", "minLength": least}))).collect();
            let tool = |number| json!({"name": format!("t{number}"), "inputSchema": {"type": "object", "properties": members}});
            (0..size).map(tool).collect()
        };
        write(folder, "tools.json", &tools(0).to_string());
        assert_eq!(run(folder, &["lock", "tools.json"]).0, 0);
        write(folder, "tools.json", &tools(1).to_string());
    };
    grows_until_told("operations done", 64, make, "lock --check tools.json");
}

#[test]
fn gen_says_what_it_does() {
    let make = |folder: &Path, size: usize| {
        for number in 0..size {
            let members: Value =
                (0..20).map(|member| (format!("m{member}"), json!({"type": "string", "enum": ["a", "b"]}))).collect();
            let schema = json!({"title": format!("S{number}"), "type": "object", "properties": members});
            write(folder, &format!("schemas/s{number}.json"), &schema.to_string());
        }
    };
    grows_until_told("compiling", 64, make, "gen --schema schemas --out out");
}

#[test]
fn apex_says_how_far_it_is() {
    let make = |folder: &Path, size: usize| {
        for number in 0..size {
            let inputs: Vec<Value> = ["Subject", "Description", "Origin", "Reason"]
                .map(|name| json!({"apiName": name, "fieldApiName": name, "label": name, "dataType": "String", "required": false}))
                .into();
            let blueprint = json!({
                "name": format!("Action{number}"), "label": format!("Action {number}"), "category": "DOMAIN",
                "targetSObject": "Case", "operation": "CREATE", "inputs": inputs
            });
            write(folder, &format!("blueprints/a{number}.json"), &blueprint.to_string());
        }
    };
    grows_until_told("files checked and generated", 64, make, "apex blueprints --out apex");
}

#[test]
fn a_report_says_what_it_makes() {
    let make = |folder: &Path, size: usize| {
        let task = |number: usize| {
            json!({
                "id": format!("T{number}"), "title": "t", "rationale": "r", "acceptance": ["a"], "dependencies": [],
                "edits": [{"action": "create_file", "path": format!("src/{number}.txt"), "instructions": "i"}],
            })
        };
        let plan = json!({
            "plan_version": "1.0",
            "overview": {"primary_issue": "p", "risk_level": "low", "summary": "s"},
            "tasks": (0..size * 8).map(task).collect::<Vec<_>>(),
            "tests": {"commands": ["true"], "stop_on_failure": true},
            "metadata": {"created_at": "2026-01-06T10:00:00Z", "model": "m", "fix_attempt": 1},
        });
        write(folder, "plan.json", &plan.to_string());
    };
    grows_until_told("pages of drawings", 4096, make, "report --html site --fix-plan plan.json");
}

/// A check that is interrupted while it waits leaves the folder unchanged.
#[test]
fn an_interrupted_check_leaves_nothing() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path();
    write(folder, "a.schema.json", "{\"type\": \"object\"}");
    assert!(Command::new("mkfifo").arg(folder.join("a.json")).status().expect("mkfifo runs").success());
    // Background jobs inherit that the signal is ignored.
    let mut command = Command::new("env");
    command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_planwright")]);
    command.args(["check", "--schema", "a.schema.json", "--report", "report.json", "a.json"]).current_dir(folder);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("planwright runs");
    let pipe = OpenOptions::new().write(true).open(folder.join("a.json")).expect("it is read");
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(interrupted.success());
    assert!(!child.wait().expect("it ends").success());
    drop(pipe);
    fs::remove_file(folder.join("a.json")).expect("the pipe");
    let left: Vec<_> = files(folder).into_iter().map(|(path, _)| path).collect();
    assert_eq!(left, [folder.join("a.schema.json")]);
}
