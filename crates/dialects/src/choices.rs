//! Which branch of a union a value takes, found once for each union and value.

use std::collections::HashMap;
use std::ptr::from_ref;

use serde_json::Value;

use crate::node::Node;

/// A union and a value, by their addresses: both stay where they are while a document is converted.
pub(crate) type Place = (usize, usize);

/// The place of a value in a union.
pub(crate) fn place_of(branches: &[Node], value: &Value) -> Place {
    (branches.as_ptr().addr(), from_ref(value).addr())
}

/// The choices that were made, and whether a branch is only tried, so that nothing of it is kept.
#[derive(Debug)]
pub(crate) struct BranchChoices<T> {
    made: HashMap<Place, T>,
    trials: usize,
}

impl<T> Default for BranchChoices<T> {
    fn default() -> Self {
        Self { made: HashMap::new(), trials: 0 }
    }
}

impl<T> BranchChoices<T> {
    pub(crate) fn known(&self, place: Place) -> Option<&T> {
        self.made.get(&place)
    }

    pub(crate) fn keep(&mut self, place: Place, choice: T) {
        self.made.insert(place, choice);
    }

    pub(crate) fn is_trial(&self) -> bool {
        self.trials > 0
    }

    pub(crate) fn begin_trial(&mut self) {
        self.trials += 1;
    }

    pub(crate) fn end_trial(&mut self) {
        self.trials -= 1;
    }
}
