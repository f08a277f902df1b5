//! Tools and oversight as processes of the user. No shell: arguments reach them on standard input alone.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use planwright_contracts::agent_proposal::StoredTask;
use planwright_contracts::repair::tame;
use planwright_engines::agent::controller::{Ask, Oversight, ToolCall, Tools};
use planwright_generated::agent_proposal::TaskStatus;
use serde_json::{Value, json};

use crate::args::Approve;

/// How much of what a failed tool said is kept.
const KEPT: usize = 1000;

/// A program that runs every tool.
pub(super) struct Program<'a>(pub(super) &'a [String]);

impl Tools for Program<'_> {
    fn run(&mut self, call: &ToolCall<'_>) -> Result<Value, String> {
        let [program, arguments @ ..] = self.0 else {
            return Err("no program was given that runs tools".to_owned());
        };
        let output = start(program, arguments, &json!(call))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{program}: {}: {}", output.status, tame(said.trim(), KEPT)));
        }
        let said = String::from_utf8_lossy(&output.stdout);
        // Text that is no JSON is a result all the same.
        Ok(serde_json::from_str(&said).unwrap_or_else(|_| json!(said.trim_end())))
    }
}

/// What the command line says about approval and verification.
pub(super) struct Settings<'a> {
    pub(super) approve: Approve,
    pub(super) verify: Option<&'a str>,
}

impl Oversight for Settings<'_> {
    fn approve(&mut self, ask: &Ask<'_>) -> Result<(), String> {
        match (self.approve, ask.interrupted_before) {
            (Approve::All, _) | (Approve::Usual, false) => Ok(()),
            (Approve::Usual | Approve::None, true) => {
                Err("the same was interrupted before and may have been done; look, then approve with --approve all"
                    .to_owned())
            }
            (Approve::None, false) => Err("it needs approval; give it with --approve usual".to_owned()),
        }
    }

    fn verify(&mut self, task: &StoredTask, call: &ToolCall<'_>, result: &Value) -> Option<TaskStatus> {
        let program = self.verify?;
        let output = start(program, &[], &json!({ "task": task, "call": call, "result": result }));
        match output.map(|output| output.status.code()) {
            Ok(Some(0)) => Some(TaskStatus::Done),
            Ok(Some(1)) => None,
            Ok(Some(2)) => Some(TaskStatus::Blocked),
            Ok(code) => {
                errln!("warning: {program} ended with {code:?}; the task stays as it is");
                None
            }
            Err(error) => {
                errln!("warning: {error}; the task stays as it is");
                None
            }
        }
    }
}

/// Runs a program with this input to its end.
fn start(program: &str, arguments: &[String], input: &Value) -> Result<Output, String> {
    let said = |error: std::io::Error| format!("{program}: {error}");
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(said)?;
    let pipe = child.stdin.take();
    // On a thread of its own: a program that prints before it has read all must not wait for us, nor we for it. One that
    // does not read at all is free not to.
    let text = input.to_string();
    let writer = std::thread::spawn(move || pipe.map(|mut pipe| pipe.write_all(text.as_bytes())));
    let output = child.wait_with_output().map_err(said);
    drop(writer.join());
    output
}
