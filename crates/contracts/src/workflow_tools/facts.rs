//! What the rules look at, the same for a draft and for an exported document: who takes part, and which action leads where.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use planwright_generated::workflow_tools::{WorkflowAction, WorkflowDocument, WorkflowRoute};

use super::resolve::Resolver;
use super::routing;

/// A workflow, reduced to what decides its validity.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The ids of those who take part.
    pub participants: Vec<String>,
    /// The actions in document order.
    pub actions: Vec<Step>,
}

/// One action.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// Its id.
    pub id: u64,
    /// The participant who performs it.
    pub sender: String,
    /// Whether it is marked as a start.
    pub starts: bool,
    /// The participants that it routes to.
    pub targets: Vec<String>,
    /// The participants that it discloses data to.
    pub disclosed_to: Vec<String>,
    /// The positions of the actions that can follow.
    pub next: Vec<usize>,
    /// What it routes to without an action to follow: a participant, or a route by its id.
    pub dead_ends: Vec<String>,
    /// The ids of actions that it names and that do not exist.
    pub lost: Vec<u64>,
    /// Whether the workflow can end here.
    pub exits: bool,
}

/// What the rules can judge.
pub trait Workflow {
    /// The facts about it.
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
        targets: distinct(routing::named(action)),
        disclosed_to: distinct(disclosures.map(|entry| entry.participant_address.as_str())),
        ..Step::default()
    };
    match action.routes.as_deref() {
        None | Some([]) => {
            step.exits = routing::ends_without_route(action);
            follow(&mut step, resolver);
        }
        Some(routes) => {
            let said = routing::routing_of(action).ok().flatten();
            let named = |index: usize| said.as_ref().and_then(|said| said.branches.get(index)?.to);
            along(&mut step, routes, named, by_id);
        }
    }
    step
}

/// The edges of an action that routes to participants.
pub fn follow(step: &mut Step, resolver: &Resolver<'_>) {
    for target in &step.targets {
        match resolver.resolve(target, step.id) {
            Some((_, index)) => step.next.push(index),
            None => step.dead_ends.push(target.clone()),
        }
    }
    step.exits |= !step.dead_ends.is_empty();
}

/// The edges of an action whose routes name actions. A route that leads nowhere is called by whom it was meant for.
fn along<'n>(
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

/// The names in order, each once.
pub fn distinct<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut seen = HashSet::new();
    names.filter(|name| seen.insert(*name)).map(str::to_owned).collect()
}
