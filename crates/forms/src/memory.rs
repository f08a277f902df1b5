//! In-memory store for tests and previews. It can be serialized, so it is also the content of a store in a file.

use serde::{Deserialize, Serialize};

use super::audit::AuditEntry;
use super::state::Form;
use super::store::{Change, Commit, FormStore, Forms, TokenState, UndoRecord};
use planwright_check::StoreError;

/// Forms, audit log and undo records in memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MemoryStore {
    forms: Vec<Form>,
    next_id: u64,
    audit: Vec<AuditEntry>,
    tokens: Vec<UndoRecord>,
}

impl MemoryStore {
    /// Creates a store with these forms. The ids of new forms start at `next_id`, or after the largest id.
    pub fn new(forms: Vec<Form>, next_id: Option<u64>) -> Self {
        let beyond = || forms.iter().map(|form| form.id).max().unwrap_or(0).saturating_add(1);
        let next_id = next_id.unwrap_or_else(beyond).max(1);
        Self { forms, next_id, ..Self::default() }
    }

    /// Returns the forms in the order in which they were created.
    pub fn forms(&self) -> &[Form] {
        &self.forms
    }

    /// Returns the audit log, oldest entry first.
    pub fn audit(&self) -> &[AuditEntry] {
        &self.audit
    }

    /// Returns every token that was issued, oldest first.
    pub fn tokens(&self) -> &[UndoRecord] {
        &self.tokens
    }
}

impl Forms for MemoryStore {
    fn form(&self, id: u64) -> Result<Option<Form>, StoreError> {
        Ok(self.forms.iter().find(|form| form.id == id).cloned())
    }

    fn next_id(&self) -> Result<u64, StoreError> {
        // Forms that were given to the store may already use later ids.
        let is_free = |id: &u64| self.forms.iter().all(|form| form.id != *id);
        (self.next_id.max(1)..u64::MAX).find(is_free).ok_or(StoreError::Full)
    }
}

impl FormStore for MemoryStore {
    fn begin(&mut self, entry: AuditEntry) -> Result<u64, StoreError> {
        self.audit.push(entry);
        Ok(self.audit.len() as u64 - 1)
    }

    fn commit(&mut self, commit: Commit) -> Result<(), StoreError> {
        let entry = usize::try_from(commit.entry).ok().and_then(|entry| self.audit.get_mut(entry));
        let Some(entry) = entry else {
            return Err(StoreError::Corrupt(format!("there is no audit entry {}", commit.entry)));
        };
        entry.state = commit.state;
        match commit.change {
            Some(Change::Put(form)) => self.put(form),
            Some(Change::Delete(id)) => self.forms.retain(|form| form.id != id),
            None => {}
        }
        self.tokens.extend(commit.issued);
        for (token, state) in commit.tokens {
            self.tokens.iter_mut().filter(|record| record.token == token).for_each(|record| record.state = state);
        }
        Ok(())
    }

    fn record(&self, token: &str) -> Result<Option<UndoRecord>, StoreError> {
        Ok(self.tokens.iter().find(|record| record.token == token).cloned())
    }

    fn open_tokens(&self, form: u64) -> Result<Vec<String>, StoreError> {
        let open = self.tokens.iter().filter(|record| record.form == form && record.state == TokenState::Open);
        Ok(open.map(|record| record.token.clone()).collect())
    }
}

impl MemoryStore {
    fn put(&mut self, form: Form) {
        if let Some(old) = self.forms.iter_mut().find(|old| old.id == form.id) {
            *old = form;
        } else {
            self.next_id = self.next_id.max(form.id.saturating_add(1));
            self.forms.push(form);
        }
    }
}
