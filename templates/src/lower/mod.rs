//! Lowers a checked blueprint to the view of its classes. Lowering cannot fail: every checked blueprint has a view.

// A new variant in the schema must not compile until it is handled here.
#![deny(clippy::wildcard_enum_match_arm)]

mod action;
mod chunks;
mod class;
mod definition;
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

pub(crate) use action::{Action, CLEAR_FIELDS, Dml, Input, TOKEN};
pub(crate) use class::{clearing, permission_name};

/// Decides everything that the templates need: names, types, literals, order and line breaks.
pub fn lower(blueprint: &Checked<ActionBlueprint>) -> ActionView {
    view(&Action::from_plan(blueprint.get()))
}

/// Like [`lower`], for an action that agents call too: only a token confirms it, regardless of the blueprint's
/// confirmation mode.
pub fn lower_for_agents(blueprint: &Checked<ActionBlueprint>) -> ActionView {
    view(&Action::for_agents(blueprint.get()))
}

fn view(action: &Action<'_>) -> ActionView {
    let class = class::lower(action);
    let (test, rules_tests) = test::lower(action);
    ActionView { class, test, rules_tests }
}
