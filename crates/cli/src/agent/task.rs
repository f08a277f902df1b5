//! Implements `planwright agent task` and `planwright agent leads`: a person changes tasks or counts, with an entry in
//! the audit log.

use planwright_agent::controller::{Change, StateStore as _, StatusChange, StoreError, Stored};
use planwright_contracts::agent_proposal::StoredTask;
use planwright_generated::agent_proposal::{CurrentLead, LeadsSummary, TaskStatus};
use planwright_store::AgentStore;
use serde_json::{Map, Value, json};

use super::args::{AgentLeads, AgentTask};
use super::mark::audited;
use super::{failed, keep_head};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::human::isolated;

/// Adds, finishes, unblocks or updates a task.
pub(super) fn run(args: &AgentTask) -> Result<Outcome, Failure> {
    let (folder, head_file) = match args {
        AgentTask::Add { at, .. }
        | AgentTask::Finish { at, .. }
        | AgentTask::Unblock { at, .. }
        | AgentTask::Update { at, .. } => (&at.store, at.head_file.as_deref()),
    };
    let store = AgentStore::open(folder).map_err(|error| failed(&error))?;
    keep_head(&store, head_file)?;
    let stored = store.campaign().load().map_err(|error| failed(&error))?;
    let (action_type, change, said) = change(args, &store, &stored)?;
    let payload = match &change {
        Change::SetTasks(changes) => {
            let changes = changes.iter().map(|one| json!({ "task_id": one.task_id, "from": one.from, "to": one.to }));
            json!({ "tasks": changes.collect::<Vec<_>>() })
        }
        Change::AddTask(task) | Change::PutTask(task) => json!({ "task": task }),
        Change::SetLeads(_) | Change::SetCampaign(_) | Change::PutArtifact(_) => Value::Null,
    };
    audited(&store, &stored.campaign.id, action_type, members(payload), &change).map_err(|error| failed(&error))?;
    outln!("{said}");
    Ok(Outcome::Fine)
}

/// Sets the lead counts.
pub(super) fn leads(args: &AgentLeads) -> Result<Outcome, Failure> {
    let store = AgentStore::open(&args.at.store).map_err(|error| failed(&error))?;
    keep_head(&store, args.at.head_file.as_deref())?;
    let stored = store.campaign().load().map_err(|error| failed(&error))?;
    let was = stored.leads_summary;
    let current_lead = match (&args.current_id, &args.current_name) {
        (Some(id), Some(name)) => Some(current(id, name)?),
        _ if args.no_current => None,
        _ => was.current_lead,
    };
    let leads = LeadsSummary {
        total: args.total.unwrap_or(was.total),
        pending: args.pending.unwrap_or(was.pending),
        contacted: args.contacted.unwrap_or(was.contacted),
        responded: args.responded.unwrap_or(was.responded),
        current_lead,
    };
    let payload = members(json!({ "leads_summary": leads }));
    let said = format!(
        "{} leads, {} pending, {} contacted, {} responded",
        leads.total, leads.pending, leads.contacted, leads.responded
    );
    audited(&store, &stored.campaign.id, "set_leads", payload, &Change::SetLeads(leads))
        .map_err(|error| failed(&error))?;
    outln!("{said}");
    Ok(Outcome::Fine)
}

fn current(id: &str, name: &str) -> Result<CurrentLead, Failure> {
    serde_json::from_value(json!({ "id": id, "name": name })).map_err(Failure::one)
}

fn members(value: Value) -> Map<String, Value> {
    if let Value::Object(members) = value { members } else { Map::new() }
}

/// Returns the name of the change in the log, the change itself, and the message for the user.
fn change(args: &AgentTask, store: &AgentStore, stored: &Stored) -> Result<(&'static str, Change, String), Failure> {
    let known = |id: &str| {
        let found = stored.tasks.iter().find(|task| task.id.eq_ignore_ascii_case(id));
        found.ok_or_else(|| Failure::one(format!("task {id} does not exist")))
    };
    let all_known =
        |ids: &[String]| ids.iter().map(|id| known(id).map(|task| task.id.clone())).collect::<Result<Vec<_>, _>>();
    let set = |task: &StoredTask, to| {
        Change::SetTasks(vec![StatusChange { task_id: task.id.clone(), from: task.status, to }])
    };
    Ok(match args {
        AgentTask::Add { description, after, .. } => {
            let id = store.uuid().map_err(|error: StoreError| failed(&error))?;
            let said = format!("added {id}: {}", isolated(description));
            let preconditions = all_known(after)?;
            let task = StoredTask { id, description: description.clone(), status: TaskStatus::Pending, preconditions };
            ("add_task", Change::AddTask(task), said)
        }
        AgentTask::Finish { id, .. } => {
            let task = known(id)?;
            if task.status == TaskStatus::Done {
                return Err(Failure::one(format!("task {} is already done", task.id)));
            }
            ("finish_task", set(task, TaskStatus::Done), format!("{}: {} -> done", task.id, task.status))
        }
        AgentTask::Unblock { id, .. } => {
            let task = known(id)?;
            if task.status != TaskStatus::Blocked {
                return Err(Failure::one(format!("task {} is not blocked, it is {}", task.id, task.status)));
            }
            ("unblock_task", set(task, TaskStatus::Pending), format!("{}: blocked -> pending", task.id))
        }
        AgentTask::Update { id, description, after, .. } => {
            let task = known(id)?;
            let preconditions = all_known(after)?;
            if waits_for(stored, &preconditions, &task.id) {
                return Err(Failure::one(format!("task {} would depend on itself", task.id)));
            }
            let task = StoredTask {
                description: description.clone().unwrap_or_else(|| task.description.clone()),
                preconditions: if after.is_empty() { task.preconditions.clone() } else { preconditions },
                ..task.clone()
            };
            let said = format!("updated {}: {}", task.id, isolated(&task.description));
            ("update_task", Change::PutTask(task), said)
        }
    })
}

/// Returns `true` if one of the tasks is the task with this id, or depends on it.
fn waits_for(stored: &Stored, tasks: &[String], id: &str) -> bool {
    let mut open: Vec<&str> = tasks.iter().map(String::as_str).collect();
    let mut seen = std::collections::BTreeSet::new();
    while let Some(one) = open.pop() {
        if one.eq_ignore_ascii_case(id) {
            return true;
        }
        if seen.insert(one.to_ascii_lowercase()) {
            let found = stored.tasks.iter().filter(|task| task.id.eq_ignore_ascii_case(one));
            open.extend(found.flat_map(|task| task.preconditions.iter().map(String::as_str)));
        }
    }
    false
}
