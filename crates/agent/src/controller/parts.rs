//! What a controller is made of: everything that is not a decision is handed in.

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
    /// How the operations ended that the audit log of the snapshot shows, in its order, and what they returned.
    pub returned: &'r [Returned],
}

/// How an operation ended, and what it returned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Returned {
    /// Its audit entry.
    pub entry: u64,
    /// The tool or action.
    pub action_type: String,
    /// In short; `None` while it is open.
    pub outcome: Option<EntryOutcome>,
    /// The result of a tool, or why there is none; of one that is longer than [`SHOWN_CHARACTERS`] as JSON the beginning, as
    /// a text, and how long it is.
    pub detail: Value,
}

/// How much of what an operation returned an agent is shown.
pub const SHOWN_CHARACTERS: usize = 4000;

impl Returned {
    /// What an agent is shown of an entry.
    pub(super) fn of(entry: &Entry) -> Self {
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
    /// How single operations are run, by their names.
    #[serde(default, skip_serializing_if = "Operations::is_empty")]
    pub operations: Operations,
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
    /// The task of this id gets this description and these preconditions; its status stays.
    PutTask(StoredTask),
    /// Leads are counted anew.
    SetLeads(LeadsSummary),
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
    /// The same for every try of this run, also for one that somebody has approved after an interruption: for tools that can
    /// tell a repetition.
    pub key: &'c str,
    /// What the campaign says of this operation, if anything.
    #[serde(skip)]
    pub policy: Option<OperationPolicy>,
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
