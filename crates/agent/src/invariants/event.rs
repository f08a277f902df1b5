//! Events that a controller records.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Action of a controller.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The state was loaded from the store.
    StateLoaded {},
    /// The agent has answered.
    Proposal {
        /// The answer, valid or not.
        #[serde(default)]
        value: Value,
    },
    /// The answer was checked.
    Validated {
        /// True if the answer was valid.
        valid: bool,
    },
    /// A tool was started.
    ToolStarted {
        /// Name of the tool.
        tool: String,
        /// Component that started the tool. It must be `controller`.
        #[serde(default)]
        by: String,
    },
    /// A tool has ended.
    ToolFinished {
        /// Name of the tool.
        tool: String,
        /// True if the tool succeeded.
        success: bool,
    },
    /// An entry was added to the audit log.
    AuditAppended {
        /// Name of the tool.
        action_type: String,
        /// Outcome in the entry.
        success: bool,
    },
    /// The status of a task was changed.
    TaskStatusChanged {
        /// Id of the task.
        task_id: String,
        /// Old status.
        from: String,
        /// New status.
        to: String,
        /// True if the outcome was verified before.
        #[serde(default)]
        verified: bool,
    },
    /// The agent is asked again.
    Retry {
        /// Number of the failed attempt.
        #[serde(default)]
        attempt: u64,
    },
    /// The cycle ended without a result.
    Abort {},
}
