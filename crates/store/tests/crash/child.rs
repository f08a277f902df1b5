//! The controller that is killed. Every port counts its steps, and the tool writes its effects to a separate file.

use std::cell::Cell;
use std::fs::OpenOptions;
use std::io::{Write as _, stdout};
use std::path::{Path, PathBuf};

use planwright_agent::UsualPolicy;
use planwright_agent::controller::{
    Ask, AuditLog, Change, Controller, Cycle, End, Entry, Intent, Model, ModelError, Oversight, Parts, Request,
    StateStore, Stop, StoreError, Stored, ToolCall, Tools,
};
use planwright_contracts::agent_proposal::StoredTask;
use planwright_generated::agent_proposal::TaskStatus;
use planwright_store::{AgentStore, CampaignStore, EmbeddedLog};
use serde_json::{Map, Value, json};

pub(crate) const CAMPAIGN: &str = r#"{
  "campaign": { "id": "550e8400-e29b-41d4-a716-446655440000", "name": "Crash", "status": "active" },
  "tasks": [{ "id": "660e8400-e29b-41d4-a716-446655440001", "description": "Visit five pages", "status": "in-progress" }],
  "leads_summary": { "total": 0, "pending": 0, "contacted": 0, "responded": 0, "current_lead": null }
}"#;

/// Number of pages that are visited.
const PAGES: u64 = 5;

/// Returns the path of the file with the effects of the controller on this store.
pub(crate) fn effects(folder: &Path) -> PathBuf {
    folder.with_extension("effects")
}

/// Reports every step, and aborts at one of them.
struct Steps {
    taken: Cell<u64>,
    abort_at: u64,
}

impl Steps {
    fn step(&self) {
        self.taken.set(self.taken.get() + 1);
        // An error means that nobody reads the output any more. That does not stop the child.
        let mut out = stdout();
        drop(out.write_all(b".").and_then(|()| out.flush()));
        if self.taken.get() == self.abort_at {
            std::process::abort();
        }
    }

    /// Counts a step before and one after the action.
    fn around<T>(&self, act: impl FnOnce() -> T) -> T {
        self.step();
        let result = act();
        self.step();
        result
    }
}

struct State<'s>(CampaignStore, &'s Steps);

impl StateStore for State<'_> {
    fn load(&mut self) -> Result<Stored, StoreError> {
        self.1.around(|| self.0.load())
    }

    fn apply(&mut self, change: &Change) -> Result<(), StoreError> {
        self.1.around(|| self.0.apply(change))
    }
}

/// The log. With `late`, which is the control, it writes an entry only after the effect.
struct Log<'s> {
    embedded: EmbeddedLog,
    steps: &'s Steps,
    late: bool,
    waiting: Option<Intent>,
}

impl AuditLog for Log<'_> {
    fn begin(&mut self, intent: &Intent) -> Result<u64, StoreError> {
        if self.late {
            self.waiting = Some(intent.clone());
            self.steps.step();
            return Ok(0);
        }
        self.steps.around(|| self.embedded.begin(intent))
    }

    fn complete(&mut self, entry: u64, end: &End) -> Result<(), StoreError> {
        let steps = self.steps;
        steps.around(|| match self.waiting.take() {
            Some(intent) => {
                let entry = self.embedded.begin(&intent)?;
                steps.step();
                self.embedded.complete(entry, end)
            }
            None => self.embedded.complete(entry, end),
        })
    }

    fn open(&self) -> Result<Vec<Entry>, StoreError> {
        self.embedded.open()
    }

    fn recent(&self, campaign: &str, count: usize) -> Result<Vec<Entry>, StoreError> {
        self.embedded.recent(campaign, count)
    }

    fn last_try(&self, campaign: &str, tool: &str, payload: &Map<String, Value>) -> Result<Option<Entry>, StoreError> {
        self.embedded.last_try(campaign, tool, payload)
    }
}

/// Visits one page after another, and retries a failed one once.
#[derive(Default)]
struct Agent {
    tried_again: Option<u64>,
}

impl Model for Agent {
    fn propose(&mut self, request: &Request<'_>) -> Result<String, ModelError> {
        let page = match request.snapshot.recent_audit_log.last() {
            None => 0,
            Some(last) => {
                let page =
                    last.payload.as_ref().and_then(|payload| payload.get("url")?.as_str()?.parse().ok()).unwrap();
                let again = !last.success && self.tried_again != Some(page);
                self.tried_again = again.then_some(page);
                if again { page } else { page + 1 }
            }
        };
        if page >= PAGES {
            return Err(ModelError::Finished);
        }
        let parameters = json!({ "url": page.to_string() });
        Ok(json!({ "action_type": "execute_tool", "tool_name": "browser_navigate", "parameters": parameters })
            .to_string())
    }
}

struct Browser<'s>(PathBuf, &'s Steps);

impl Tools for Browser<'_> {
    fn run(&mut self, call: &ToolCall<'_>) -> Result<Value, String> {
        self.1.around(|| {
            let line = format!("{} {}\n", call.entry, call.parameters["url"].as_str().unwrap());
            let mut file = OpenOptions::new().append(true).create(true).open(&self.0).unwrap();
            file.write_all(line.as_bytes()).unwrap();
            Ok(Value::Null)
        })
    }
}

struct Nobody<'s>(&'s Steps);

impl Oversight for Nobody<'_> {
    fn approve(&mut self, ask: &Ask<'_>) -> Result<(), String> {
        assert!(ask.interrupted_before, "navigation needs no approval");
        Err("it may have been done".to_owned())
    }

    fn verify(&mut self, task: &StoredTask, call: &ToolCall<'_>, _result: &Value) -> Option<TaskStatus> {
        self.0.step();
        let last = call.parameters["url"].as_str().and_then(|url| url.parse().ok()) == Some(PAGES - 1);
        Some(if last { TaskStatus::Done } else { task.status })
    }
}

pub(crate) fn run(folder: &Path, late: bool, abort_at: u64) {
    let steps = Steps { taken: Cell::new(0), abort_at };
    let store = AgentStore::open(folder).unwrap();
    let (mut clock, mut ids) = (|| store.now().unwrap(), || store.uuid().unwrap());
    let parts = Parts {
        model: &mut Agent::default(),
        state: &mut State(store.campaign(), &steps),
        audit: &mut Log { embedded: store.log(), steps: &steps, late, waiting: None },
        tools: &mut Browser(effects(folder), &steps),
        oversight: &mut Nobody(&steps),
        clock: &mut clock,
        ids: &mut ids,
    };
    let (mut controller, _) = Controller::start(parts, &UsualPolicy).unwrap();
    loop {
        match controller.cycle() {
            Ok(Cycle::Done { .. } | Cycle::Refused { .. }) => {}
            Err(Stop::Model(ModelError::Finished)) => return,
            other => panic!("{other:?}"),
        }
    }
}
