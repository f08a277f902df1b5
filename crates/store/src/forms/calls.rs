//! Records of a store of forms.

use planwright_check::StoreError;
use planwright_forms::{AuditEntry, Commit, FormStore};
use planwright_generated::form_plan::FormPlan;
use serde::{Deserialize, Serialize};

/// A record of a run.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Record {
    /// A run is about to start. If no `End` follows, it was interrupted and changed nothing.
    Begin { run: u64, at: String, asked: Asked },
    /// All calls of the run.
    End { run: u64, calls: Vec<Call> },
}

/// Operation that a run was asked to perform.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    /// Executes a plan.
    Execute(FormPlan),
    /// Redeems undo tokens.
    Undo(Vec<String>),
}

/// A call of the engine.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(clippy::large_enum_variant, reason = "a call is written at once, then dropped")]
pub(super) enum Call {
    Begin(AuditEntry),
    Commit(Commit),
}

impl Call {
    /// Replays the calls.
    pub(super) fn make_all(calls: Vec<Self>, store: &mut impl FormStore) -> Result<(), StoreError> {
        calls.into_iter().try_for_each(|call| match call {
            Self::Begin(entry) => store.begin(entry).map(drop),
            Self::Commit(commit) => store.commit(commit),
        })
    }
}
