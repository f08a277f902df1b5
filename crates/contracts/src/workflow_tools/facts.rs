//! The facts on which the rules depend, for drafts and exported documents alike: participants, and the actions with
//! their successors.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use planwright_generated::workflow_tools::{WorkflowAction, WorkflowDocument, WorkflowRoute};

use super::resolve::Resolver;
use super::routing;

/// Workflow, reduced to what decides its validity.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Ids of the participants.
    pub participants: Vec<String>,
    /// Actions in document order.
    pub actions: Vec<Step>,
}

/// Action of a workflow.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// Id of the action.
    pub id: u64,
    /// Participant who performs the action.
    pub sender: String,
    /// True if the action is marked as a start.
    pub starts: bool,
    /// Participants that the action routes to.
    pub targets: Vec<String>,
    /// Participants that the action discloses data to.
    pub disclosed_to: Vec<String>,
    /// Indexes of the actions that can follow.
    pub next: Vec<usize>,
    /// Participants without a following action that the action routes to. An unnamed route is listed by its id.
    pub dead_ends: Vec<String>,
    /// Ids of nonexistent actions that the action names.
    pub lost: Vec<u64>,
    /// True if the workflow can end after this action.
    pub exits: bool,
}

/// A workflow that the rules can check.
pub trait Workflow {
    /// Returns the facts about the workflow.
    fn facts(&self) -> Cow<'_, Facts>;
}

impl Workflow for Facts {
    fn facts(&self) -> Cow<'_, Facts> {
        Cow::Borrowed(self)
    }
}

impl Workflow for WorkflowDocument {
    fn facts(&self) -> Cow<'_, Facts> {
        let resolver = Resolver::new(self.actions.iter().map(|action| (action.id, action.sender.as_str())));
        let mut by_id = HashMap::new();
        for (index, action) in self.actions.iter().enumerate() {
            by_id.entry(action.id).or_insert(index);
        }
        Cow::Owned(Facts {
            participants: self.participants.iter().map(|participant| participant.id.clone()).collect(),
            actions: self.actions.iter().map(|action| of_exported(action, &resolver, &by_id)).collect(),
        })
    }
}

fn of_exported(action: &WorkflowAction, resolver: &Resolver<'_>, by_id: &HashMap<u64, usize>) -> Step {
    let disclosures = action.disclosures.iter().flatten();
    let mut step = Step {
        id: action.id,
        sender: action.sender.clone(),
        starts: action.is_starting_action,
        targets: distinct(routing::named_participants(action)),
        disclosed_to: distinct(disclosures.map(|entry| entry.participant_address.as_str())),
        ..Step::default()
    };
    match action.routes.as_deref() {
        None | Some([]) => {
            step.exits = routing::ends_without_route(action);
            follow_targets(&mut step, resolver);
        }
        Some(routes) => {
            let said = routing::participant_routing(action).ok().flatten();
            let named = |index: usize| said.as_ref().and_then(|said| said.branches.get(index)?.to);
            follow_routes(&mut step, routes, named, by_id);
        }
    }
    step
}

/// Adds the edges of an action that routes to participants.
pub fn follow_targets(step: &mut Step, resolver: &Resolver<'_>) {
    for target in &step.targets {
        match resolver.resolve(target, step.id) {
            Some((_, index)) => step.next.push(index),
            None => step.dead_ends.push(target.clone()),
        }
    }
    step.exits |= !step.dead_ends.is_empty();
}

/// Adds the edges of an action whose routes name actions. A route without successors is listed by its participant, if
/// known.
fn follow_routes<'n>(
    step: &mut Step,
    routes: &'n [WorkflowRoute],
    named: impl Fn(usize) -> Option<&'n str>,
    by_id: &HashMap<u64, usize>,
) {
    for (index, route) in routes.iter().enumerate() {
        for id in &route.next_action_ids {
            match by_id.get(id) {
                Some(&index) => step.next.push(index),
                None => step.lost.push(*id),
            }
        }
        if route.next_action_ids.is_empty() {
            step.dead_ends.push(named(index).unwrap_or(&route.id).to_owned());
        }
    }
    let otherwise = routes.iter().any(|route| route.is_default || route.condition.is_none());
    step.exits = !otherwise || !step.dead_ends.is_empty() || !step.lost.is_empty();
}

/// Returns the distinct names in their original order.
pub fn distinct<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut seen = HashSet::new();
    names.filter(|name| seen.insert(*name)).map(str::to_owned).collect()
}
