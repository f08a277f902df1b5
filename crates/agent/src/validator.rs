//! The validator of proposals as a controller uses it: three layers, one verdict.

use planwright_check::repair::Limits;
use planwright_check::{Checked, Diagnostic, Repair, Report, check};
use planwright_contracts::agent_proposal::{Context, Proposal, StoredTask};
use planwright_generated::agent_proposal::{AgentProposal, ValidationErrorResponse, ValidationLayer};
use serde_json::Value;

use super::invariants::{self, Event};
use super::policy::{Policy, UsualPolicy};
use super::response::{Attempts, Feedback, answer, layer, respond};
use super::snapshot::{CampaignState, snapshot};

/// Checks proposals: the schema, the business rules in the light of a state, and what a controller did with them. An error
/// belongs to one layer and is reported once; a layer runs only if the one before found no error.
pub struct ProposalValidator<'p> {
    policy: &'p dyn Policy,
}

/// What became of one text of an agent.
#[derive(Clone, Debug)]
pub struct Verdict {
    text: String,
    outcome: Result<Checked<AgentProposal>, Report>,
}

impl Default for ProposalValidator<'_> {
    fn default() -> Self {
        Self { policy: &UsualPolicy }
    }
}

impl<'p> ProposalValidator<'p> {
    /// A validator that follows a policy of the host.
    pub fn new(policy: &'p dyn Policy) -> Self {
        Self { policy }
    }

    /// The schema layer alone: no state is looked at, so no task id is judged.
    pub fn validate_schema(&self, text: &str) -> Verdict {
        self.validate_in(text, &Context::default())
    }

    /// Schema and business rules, against all tasks of the campaign, not only the ten that the agent was shown.
    pub fn validate(&self, text: &str, state: &CampaignState<'_>) -> Verdict {
        self.validate_in(text, &self.context(state))
    }

    /// Schema and business rules in surroundings that are known already.
    pub fn validate_in(&self, text: &str, context: &Context) -> Verdict {
        Verdict { text: text.to_owned(), outcome: check::<Proposal>(text, context) }
    }

    /// The invariant layer: what a controller did, by its events. Pointers lead to the events.
    pub fn validate_events(&self, events: &[Event]) -> Report {
        invariants::judge(events)
    }

    /// What proposals on this state are checked against.
    pub fn context(&self, state: &CampaignState<'_>) -> Context {
        Context {
            snapshot: Some(snapshot(state)),
            task_store: Some(state.tasks.iter().map(StoredTask::clone).collect()),
            complex_campaign: self.policy.is_complex(state),
        }
    }

    /// The policy that is followed.
    pub fn policy(&self) -> &'p dyn Policy {
        self.policy
    }
}

impl Verdict {
    /// Whether the proposal can be executed.
    pub fn is_valid(&self) -> bool {
        self.outcome.is_ok()
    }

    /// The proposal, if it is valid.
    pub fn proposal(&self) -> Option<&Checked<AgentProposal>> {
        self.outcome.as_ref().ok()
    }

    /// The action type as the agent wrote it; `None` where there is none that is a string.
    pub fn action_type(&self) -> Option<String> {
        let received = planwright_source::parse(&self.text).ok()?;
        received.get("action_type").and_then(Value::as_str).map(str::to_owned)
    }

    /// All that was found, warnings too.
    pub fn report(&self) -> &Report {
        match &self.outcome {
            Ok(checked) => checked.warnings(),
            Err(report) => report,
        }
    }

    /// The errors, each with the layer that found it.
    pub fn errors(&self) -> impl Iterator<Item = (ValidationLayer, &Diagnostic)> {
        self.report().errors().map(|error| (layer(error.code), error))
    }

    /// The first error in words.
    pub fn error(&self) -> Option<&str> {
        self.report().errors().next().map(|error| error.message.as_str())
    }

    /// The contract's answer to a refused proposal; `None` for a valid one.
    pub fn response(&self, attempts: Attempts) -> Option<ValidationErrorResponse> {
        respond(&self.text, self.report(), attempts)
    }

    /// What to tell the model; `None` for a valid proposal.
    pub fn repair(&self) -> Option<Repair> {
        Repair::of(self.report(), &self.text)
    }

    /// The proposal, or all that there is to say about a refused one.
    pub fn or_feedback(self, attempts: Attempts) -> Result<Checked<AgentProposal>, Box<Feedback>> {
        self.outcome.map_err(|report| {
            let response = answer(&self.text, &report, attempts);
            Box::new(Feedback { response, repair: Repair::tell(&report, &self.text, Limits::default()) })
        })
    }
}
