//! Table of the rules for fix plans.

use std::collections::{HashMap, HashSet};

use planwright_check::{Findings, Rule, Step};
use planwright_generated::fix_plan::FixPlan;

use super::edit::{path_fault, paths};
use super::graph::{component_numbers, edges};

/// All rules of a fix plan.
pub(super) const ALL: &[Rule<FixPlan, ()>] = &[
    Rule::error("DUPLICATE_TASK_ID", "Two tasks have the same id, so dependencies are ambiguous.", duplicate_task_id),
    Rule::error("SELF_DEPENDENCY", "A task depends on itself.", self_dependency),
    Rule::error("UNKNOWN_DEPENDENCY", "A task depends on a task that does not exist.", unknown_dependency),
    Rule::error("DEPENDENCY_CYCLE", "Tasks depend on each other in a cycle.", dependency_cycle),
    Rule::warning("FORWARD_DEPENDENCY", "A task depends on a task that comes later in the list.", forward_dependency),
    Rule::error(
        "INVALID_PATH",
        "A path is not a canonical POSIX path relative to the root of the repository.",
        invalid_path,
    ),
    Rule::error("RENAME_NO_OP", "A file is renamed to its own name.", rename_no_op),
    Rule::warning("IGNORED_FIELD", "`target_path` has no effect, because no file is renamed.", ignored_field),
];

/// Fast check in one pass whether no rule can report anything.
///
/// If it is not certain, it answers no and the rules run. A test compares its answers with the rules.
pub(super) fn is_clean(plan: &FixPlan) -> bool {
    let mut earlier = HashSet::with_capacity(plan.tasks.len());
    plan.tasks.iter().all(|task| {
        // A plan whose tasks only depend on earlier tasks has no cycle.
        task.dependencies.iter().flatten().all(|id| earlier.contains(id.as_str()))
            && earlier.insert(task.id.as_str())
            && task.edits.iter().map(paths).all(|paths| {
                let target = paths.target_path;
                target.is_none_or(|target| paths.renames && target != paths.path && path_fault(target).is_none())
                    && path_fault(paths.path).is_none()
                    && paths.context_files.iter().all(|file| path_fault(file).is_none())
            })
    })
}

fn duplicate_task_id(plan: &FixPlan, (): &(), findings: &mut Findings) {
    let mut seen = HashMap::new();
    for (index, task) in plan.tasks.iter().enumerate() {
        let first = *seen.entry(task.id.as_str()).or_insert(index);
        if first != index {
            let message = format!("the id {} is already that of task {}", task.id, first + 1);
            findings.report(&[&"tasks", &index, &"id"], message, "give each task a different id");
        }
    }
}

fn self_dependency(plan: &FixPlan, (): &(), findings: &mut Findings) {
    for edge in edges(plan).iter().filter(|edge| plan.tasks[edge.from].id == edge.id) {
        let message = format!("{} waits for itself", edge.id);
        findings.report(&[&"tasks", &edge.from, &"dependencies", &edge.entry], message, "remove the entry");
    }
}

fn unknown_dependency(plan: &FixPlan, (): &(), findings: &mut Findings) {
    for edge in edges(plan).iter().filter(|edge| edge.to.is_none()) {
        let known = plan.tasks.iter().take(1000).map(|task| task.id.as_str());
        let help = findings
            .suggest(edge.id, known)
            .map_or_else(|| "name the id of a task of this plan".into(), |near| near.write());
        let message = format!("there is no task {}", edge.id);
        findings.report(&[&"tasks", &edge.from, &"dependencies", &edge.entry], message, help);
    }
}

fn dependency_cycle(plan: &FixPlan, (): &(), findings: &mut Findings) {
    let edges = edges(plan);
    let components = component_numbers(plan.tasks.len(), &edges);
    let mut members: HashMap<usize, Vec<&str>> = HashMap::new();
    for (task, &component) in plan.tasks.iter().zip(&components) {
        members.entry(component).or_default().push(&task.id);
    }
    for edge in &edges {
        let Some(to) = edge.to.filter(|&to| to != edge.from && components[to] == components[edge.from]) else {
            continue;
        };
        // Report each cycle once.
        if let Some(names) = members.remove(&components[to]) {
            let more = if names.len() > 8 { " and others" } else { "" };
            let message = format!("{}{more} wait for each other", names[..names.len().min(8)].join(", "));
            let at: [&dyn Step; 4] = [&"tasks", &edge.from, &"dependencies", &edge.entry];
            findings.report(&at, message, "remove one of the dependencies");
        }
    }
}

fn forward_dependency(plan: &FixPlan, (): &(), findings: &mut Findings) {
    let edges = edges(plan);
    let components = component_numbers(plan.tasks.len(), &edges);
    for edge in &edges {
        if edge.to.is_some_and(|to| to > edge.from && components[to] != components[edge.from]) {
            let message = format!("{} is after {}, which waits for it", edge.id, plan.tasks[edge.from].id);
            let help = "move it up; tasks run in an order that respects dependencies";
            findings.report(&[&"tasks", &edge.from, &"dependencies", &edge.entry], message, help);
        }
    }
}

fn invalid_path(plan: &FixPlan, (): &(), findings: &mut Findings) {
    for (task, edit, paths) in each_edit(plan) {
        let at: [&dyn Step; 4] = [&"tasks", &task, &"edits", &edit];
        let mut judge = |below: &[&dyn Step], path: &str| {
            if let Some(fault) = path_fault(path) {
                let message = format!("{path:?} is not a path below the repository's root: {fault}");
                findings.report(&[&at[..], below].concat(), message, "write it like Sources/App/Main.swift");
            }
        };
        judge(&[&"path"], paths.path);
        if let Some(target) = paths.target_path {
            judge(&[&"target_path"], target);
        }
        for (index, file) in paths.context_files.iter().enumerate() {
            judge(&[&"context_files", &index], file);
        }
    }
}

fn rename_no_op(plan: &FixPlan, (): &(), findings: &mut Findings) {
    for (task, edit, paths) in each_edit(plan) {
        if paths.renames && paths.target_path == Some(paths.path) {
            let message = format!("{:?} is renamed to itself", paths.path);
            findings.report(&[&"tasks", &task, &"edits", &edit, &"target_path"], message, "write the new path");
        }
    }
}

fn ignored_field(plan: &FixPlan, (): &(), findings: &mut Findings) {
    for (task, edit, paths) in each_edit(plan) {
        if !paths.renames && paths.target_path.is_some() {
            let message = "target_path has no meaning here, no file is renamed";
            let help = "remove it, or use the action rename_file";
            findings.report(&[&"tasks", &task, &"edits", &edit, &"target_path"], message, help);
        }
    }
}

/// Returns every edit with the index of its task and its own index.
fn each_edit(plan: &FixPlan) -> impl Iterator<Item = (usize, usize, super::edit::Paths<'_>)> {
    plan.tasks
        .iter()
        .enumerate()
        .flat_map(|(task, entry)| entry.edits.iter().enumerate().map(move |(edit, one)| (task, edit, paths(one))))
}
