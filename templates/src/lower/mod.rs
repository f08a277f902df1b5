//! A checked blueprint to the view of its classes. Total: whatever passed the check has a view.

// A variant that a schema gains must not compile until it is judged.
#![deny(clippy::wildcard_enum_match_arm)]

mod action;
mod chunks;
mod class;
mod lines;
mod members;
mod messages;
mod purpose;
mod rule_tests;
mod samples;
mod test;

use planwright_contracts::Checked;
use planwright_generated::action_blueprint::ActionBlueprint;

use crate::view::ActionView;

pub(crate) use action::{Action, CLEARS, Dml, Input, TOKEN};
pub(crate) use class::clearing;

/// Makes every choice that the templates need: names, types, literals, order, and where lines break.
pub fn lower(blueprint: &Checked<ActionBlueprint>) -> ActionView {
    view(&Action::of(blueprint.get()))
}

/// The same for an action that agents call too: only the token of its question answers it, whatever the blueprint says.
pub fn lower_for_agents(blueprint: &Checked<ActionBlueprint>) -> ActionView {
    view(&Action::for_agents(blueprint.get()))
}

fn view(action: &Action<'_>) -> ActionView {
    let (class, parts) = class::lower(action);
    let (test, rules_tests) = test::lower(action);
    ActionView { class, parts, test, rules_tests }
}
