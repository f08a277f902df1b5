//! Converts a draft to the facts on which the workflow rules depend.

use std::borrow::Cow;

use planwright_contracts::workflow_tools::facts::{Facts, Step, Workflow, distinct, follow_targets};
use planwright_contracts::workflow_tools::resolve::Resolver;

use super::draft::{Action, Draft};

impl Workflow for Draft {
    fn facts(&self) -> Cow<'_, Facts> {
        let resolver = Resolver::new(self.actions.iter().map(|action| (action.id, action.sender.as_str())));
        Cow::Owned(Facts {
            participants: self.participants.iter().map(|participant| participant.id.clone()).collect(),
            actions: self.actions.iter().map(|action| of_action(action, &resolver)).collect(),
        })
    }
}

fn of_action(action: &Action, resolver: &Resolver<'_>) -> Step {
    let mut step = Step {
        id: action.id,
        sender: action.sender.clone(),
        starts: action.is_starting_action,
        targets: distinct(action.targets()),
        disclosed_to: distinct(action.disclosures.iter().map(|entry| entry.participant_id.as_str())),
        exits: action.ends_without_route(),
        ..Step::default()
    };
    follow_targets(&mut step, resolver);
    step
}
