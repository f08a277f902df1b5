//! Executes a valid proposal, with an audit entry around its effect.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use planwright_contracts::agent_proposal::StoredTask;
use planwright_generated::agent_proposal::{
    AgentProposal, CreateTaskProposal, ExecuteToolProposal, NoOpProposal, NoOpReason, PersistArtifactProposal,
    ProposedTask, SelectNextTaskProposal, TaskStatus,
};
use serde_json::{Map, Value, json};

use super::{
    Ask, Change, Controller, Cycle, End, EntryOutcome, Intent, Parts, StatusChange, Stop, StoreError, Stored, ToolCall,
    store,
};
use crate::invariants::Event;

/// Result of an effect.
pub(super) enum Effect {
    /// The effect took place, with this result.
    Done(Value),
    /// The effect failed, and it is unknown what was done.
    Failed(String),
    /// The store rejected the change, and nothing was done.
    Store(StoreError),
}

impl Controller<'_> {
    pub(super) fn execute(&mut self, proposal: &AgentProposal, stored: &Stored) -> Result<Cycle, Stop> {
        let (action_type, payload) = action(proposal);
        if let AgentProposal::NoOp(NoOpProposal { reason, .. }) = proposal {
            return self.handle_no_op(*reason, stored);
        }
        let mut intent = self.intent(stored, &action_type, payload);
        if let Some(refused) = self.refuse_without_approval(proposal, &mut intent)? {
            return Ok(refused);
        }
        match proposal {
            AgentProposal::CreateTask(CreateTaskProposal { task, .. }) => self.create(task, &intent),
            AgentProposal::SelectNextTask(SelectNextTaskProposal { task_id, .. }) => {
                self.select(task_id, stored, &intent)
            }
            AgentProposal::PersistArtifact(PersistArtifactProposal { artifact, .. }) => {
                self.audited(&intent, |parts, _| store(parts, &Change::PutArtifact(artifact.clone())))
            }
            AgentProposal::ExecuteTool(_)
            | AgentProposal::GenerateMessage(_)
            | AgentProposal::AnalyzeLeads(_)
            | AgentProposal::RequestUserInput(_) => self.call_tool(stored, &intent),
            AgentProposal::NoOp(NoOpProposal { reason, .. }) => self.handle_no_op(*reason, stored),
        }
    }

    pub(super) fn intent(&mut self, stored: &Stored, action_type: &str, payload: Map<String, Value>) -> Intent {
        let at = (self.parts.clock)();
        Intent { campaign: stored.campaign.id.clone(), action_type: action_type.to_owned(), payload, at, key: None }
    }

    /// Writes the entry, runs the effect, and writes the end, in this order under all circumstances.
    pub(super) fn audited(
        &mut self,
        intent: &Intent,
        effect: impl FnOnce(&mut Parts<'_>, u64) -> Effect,
    ) -> Result<Cycle, Stop> {
        // The entry must be durable before the effect starts.
        let entry = self.parts.audit.begin(intent)?;
        let effect = effect(&mut self.parts, entry);
        let (outcome, detail) = match &effect {
            Effect::Done(result) => (EntryOutcome::Succeeded, result.clone()),
            Effect::Failed(reason) => (EntryOutcome::Failed, json!(reason)),
            Effect::Store(error) => (EntryOutcome::Failed, json!(error.to_string())),
        };
        self.complete(entry, &intent.action_type, outcome, detail.clone())?;
        let action_type = intent.action_type.clone();
        match effect {
            Effect::Done(result) => Ok(Cycle::Done { action_type, entry, result }),
            // A conflict means that nothing was changed, so the agent can try again with the new state.
            Effect::Failed(_) | Effect::Store(StoreError::Conflict(_)) => {
                Ok(Cycle::Failed { action_type, entry, reason: detail })
            }
            Effect::Store(error) => Err(Stop::Store(error)),
        }
    }

    fn complete(&mut self, entry: u64, action_type: &str, outcome: EntryOutcome, detail: Value) -> Result<(), Stop> {
        let end = End { outcome, at: (self.parts.clock)(), detail };
        self.parts.audit.complete(entry, &end).map_err(|error| Stop::Unrecorded { entry, error })?;
        let success = outcome == EntryOutcome::Succeeded;
        self.events.push(Event::AuditAppended { action_type: action_type.to_owned(), success });
        Ok(())
    }

    /// Asks for approval if the policy requires it, or if the same action was interrupted before. Returns `Some` if it
    /// was refused. An interrupted action is repeated with its original key.
    fn refuse_without_approval(
        &mut self,
        proposal: &AgentProposal,
        intent: &mut Intent,
    ) -> Result<Option<Cycle>, Stop> {
        let last = self.parts.audit.last_try(&intent.campaign, &intent.action_type, &intent.payload)?;
        let unknown = |end: Option<&End>| end.is_none_or(|end| end.outcome == EntryOutcome::Interrupted);
        let interrupted = last.filter(|entry| unknown(entry.end.as_ref()));
        // A repetition keeps the key of the interrupted attempt, so that idempotent tools can detect it.
        intent.key = interrupted.as_ref().map(|entry| entry.intent.key(entry.id));
        let interrupted_before = interrupted.is_some();
        let Intent { action_type, payload, .. } = &*intent;
        if !interrupted_before && !self.validator.policy().needs_approval(proposal) {
            return Ok(None);
        }
        let Err(reason) = self.parts.oversight.approve(&Ask { action_type, payload, interrupted_before }) else {
            return Ok(None);
        };
        let entry = self.parts.audit.begin(intent)?;
        self.complete(entry, action_type, EntryOutcome::Refused, json!(reason))?;
        Ok(Some(Cycle::Refused { action_type: action_type.clone(), entry, reason }))
    }

    fn call_tool(&mut self, stored: &Stored, intent: &Intent) -> Result<Cycle, Stop> {
        let tool = intent.action_type.clone();
        self.events.push(Event::ToolStarted { tool: tool.clone(), by: "controller".to_owned() });
        let before = self.events.len();
        let cycle = self.audited(intent, |parts, entry| {
            let key = intent.key(entry);
            let call = called(stored, intent, entry, &key);
            // A panic in a tool must not leave its entry open.
            match catch_unwind(AssertUnwindSafe(|| parts.tools.run(&call))) {
                Ok(Ok(result)) => Effect::Done(result),
                Ok(Err(reason)) => Effect::Failed(reason),
                Err(panic) => Effect::Failed(format!("the tool panicked: {}", panic_message(panic.as_ref()))),
            }
        });
        match &cycle {
            // The log has no entry, so the tool was not started.
            Err(Stop::Store(_)) => self.events.truncate(before - 1),
            Err(_) => self.events.push(Event::ToolFinished { tool, success: false }),
            Ok(cycle) => {
                let success = matches!(cycle, Cycle::Done { .. });
                self.events.insert(before, Event::ToolFinished { tool, success });
            }
        }
        let cycle = cycle?;
        if let Cycle::Done { entry, result, .. } = &cycle {
            self.verify(stored, intent, *entry, result)?;
        }
        Ok(cycle)
    }

    /// Changes the status of the current task, but only if it was verified.
    fn verify(&mut self, stored: &Stored, intent: &Intent, entry: u64, result: &Value) -> Result<(), Stop> {
        let Some(task) = stored.tasks.iter().find(|task| task.status == TaskStatus::InProgress) else { return Ok(()) };
        let key = intent.key(entry);
        let call = called(stored, intent, entry, &key);
        let Some(to) = self.parts.oversight.verify(task, &call, result) else { return Ok(()) };
        if to == task.status {
            return Ok(());
        }
        let change = StatusChange { task_id: task.id.clone(), from: task.status, to };
        match self.set(vec![change]) {
            // The task was changed concurrently. The next cycle uses its new state.
            Err(StoreError::Conflict(_)) => Ok(()),
            other => Ok(other?),
        }
    }

    fn create(&mut self, task: &ProposedTask, intent: &Intent) -> Result<Cycle, Stop> {
        let task = StoredTask {
            id: (self.parts.ids)(),
            description: task.description.clone(),
            status: TaskStatus::Pending,
            preconditions: task.preconditions.clone().unwrap_or_default(),
        };
        let id = json!({ "task_id": task.id });
        self.audited(intent, |parts, _| match store(parts, &Change::AddTask(task)) {
            Effect::Done(_) => Effect::Done(id),
            other => other,
        })
    }

    /// Sets the selected task to in progress. All other tasks lose this status, because an agent only sees one.
    fn select(&mut self, task_id: &str, stored: &Stored, intent: &Intent) -> Result<Cycle, Stop> {
        // Only one task may be in progress. The same change sets the others back to pending.
        let aside = stored.tasks.iter().filter(|task| task.status == TaskStatus::InProgress);
        let aside = aside.map(|task| (task.id.clone(), TaskStatus::InProgress, TaskStatus::Pending));
        let selected = stored.tasks.iter().filter(|task| task.id.eq_ignore_ascii_case(task_id));
        let selected = selected.map(|task| (task.id.clone(), TaskStatus::Pending, TaskStatus::InProgress));
        let changes: Vec<_> =
            aside.chain(selected).map(|(task_id, from, to)| StatusChange { task_id, from, to }).collect();
        let change = Change::SetTasks(changes.clone());
        let cycle = self.audited(intent, |parts, _| store(parts, &change))?;
        if matches!(cycle, Cycle::Done { .. }) {
            self.confirm(&changes)?;
        }
        Ok(cycle)
    }

    fn set(&mut self, changes: Vec<StatusChange>) -> Result<(), StoreError> {
        let change = Change::SetTasks(changes);
        self.parts.state.apply(&change)?;
        let Change::SetTasks(changes) = change else { return Ok(()) };
        self.confirm(&changes)
    }

    /// Reloads the changed tasks, because only the state in the store counts as verified.
    fn confirm(&mut self, changes: &[StatusChange]) -> Result<(), StoreError> {
        let now = self.parts.state.load()?;
        for StatusChange { task_id, from, to } in changes {
            let verified = now.tasks.iter().any(|task| task.id == *task_id && task.status == *to);
            if !verified {
                return Err(StoreError::Corrupt(format!("task {task_id} did not keep the status {to}")));
            }
            let (from, to) = (from.to_string(), to.to_string());
            self.events.push(Event::TaskStatusChanged { task_id: task_id.clone(), from, to, verified });
        }
        Ok(())
    }

    /// Handles a proposal to do nothing. A campaign is only marked as complete if all tasks are done.
    fn handle_no_op(&mut self, reason: NoOpReason, stored: &Stored) -> Result<Cycle, Stop> {
        let all_done = stored.tasks.iter().all(|task| task.status == TaskStatus::Done);
        if reason != NoOpReason::CampaignComplete || !all_done {
            return Ok(Cycle::Waiting { reason: reason.to_string() });
        }
        let intent = self.intent(stored, "complete_campaign", Map::new());
        let change = Change::SetCampaign(planwright_generated::agent_proposal::CampaignStatus::Completed);
        match self.audited(&intent, |parts, _| store(parts, &change))? {
            Cycle::Done { .. } => Ok(Cycle::Completed),
            other => Ok(other),
        }
    }
}

/// Returns the name and arguments for the log entry of a proposal. Unknown properties are not logged, because the
/// generated type does not contain them.
fn action(proposal: &AgentProposal) -> (String, Map<String, Value>) {
    if let AgentProposal::ExecuteTool(ExecuteToolProposal { tool_name, parameters, .. }) = proposal {
        return (tool_name.to_string(), parameters.clone());
    }
    let Ok(Value::Object(mut members)) = serde_json::to_value(proposal) else { return Default::default() };
    let tag = members.shift_remove("action_type").and_then(|tag| tag.as_str().map(str::to_owned)).unwrap_or_default();
    (tag, members)
}

fn called<'c>(stored: &Stored, intent: &'c Intent, entry: u64, key: &'c str) -> ToolCall<'c> {
    let policy = stored.operations.get(&intent.action_type).copied();
    ToolCall { entry, campaign: &intent.campaign, tool: &intent.action_type, parameters: &intent.payload, key, policy }
}

/// Returns the message of a panic.
fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it gave no reason".to_owned())
}
