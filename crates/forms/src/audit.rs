//! The audit log. An entry is written before anything changes, and completed afterwards.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Entry for one step, or for redeeming one token.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AuditEntry {
    /// Action of the step, or `undo`.
    pub action: String,
    /// Parameters of the step, or the token.
    pub params: Value,
    /// Start time according to the clock.
    pub started_at: String,
    /// State of the action.
    pub state: AuditState,
}

/// State of an audited action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum AuditState {
    /// The action is running, or was interrupted before it changed anything.
    Started,
    /// The action succeeded.
    Done {
        /// End time.
        at: String,
        /// Form that the action belongs to.
        form: u64,
    },
    /// The action failed and changed nothing.
    Failed {
        /// Time of the failure.
        at: String,
        /// Code of the error.
        code: String,
    },
}
