//! The state that an agent is shown: bounded, whatever the store holds.

use std::collections::HashSet;

use planwright_contracts::agent_proposal::StoredTask;
use planwright_generated::agent_proposal::{
    ArtifactReference, AuditEntry, Campaign, CurrentTask, LeadsSummary, PendingTask, StateSnapshot, TaskStatus,
};

/// How many pending tasks an agent is shown.
pub const SHOWN_TASKS: usize = 10;

/// How many audit entries an agent is shown.
pub const SHOWN_ENTRIES: usize = 5;

/// All that the controller knows of a campaign.
#[derive(Clone, Debug)]
pub struct CampaignState<'s> {
    /// The campaign.
    pub campaign: Campaign,
    /// All tasks, in the order in which they should be done.
    pub tasks: &'s [StoredTask],
    /// Counts of leads, and the one at hand.
    pub leads_summary: LeadsSummary,
    /// The audit log, oldest entry first.
    pub audit_log: &'s [AuditEntry],
    /// What the agent can use, if that is tracked.
    pub available_artifacts: Option<Vec<ArtifactReference>>,
}

/// The snapshot of a campaign: the first task that is in progress, ten pending tasks, the last five audit entries.
///
/// Of the pending tasks those come first that could be selected now: the agent is not told which tasks wait for others.
pub fn snapshot(state: &CampaignState<'_>) -> StateSnapshot {
    let of_status = |status| state.tasks.iter().filter(move |task| task.status == status);
    let done: HashSet<_> = of_status(TaskStatus::Done).map(|task| task.id.to_ascii_lowercase()).collect();
    let (ready, waiting): (Vec<_>, Vec<_>) =
        of_status(TaskStatus::Pending).partition(|task| waits_for_none(task, &done));
    let shown = ready.into_iter().chain(waiting).take(SHOWN_TASKS);
    let old = state.audit_log.len().saturating_sub(SHOWN_ENTRIES);
    StateSnapshot {
        campaign: state.campaign.clone(),
        current_task: of_status(TaskStatus::InProgress).next().map(current),
        pending_tasks: shown
            .map(|task| PendingTask { id: task.id.clone(), description: task.description.clone() })
            .collect(),
        leads_summary: state.leads_summary.clone(),
        recent_audit_log: state.audit_log[old..].to_vec(),
        available_artifacts: state.available_artifacts.clone(),
    }
}

fn waits_for_none(task: &StoredTask, done: &HashSet<String>) -> bool {
    task.preconditions.iter().all(|id| done.contains(&id.to_ascii_lowercase()))
}

/// The usual policy on which campaigns are complex: five tasks pending, or a hundred leads.
pub fn is_complex(state: &CampaignState<'_>) -> bool {
    let pending = state.tasks.iter().filter(|task| task.status == TaskStatus::Pending).count();
    pending >= 5 || state.leads_summary.total >= 100
}

fn current(task: &StoredTask) -> CurrentTask {
    CurrentTask {
        id: task.id.clone(),
        description: task.description.clone(),
        status: task.status,
        preconditions: Some(task.preconditions.clone()),
    }
}
