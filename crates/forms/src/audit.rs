//! The log of what was done: an entry is there before anything changes, and is completed afterwards.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One step, or the redeeming of one token.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AuditEntry {
    /// The action of the step, or `undo`.
    pub action: String,
    /// The parameters of the step, or the token.
    pub params: Value,
    /// When it began, as the clock said.
    pub started_at: String,
    /// How it ended.
    pub state: AuditState,
}

/// How an audited action ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum AuditState {
    /// It has not: it is under way, or was interrupted before it changed anything.
    Started,
    /// It was done.
    Done {
        /// When.
        at: String,
        /// The form that it was about.
        form: u64,
    },
    /// It was not done and changed nothing.
    Failed {
        /// When that was clear.
        at: String,
        /// The code of what stood against it.
        code: String,
    },
}
