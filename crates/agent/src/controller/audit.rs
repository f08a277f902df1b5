//! The audit log: what is about to be done is there before it is done, how it ended afterwards.

use planwright_generated::agent_proposal::AuditEntry;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use planwright_check::StoreError;

/// What is about to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Intent {
    /// The campaign that it is done for.
    pub campaign: String,
    /// The tool, or the action where no tool is involved.
    pub action_type: String,
    /// The arguments.
    pub payload: Map<String, Value>,
    /// When it begins.
    pub at: String,
    /// The key of the try before, if that was interrupted; else the key follows from the entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

impl Intent {
    /// The idempotency key of this as the entry of that number.
    pub fn key(&self, entry: u64) -> String {
        self.key.clone().unwrap_or_else(|| format!("{}/{entry}", self.campaign))
    }
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// In short.
    pub outcome: EntryOutcome,
    /// When.
    pub at: String,
    /// The result of a tool, or why there is none.
    pub detail: Value,
}

/// How it ended, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EntryOutcome {
    /// It was done.
    Succeeded,
    /// It was tried; what of it was done, the tool knows.
    Failed,
    /// The controller was stopped in between: whether it was done, nobody knows.
    Interrupted,
    /// Nobody approved it: it was not tried.
    Refused,
}

/// One entry of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number.
    pub id: u64,
    /// What was about to be done.
    pub intent: Intent,
    /// How it ended; `None` while it is under way, or after a crash.
    pub end: Option<End>,
}

impl EntryOutcome {
    /// Every outcome.
    pub const ALL: [Self; 4] = [Self::Succeeded, Self::Failed, Self::Interrupted, Self::Refused];

    /// The outcome as it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Interrupted => "interrupted",
            Self::Refused => "refused",
        }
    }
}

impl Entry {
    /// The entry as an agent is shown it.
    pub fn for_agent(&self) -> AuditEntry {
        AuditEntry {
            action_type: self.intent.action_type.clone(),
            payload: Some(self.intent.payload.clone()),
            success: self.end.as_ref().is_some_and(|end| end.outcome == EntryOutcome::Succeeded),
            timestamp: self.intent.at.clone(),
        }
    }
}

/// Where entries are kept. Nothing is ever changed or removed: an end is added to its entry once.
///
/// An error means that the call wrote nothing.
pub trait AuditLog {
    /// Writes that something is about to be done, and returns the number of the entry. It must be durable on return.
    fn begin(&mut self, intent: &Intent) -> Result<u64, StoreError>;

    /// Writes how it ended. It must be durable on return.
    fn complete(&mut self, entry: u64, end: &End) -> Result<(), StoreError>;

    /// Every entry without end, oldest first.
    fn open(&self) -> Result<Vec<Entry>, StoreError>;

    /// The last `count` entries of a campaign, oldest first.
    fn recent(&self, campaign: &str, count: usize) -> Result<Vec<Entry>, StoreError>;

    /// The last entry of this campaign, action and payload that was not refused.
    fn last_try(
        &self,
        campaign: &str,
        action_type: &str,
        payload: &Map<String, Value>,
    ) -> Result<Option<Entry>, StoreError>;
}
