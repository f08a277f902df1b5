//! In-memory parts of a controller: a scripted model, a campaign, a log, a tool, and a trace of the calls.

use std::cell::RefCell;
use std::rc::Rc;

use planwright_agent::CampaignState;
use planwright_agent::controller::{
    Ask, AuditLog, Change, End, Entry, EntryOutcome, Intent, Model, ModelError, Oversight, Parts, Request, StateStore,
    StoreError, Stored, ToolCall, Tools,
};
use planwright_contracts::agent_proposal::StoredTask;
use planwright_generated::agent_proposal::{ArtifactReference, Campaign, CampaignStatus, LeadsSummary, TaskStatus};
use serde_json::{Map, Value, json};

/// Behaviour of the tool.
#[derive(Clone, Copy)]
pub(crate) enum Tool {
    Works,
    Fails,
    Panics,
}

struct Inside {
    answers: Vec<String>,
    feedback: Vec<(String, u64)>,
    stored: Stored,
    log: Vec<Entry>,
    trace: Vec<String>,
}

pub(crate) struct World {
    inside: Rc<RefCell<Inside>>,
    pub(crate) tool: Tool,
    pub(crate) approves: bool,
    pub(crate) verdict: Option<TaskStatus>,
    pub(crate) begin_fails: Option<StoreError>,
    pub(crate) end_fails: Option<StoreError>,
}

/// Handle to the shared state, one for each part.
#[derive(Clone)]
struct Hand {
    inside: Rc<RefCell<Inside>>,
    tool: Tool,
    approves: bool,
    verdict: Option<TaskStatus>,
    begin_fails: Option<StoreError>,
    end_fails: Option<StoreError>,
}

pub(crate) struct Hands {
    all: [Hand; 5],
    clock: Box<dyn FnMut() -> String>,
    ids: Box<dyn FnMut() -> String>,
}

pub(crate) fn id(number: usize) -> String {
    format!("660e8400-e29b-41d4-a716-{number:012}")
}

pub(crate) fn task(number: usize, status: TaskStatus, waits_for: &[usize]) -> StoredTask {
    let preconditions = waits_for.iter().map(|&number| id(number)).collect();
    StoredTask { id: id(number), description: format!("task {number}"), status, preconditions }
}

pub(crate) fn state(stored: &Stored) -> CampaignState<'_> {
    CampaignState {
        campaign: stored.campaign.clone(),
        tasks: &stored.tasks,
        leads_summary: stored.leads_summary.clone(),
        audit_log: &[],
        available_artifacts: None,
    }
}

impl World {
    pub(crate) fn new(answers: &[&str], tasks: Vec<StoredTask>) -> Self {
        let stored = Stored {
            campaign: Campaign { id: id(0), name: "c".to_owned(), status: CampaignStatus::Active },
            tasks,
            leads_summary: LeadsSummary { contacted: 0, current_lead: None, pending: 0, responded: 0, total: 0 },
            available_artifacts: None,
            operations: std::collections::BTreeMap::default(),
        };
        let answers = answers.iter().rev().map(|&answer| answer.to_owned()).collect();
        let inside = Inside { answers, feedback: Vec::new(), stored, log: Vec::new(), trace: Vec::new() };
        Self {
            inside: Rc::new(RefCell::new(inside)),
            tool: Tool::Works,
            approves: false,
            verdict: None,
            begin_fails: None,
            end_fails: None,
        }
    }

    pub(crate) fn parts(&self) -> Hands {
        let hand = || Hand {
            inside: Rc::clone(&self.inside),
            tool: self.tool,
            approves: self.approves,
            verdict: self.verdict,
            begin_fails: self.begin_fails.clone(),
            end_fails: self.end_fails.clone(),
        };
        let mut next = 900;
        let ids = move || {
            next += 1;
            id(next)
        };
        let clock = || "2026-01-06T10:00:00Z".to_owned();
        Hands { all: [hand(), hand(), hand(), hand(), hand()], clock: Box::new(clock), ids: Box::new(ids) }
    }

    /// Adds an open entry, as a crash would leave it.
    pub(crate) fn leave(&mut self, intent: Intent) {
        let mut inside = self.inside.borrow_mut();
        let id = inside.log.len() as u64 + 1;
        inside.log.push(Entry { id, intent, end: None });
    }

    pub(crate) fn trace(&self) -> Vec<String> {
        self.inside.borrow().trace.clone()
    }

    pub(crate) fn feedback(&self) -> Vec<(String, u64)> {
        self.inside.borrow().feedback.clone()
    }

    pub(crate) fn log(&self) -> Vec<Entry> {
        self.inside.borrow().log.clone()
    }

    pub(crate) fn stored(&self) -> Stored {
        self.inside.borrow().stored.clone()
    }

    pub(crate) fn stored_mut(&mut self) -> std::cell::RefMut<'_, Stored> {
        std::cell::RefMut::map(self.inside.borrow_mut(), |inside| &mut inside.stored)
    }
}

