//! What a proposal is checked against: the snapshot the agent saw, and what the controller knows better.

use planwright_check::{Diagnostic, Passed, Report, codes, judge};
use planwright_generated::agent_proposal::{StateSnapshot, TaskStatus};
use planwright_source::Pointer;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::State;

/// The surroundings of a proposal. What is absent is not judged.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The state that the agent was shown; it lists at most ten of the pending tasks.
    pub snapshot: Option<StateSnapshot>,
    /// All tasks, authoritative where given.
    pub task_store: Option<Vec<StoredTask>>,
    /// Whether policy calls the campaign complex, so that new tasks should be justified.
    pub complex_campaign: bool,
}

/// One task as the controller stores it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct StoredTask {
    /// Its UUID.
    pub id: String,
    /// What it is about.
    #[serde(default)]
    pub description: String,
    /// How far it is.
    pub status: TaskStatus,
    /// The UUIDs of the tasks that must be done before.
    #[serde(default)]
    pub preconditions: Vec<String>,
}

/// Reads `{"snapshot": …, "task_store": […], "policy": {"complex_campaign": …}}`, every member optional.
pub fn read_context(value: &Value) -> Result<Context, Report> {
    let mut found = Vec::new();
    let given = |name: &str| value.get(name).filter(|value| !value.is_null());
    let snapshot = given("snapshot").and_then(|value| {
        let judged = judge::<State>(value.clone(), &(), &Pointer::root().member("snapshot"));
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
