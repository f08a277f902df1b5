//! Context of a proposal: the snapshot that the agent saw, and data that only the controller has.

use planwright_check::{Diagnostic, Passed, Report, codes, validate};
use planwright_generated::agent_proposal::{StateSnapshot, TaskStatus};
use planwright_source::Pointer;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::State;

/// Context of a proposal. Rules that need absent data are skipped.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// State that the agent was shown. It lists at most ten of the pending tasks.
    pub snapshot: Option<StateSnapshot>,
    /// All tasks. If present, it takes precedence over the snapshot.
    pub task_store: Option<Vec<StoredTask>>,
    /// True if the policy classifies the campaign as complex. New tasks then need a justification.
    pub complex_campaign: bool,
}

/// Task as the controller stores it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct StoredTask {
    /// UUID of the task.
    pub id: String,
    /// Description of the task.
    #[serde(default)]
    pub description: String,
    /// Status of the task.
    pub status: TaskStatus,
    /// UUIDs of the tasks that must be completed before.
    #[serde(default)]
    pub preconditions: Vec<String>,
}

/// Parses `{"snapshot": …, "task_store": […], "policy": {"complex_campaign": …}}`. All properties are optional.
pub fn read_context(value: &Value) -> Result<Context, Report> {
    let mut found = Vec::new();
    let given = |name: &str| value.get(name).filter(|value| !value.is_null());
    let snapshot = given("snapshot").and_then(|value| {
        let judged = validate::<State>(value.clone(), &(), &Pointer::root().member("snapshot"));
        judged.map_err(|errors| found.extend(errors)).ok().map(Passed::into_inner)
    });
    let task_store = given("task_store").and_then(|value| {
        let read = Vec::<StoredTask>::deserialize(value);
        let complain = |error: serde_json::Error| {
            let message = format!("not a list of stored tasks: {error}");
            found.push(Diagnostic::error(codes::SCHEMA_VIOLATION, Pointer::root().member("task_store"), message));
        };
        read.map_err(complain).ok()
    });
    let complex_campaign = value.pointer("/policy/complex_campaign") == Some(&Value::Bool(true));
    if found.iter().any(Diagnostic::is_error) {
        Err(Report::of_value(found))
    } else {
        Ok(Context { snapshot, task_store, complex_campaign })
    }
}
