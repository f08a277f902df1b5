//! The controller: asks an agent for a proposal, checks it, and executes only that proposal, with an audit entry around
//! it.
//!
//! A [`Controller`] decides, and [`Parts`] act. In each cycle it reloads the state, and asks until an answer is valid
//! or no attempts are left. It executes at most one proposal. Every effect is durably written to the audit log before
//! it starts, and completed afterwards, even if it fails or panics. Entries that a crash left open are completed as
//! interrupted when the next controller starts. Interrupted effects are only repeated with approval.

mod audit;
pub mod codes;
mod execute;
mod parts;
mod state;

pub use audit::{AuditLog, End, Entry, EntryOutcome, Intent};
pub use parts::{
    Ask, Change, Model, ModelError, Oversight, Parts, Request, Returned, SHOWN_CHARACTERS, StateStore, StatusChange,
    Stored, ToolCall, Tools,
};
pub use planwright_check::StoreError;
pub use state::read_state;

pub use super::response::Feedback;

use std::fmt;
use std::num::NonZeroU64;

use planwright_check::{Checked, Report, check_value};
use planwright_contracts::agent_proposal::State;
use planwright_generated::agent_proposal::{
    AuditEntry, CampaignStatus, RetryAction, StateSnapshot, ValidationErrorResponse,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::invariants::Event;
use super::policy::Policy;
use super::response::Attempts;
use super::snapshot::{CampaignState, SHOWN_ENTRIES, snapshot};
use super::validator::{ProposalValidator, Verdict};

/// Runs a campaign, one cycle per call.
pub struct Controller<'p> {
    parts: Parts<'p>,
    validator: ProposalValidator<'p>,
    attempts: Attempts,
    events: Vec<Event>,
}

/// Result of a cycle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "cycle", rename_all = "snake_case")]
pub enum Cycle {
    /// The proposal was executed and succeeded.
    Done {
        /// Tool or action.
        action_type: String,
        /// Audit entry.
        entry: u64,
        /// Result of the tool.
        result: Value,
    },
    /// The proposal was executed and failed. The agent sees the failure in the next cycle.
    Failed {
        /// Tool or action.
        action_type: String,
        /// Audit entry.
        entry: u64,
        /// Reason of the failure.
        reason: Value,
    },
    /// The proposal was not approved, and not executed.
    Refused {
        /// Tool or action.
        action_type: String,
        /// Audit entry.
        entry: u64,
        /// Reason of the refusal.
        reason: String,
    },
    /// The agent has nothing to do now.
    Waiting {
        /// The agent's reason, as named in the contract.
        reason: String,
    },
    /// The agent reports that the campaign is complete, and the tasks confirm it. The campaign is marked as completed.
    Completed,
    /// No answer was valid. The campaign is marked with `error`.
    Aborted {
        /// Errors in the last answer.
        response: Box<ValidationErrorResponse>,
    },
    /// The campaign is not active, and the agent was not asked.
    Inactive {
        /// Status of the campaign.
        status: CampaignStatus,
    },
}

/// Reason why a cycle could not be finished.
#[derive(Debug)]
pub enum Stop {
    /// The model gave no answer.
    Model(ModelError),
    /// The store of the campaign or of the audit log failed before anything was done.
    Store(StoreError),
    /// The stored state does not form a valid snapshot.
    Snapshot(Report),
    /// An effect took place, but the audit log did not record its end. The entry is still open.
    Unrecorded {
        /// The open entry.
        entry: u64,
        /// Error of the store.
        error: StoreError,
    },
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(error) => error.fmt(f),
            Self::Store(error) => error.fmt(f),
            Self::Snapshot(report) => {
                let first = report.errors().next();
                let said = first.map(|error| format!("{} {}", error.at, error.message)).unwrap_or_default();
                write!(f, "the stored state is not a valid snapshot: {said}")
            }
            Self::Unrecorded { entry, error } => {
                write!(f, "entry {entry} was carried out, but how it ended could not be written: {error}")
            }
        }
    }
}

impl std::error::Error for Stop {}

