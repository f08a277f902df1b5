//! Connects a controller to a store. The caller supplies the model and the tools, and everything else has defaults.

use planwright_agent::Policy;
use planwright_agent::controller::{Ask, Controller, Entry, Model, Oversight, Parts, ToolCall, Tools};
use planwright_check::StoreError;
use planwright_contracts::agent_proposal::StoredTask;
use planwright_generated::agent_proposal::TaskStatus;
use serde_json::Value;

use crate::campaign::CampaignStore;
use crate::log::EmbeddedLog;
use crate::open::AgentStore;

/// The seven ports of a [`Controller`] for an [`AgentStore`].
///
/// They are a model, tools, the campaign and the audit log of the store, oversight, a clock and ids.
///
/// ```
/// use planwright_agent::UsualPolicy;
/// use planwright_agent::controller::{Cycle, Model, ModelError, Request, ToolCall, Tools, read_state};
/// use planwright_store::{AgentPorts, AgentStore, Filter};
/// use serde_json::{Value, json};
///
/// /// Stands in for a model: asked for a proposal, it navigates once, and has then finished.
/// struct Once(bool);
///
/// impl Model for Once {
///     fn propose(&mut self, request: &Request<'_>) -> Result<String, ModelError> {
///         assert_eq!(request.snapshot.pending_tasks.len(), 1);
///         if std::mem::replace(&mut self.0, false) {
///             let parameters = json!({ "url": "https://example.org" });
///             let proposal = json!({
///                 "action_type": "execute_tool",
///                 "tool_name": "browser_navigate",
///                 "parameters": parameters,
///                 "expected_outcome": "The page is open.",
///                 "reasoning": "The task is about this page.",
///             });
///             Ok(proposal.to_string())
///         } else {
///             Err(ModelError::Finished)
///         }
///     }
/// }
///
/// struct Browser;
///
/// impl Tools for Browser {
///     fn run(&mut self, call: &ToolCall<'_>) -> Result<Value, String> {
///         Ok(json!({ "opened": call.parameters["url"] }))
///     }
/// }
///
/// let campaign = json!({
///     "campaign": { "id": "550e8400-e29b-41d4-a716-446655440000", "name": "Pages", "status": "active" },
///     "tasks": [{
///         "id": "660e8400-e29b-41d4-a716-446655440001", "description": "Look at the page", "status": "pending",
///         "preconditions": [],
///     }],
///     "leads_summary": { "total": 0, "pending": 0, "contacted": 0, "responded": 0, "current_lead": null },
/// });
/// let stored = read_state(&campaign.to_string()).expect("a campaign");
/// let folder = tempfile::tempdir()?;
/// let store = AgentStore::create(&folder.path().join("store"), &stored)?;
///
/// let (mut model, mut tools) = (Once(true), Browser);
/// let mut ports = AgentPorts::new(&store, &mut model, &mut tools);
/// let (mut controller, interrupted) = ports.start(&UsualPolicy)?;
/// assert!(interrupted.is_empty());
/// let Cycle::Done { entry, result, .. } = controller.cycle()? else { panic!("it was to be done") };
/// assert_eq!((entry, &result["opened"]), (1, &json!("https://example.org")));
/// assert!(store.entries(&Filter::default())?[0].end.is_some(), "the log says how it ended");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AgentPorts<'p> {
    model: &'p mut dyn Model,
    tools: &'p mut dyn Tools,
    campaign: CampaignStore,
    log: EmbeddedLog,
    oversight: Box<dyn Oversight + 'p>,
    clock: Box<dyn FnMut() -> String + 'p>,
    ids: Box<dyn FnMut() -> String + 'p>,
}

impl<'p> AgentPorts<'p> {
    /// Returns the ports of a store that was opened for changes.
    ///
    /// By default, actions that need approval are refused and no task is verified as done. Clock and ids come from the
    /// store.
    pub fn new(store: &'p AgentStore, model: &'p mut dyn Model, tools: &'p mut dyn Tools) -> Self {
        Self {
            model,
            tools,
            campaign: store.campaign(),
            log: store.log(),
            oversight: Box::new(Nobody),
            // Neither can fail, because SQLite gets both values from the operating system.
            clock: Box::new(|| store.now().unwrap_or_default()),
            ids: Box::new(|| store.uuid().unwrap_or_default()),
        }
    }

    /// Returns the ports with another approver and verifier.
    #[must_use]
    pub fn with_oversight(mut self, oversight: impl Oversight + 'p) -> Self {
        self.oversight = Box::new(oversight);
        self
    }

    /// Returns the ports with another clock, which returns the time in the format of RFC 3339.
    #[must_use]
    pub fn with_clock(mut self, clock: impl FnMut() -> String + 'p) -> Self {
        self.clock = Box::new(clock);
        self
    }

    /// Returns the ports with another source of UUIDs.
    #[must_use]
    pub fn with_ids(mut self, ids: impl FnMut() -> String + 'p) -> Self {
        self.ids = Box::new(ids);
        self
    }

    /// Starts a controller, and returns it with the entries that a crash left open ([`Controller::start`]).
    pub fn start<'s>(&'s mut self, policy: &'s dyn Policy) -> Result<(Controller<'s>, Vec<Entry>), StoreError> {
        let parts = Parts {
            model: &mut *self.model,
            state: &mut self.campaign,
            audit: &mut self.log,
            tools: &mut *self.tools,
            oversight: &mut *self.oversight,
            clock: &mut *self.clock,
            ids: &mut *self.ids,
        };
        Controller::start(parts, policy)
    }
}

/// Oversight that approves and verifies nothing.
struct Nobody;

impl Oversight for Nobody {
    fn approve(&mut self, _: &Ask<'_>) -> Result<(), String> {
        Err("it needs approval, and nobody can give it".to_owned())
    }

    fn verify(&mut self, _: &StoredTask, _: &ToolCall<'_>, _: &Value) -> Option<TaskStatus> {
        None
    }
}
