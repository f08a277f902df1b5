//! Table of the rules for proposals.

use planwright_check::{Findings, Rule};
use planwright_generated::agent_proposal::{AgentProposal, CreateTaskProposal, SelectNextTaskProposal, TaskStatus};

use super::{Context, StoredTask};

/// All rules of a proposal.
pub(super) const ALL: &[Rule<AgentProposal, Context>] = &[
    Rule::error("TASK_NOT_FOUND", "The selected task does not exist.", task_not_found),
    Rule::error("TASK_NOT_SELECTABLE", "The selected task is not pending.", task_not_selectable),
    Rule::error(
        "PRECONDITIONS_NOT_MET",
        "The selected task depends on a task that is not done.",
        preconditions_not_met,
    ),
    Rule::error(
        "UNKNOWN_PRECONDITION",
        "A new task depends on a task that does not exist, so it could never start.",
        unknown_precondition,
    ),
    Rule::warning(
        "MISSING_JUSTIFICATION",
        "A task is created in a complex campaign without a justification.",
        missing_justification,
    ),
];

/// Knowledge of the context about a task id.
enum Known<'c> {
    /// The context has neither a task store nor a snapshot.
    NotChecked,
    Absent,
    Stored(&'c StoredTask),
    /// The snapshot lists the task as pending.
    Pending,
    /// The task is the current task of the snapshot.
    Current,
}

fn look_up<'c>(context: &'c Context, id: &str) -> Known<'c> {
    let is = |other: &str| other.eq_ignore_ascii_case(id);
    if let Some(store) = &context.task_store {
        return store.iter().find(|task| is(&task.id)).map_or(Known::Absent, Known::Stored);
    }
    let Some(snapshot) = &context.snapshot else { return Known::NotChecked };
    if snapshot.pending_tasks.iter().any(|task| is(&task.id)) {
        Known::Pending
    } else if snapshot.current_task.as_ref().is_some_and(|task| is(&task.id)) {
        Known::Current
    } else {
        Known::Absent
    }
}

fn task_not_found(proposal: &AgentProposal, context: &Context, findings: &mut Findings) {
    let AgentProposal::SelectNextTask(SelectNextTaskProposal { task_id, .. }) = proposal else { return };
    if matches!(look_up(context, task_id), Known::Absent) {
        findings.report(&[&"task_id"], format!("there is no task {task_id}"), "choose one of pending_tasks");
    }
}

fn task_not_selectable(proposal: &AgentProposal, context: &Context, findings: &mut Findings) {
    let AgentProposal::SelectNextTask(SelectNextTaskProposal { task_id, .. }) = proposal else { return };
    let status = match look_up(context, task_id) {
        Known::Stored(task) if task.status != TaskStatus::Pending => task.status.to_string(),
        Known::Current => "the current task".to_owned(),
        _ => return,
    };
    findings.report(
        &[&"task_id"],
        format!("the task {task_id} is {status}, not pending"),
        "choose one of pending_tasks",
    );
}

fn preconditions_not_met(proposal: &AgentProposal, context: &Context, findings: &mut Findings) {
    let AgentProposal::SelectNextTask(SelectNextTaskProposal { task_id, .. }) = proposal else { return };
    let Known::Stored(task) = look_up(context, task_id) else { return };
    if task.status != TaskStatus::Pending {
        return;
    }
    let done = |id: &str| matches!(look_up(context, id), Known::Stored(task) if task.status == TaskStatus::Done);
    if let Some(open) = task.preconditions.iter().find(|id| !done(id)) {
        let message = format!("the task {task_id} waits for {open}, which is not done");
        findings.report(&[&"task_id"], message, "choose a task whose preconditions are done");
    }
}

fn unknown_precondition(proposal: &AgentProposal, context: &Context, findings: &mut Findings) {
    let AgentProposal::CreateTask(CreateTaskProposal { task, .. }) = proposal else { return };
    for (index, id) in task.preconditions.iter().flatten().enumerate() {
        if matches!(look_up(context, id), Known::Absent) {
            let message = format!("there is no task {id} to wait for");
            findings.report(&[&"task", &"preconditions", &index], message, "name an existing task, or leave it out");
        }
    }
}

fn missing_justification(proposal: &AgentProposal, context: &Context, findings: &mut Findings) {
    let AgentProposal::CreateTask(CreateTaskProposal { justification, .. }) = proposal else { return };
    let missing = justification.as_deref().unwrap_or_default().trim().is_empty();
    if context.complex_campaign && missing {
        let message = "a new task in a complex campaign has no justification";
        findings.report(&[&"justification"], message, "explain why the task is needed");
    }
}
