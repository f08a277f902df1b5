//! Interfaces of a controller. Everything except its decisions is passed in.

use std::fmt;

use planwright_contracts::agent_proposal::StoredTask;
use planwright_generated::agent_proposal::{
    ArtifactReference, AuditEntry, Campaign, CampaignStatus, LeadsSummary, ProposedArtifact, StateSnapshot, TaskStatus,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::audit::{AuditLog, Entry, EntryOutcome};
use crate::operations::{OperationPolicy, Operations};
use crate::response::Feedback;
use crate::snapshot::CampaignState;
use planwright_check::StoreError;

/// Parts of a controller, each behind a trait.
pub struct Parts<'p> {
    /// Makes proposals.
    pub model: &'p mut dyn Model,
    /// Stores the campaign.
    pub state: &'p mut dyn StateStore,
    /// Stores the audit log.
    pub audit: &'p mut dyn AuditLog,
    /// Have effects outside of the controller.
    pub tools: &'p mut dyn Tools,
    /// Approves and verifies.
    pub oversight: &'p mut dyn Oversight,
    /// Returns the current time in RFC 3339 format.
    pub clock: &'p mut dyn FnMut() -> String,
    /// Returns a new UUID.
    pub ids: &'p mut dyn FnMut() -> String,
}

/// The agent. It is stateless: the request contains everything that it may know.
pub trait Model {
    /// Returns a proposal as text.
    fn propose(&mut self, request: &Request<'_>) -> Result<String, ModelError>;
}

/// Request to the agent.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Request<'r> {
    /// State in this cycle.
    pub snapshot: &'r StateSnapshot,
    /// Errors in the previous answer of this cycle.
    pub feedback: Option<&'r Feedback>,
    /// Results of the operations in the audit log of the snapshot, in the same order.
    pub returned: &'r [Returned],
}

/// Result of an operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Returned {
    /// Audit entry.
    pub entry: u64,
    /// Tool or action.
    pub action_type: String,
    /// Summary of the outcome, or `None` while the operation is running.
    pub outcome: Option<EntryOutcome>,
    /// Result of the tool, or the reason for its absence. If its JSON is longer than [`SHOWN_CHARACTERS`], this is its
    /// beginning as a string, and its length.
    pub detail: Value,
}

/// Maximum number of characters of a result that an agent sees.
pub const SHOWN_CHARACTERS: usize = 4000;

impl Returned {
    /// Returns the part of an entry that an agent sees.
    pub(super) fn from_entry(entry: &Entry) -> Self {
        let detail = entry.end.as_ref().map_or(&Value::Null, |end| &end.detail);
        let text = detail.as_str().map_or_else(|| detail.to_string(), str::to_owned);
        let characters = text.chars().count();
        let detail = if characters <= SHOWN_CHARACTERS {
            detail.clone()
        } else {
            let start: String = text.chars().take(SHOWN_CHARACTERS).collect();
            json!({ "is_too_long": true, "characters": characters, "starts_with": start })
        };
        let outcome = entry.end.as_ref().map(|end| end.outcome);
        Self { entry: entry.id, action_type: entry.intent.action_type.clone(), outcome, detail }
    }
}

/// Reason for a missing answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// The model has ended and will give no further answer.
    Finished,
    /// The model could not be reached, or failed.
    Failed(String),
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finished => f.write_str("the model has no more answers"),
            Self::Failed(why) => write!(f, "the model cannot be called: {why}"),
        }
    }
}

/// Storage of a campaign.
pub trait StateStore {
    /// Returns the current state.
    fn load(&mut self) -> Result<Stored, StoreError>;

    /// Applies a change completely or not at all. It must be durable on return.
    fn apply(&mut self, change: &Change) -> Result<(), StoreError>;
}

/// Stored campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stored {
    /// The campaign.
    pub campaign: Campaign,
    /// All tasks, in the intended order.
    pub tasks: Vec<StoredTask>,
    /// Numbers of leads, and the current lead.
    pub leads_summary: LeadsSummary,
    /// Artifacts that the agent can use, if they are tracked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available_artifacts: Option<Vec<ArtifactReference>>,
    /// Policies of operations, by name.
    #[serde(default, skip_serializing_if = "Operations::is_empty")]
    pub operations: Operations,
}

impl Stored {
    /// Returns the state that an agent sees, with the latest entries of the audit log.
    pub fn state<'s>(&'s self, audit_log: &'s [AuditEntry]) -> CampaignState<'s> {
        CampaignState {
            campaign: self.campaign.clone(),
            tasks: &self.tasks,
            leads_summary: self.leads_summary.clone(),
            audit_log,
            available_artifacts: self.available_artifacts.clone(),
        }
    }
}

/// Change of a campaign.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Adds a task.
    AddTask(StoredTask),
    /// Replaces the description and preconditions of a task. Its status is kept.
    PutTask(StoredTask),
    /// Replaces the numbers of leads.
    SetLeads(LeadsSummary),
    /// Changes the status of several tasks. If one of them does not have its expected status, none is changed.
    SetTasks(Vec<StatusChange>),
    /// Changes the status of the campaign.
    SetCampaign(CampaignStatus),
    /// Stores an artifact. It replaces the one with the same type and key.
    PutArtifact(ProposedArtifact),
}

/// Change of the status of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusChange {
    /// Id of the task.
    pub task_id: String,
    /// Expected old status.
    pub from: TaskStatus,
    /// New status.
    pub to: TaskStatus,
}

/// Effects outside of the controller. Only a controller calls this, after the audit entry was written.
pub trait Tools {
    /// Runs a tool. An error contains the reason of the failure, and a panic counts as an error.
    fn run(&mut self, call: &ToolCall<'_>) -> Result<Value, String>;
}

/// Run of a tool.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ToolCall<'c> {
    /// Audit entry. Its number is unique, so that a tool can detect a repetition.
    pub entry: u64,
    /// Campaign.
    pub campaign: &'c str,
    /// Tool of the contract, or `generate_message`, `analyze_leads` or `request_user_input`.
    pub tool: &'c str,
    /// Arguments.
    pub parameters: &'c Map<String, Value>,
    /// Idempotency key. It is the same for every attempt of this run, including approved attempts after an
    /// interruption.
    pub key: &'c str,
    /// Policy of the campaign for this operation, if there is one.
    #[serde(skip)]
    pub policy: Option<OperationPolicy>,
}

/// Approves actions and verifies their results.
pub trait Oversight {
    /// Returns whether the action may be executed. An error contains the reason why not.
    fn approve(&mut self, ask: &Ask<'_>) -> Result<(), String>;

    /// Returns the status of a task after a tool has run, based on facts and not on the agent's claims. `None` means
    /// unchanged.
    fn verify(&mut self, task: &StoredTask, call: &ToolCall<'_>, result: &Value) -> Option<TaskStatus>;
}

/// Request for approval.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Ask<'a> {
    /// Tool or action.
    pub action_type: &'a str,
    /// Arguments.
    pub payload: &'a Map<String, Value>,
    /// True if the same action was interrupted before, so that it may already have taken effect.
    pub interrupted_before: bool,
}
