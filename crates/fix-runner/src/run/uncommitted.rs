//! Protects uncommitted work: a run does not start on top of it without `--allow-dirty`, and never deletes it.

use std::collections::{BTreeMap, BTreeSet};

use planwright_contracts::Diagnostic;
use planwright_fix::codes;
use planwright_source::Pointer;

use super::Run;
use crate::journal::RunProgress;
use crate::plan::{self, Action, Step};
use crate::repo::EntryKind;

/// Maximum number of paths in a message.
const MAX_LISTED_PATHS: usize = 10;

/// Returns the problems that prevent a run. `progress` returns how far each edit got in an interrupted run.
pub(super) fn check(run: &Run<'_>, progress: impl Fn(&Step<'_>) -> RunProgress) -> Vec<Diagnostic> {
    // Changes of an interrupted run do not count as uncommitted work.
    let mut touched = BTreeSet::new();
    for step in run.steps.iter().filter(|step| progress(step) != RunProgress::None) {
        touched.insert(step.path);
        if let Action::Rename(target) = step.action {
            touched.insert(target);
        }
    }
    let mut found: Vec<Diagnostic> = dirty(run, &touched).into_iter().collect();
    found.extend(deletions(run, &touched).into_iter().map(|step| {
        let why = match run.worktree.unknown() {
            Some(why) => format!("git failed: {why}"),
            None => "its contents are not committed".to_owned(),
        };
        plan::finding(step, "path", codes::UNCOMMITTED, format!("{} would be lost: {why}", step.path))
    }));
    found
}

/// Lists up to ten paths, and the number of further ones.
pub(super) fn listed(paths: &[impl AsRef<str>]) -> String {
    let named: Vec<&str> = paths.iter().take(MAX_LISTED_PATHS).map(AsRef::as_ref).collect();
    let more = paths.len() - named.len();
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", named.join(", "))
}

fn dirty(run: &Run<'_>, touched: &BTreeSet<&str>) -> Option<Diagnostic> {
    if run.args.allow_dirty {
        return None;
    }
    let refuse = |message: String| {
        let help = "commit or stash the changes, or add --allow-dirty";
        Some(Diagnostic::error(codes::UNCOMMITTED, Pointer::root(), message).with_help(help))
    };
    if let Some(why) = run.worktree.unknown() {
        return refuse(format!("cannot check for uncommitted changes: {why}"));
    }
    let journal = run.journal_path().and_then(|path| run.inside(&path));
    let plan = run.inside(run.args.file.as_ref());
    let is_ours = |path: &str| {
        plan.as_deref() == Some(path) || journal.as_deref().is_some_and(|journal| path.starts_with(journal))
    };
    let changed: Vec<&str> = run.worktree.changed().filter(|path| !touched.contains(path) && !is_ours(path)).collect();
    if changed.is_empty() { None } else { refuse(format!("uncommitted changes: {}", listed(&changed))) }
}

/// Returns the remaining deletions that would destroy uncommitted work.
fn deletions<'r>(run: &Run<'r>, touched: &BTreeSet<&str>) -> Vec<&'r Step<'r>> {
    // Path of each file before the plan, or `None` if the plan creates the file.
    let mut origins: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    let mut found = Vec::new();
    for step in run.steps {
        let origin = origins.get(step.path).copied().unwrap_or(Some(step.path));
        match step.action {
            Action::Modify => {}
            Action::Create => _ = origins.insert(step.path, None),
            Action::Rename(target) => _ = origins.insert(target, origin),
            Action::Delete => {
                // Other kinds of entries are rejected elsewhere.
                let is_lost = |path: &str| {
                    let is_safe = touched.contains(path) || run.worktree.is_committed(path);
                    !is_safe && matches!(run.repo.kind(path), Ok(EntryKind::File))
                };
                found.extend(origin.filter(|path| is_lost(path)).map(|_| step));
            }
        }
    }
    found
}
