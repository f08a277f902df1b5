//! Runs the test commands of a plan.

use std::path::Path;

use serde::Serialize;

use super::interpreters;
use planwright_project::process::{Captured, Confinement, Echo, Job, Limits, RunError};
use planwright_project::shell_split;

/// Way of starting a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shell {
    /// Pass the command to `sh -c`.
    Yes,
    /// Split the command into words and start the program directly.
    No,
}

/// Failed command.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FailedCommand {
    pub(super) command: String,
    /// Description of how it ended.
    pub(super) end: String,
    /// End of its output.
    pub(super) output: String,
}

/// Returns the program and its arguments.
///
/// The error names syntax that only a shell understands, or an interpreter that would receive a program as an argument.
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

/// Runs a command in `folder`. Its output is copied to standard error while it runs.
pub(super) fn run(
    command: &str,
    argv: &[String],
    folder: &Path,
    confinement: &Confinement,
    limits: Limits,
) -> Result<(), FailedCommand> {
    let failed = |end: String, output: String| FailedCommand { command: command.to_owned(), end, output };
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
