//! Runs the test commands. While commands fail and attempts are left, passes the edits to the editor again.

use planwright_contracts::Diagnostic;
use planwright_fix::codes;
use planwright_source::Pointer;

use super::make::EditResult;
use super::tracked::TrackedFiles;
use super::{Run, make, needs_editor, uncommitted};
use crate::changes::{Scope, Snapshot};
use crate::commands::{self, FailedCommand};
use crate::journal::{Journal, Note};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::human::{isolated, some};

/// Runs the commands until all pass in one attempt.
pub(super) fn run(run: &Run<'_>, journal: &mut Journal) -> Result<Outcome, Failure> {
    let last = run.plan.tests.max_attempts.unwrap_or(1).min(run.args.max_attempts.get());
    let mut attempt = 1;
    loop {
        let failures = run_attempt(run, attempt, journal)?;
        if failures.is_empty() {
            journal.note(&Note::Finish { passed: true })?;
            planwright_project::outln!(
                "{} made, {} passed",
                some(run.steps.len(), "edit"),
                some(run.commands.len(), "test command")
            );
            return Ok(Outcome::Fine);
        }
        // If the editor has no edits, the commands would only fail again.
        if attempt >= last || !run.steps.iter().any(needs_editor) {
            journal.note(&Note::Finish { passed: false })?;
            return Ok(
                run.report_findings(failures.into_iter().map(|(index, failed)| test_failure(index, &failed)).collect())
            );
        }
        attempt += 1;
        planwright_project::outln!("attempt {attempt} of {last}");
        let failures: Vec<FailedCommand> = failures.into_iter().map(|(_, failed)| failed).collect();
        for step in run.steps.iter().filter(|step| needs_editor(step)) {
            // A later edit may have renamed or deleted the file.
            if !is_gone(run, step.path) {
                match make::edit(run, step, attempt, &failures) {
                    Ok(EditResult::Changed) => planwright_project::outln!("  edited {}", isolated(step.path)),
                    Ok(EditResult::Unchanged) => {
                        planwright_project::outln!("  unchanged: {}", isolated(step.path));
                    }
                    Err(refused) => {
                        journal.note(&Note::Finish { passed: false })?;
                        return Ok(run.report_findings(vec![refused]));
                    }
                }
            }
        }
    }
}

fn is_gone(run: &Run<'_>, path: &str) -> bool {
    use crate::plan::Action;
    run.steps.iter().any(|step| matches!(step.action, Action::Delete | Action::Rename(_)) && step.path == path)
}

/// Runs one attempt. Returns the commands that failed, with their indices.
fn run_attempt(run: &Run<'_>, attempt: u64, journal: &mut Journal) -> Result<Vec<(usize, FailedCommand)>, Failure> {
    let tests = &run.plan.tests;
    let mut failures = Vec::new();
    let limits = run.args.limits.into();
    let mut files = TrackedFiles::from_run(run)?;
    for (index, (command, argv)) in tests.commands.iter().zip(&run.commands).enumerate() {
        planwright_project::outln!("test: {}", isolated(command));
        let before = Snapshot::capture(run.repo, Scope::Git)?;
        let mut result = commands::run(command, argv, &run.args.repo, run.confinement, limits);
        let changed = Snapshot::capture(run.repo, Scope::Git)?.changed_since(&before);
        if let Some(path) = changed.first() {
            let end = format!("it changed {path}, which Git runs or reads settings from");
            result = Err(FailedCommand { command: command.clone(), end, output: String::new() });
        }
        let changed = files.update(run)?;
        if !changed.is_empty() {
            let changed = format!("it changed tracked files or files of the plan: {}", uncommitted::listed(&changed));
            let (end, output) = match result {
                Ok(()) => (changed, String::new()),
                Err(failed) => (format!("{}; {changed}", failed.end), failed.output),
            };
            result = Err(FailedCommand { command: command.clone(), end, output });
        }
        journal.note(&Note::Test { attempt, command: command.clone(), passed: result.is_ok() })?;
        match result {
            Ok(()) => planwright_project::outln!("  passed"),
            Err(failed) => {
                planwright_project::outln!("  failed: {}", isolated(&failed.end));
                failures.push((index, failed));
                if tests.stop_on_failure {
                    break;
                }
            }
        }
    }
    Ok(failures)
}

fn test_failure(index: usize, failed: &FailedCommand) -> Diagnostic {
    let mut at = Pointer::root().member("tests").member("commands");
    at.push_index(index);
    let message = format!("the command failed: {}", failed.end);
    Diagnostic::error(codes::TESTS_FAILED, at, message).with_help("request a new plan with the output of the command")
}