impl Stop {
    /// Returns the code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Model(_) => codes::MODEL_FAILED,
            Self::Store(error) => error.code(),
            Self::Snapshot(_) => codes::STORE_CORRUPT,
            Self::Unrecorded { .. } => codes::OUTCOME_UNRECORDED,
        }
    }
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl<'p> Controller<'p> {
    /// Creates a controller. Entries that a crash left open are completed as interrupted and returned. Only a person
    /// can find out whether their effects took place.
    pub fn start(parts: Parts<'p>, policy: &'p dyn Policy) -> Result<(Self, Vec<Entry>), StoreError> {
        // An open entry means that an earlier controller stopped during the effect.
        let mut interrupted = parts.audit.open()?;
        for entry in &mut interrupted {
            let detail = json!("the controller was stopped before the end was known");
            let end = End { outcome: EntryOutcome::Interrupted, at: (parts.clock)(), detail };
            parts.audit.complete(entry.id, &end)?;
            entry.end = Some(end);
        }
        let validator = ProposalValidator::new(policy);
        Ok((Self { parts, validator, attempts: Attempts::first(), events: Vec::new() }, interrupted))
    }

    /// Sets the number of attempts per cycle. The default is three.
    #[must_use]
    pub fn with_max_attempts(mut self, max_attempts: NonZeroU64) -> Self {
        self.attempts.max_attempts = max_attempts;
        self
    }

    /// Removes and returns the events since the last call, for [`check_events`](super::invariants::check_events).
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Returns the state as an agent would see it now.
    pub fn snapshot(&mut self) -> Result<StateSnapshot, Stop> {
        let (stored, log, _) = self.load()?;
        checked_snapshot(&stored.state(&log))
    }

    /// Runs one cycle. After an error other than [`Stop::Unrecorded`], the campaign is unchanged.
    pub fn cycle(&mut self) -> Result<Cycle, Stop> {
        let (stored, log, returned) = self.load()?;
        let state = stored.state(&log);
        if stored.campaign.status != CampaignStatus::Active {
            return Ok(Cycle::Inactive { status: stored.campaign.status });
        }
        let snapshot = checked_snapshot(&state)?;
        let mut attempts = self.attempts;
        let mut feedback: Option<Box<Feedback>> = None;
        loop {
            let verdict = match (
                self.ask(Request { snapshot: &snapshot, feedback: feedback.as_deref(), returned: &returned }, &state),
                feedback.take(),
            ) {
                // The last answer was rejected, and the model will give no other.
                (Err(Stop::Model(ModelError::Finished)), Some(refused)) => {
                    let mut response = refused.response;
                    response.retry.decision = RetryAction::Abort;
                    return self.abort(&stored, response);
                }
                (asked, _) => asked?,
            };
            let refusal = match verdict.or_feedback(attempts) {
                Ok(proposal) => return self.execute(proposal.get(), &stored),
                Err(refusal) => refusal,
            };
            let Some(next) = attempts.next() else { return self.abort(&stored, refusal.response) };
            self.events.push(Event::Retry { attempt: attempts.attempt.get() });
            feedback = Some(refusal);
            attempts = next;
        }
    }

    fn load(&mut self) -> Result<(Stored, Vec<AuditEntry>, Vec<Returned>), Stop> {
        let stored = self.parts.state.load()?;
        let recent = self.parts.audit.recent(&stored.campaign.id, SHOWN_ENTRIES)?;
        self.events.push(Event::StateLoaded {});
        Ok((stored, recent.iter().map(Entry::for_agent).collect(), recent.iter().map(Returned::from_entry).collect()))
    }

    fn ask(&mut self, request: Request<'_>, state: &CampaignState<'_>) -> Result<Verdict, Stop> {
        let text = self.parts.model.propose(&request).map_err(Stop::Model)?;
        // An answer that is not JSON is recorded as a string.
        let value = planwright_source::parse(&text).unwrap_or(Value::String(text.clone()));
        let verdict = self.validator.validate(&text, state);
        self.events.push(Event::Proposal { value });
        self.events.push(Event::Validated { valid: verdict.is_valid() });
        Ok(verdict)
    }

    /// Marks the campaign because no attempts are left, with an audit entry that contains the errors.
    fn abort(&mut self, stored: &Stored, response: ValidationErrorResponse) -> Result<Cycle, Stop> {
        self.events.push(Event::Abort {});
        let payload = Map::from_iter([("errors".to_owned(), json!(response.errors))]);
        let intent = self.intent(stored, "abort", payload);
        self.audited(&intent, |parts, _| store(parts, &Change::SetCampaign(CampaignStatus::Error)))?;
        Ok(Cycle::Aborted { response: Box::new(response) })
    }
}

/// Returns the snapshot, if it is valid according to the contract.
fn checked_snapshot(state: &CampaignState<'_>) -> Result<StateSnapshot, Stop> {
    let snapshot = snapshot(state);
    let value = serde_json::to_value(&snapshot).unwrap_or_default();
    check_value::<State>(value, &()).map(Checked::into_inner).map_err(Stop::Snapshot)
}

/// Applies a change to the campaign as an effect. It is applied completely or not at all.
fn store(parts: &mut Parts<'_>, change: &Change) -> execute::Effect {
    match parts.state.apply(change) {
        Ok(()) => execute::Effect::Done(Value::Null),
        Err(error) => execute::Effect::Store(error),
    }
}
