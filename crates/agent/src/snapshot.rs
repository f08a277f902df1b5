//! The state that an agent sees. It is bounded, regardless of the size of the store.

use std::collections::HashSet;

use planwright_contracts::agent_proposal::StoredTask;
use planwright_generated::agent_proposal::{
    ArtifactReference, AuditEntry, Campaign, CurrentTask, LeadsSummary, PendingTask, StateSnapshot, TaskStatus,
};

/// Maximum number of pending tasks that an agent sees.
pub const SHOWN_TASKS: usize = 10;

/// Maximum number of audit entries that an agent sees.
pub const SHOWN_ENTRIES: usize = 5;

/// Everything that the controller knows about a campaign.
#[derive(Clone, Debug)]
pub struct CampaignState<'s> {
    /// The campaign.
    pub campaign: Campaign,
    /// All tasks, in the intended order.
    pub tasks: &'s [StoredTask],
    /// Numbers of leads, and the current lead.
    pub leads_summary: LeadsSummary,
    /// Audit log, oldest entry first.
    pub audit_log: &'s [AuditEntry],
    /// Artifacts that the agent can use, if they are tracked.
    pub available_artifacts: Option<Vec<ArtifactReference>>,
}

/// Returns the snapshot of a campaign: the first task in progress, ten pending tasks, and the last five audit entries.
///
/// Pending tasks that can be selected now come first, because the agent does not see which tasks depend on others.
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

/// Returns whether a campaign is complex by default: it has five pending tasks, or a hundred leads.
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
