//! Decides how much a change matters for a role. This is a layer above the verdict and never changes it.

use planwright_runtime::Severity;

use crate::changes::Change;
use crate::pair::Pair;
use crate::rules::{Axis, Effect};
use crate::verdict::Verdict;
use planwright_schema::{ContentModel, Role};

/// Direction of compatibility.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Backward,
    Forward,
}

/// Returns the severity of each change of a pair, in order.
pub fn severities(pair: &Pair, role: Role, content: ContentModel) -> Vec<Severity> {
    let counting = directions(role);
    let grade = |change: &Change, promoted: &[Direction]| {
        let of = counting.iter().map(|direction| severity(pair, change, content, *direction, promoted));
        of.max().unwrap_or(Severity::Note)
    };
    let of_direction = |direction: &Direction| {
        pair.changes.iter().any(|change| severity(pair, change, content, *direction, &[]) == Severity::Error)
    };
    // If a verdict is broken and no single change explains it, the changes that depend on the verdict are promoted.
    let promoted: Vec<Direction> = counting.iter().filter(|direction| !of_direction(direction)).copied().collect();
    pair.changes.iter().map(|change| grade(change, &promoted)).collect()
}

/// Checks whether a pair breaks compatibility for a role.
pub fn fails(pair: &Pair, role: Role, content: ContentModel) -> bool {
    directions(role).into_iter().any(|direction| {
        let broken = matches!(verdict(pair, direction), Verdict::Broken(_));
        let matters = |change: &Change| effect(change, direction) != Effect::Fine;
        let breaking: Vec<&Change> = pair.changes.iter().filter(|change| matters(change)).collect();
        let open = !breaking.is_empty() && breaking.iter().all(|change| change.rule.axis == Axis::OpenObjects);
        broken && !(content == ContentModel::Lenient && open)
    })
}

/// Checks whether a verdict that counts for a role is undecided.
pub fn is_undecided(pair: &Pair, role: Role) -> bool {
    directions(role).into_iter().any(|direction| matches!(verdict(pair, direction), Verdict::Undecided(_)))
}

fn directions(role: Role) -> Vec<Direction> {
    match role {
        Role::Consumed => vec![Direction::Backward],
        Role::Produced => vec![Direction::Forward],
        Role::Both => vec![Direction::Backward, Direction::Forward],
    }
}

fn verdict(pair: &Pair, direction: Direction) -> Verdict {
    match direction {
        Direction::Backward => pair.backward(),
        Direction::Forward => pair.forward(),
    }
}

fn effect(change: &Change, direction: Direction) -> Effect {
    match direction {
        Direction::Backward => change.backward,
        Direction::Forward => change.forward,
    }
}

fn severity(
    pair: &Pair,
    change: &Change,
    content: ContentModel,
    direction: Direction,
    promoted: &[Direction],
) -> Severity {
    match change.rule.axis {
        Axis::Annotations => return Severity::Note,
        Axis::Rust | Axis::Apex => return Severity::Warning,
        Axis::OpenObjects if content == ContentModel::Lenient => return Severity::Note,
        Axis::OpenObjects | Axis::Documents => {}
    }
    match (effect(change, direction), verdict(pair, direction)) {
        (Effect::Fine, _) | (_, Verdict::Proved) => Severity::Note,
        (Effect::Breaks, Verdict::Broken(_)) => Severity::Error,
        (Effect::Depends, Verdict::Broken(_)) if promoted.contains(&direction) => Severity::Error,
        _ => Severity::Warning,
    }
}
