//! Prints the steps of a run without making them.

use super::super::plan::Action;
use super::Run;
use planwright_project::render::human::{isolated, some};

/// Prints every edit and every command.
pub(super) fn print(run: &Run<'_>) {
    let mut task = None;
    for step in run.steps {
        if task != Some(step.task_index) {
            outln!("{} {}", step.task.id, isolated(&step.task.title));
            task = Some(step.task_index);
        }
        let path = isolated(step.path);
        match step.action {
            Action::Modify => outln!("  modify {path}"),
            Action::Create => outln!("  create {path}"),
            Action::Delete => outln!("  delete {path}, after confirmation"),
            Action::Rename(target) => outln!("  rename {path} to {}", isolated(target)),
        }
        if step.edit_index + 1 == step.task.edits.len() {
            checks(step.task.post_checks.as_deref());
        }
    }
    let tests = &run.plan.tests;
    let attempts = some(
        usize::try_from(tests.max_attempts.unwrap_or(1).min(run.args.max_attempts.get())).unwrap_or(usize::MAX),
        "attempt",
    );
    let stop = if tests.stop_on_failure { "stopping at the first failure" } else { "all of them even after a failure" };
    outln!("commands that a model wrote, {stop}, {attempts} at most:");
    for command in &tests.commands {
        outln!("  {}", isolated(command));
    }
    outln!("nothing was changed");
}

/// Prints the manual checks of a task.
pub(super) fn checks(checks: Option<&[String]>) {
    for check in checks.unwrap_or_default() {
        outln!("  check: {}", isolated(check));
    }
}
