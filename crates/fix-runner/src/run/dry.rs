//! Prints what a run would do.

use super::Run;
use crate::plan::Action;
use planwright_project::render::human::{isolated, some};

/// Prints every edit and every command.
pub(super) fn print(run: &Run<'_>) {
    let mut task = None;
    for step in run.steps {
        if task != Some(step.task_index) {
            planwright_project::outln!("{} {}", step.task.id, isolated(&step.task.title));
            task = Some(step.task_index);
        }
        let path = isolated(step.path);
        match step.action {
            Action::Modify => planwright_project::outln!("  modify {path}"),
            Action::Create => planwright_project::outln!("  create {path}"),
            Action::Delete => planwright_project::outln!("  delete {path}, after confirmation"),
            Action::Rename(target) => planwright_project::outln!("  rename {path} to {}", isolated(target)),
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
    planwright_project::outln!("commands that a model wrote, {stop}, {attempts} at most:");
    for command in &tests.commands {
        planwright_project::outln!("  {}", isolated(command));
    }
    planwright_project::outln!("nothing was changed");
}

/// Prints the checks that a person should do after a task.
pub(super) fn checks(checks: Option<&[String]>) {
    for check in checks.unwrap_or_default() {
        planwright_project::outln!("  check: {}", isolated(check));
    }
}
