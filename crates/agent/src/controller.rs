//! The controller: asks an agent, checks what it proposes, and does that, and nothing else, with an audit entry around it.
//!
//! A [`Controller`] decides; [`Parts`] do. Per cycle it loads the state anew, asks until an answer is valid or the attempts
//! are used up, and executes at most one proposal. Whatever has an effect is written to the audit log before, durably, and
//! completed after, also when it fails or panics. What a crash left open is completed as interrupted when the next
//! controller starts, and is not repeated unless somebody approves.

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

/// Runs a campaign, one cycle a call.
pub struct Controller<'p> {
    parts: Parts<'p>,
    validator: ProposalValidator<'p>,
    attempts: Attempts,
    events: Vec<Event>,
}

/// What came of a cycle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "cycle", rename_all = "snake_case")]
pub enum Cycle {
    /// The proposal was executed, and succeeded.
    Done {
        /// The tool or action.
        action_type: String,
        /// Its audit entry.
        entry: u64,
        /// What it answered.
        result: Value,
    },
    /// The proposal was executed, and failed. The agent sees that in the next cycle.
    Failed {
        /// The tool or action.
        action_type: String,
        /// Its audit entry.
        entry: u64,
        /// Why.
        reason: Value,
    },
    /// The proposal was not approved, and not executed.
    Refused {
        /// The tool or action.
        action_type: String,
        /// Its audit entry.
        entry: u64,
        /// Why.
        reason: String,
    },
    /// The agent has nothing to do now.
    Waiting {
        /// Its reason, as the contract names it.
        reason: String,
    },
    /// The agent says that all is done, and the tasks say so too: the campaign is completed.
    Completed,
    /// No answer was valid: the campaign is marked with `error`.
    Aborted {
        /// What was wrong with the last answer.
        response: Box<ValidationErrorResponse>,
    },
    /// The campaign is not active; the agent was not asked.
    Inactive {
        /// Its status.
        status: CampaignStatus,
    },
}

/// Why a cycle could not be brought to its end.
#[derive(Debug)]
pub enum Stop {
    /// The model gave no answer.
    Model(ModelError),
    /// The store of the campaign or of the log failed before anything was done.
    Store(StoreError),
    /// The stored state does not make a valid snapshot.
    Snapshot(Report),
    /// Something was done, and the log did not take how it ended: the entry is still open.
    Unrecorded {
        /// The entry.
        entry: u64,
        /// Why.
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
                write!(f, "the stored state makes no valid snapshot: {said}")
            }
            Self::Unrecorded { entry, error } => {
                write!(f, "entry {entry} was carried out, but how it ended could not be written: {error}")
            }
        }
    }
}

impl std::error::Error for Stop {}

impl Stop {
    /// The code under which it is reported.
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
    /// A controller over its parts. Entries that a crash left open are completed as interrupted, and returned: whether
    /// their effect happened, only a person can find out.
    pub fn start(parts: Parts<'p>, policy: &'p dyn Policy) -> Result<(Self, Vec<Entry>), StoreError> {
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

    /// The same with another number of attempts a cycle than three.
    #[must_use]
    pub fn with_max_attempts(mut self, max_attempts: NonZeroU64) -> Self {
        self.attempts.max_attempts = max_attempts;
        self
    }

    /// What was done since this was last asked, for [`judge`](super::invariants::judge).
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// The state as an agent would be shown it now.
    pub fn snapshot(&mut self) -> Result<StateSnapshot, Stop> {
        let (stored, log, _) = self.load()?;
        checked_snapshot(&stored.state(&log))
    }

    /// One cycle. After an error the campaign is as it was, but for [`Stop::Unrecorded`].
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
                // The last answer was refused, and no other will come.
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
        Ok((stored, recent.iter().map(Entry::for_agent).collect(), recent.iter().map(Returned::of).collect()))
    }

    fn ask(&mut self, request: Request<'_>, state: &CampaignState<'_>) -> Result<Verdict, Stop> {
        let text = self.parts.model.propose(&request).map_err(Stop::Model)?;
        let value = planwright_source::parse(&text).unwrap_or(Value::String(text.clone()));
        let verdict = self.validator.validate(&text, state);
        self.events.push(Event::Proposal { value });
        self.events.push(Event::Validated { valid: verdict.is_valid() });
        Ok(verdict)
    }

    /// The attempts are used up: the campaign is marked, with an entry that says why.
    fn abort(&mut self, stored: &Stored, response: ValidationErrorResponse) -> Result<Cycle, Stop> {
        self.events.push(Event::Abort {});
        let payload = Map::from_iter([("errors".to_owned(), json!(response.errors))]);
        let intent = self.intent(stored, "abort", payload);
        self.audited(&intent, |parts, _| store(parts, &Change::SetCampaign(CampaignStatus::Error)))?;
        Ok(Cycle::Aborted { response: Box::new(response) })
    }
}

/// The snapshot, if it is one by the contract.
fn checked_snapshot(state: &CampaignState<'_>) -> Result<StateSnapshot, Stop> {
    let snapshot = snapshot(state);
    let value = serde_json::to_value(&snapshot).unwrap_or_default();
    check_value::<State>(value, &()).map(Checked::into_inner).map_err(Stop::Snapshot)
}

/// An effect that is a change of the campaign: done whole, or not at all.
fn store(parts: &mut Parts<'_>, change: &Change) -> execute::Effect {
    match parts.state.apply(change) {
        Ok(()) => execute::Effect::Done(Value::Null),
        Err(error) => execute::Effect::Store(error),
    }
}
