//! What a store of forms must be able to do.

use serde::{Deserialize, Serialize};

use super::audit::{AuditEntry, AuditState};
use super::state::{Field, Form, FormStatus};
use planwright_check::StoreError;

/// Forms that can be read.
pub trait Forms {
    /// The form with this id.
    fn form(&self, id: u64) -> Result<Option<Form>, StoreError>;

    /// The id that the next form will get. Asking does not use it up; storing a form under it does.
    fn next_id(&self) -> Result<u64, StoreError>;
}

/// Forms that can be changed, with audit log and undo records.
///
/// An error means that the call changed nothing.
pub trait FormStore: Forms {
    /// Appends an audit entry and returns its number. It must be durable no later than what it stands for: nothing is ever
    /// found done that has no entry.
    fn begin(&mut self, entry: AuditEntry) -> Result<u64, StoreError>;

    /// Completes an audit entry, together with all that it stands for: everything is done, or nothing.
    fn commit(&mut self, commit: Commit) -> Result<(), StoreError>;

    /// What was recorded for a token.
    fn record(&self, token: &str) -> Result<Option<UndoRecord>, StoreError>;

    /// The tokens for changes of a form that can still be redeemed.
    fn open_tokens(&self, form: u64) -> Result<Vec<String>, StoreError>;
}

/// The end of an audited action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Commit {
    /// The number of the audit entry.
    pub entry: u64,
    /// What it says from now on.
    pub state: AuditState,
    /// What changes.
    pub change: Option<Change>,
    /// The token that is given out.
    pub issued: Option<UndoRecord>,
    /// The tokens that get another state.
    pub tokens: Vec<(String, TokenState)>,
}

/// A change of one form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// The form is stored as it is here, new or not.
    Put(Form),
    /// The form goes.
    Delete(u64),
}

/// What is known about an undo token.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UndoRecord {
    /// The token.
    pub token: String,
    /// The form that was changed.
    pub form: u64,
    /// What takes the change back.
    pub inverse: Inverse,
    /// Whether it still can be taken back.
    pub state: TokenState,
}

/// Whether a token can be redeemed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TokenState {
    /// Once.
    Open,
    /// No longer: it was.
    Used,
    /// No longer: its form was deleted by another token.
    Invalidated,
}

/// What takes a change back, and what must still be there for that.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "undo", rename_all = "snake_case")]
pub enum Inverse {
    /// Deletes the form that was created.
    DeleteForm,
    /// Removes the field that was added.
    RemoveField {
        /// Where it was added.
        index: usize,
        /// The field as it was added.
        field: Field,
    },
    /// Gives the form its old title.
    RestoreTitle {
        /// The old one.
        from: String,
        /// The one that the step gave.
        to: String,
    },
    /// Gives the form its old status.
    RestoreStatus {
        /// The old one.
        from: FormStatus,
        /// The one that the step gave.
        to: FormStatus,
    },
}
