//! The engine's view of a store: a copy that it can change, and a list of its calls.

use planwright_check::StoreError;
use planwright_forms::{AuditEntry, Commit, Form, FormStore, Forms, MemoryStore, UndoRecord};

use super::calls::Call;

/// A store during one run.
pub struct Transaction {
    state: MemoryStore,
    calls: Vec<Call>,
}

impl Transaction {
    pub(super) fn new(state: MemoryStore) -> Self {
        Self { state, calls: Vec::new() }
    }

    pub(super) fn into_calls(self) -> Vec<Call> {
        self.calls
    }
}

impl Forms for Transaction {
    fn form(&self, id: u64) -> Result<Option<Form>, StoreError> {
        self.state.form(id)
    }

    fn next_id(&self) -> Result<u64, StoreError> {
        self.state.next_id()
    }
}

impl FormStore for Transaction {
    fn begin(&mut self, entry: AuditEntry) -> Result<u64, StoreError> {
        self.calls.push(Call::Begin(entry.clone()));
        self.state.begin(entry)
    }

    fn commit(&mut self, commit: Commit) -> Result<(), StoreError> {
        self.calls.push(Call::Commit(commit.clone()));
        self.state.commit(commit)
    }

    fn record(&self, token: &str) -> Result<Option<UndoRecord>, StoreError> {
        self.state.record(token)
    }

    fn open_tokens(&self, form: u64) -> Result<Vec<String>, StoreError> {
        self.state.open_tokens(form)
    }
}
