//! Interface of a store of forms.

use serde::{Deserialize, Serialize};

use super::audit::{AuditEntry, AuditState};
use super::state::{Field, Form, FormStatus};
use planwright_check::StoreError;

/// Read access to forms.
pub trait Forms {
    /// Returns the form with this id.
    fn form(&self, id: u64) -> Result<Option<Form>, StoreError>;

    /// Returns the id of the next form. The id is only used up when a form is stored with it.
    fn next_id(&self) -> Result<u64, StoreError>;
}

/// Write access to forms, with audit log and undo records.
///
/// An error means that the call has changed nothing.
pub trait FormStore: Forms {
    /// Appends an audit entry and returns its number. It must be durable before its change is, so that there is never a
    /// change without an entry.
    fn begin(&mut self, entry: AuditEntry) -> Result<u64, StoreError>;

    /// Completes an audit entry, and applies its changes. Everything is applied, or nothing.
    fn commit(&mut self, commit: Commit) -> Result<(), StoreError>;

    /// Returns the record of a token.
    fn record(&self, token: &str) -> Result<Option<UndoRecord>, StoreError>;

    /// Returns the tokens for changes of a form that can still be redeemed.
    fn open_tokens(&self, form: u64) -> Result<Vec<String>, StoreError>;
}

/// End of an audited action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Commit {
    /// Number of the audit entry.
    pub entry: u64,
    /// New state of the entry.
    pub state: AuditState,
    /// Change of a form.
    pub change: Option<Change>,
    /// Token that is issued.
    pub issued: Option<UndoRecord>,
    /// Tokens whose state changes.
    pub tokens: Vec<(String, TokenState)>,
}

/// Change of one form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// Stores the form, new or not.
    Put(Form),
    /// Deletes the form.
    Delete(u64),
}

/// Record of an undo token.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UndoRecord {
    /// The token.
    pub token: String,
    /// Form that was changed.
    pub form: u64,
    /// Inverse of the change.
    pub inverse: Inverse,
    /// True if the change can still be undone.
    pub state: TokenState,
}

/// State of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TokenState {
    /// The token can be redeemed once.
    Open,
    /// The token was redeemed.
    Used,
    /// The form was deleted by redeeming another token.
    Invalidated,
}

/// Inverse of a change, with the state that it requires.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "undo", rename_all = "snake_case")]
pub enum Inverse {
    /// Deletes the form that was created.
    DeleteForm,
    /// Removes the field that was added.
    RemoveField {
        /// Position of the field.
        index: usize,
        /// The field as it was added.
        field: Field,
    },
    /// Restores the title of the form.
    RestoreTitle {
        /// Old title.
        from: String,
        /// Title that the step set.
        to: String,
    },
    /// Restores the status of the form.
    RestoreStatus {
        /// Old status.
        from: FormStatus,
        /// Status that the step set.
        to: FormStatus,
    },
}
