//! What a controller is made of: everything that is not a decision is handed in.

use std::fmt;

use planwright_contracts::agent_proposal::StoredTask;
use planwright_generated::agent_proposal::{
    ArtifactReference, AuditEntry, Campaign, CampaignStatus, LeadsSummary, ProposedArtifact, StateSnapshot, TaskStatus,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::audit::AuditLog;
use crate::StoreError;
use crate::agent::response::Feedback;
use crate::agent::snapshot::CampaignState;

/// The parts, each behind a trait.
pub struct Parts<'p> {
    /// Proposes.
    pub model: &'p mut dyn Model,
    /// Knows the campaign.
    pub state: &'p mut dyn StateStore,
    /// Remembers what was done.
    pub audit: &'p mut dyn AuditLog,
    /// Act on the world.
    pub tools: &'p mut dyn Tools,
    /// Approves and verifies.
    pub oversight: &'p mut dyn Oversight,
    /// The time now, in RFC 3339.
    pub clock: &'p mut dyn FnMut() -> String,
    /// A new UUID.
    pub ids: &'p mut dyn FnMut() -> String,
}

/// The agent. It remembers nothing: all that it may know is in the request.
pub trait Model {
    /// Answers with the text of a proposal.
    fn propose(&mut self, request: &Request<'_>) -> Result<String, ModelError>;
}

/// What the agent is asked.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Request<'r> {
    /// The state of this cycle.
    pub snapshot: &'r StateSnapshot,
    /// Why the last answer in this cycle was refused.
    pub feedback: Option<&'r Feedback>,
}

/// Why there is no answer at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// There will be none: whoever answers has finished.
    Finished,
    /// It could not be reached, or broke.
    Failed(String),
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finished => f.write_str("the model has no more answers"),
            Self::Failed(why) => write!(f, "the model cannot be asked: {why}"),
        }
    }
}

/// Where a campaign is kept.
pub trait StateStore {
    /// All that is known now.
    fn load(&mut self) -> Result<Stored, StoreError>;

    /// Makes a change, all of it or nothing. It must be durable on return.
    fn apply(&mut self, change: &Change) -> Result<(), StoreError>;
}

/// A campaign as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stored {
    /// The campaign.
    pub campaign: Campaign,
    /// All tasks, in the order in which they should be done.
    pub tasks: Vec<StoredTask>,
    /// Counts of leads, and the one at hand.
    pub leads_summary: LeadsSummary,
    /// What the agent can use, if that is tracked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available_artifacts: Option<Vec<ArtifactReference>>,
}

impl Stored {
    /// The state that an agent is shown, with the latest entries of the audit log.
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

/// A change of a campaign.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A task more.
    AddTask(StoredTask),
    /// Tasks that get another status; if one of them is not as it should be, none does.
    SetTasks(Vec<StatusChange>),
    /// The campaign gets another status.
    SetCampaign(CampaignStatus),
    /// An artifact is stored, in place of the one of its type and key.
    PutArtifact(ProposedArtifact),
}

/// One task that gets another status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusChange {
    /// The task.
    pub task_id: String,
    /// The status that it must have.
    pub from: TaskStatus,
    /// The status that it gets.
    pub to: TaskStatus,
}

/// What acts on the world. Only a controller calls it, after the audit entry is there.
pub trait Tools {
    /// Runs a tool. An error says why it did not do what it should; a panic counts as one.
    fn run(&mut self, call: &ToolCall<'_>) -> Result<Value, String>;
}

/// One run of a tool.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ToolCall<'c> {
    /// The audit entry; no other run has its number, so that a tool can tell a repetition.
    pub entry: u64,
    /// The campaign.
    pub campaign: &'c str,
    /// A tool of the contract, or `generate_message`, `analyze_leads` or `request_user_input`.
    pub tool: &'c str,
    /// Its arguments.
    pub parameters: &'c Map<String, Value>,
}

/// Who says yes, and who looks whether it is true.
pub trait Oversight {
    /// Whether this may be done. An error says why not.
    fn approve(&mut self, ask: &Ask<'_>) -> Result<(), String>;

    /// How far a task is after a tool has run, judged by what is, not by what the agent says. `None`: as far as before.
    fn verify(&mut self, task: &StoredTask, call: &ToolCall<'_>, result: &Value) -> Option<TaskStatus>;
}

/// What is to be approved.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Ask<'a> {
    /// The tool or action.
    pub action_type: &'a str,
    /// Its arguments.
    pub payload: &'a Map<String, Value>,
    /// The same was tried before and interrupted: it may have been done already.
    pub interrupted_before: bool,
}
