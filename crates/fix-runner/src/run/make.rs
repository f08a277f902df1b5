//! Makes the edits, and records each in the journal before and after.

use std::io::{BufRead as _, stdin};

use planwright_contracts::Diagnostic;
use planwright_fix::codes;
use serde_json::to_value;

use super::{Run, dry, uncommitted};
use crate::changes::{Scope, Snapshot};
use crate::commands::FailedCommand;
use crate::editor;
use crate::journal::{Journal, Note, RunProgress};
use crate::plan::{self, Action, Step};
use crate::repo::{EntryKind, Fault};
use planwright_project::exit::Failure;
use planwright_project::render::human::isolated;

/// Reason for which an edit was not made.
pub(super) type Refused = Diagnostic;

/// Makes every edit that is not complete yet.
pub(super) fn all(run: &Run<'_>, journal: &mut Journal) -> Result<Result<(), Refused>, Failure> {
    if journal.unfinished().is_none() {
        journal.note(&Note::Start { plan: to_value(run.plan.get()).map_err(Failure::one)? })?;
    }
    let mut task = None;
    for step in run.steps {
        if task != Some(step.task_index) {
            planwright_project::outln!("{} {}", step.task.id, isolated(&step.task.title));
            task = Some(step.task_index);
        }
        let (task, edit) = (step.task_index, step.edit_index);
        let progress = journal.progress(task, edit);
        if progress == RunProgress::Done {
            planwright_project::outln!("  done before: {}", isolated(step.path));
        } else {
            journal.note(&Note::Begin { task, edit })?;
            match make(run, step, progress) {
                Ok(done) => planwright_project::outln!("  {done}"),
                Err(refused) => return Ok(Err(refused)),
            }
            journal.note(&Note::End { task, edit })?;
        }
        if step.edit_index + 1 == step.task.edits.len() {
            dry::checks(step.task.post_checks.as_deref());
        }
    }
    Ok(Ok(()))
}

fn make(run: &Run<'_>, step: &Step<'_>, progress: RunProgress) -> Result<String, Refused> {
    let faulty = |fault: Fault| {
        let (code, message) = plan::describe_fault(step.path, fault);
        plan::finding(step, "path", code, message)
    };
    let path = isolated(step.path);
    let is_gone = progress == RunProgress::Begun && run.repo.kind(step.path).map_err(faulty)? == EntryKind::Missing;
    match step.action {
        Action::Delete | Action::Rename(_) if is_gone => Ok(format!("done before: {path}")),
        Action::Delete => {
            confirm(run, step)?;
            run.repo.delete(step.path).map_err(faulty)?;
            Ok(format!("deleted {path}"))
        }
        Action::Rename(target) => {
            run.repo.rename(step.path, target).map_err(faulty)?;
            Ok(format!("renamed {path} to {}", isolated(target)))
        }
        Action::Modify | Action::Create => {
            let is_changed = edit(run, step, 1, &[])? == EditResult::Changed;
            // An interrupted editor may already have made the change.
            let was_made = progress == RunProgress::Begun && !run.worktree.is_committed(step.path);
            if !is_changed && !was_made {
                let message = format!("the editor succeeded but did not change {}", step.path);
                return Err(plan::finding(step, "path", codes::EDIT_FAILED, message));
            }
            let done = if step.action == Action::Modify { "modified" } else { "created" };
            Ok(format!("{done} {path}"))
        }
    }
}

/// Effect of an edit on the content of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EditResult {
    Changed,
    Unchanged,
}

/// Passes an edit to the editor, and checks the result.
pub(super) fn edit(
    run: &Run<'_>,
    step: &Step<'_>,
    attempt: u64,
    failures: &[FailedCommand],
) -> Result<EditResult, Refused> {
    let refuse = |(code, message)| plan::finding(step, "path", code, message);
    let failed = |message: String| refuse((codes::EDIT_FAILED, message));
    let look = || run.repo.kind(step.path).map_err(|fault| refuse(plan::describe_fault(step.path, fault)));
    // Check the file again, because it may have been replaced by a link.
    look()?;
    let input = editor::editor_input(run.plan, step, run.repo, attempt, failures);
    let input = input.map_err(|fault| refuse(plan::describe_fault(step.path, fault)))?;
    let editor = run.editor.ok_or_else(|| failed("no editor given".to_owned()))?;
    let snapshot = || Snapshot::capture(run.repo, Scope::All).map_err(|error| failed(format!("--repo: {error}")));
    let content = || {
        let content = run.repo.content(step.path);
        content.map_err(|error| failed(format!("{}: {error}", step.path)))
    };
    let (before, content_before) = (snapshot()?, content()?);
    let ended = editor.edit(&run.args.repo, &input, run.confinement, run.args.limits.into());
    // Check the changes even if the editor failed.
    let changed = unplanned(run, step, snapshot()?.changed_since(&before));
    if !changed.is_empty() {
        let message =
            format!("the editor changed files that are not part of the edit: {}", uncommitted::listed(&changed));
        return Err(refuse((codes::UNPLANNED_CHANGE, message)));
    }
    ended.map_err(&failed)?;
    match look()? {
        EntryKind::File if content()? == content_before => Ok(EditResult::Unchanged),
        EntryKind::File => Ok(EditResult::Changed),
        _ => Err(failed(format!("the editor succeeded, but {} does not exist", step.path))),
    }
}

/// Returns the changed paths that are neither the file of the edit nor ignored by git.
fn unplanned(run: &Run<'_>, step: &Step<'_>, changed: Vec<String>) -> Vec<String> {
    // The editor may create folders for the file.
    let is_planned =
        |path: &str| step.path.strip_prefix(path).is_some_and(|below| below.is_empty() || below.starts_with('/'));
    let (of_git, others): (Vec<_>, Vec<_>) = changed.into_iter().partition(|path| path.starts_with(".git/"));
    let others = others.into_iter().filter(|path| !is_planned(path)).collect();
    of_git.into_iter().chain(run.worktree.not_ignored(others)).collect()
}

fn confirm(run: &Run<'_>, step: &Step<'_>) -> Result<(), Refused> {
    if run.args.yes {
        return Ok(());
    }
    planwright_project::err!("delete {}? [y/N] ", isolated(step.path));
    let mut answer = String::new();
    let read = stdin().lock().read_line(&mut answer);
    if read.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes") {
        return Ok(());
    }
    Err(plan::finding(step, "path", codes::NOT_CONFIRMED, format!("deleting {} was not confirmed", step.path)))
}
