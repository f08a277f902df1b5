//! References stage of a tool call: checks that everything the arguments name exists.

use planwright_check::{Diagnostic, suggest};
use planwright_contracts::workflow_tools::rules::participant_help;
use planwright_source::Pointer;

use super::codes::{ACTION_NOT_FOUND, INVALID_PARTICIPANT_REF};
use super::draft::Draft;

/// Collects errors about unresolved references.
pub(super) struct References<'d> {
    draft: &'d Draft,
    errors: Vec<Diagnostic>,
}

impl<'d> References<'d> {
    pub(super) fn new(draft: &'d Draft) -> Self {
        Self { draft, errors: Vec::new() }
    }

    /// Checks that the action named in property `at` exists.
    pub(super) fn action(mut self, at: &str, id: u64) -> Self {
        if self.draft.action(id).is_none() {
            let known: Vec<_> = self.draft.actions.iter().take(10).map(|action| action.id.to_string()).collect();
            let help = match known.as_slice() {
                [] => "add it first with add_action".to_owned(),
                known if known.len() < self.draft.actions.len() => format!("there are {}, …", known.join(", ")),
                known => format!("there are {}", known.join(", ")),
            };
            let error =
                Diagnostic::error(ACTION_NOT_FOUND, Pointer::root().member(at), format!("there is no action {id}"));
            self.errors.push(error.with_help(help));
        }
        self
    }

    /// Checks that the participant named at `at` exists, if there is one.
    pub(super) fn participant(mut self, at: Pointer, id: Option<&str>) -> Self {
        if let Some(id) = id.filter(|id| self.draft.participant(id).is_none()) {
            let help = participant_help(suggest(
                id,
                self.draft.participants.iter().map(|participant| participant.id.as_str()),
            ));
            let message = format!("there is no participant {id:?}");
            self.errors.push(Diagnostic::error(INVALID_PARTICIPANT_REF, at, message).with_help(help));
        }
        self
    }

    /// Returns all errors. Nothing may be changed before this succeeds.
    pub(super) fn done(self) -> Result<(), Vec<Diagnostic>> {
        if self.errors.is_empty() { Ok(()) } else { Err(self.errors) }
    }
}

/// Returns the pointer to a property of the arguments.
pub(super) fn member(name: &str) -> Pointer {
    Pointer::root().member(name)
}
