//! What the records of a store of forms hold.

use planwright_check::StoreError;
use planwright_forms::{AuditEntry, Commit, FormStore};
use planwright_generated::form_plan::FormPlan;
use serde::{Deserialize, Serialize};

/// One record.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Record {
    /// A run is about to happen. If no end follows it was interrupted, and nothing happened.
    Begin { run: u64, at: String, asked: Asked },
    /// All that the run did.
    End { run: u64, calls: Vec<Call> },
}

/// What a run was asked to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    /// To carry out a plan.
    Execute(FormPlan),
    /// To redeem tokens.
    Undo(Vec<String>),
}

/// A call that the engine made.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(clippy::large_enum_variant, reason = "a call is written at once, then dropped")]
pub(super) enum Call {
    Begin(AuditEntry),
    Commit(Commit),
}

impl Call {
    /// Makes the calls again.
    pub(super) fn make_all(calls: Vec<Self>, store: &mut impl FormStore) -> Result<(), StoreError> {
        calls.into_iter().try_for_each(|call| match call {
            Self::Begin(entry) => store.begin(entry).map(drop),
            Self::Commit(commit) => store.commit(commit),
        })
    }
}
