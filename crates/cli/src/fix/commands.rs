//! Runs the test commands of a plan.

use std::path::Path;

use serde::Serialize;

use super::interpreters;
use crate::shell_split;
use planwright_project::process::{Captured, Confinement, Echo, Job, Limits, RunError};

/// How to start a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shell {
    /// With `sh -c`.
    Yes,
    /// As separate words, without a shell.
    No,
}

/// Failed command.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Failed {
    pub(super) command: String,
    /// Exit status or reason.
    pub(super) end: String,
    /// Last part of its output.
    pub(super) output: String,
}

/// Returns the program and its arguments. Fails with the shell syntax, or with the interpreter that would receive
/// code.
pub(super) fn argv(command: &str, shell: Shell) -> Result<Vec<String>, String> {
    match shell {
        Shell::Yes => Ok(vec!["sh".to_owned(), "-c".to_owned(), command.to_owned()]),
        Shell::No => {
            let words = shell_split::split(command)
                .map_err(|why| format!("the command runs without a shell, so it cannot have {why}"))?;
            match interpreters::program_text(&words) {
                None => Ok(words),
                Some(reader) => Err(format!("the command passes code to {reader}, which can do as much as a shell")),
            }
        }
    }
}

/// Runs a command in `folder`. Its output goes to standard error while it runs.
pub(super) fn run(
    command: &str,
    argv: &[String],
    folder: &Path,
    confinement: &Confinement,
    limits: Limits,
) -> Result<(), Failed> {
    let failed = |end: String, output: String| Failed { command: command.to_owned(), end, output };
    let Some((program, arguments)) = argv.split_first() else { return Ok(()) };
    let job = Job {
        folder: Some(folder),
        echo: Echo::Stderr,
        confinement: Some(confinement),
        ..Job::new(program.as_ref(), arguments, limits)
    };
    match job.run() {
        Ok(ended) if ended.status.success() => Ok(()),
        Ok(ended) => Err(failed(ended.status.to_string(), tails(&ended.stdout, &ended.stderr))),
        Err(RunError::Start(error)) => Err(failed(format!("{program}: {error}"), String::new())),
        Err(error) => {
            let output =
                if let RunError::Late(_, streams) = &error { tails(&streams.0, &streams.1) } else { String::new() };
            Err(failed(error.to_string(), output))
        }
    }
}

fn tails(stdout: &Captured, stderr: &Captured) -> String {
    format!("{}{}", String::from_utf8_lossy(&stdout.tail), String::from_utf8_lossy(&stderr.tail))
}
