//! View of a store with changes that are not applied to it.

use std::collections::BTreeMap;

use super::state::Form;
use super::store::{Change, Forms};
use planwright_check::StoreError;

/// Forms of a store as they would be after some changes.
pub(super) struct Overlay<'s, S> {
    below: &'s S,
    changed: BTreeMap<u64, Option<Form>>,
}

impl<'s, S: Forms> Overlay<'s, S> {
    pub(super) fn new(below: &'s S) -> Self {
        Self { below, changed: BTreeMap::new() }
    }

    pub(super) fn apply(&mut self, change: Change) {
        match change {
            Change::Put(form) => self.changed.insert(form.id, Some(form)),
            Change::Delete(id) => self.changed.insert(id, None),
        };
    }
}

impl<S: Forms> Forms for Overlay<'_, S> {
    fn form(&self, id: u64) -> Result<Option<Form>, StoreError> {
        self.changed.get(&id).map_or_else(|| self.below.form(id), |form| Ok(form.clone()))
    }

    fn next_id(&self) -> Result<u64, StoreError> {
        let mut id = self.below.next_id()?;
        while self.form(id)?.is_some() {
            id = id.checked_add(1).ok_or(StoreError::Full)?;
        }
        Ok(id)
    }
}
