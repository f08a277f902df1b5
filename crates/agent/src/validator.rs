//! Validates proposals for a controller, in three layers with one verdict.

use planwright_check::repair::Limits;
use planwright_check::{Checked, Diagnostic, Repair, Report, check};
use planwright_contracts::agent_proposal::{Context, Proposal, StoredTask};
use planwright_generated::agent_proposal::{AgentProposal, ValidationErrorResponse, ValidationLayer};
use serde_json::Value;

use super::invariants::{self, Event};
use super::policy::{Policy, UsualPolicy};
use super::response::{Attempts, Feedback, answer, layer, respond};
use super::snapshot::{CampaignState, snapshot};

/// Validates proposals: the schema, the business rules for the current state, and the invariants of the controller.
///
/// An error belongs to one layer and is reported once. A layer runs only if the layer before found no error.
pub struct ProposalValidator<'p> {
    policy: &'p dyn Policy,
}

/// Result of validating one answer of an agent.
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
    /// Creates a validator with the policy of the host.
    pub fn new(policy: &'p dyn Policy) -> Self {
        Self { policy }
    }

    /// Validates only the schema. Task ids are not checked, because there is no state.
    pub fn validate_schema(&self, text: &str) -> Verdict {
        self.validate_in(text, &Context::default())
    }

    /// Validates schema and business rules against all tasks of the campaign, including those that the agent did not
    /// see.
    pub fn validate(&self, text: &str, state: &CampaignState<'_>) -> Verdict {
        self.validate_in(text, &self.context(state))
    }

    /// Validates schema and business rules in a given context.
    pub fn validate_in(&self, text: &str, context: &Context) -> Verdict {
        Verdict { text: text.to_owned(), outcome: check::<Proposal>(text, context) }
    }

    /// Validates the invariants on the events of a controller. Pointers contain the indexes of events.
    pub fn validate_events(&self, events: &[Event]) -> Report {
        invariants::check_events(events)
    }

    /// Returns the context for proposals in this state.
    pub fn context(&self, state: &CampaignState<'_>) -> Context {
        Context {
            snapshot: Some(snapshot(state)),
            task_store: Some(state.tasks.iter().map(StoredTask::clone).collect()),
            complex_campaign: self.policy.is_complex(state),
        }
    }

    /// Returns the policy.
    pub fn policy(&self) -> &'p dyn Policy {
        self.policy
    }
}

impl Verdict {
    /// Returns whether the proposal can be executed.
    pub fn is_valid(&self) -> bool {
        self.outcome.is_ok()
    }

    /// Returns the proposal, if it is valid.
    pub fn proposal(&self) -> Option<&Checked<AgentProposal>> {
        self.outcome.as_ref().ok()
    }

    /// Returns the action type in the agent's answer, or `None` if it is not a string.
    pub fn action_type(&self) -> Option<String> {
        let received = planwright_source::parse(&self.text).ok()?;
        received.get("action_type").and_then(Value::as_str).map(str::to_owned)
    }

    /// Returns all findings, including warnings.
    pub fn report(&self) -> &Report {
        match &self.outcome {
            Ok(checked) => checked.warnings(),
            Err(report) => report,
        }
    }

    /// Returns the errors, each with the layer that reported it.
    pub fn errors(&self) -> impl Iterator<Item = (ValidationLayer, &Diagnostic)> {
        self.report().errors().map(|error| (layer(error.code), error))
    }

    /// Returns the message of the first error.
    pub fn error(&self) -> Option<&str> {
        self.report().errors().next().map(|error| error.message.as_str())
    }

    /// Returns the contract's response to a rejected proposal, or `None` for a valid one.
    pub fn response(&self, attempts: Attempts) -> Option<ValidationErrorResponse> {
        respond(&self.text, self.report(), attempts)
    }

    /// Returns the repair instructions for the model, or `None` for a valid proposal.
    pub fn repair(&self) -> Option<Repair> {
        Repair::from_report(self.report(), &self.text)
    }

    /// Returns the proposal.
    ///
    /// # Errors
    ///
    /// Returns the feedback for the agent if the proposal was rejected.
    pub fn or_feedback(self, attempts: Attempts) -> Result<Checked<AgentProposal>, Box<Feedback>> {
        self.outcome.map_err(|report| {
            let response = answer(&self.text, &report, attempts);
            Box::new(Feedback { response, repair: Repair::tell(&report, &self.text, Limits::default()) })
        })
    }
}
