//! Runs the user's programs for tools, approval and verification. There is no shell: they get their input only on
//! standard input.

use std::thread;
use std::time::Duration;

use planwright_agent::controller::{Ask, Oversight, ToolCall, Tools};
use planwright_contracts::agent_proposal::StoredTask;
use planwright_contracts::repair::tame;
use planwright_generated::agent_proposal::TaskStatus;
use serde_json::{Value, json};

use super::args::Approve;
use planwright_project::process::{Captured, Ended, Job, Limits};

/// Maximum number of characters of a failed tool's output that are kept.
const MAX_OUTPUT_CHARS: usize = 1000;

/// Program that runs every tool.
pub(super) struct Program<'a> {
    /// Program and arguments.
    pub(super) words: &'a [String],
    pub(super) limits: Limits,
}

impl Tools for Program<'_> {
    fn run(&mut self, call: &ToolCall<'_>) -> Result<Value, String> {
        let [program, arguments @ ..] = self.words else {
            return Err("no program given to run tools".to_owned());
        };
        let (mut limits, mut attempts, mut wait) = (self.limits, 1, Duration::ZERO);
        if let Some(policy) = call.policy {
            limits.time = policy.timeout_seconds.map_or(limits.time, |time| Duration::from_secs(time.get().into()));
            attempts = policy.attempts.get();
            wait = Duration::from_secs(policy.wait_seconds.into());
        }
        let mut attempt = 1;
        loop {
            match once(program, arguments, call, limits) {
                Err(_) if attempt < attempts => thread::sleep(wait),
                Err(why) if attempts > 1 => return Err(format!("{why} (tried {attempts} times)")),
                other => return other,
            }
            attempt += 1;
        }
    }
}

fn once(program: &str, arguments: &[String], call: &ToolCall<'_>, limits: Limits) -> Result<Value, String> {
    let output = start(program, arguments, &json!(call), limits)?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr.tail);
        return Err(format!("{program}: {}: {}", output.status, tame(said.trim(), MAX_OUTPUT_CHARS)));
    }
    Ok(result(&output.stdout))
}

/// Returns the result of a tool.
///
/// Output that is not JSON becomes a string. Of output that is too long, the result contains the beginning and the path
/// of the file with the rest.
fn result(output: &Captured) -> Value {
    let text = String::from_utf8_lossy(&output.head);
    match &output.file {
        None => serde_json::from_str(&text).unwrap_or_else(|_| json!(text.trim_end())),
        Some(file) => {
            let start: String = text.chars().take(MAX_OUTPUT_CHARS).collect();
            json!({ "output_is_too_long": true, "bytes": output.bytes, "file": file, "starts_with": start })
        }
    }
}

/// Options for approval and verification.
pub(super) struct Settings<'a> {
    pub(super) approve: Approve,
    pub(super) verify: Option<&'a str>,
    pub(super) limits: Limits,
}

impl Oversight for Settings<'_> {
    fn approve(&mut self, ask: &Ask<'_>) -> Result<(), String> {
        match (self.approve, ask.interrupted_before) {
            (Approve::All, _) | (Approve::Usual, false) => Ok(()),
            (Approve::Usual | Approve::None, true) => {
                Err("the same action was interrupted earlier and may have run; check, then approve with --approve all"
                    .to_owned())
            }
            (Approve::None, false) => Err("approval required; approve with --approve usual".to_owned()),
        }
    }

    fn verify(&mut self, task: &StoredTask, call: &ToolCall<'_>, result: &Value) -> Option<TaskStatus> {
        let program = self.verify?;
        let output = start(program, &[], &json!({ "task": task, "call": call, "result": result }), self.limits);
        match output.map(|output| output.status.code()) {
            Ok(Some(0)) => Some(TaskStatus::Done),
            Ok(Some(1)) => None,
            Ok(Some(2)) => Some(TaskStatus::Blocked),
            Ok(code) => {
                errln!("warning: {program} exited with {code:?}; the task is unchanged");
                None
            }
            Err(error) => {
                errln!("warning: {error}; the task is unchanged");
                None
            }
        }
    }
}

/// Runs a program with this input until it ends.
fn start(program: &str, arguments: &[String], input: &Value, limits: Limits) -> Result<Ended, String> {
    let job = Job { input: input.to_string().into_bytes(), ..Job::new(program.as_ref(), arguments, limits) };
    job.run().map_err(|error| format!("{program}: {error}"))
}
