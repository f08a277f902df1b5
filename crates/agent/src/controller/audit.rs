//! The audit log. An entry is written before an effect starts, and completed when it has ended.

use planwright_generated::agent_proposal::AuditEntry;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use planwright_check::StoreError;

/// Effect that is about to start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Intent {
    /// Campaign that the effect belongs to.
    pub campaign: String,
    /// Tool, or the action if no tool is involved.
    pub action_type: String,
    /// Arguments.
    pub payload: Map<String, Value>,
    /// Start time.
    pub at: String,
    /// Key of the previous attempt, if it was interrupted. Otherwise the key is derived from the entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

impl Intent {
    /// Returns the idempotency key of the effect in the given entry.
    pub fn key(&self, entry: u64) -> String {
        self.key.clone().unwrap_or_else(|| format!("{}/{entry}", self.campaign))
    }
}

/// End of an effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// Summary of the outcome.
    pub outcome: EntryOutcome,
    /// End time.
    pub at: String,
    /// Result of the tool, or the reason for its absence.
    pub detail: Value,
}

/// Summary of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EntryOutcome {
    /// The effect succeeded.
    Succeeded,
    /// The effect was tried and failed. Only the tool knows what was done.
    Failed,
    /// The controller was stopped in between, so it is unknown whether the effect took place.
    Interrupted,
    /// The effect was not approved and not tried.
    Refused,
}

/// Entry of the audit log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Number of the entry.
    pub id: u64,
    /// The effect.
    pub intent: Intent,
    /// End of the effect. `None` while it is running, or after a crash.
    pub end: Option<End>,
}

impl EntryOutcome {
    /// All outcomes.
    pub const ALL: [Self; 4] = [Self::Succeeded, Self::Failed, Self::Interrupted, Self::Refused];

    /// Returns the serialized name of the outcome.
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
    /// Returns the entry in the form that an agent sees.
    pub fn for_agent(&self) -> AuditEntry {
        AuditEntry {
            action_type: self.intent.action_type.clone(),
            payload: Some(self.intent.payload.clone()),
            success: self.end.as_ref().is_some_and(|end| end.outcome == EntryOutcome::Succeeded),
            timestamp: self.intent.at.clone(),
        }
    }
}

/// Storage of audit entries. Entries are never changed or removed, except that an end is added once.
///
/// An error means that the call has written nothing.
pub trait AuditLog {
    /// Writes that an effect is about to start, and returns the number of the entry. The entry must be durable on
    /// return.
    fn begin(&mut self, intent: &Intent) -> Result<u64, StoreError>;

    /// Writes the end of an effect. It must be durable on return.
    fn complete(&mut self, entry: u64, end: &End) -> Result<(), StoreError>;

    /// Returns all entries without an end, oldest first.
    fn open(&self) -> Result<Vec<Entry>, StoreError>;

    /// Returns the last `count` entries of a campaign, oldest first.
    fn recent(&self, campaign: &str, count: usize) -> Result<Vec<Entry>, StoreError>;

    /// Returns the last entry with this campaign, action and payload that was not refused.
    fn last_try(
        &self,
        campaign: &str,
        action_type: &str,
        payload: &Map<String, Value>,
    ) -> Result<Option<Entry>, StoreError>;
}
