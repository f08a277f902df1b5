//! The events that a controller records.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One thing that a controller did.
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
        /// Whether it passed.
        valid: bool,
    },
    /// A tool begins to run.
    ToolStarted {
        /// Its name.
        tool: String,
        /// Who started it; it must be `controller`.
        #[serde(default)]
        by: String,
    },
    /// A tool has run.
    ToolFinished {
        /// Its name.
        tool: String,
        /// Whether it did what it should.
        success: bool,
    },
    /// The audit log has a new entry.
    AuditAppended {
        /// The name of the tool that it is about.
        action_type: String,
        /// What it says about the outcome.
        success: bool,
    },
    /// A task got another status.
    TaskStatusChanged {
        /// The task.
        task_id: String,
        /// The old status.
        from: String,
        /// The new one.
        to: String,
        /// Whether the outcome was verified before.
        #[serde(default)]
        verified: bool,
    },
    /// The agent is asked again.
    Retry {
        /// The number of the attempt that failed.
        #[serde(default)]
        attempt: u64,
    },
    /// The cycle ends without result.
    Abort {},
}