impl Hands {
    pub(crate) fn borrow(&mut self) -> Parts<'_> {
        let [model, state, audit, tools, oversight] = &mut self.all;
        Parts { model, state, audit, tools, oversight, clock: &mut self.clock, ids: &mut self.ids }
    }
}

impl Hand {
    fn trace(&self, step: impl Into<String>) {
        self.inside.borrow_mut().trace.push(step.into());
    }
}

impl Model for Hand {
    fn propose(&mut self, request: &Request<'_>) -> Result<String, ModelError> {
        let answer = self.inside.borrow_mut().answers.pop().ok_or(ModelError::Finished)?;
        self.trace("ask");
        let said = request.feedback.map(|one| (one.repair.to_string(), one.response.retry.attempt));
        self.inside.borrow_mut().feedback.extend(said);
        Ok(answer)
    }
}

impl StateStore for Hand {
    fn load(&mut self) -> Result<Stored, StoreError> {
        self.trace("load");
        Ok(self.inside.borrow().stored.clone())
    }

    fn apply(&mut self, change: &Change) -> Result<(), StoreError> {
        self.trace("apply");
        let stored = &mut self.inside.borrow_mut().stored;
        match change {
            Change::AddTask(task) => stored.tasks.push(task.clone()),
            Change::SetCampaign(status) => stored.campaign.status = *status,
            Change::SetLeads(leads) => stored.leads_summary = leads.clone(),
            Change::PutTask(task) => {
                let known = stored.tasks.iter_mut().find(|known| known.id == task.id);
                let known = known.ok_or_else(|| StoreError::Conflict(task.id.clone()))?;
                *known = StoredTask { status: known.status, ..task.clone() };
            }
            Change::PutArtifact(artifact) => {
                let (artifact_type, artifact_key) = (artifact.artifact_type.to_string(), artifact.artifact_key.clone());
                let all = stored.available_artifacts.get_or_insert_default();
                all.push(ArtifactReference { artifact_type, artifact_key });
            }
            Change::SetTasks(changes) => {
                for change in changes {
                    let task =
                        stored.tasks.iter_mut().find(|task| task.id == change.task_id && task.status == change.from);
                    task.ok_or_else(|| StoreError::Conflict(change.task_id.clone()))?.status = change.to;
                }
            }
        }
        Ok(())
    }
}

impl AuditLog for Hand {
    fn begin(&mut self, intent: &Intent) -> Result<u64, StoreError> {
        self.begin_fails.clone().map_or(Ok(()), Err)?;
        self.trace(format!("begin {}", intent.action_type));
        let log = &mut self.inside.borrow_mut().log;
        let id = log.len() as u64 + 1;
        log.push(Entry { id, intent: intent.clone(), end: None });
        Ok(id)
    }

    fn complete(&mut self, entry: u64, end: &End) -> Result<(), StoreError> {
        self.end_fails.clone().map_or(Ok(()), Err)?;
        self.trace(format!("end {}", end.outcome.as_str()));
        let log = &mut self.inside.borrow_mut().log;
        let entry = log.iter_mut().find(|one| one.id == entry && one.end.is_none()).expect("an open entry");
        entry.end = Some(end.clone());
        Ok(())
    }

    fn open(&self) -> Result<Vec<Entry>, StoreError> {
        Ok(self.inside.borrow().log.iter().filter(|entry| entry.end.is_none()).cloned().collect())
    }

    fn recent(&self, _campaign: &str, count: usize) -> Result<Vec<Entry>, StoreError> {
        let log = &self.inside.borrow().log;
        Ok(log[log.len().saturating_sub(count)..].to_vec())
    }

    fn last_try(&self, _: &str, action: &str, payload: &Map<String, Value>) -> Result<Option<Entry>, StoreError> {
        let log = &self.inside.borrow().log;
        let same = |entry: &&Entry| {
            let refused = entry.end.as_ref().is_some_and(|end| end.outcome == EntryOutcome::Refused);
            !refused && entry.intent.action_type == action && entry.intent.payload == *payload
        };
        Ok(log.iter().rev().find(same).cloned())
    }
}

impl Tools for Hand {
    fn run(&mut self, call: &ToolCall<'_>) -> Result<Value, String> {
        self.trace(format!("tool {}", call.tool));
        match self.tool {
            Tool::Works => Ok(json!("fine")),
            Tool::Fails => Err("no network".to_owned()),
            Tool::Panics => panic!("boom"),
        }
    }
}

impl Oversight for Hand {
    fn approve(&mut self, ask: &Ask<'_>) -> Result<(), String> {
        self.trace(if ask.interrupted_before { "approve again" } else { "approve" });
        if self.approves { Ok(()) } else { Err("no".to_owned()) }
    }

    fn verify(&mut self, _: &StoredTask, _: &ToolCall<'_>, _: &Value) -> Option<TaskStatus> {
        self.trace("verify");
        self.verdict
    }
}
