//! Caches the branch of a union for each value.

use std::collections::HashMap;
use std::ptr::from_ref;

use serde_json::Value;

use crate::node::Node;

/// Addresses of a union and of a value. Neither moves during a conversion.
pub(crate) type Place = (usize, usize);

/// Returns the cache key of a value in a union.
pub(crate) fn place_of(branches: &[Node], value: &Value) -> Place {
    (branches.as_ptr().addr(), from_ref(value).addr())
}

/// Cached choices, and the number of trials in progress. Nothing is recorded during a trial.
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
