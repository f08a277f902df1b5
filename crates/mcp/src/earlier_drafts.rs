//! Keeps earlier blueprints. The workflow tools change only the newest one, but clients can still read and export the
//! others.

use std::collections::VecDeque;

use planwright_contracts::Diagnostic;
use planwright_source::Pointer;
use planwright_workflow::Draft;

/// Maximum number of earlier blueprints.
const MAX_EARLIER: usize = 16;

/// Earlier blueprints, oldest first.
#[derive(Default)]
pub(super) struct EarlierDrafts(VecDeque<Draft>);

impl EarlierDrafts {
    /// Adds a blueprint, and returns a warning for the client.
    pub(super) fn add(&mut self, draft: Draft) -> Diagnostic {
        let message = format!(
            "a new blueprint was started; the earlier one, {:?}, has {} participants and {} actions and no longer changes",
            draft.title,
            draft.participants.len(),
            draft.actions.len()
        );
        let help = format!("get_blueprint and export_blueprint return it with the id {}", draft.id);
        self.0.push_back(draft);
        if self.0.len() > MAX_EARLIER {
            self.0.pop_front();
        }
        Diagnostic::warning("NEW_BLUEPRINT", Pointer::root(), message).with_help(help)
    }

    pub(super) fn newest_first(&self) -> impl Iterator<Item = &Draft> {
        self.0.iter().rev()
    }
}
