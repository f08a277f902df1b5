//! Remembers the last changes of a draft, so that `undo` can take them back.
//!
//! A step keeps only the part of the draft that its call could change, so that a call costs the same however large the
//! draft is.

use std::collections::VecDeque;
use std::sync::Arc;

use planwright_check::Diagnostic;
use planwright_generated::workflow_tools::UndoReturns;
use planwright_source::Pointer;

use super::codes::NOTHING_TO_UNDO;
use super::draft::{Action, Draft, Participant};
use super::outcome::{OperationOutcome, OperationResult};
use super::participants::count;

/// Maximum number of steps.
const MAX_STEPS: usize = 100;

/// The last changes of a draft, oldest first. Clones share the steps.
#[derive(Clone, Debug, Default)]
pub(super) struct History(VecDeque<Arc<Step>>);

/// Part of a draft that a call can change.
pub(super) enum Part<'a> {
    /// Title and description.
    Title,
    /// The participant with this id.
    Participant(&'a str),
    /// The action with this id.
    Action(u64),
    /// Both lists.
    Lists,
}

/// A part of a draft from before a call.
#[derive(Debug)]
pub(super) struct Step {
    tool: &'static str,
    kept: Kept,
}

#[derive(Debug)]
enum Kept {
    Title { title: String, description: String },
    Participant { id: String, kept: Option<Participant> },
    Action { id: u64, kept: Option<(usize, Action)> },
    Lists { participants: Vec<Participant>, actions: Vec<Action> },
}

impl Step {
    /// Keeps a part of the draft before `tool` changes it.
    pub(super) fn before(tool: &'static str, draft: &Draft, part: &Part<'_>) -> Self {
        let kept = match *part {
            Part::Title => Kept::Title { title: draft.title.clone(), description: draft.description.clone() },
            Part::Participant(id) => Kept::Participant { id: id.to_owned(), kept: draft.participant(id).cloned() },
            Part::Action(id) => {
                let found = draft.actions.iter().enumerate().find(|(_, action)| action.id == id);
                Kept::Action { id, kept: found.map(|(index, action)| (index, action.clone())) }
            }
            Part::Lists => Kept::Lists { participants: draft.participants.clone(), actions: draft.actions.clone() },
        };
        Self { tool, kept }
    }

    /// Puts the part back.
    fn restore(&self, draft: &mut Draft) {
        match &self.kept {
            Kept::Title { title, description } => {
                draft.title.clone_from(title);
                draft.description.clone_from(description);
            }
            // No tool deletes a single participant, so it is either replaced in place or removed.
            Kept::Participant { id, kept } => {
                let place = draft.participants.iter().position(|participant| participant.id == *id);
                match (place, kept) {
                    (Some(place), Some(kept)) => draft.participants[place] = kept.clone(),
                    (Some(place), None) => drop(draft.participants.remove(place)),
                    (None, _) => {}
                }
            }
            Kept::Action { id, kept } => {
                let place = draft.actions.iter().position(|action| action.id == *id);
                match (place, kept) {
                    (Some(place), Some((_, kept))) => draft.actions[place] = kept.clone(),
                    (Some(place), None) => drop(draft.actions.remove(place)),
                    (None, Some((index, kept))) => {
                        draft.actions.insert((*index).min(draft.actions.len()), kept.clone());
                    }
                    (None, None) => {}
                }
            }
            Kept::Lists { participants, actions } => {
                draft.participants.clone_from(participants);
                draft.actions.clone_from(actions);
            }
        }
    }
}

impl History {
    /// Adds a step. The oldest one is dropped if there are too many.
    pub(super) fn add(&mut self, step: Step) {
        if self.0.len() == MAX_STEPS {
            self.0.pop_front();
        }
        self.0.push_back(Arc::new(step));
    }

    /// Undoes the last step.
    pub(super) fn undo(&mut self, draft: &mut Draft) -> OperationResult<UndoReturns> {
        let Some(step) = self.0.pop_back() else {
            let error = Diagnostic::error(NOTHING_TO_UNDO, Pointer::root(), "there is no change to undo");
            let help = format!("undo reaches back at most {MAX_STEPS} changes, and not before the server was started");
            return Err(vec![error.with_help(help)]);
        };
        step.restore(draft);
        let returns = UndoReturns {
            participant_count: count(&draft.participants),
            action_count: count(&draft.actions),
            steps_left: self.0.len() as u64,
            message: format!("Undid {}", step.tool),
        };
        Ok(OperationOutcome { returns, warnings: Vec::new(), changed: true, validation: None })
    }
}
