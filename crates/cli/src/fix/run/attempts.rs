//! Runs the test commands, and hands the edits to the editor again while commands fail and attempts are left.

use planwright_contracts::Diagnostic;
use planwright_fix::codes;
use planwright_source::Pointer;

use super::super::changes::{Scope, Snapshot};
use super::super::commands::{self, Failed};
use super::super::journal::{Journal, Note};
use super::make::EditResult;
use super::tracked::TrackedFiles;
use super::{Run, make, needs_editor, uncommitted};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::human::{isolated, some};

/// Runs the commands until all pass in one attempt.
pub(super) fn run(run: &Run<'_>, journal: &mut Journal) -> Result<Outcome, Failure> {
    let last = run.plan.tests.max_attempts.unwrap_or(1).min(run.args.max_attempts.get());
    let mut attempt = 1;
    loop {
        let failures = once(run, attempt, journal)?;
        if failures.is_empty() {
            journal.note(&Note::Finish { passed: true })?;
            outln!("{} made, {} passed", some(run.steps.len(), "edit"), some(run.commands.len(), "test command"));
            return Ok(Outcome::Fine);
        }
        // Where nothing can be edited the commands would only fail again.
        if attempt >= last || !run.steps.iter().any(needs_editor) {
            journal.note(&Note::Finish { passed: false })?;
            return Ok(run.tell(failures.into_iter().map(|(index, failed)| told(index, &failed)).collect()));
        }
        attempt += 1;
        outln!("attempt {attempt} of {last}");
        let failures: Vec<Failed> = failures.into_iter().map(|(_, failed)| failed).collect();
        for step in run.steps.iter().filter(|step| needs_editor(step)) {
            // A later edit may have renamed or deleted it.
            if !is_gone(run, step.path) {
                match make::edit(run, step, attempt, &failures) {
                    Ok(EditResult::Changed) => outln!("  edited {}", isolated(step.path)),
                    Ok(EditResult::Unchanged) => outln!("  unchanged: {}", isolated(step.path)),
                    Err(refused) => {
                        journal.note(&Note::Finish { passed: false })?;
                        return Ok(run.tell(vec![refused]));
                    }
                }
            }
        }
    }
}

fn is_gone(run: &Run<'_>, path: &str) -> bool {
    use super::super::plan::Action;
    run.steps.iter().any(|step| matches!(step.action, Action::Delete | Action::Rename(_)) && step.path == path)
}

/// One attempt; the commands that failed, with their indices.
fn once(run: &Run<'_>, attempt: u64, journal: &mut Journal) -> Result<Vec<(usize, Failed)>, Failure> {
    let tests = &run.plan.tests;
    let mut failures = Vec::new();
    let limits = run.args.limits.into();
    let mut files = TrackedFiles::read(run)?;
    for (index, (command, argv)) in tests.commands.iter().zip(&run.commands).enumerate() {
        outln!("test: {}", isolated(command));
        let before = Snapshot::take(run.repo, Scope::Git)?;
        let mut result = commands::run(command, argv, &run.args.repo, run.confinement, limits);
        let changed = Snapshot::take(run.repo, Scope::Git)?.changed_since(&before);
        if let Some(path) = changed.first() {
            let end = format!("it changed {path}, which Git runs or reads settings from");
            result = Err(Failed { command: command.clone(), end, output: String::new() });
        }
        let changed = files.update(run)?;
        if !changed.is_empty() {
            let changed = format!("it changed tracked files or files of the plan: {}", uncommitted::listed(&changed));
            let (end, output) = match result {
                Ok(()) => (changed, String::new()),
                Err(failed) => (format!("{}; {changed}", failed.end), failed.output),
            };
            result = Err(Failed { command: command.clone(), end, output });
        }
        journal.note(&Note::Test { attempt, command: command.clone(), passed: result.is_ok() })?;
        match result {
            Ok(()) => outln!("  passed"),
            Err(failed) => {
                outln!("  failed: {}", isolated(&failed.end));
                failures.push((index, failed));
                if tests.stop_on_failure {
                    break;
                }
            }
        }
    }
    Ok(failures)
}

fn told(index: usize, failed: &Failed) -> Diagnostic {
    let mut at = Pointer::root().member("tests").member("commands");
    at.push_index(index);
    let message = format!("the command failed: {}", failed.end);
    Diagnostic::error(codes::TESTS_FAILED, at, message).with_help("request a new plan with the output of the command")
}
