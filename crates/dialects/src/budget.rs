//! Decides how a missing property is represented: as `null`, by omission, or as an empty list where the vendor limits
//! both.

use planwright_schema::Target;
use std::collections::BTreeMap;

use crate::dialects::{Absence, Rules};
use crate::limits::{MAX_OPTIONAL, MAX_UNIONS};
use crate::node::{Member, Node, NodeKind, Plan, Presence, Rest};
use crate::source::Source;
use crate::weakening::{ABSENT_AS_LIST, ABSENT_AS_NULL, NULL_AS_LIST, NULLABLE_BOXED, Note};

/// Decides the representation for every property of the plan.
pub(crate) fn spend_budget(source: &Source, plan: &mut Plan, rules: Rules, notes: &mut Vec<Note>) {
    let mut ration = Ration { optional: usize::MAX, unions: usize::MAX, uses: BTreeMap::new() };
    match rules.absence {
        Absence::Free => return,
        Absence::Null => {}
        Absence::Rationed => {
            ration = Ration { optional: MAX_OPTIONAL, unions: MAX_UNIONS, uses: uses(plan) };
            let definitions = plan.definitions.iter().map(|(name, node)| (ration.uses_of(name), node));
            let wide: usize = std::iter::once((1, &plan.root))
                .chain(definitions)
                .map(|(times, node)| times * unavoidable_unions(node))
                .sum();
            ration.unions = MAX_UNIONS.saturating_sub(wide);
        }
    }
    let before = plan.clone();
    let mut report = |place: &Target, code, message: String| notes.push(Note::new(place, code, message));
    let mut root = std::mem::take(&mut plan.root);
    if let Some((_, place)) = source.definitions.get(&source.root) {
        decide(&before, (&mut root, place), 1, rules, &mut ration, &mut report);
    }
    plan.root = root;
    for (name, node) in &mut plan.definitions {
        let times = ration.uses_of(name);
        if let Some((_, place)) = source.definitions.get(name) {
            decide(&before, (node, place), times, rules, &mut ration, &mut report);
        }
    }
}

/// Remaining budget.
struct Ration {
    optional: usize,
    unions: usize,
    /// Number of uses of each definition, with references expanded.
    uses: BTreeMap<String, usize>,
}

impl Ration {
    fn uses_of(&self, name: &str) -> usize {
        self.uses.get(name).copied().unwrap_or(1)
    }
}

type Reporter<'r> = dyn FnMut(&Target, &'static str, String) + 'r;

fn decide(
    plan: &Plan,
    (node, at): (&mut Node, &Target),
    times: usize,
    rules: Rules,
    ration: &mut Ration,
    report: &mut Reporter<'_>,
) {
    if rules.absence == Absence::Rationed {
        nullable(node, at, times, ration, report);
    }
    match &mut node.kind {
        NodeKind::Object { members, rest } => {
            for member in members.iter_mut() {
                if member.presence == Presence::Optional {
                    absent(plan, member, times, rules, ration, report);
                }
                decide(plan, (&mut member.node, &member.place), times, rules, ration, report);
            }
            match rest {
                Rest::Closed => {}
                Rest::Open(node) | Rest::Pairs(_, node) => decide(plan, (node, at), times, rules, ration, report),
            }
        }
        NodeKind::Pairs(node) | NodeKind::Maybe(node) | NodeKind::Boxed(_, node) => {
            decide(plan, (node, at), times, rules, ration, report);
        }
        NodeKind::List { slots, items, .. } => {
            for node in slots.iter_mut().chain([&mut **items]) {
                decide(plan, (node, at), times, rules, ration, report);
            }
        }
        NodeKind::Union(branches) => {
            for node in branches {
                decide(plan, (node, at), times, rules, ration, report);
            }
        }
        NodeKind::Free | NodeKind::Text(_) | NodeKind::Scalar { .. } | NodeKind::Reference(_) => {}
    }
}

fn absent(
    plan: &Plan,
    member: &mut Member,
    times: usize,
    rules: Rules,
    ration: &mut Ration,
    report: &mut Reporter<'_>,
) {
    if rules.absence == Absence::Rationed {
        if times <= ration.optional {
            ration.optional -= times;
            return;
        }
        member.presence = Presence::Listed;
        let message = format!(
            "only {MAX_OPTIONAL} properties may be missing: {:?} is a list, which is empty for a missing one",
            member.name
        );
        report(&member.place, ABSENT_AS_LIST, message);
    } else if plan.takes_null(&member.node) {
        member.presence = Presence::Boxed;
        let message =
            format!("{:?} may be null or missing: null means missing, {{\"value\": null}} for null", member.name);
        report(&member.place, NULLABLE_BOXED, message);
    } else {
        member.presence = Presence::Nullable;
        report(&member.place, ABSENT_AS_NULL, format!("{:?} is required, and null means missing", member.name));
    }
}

/// Replaces a union with `null` by a list of at most one element if no unions are left.
fn nullable(node: &mut Node, at: &Target, times: usize, ration: &mut Ration, report: &mut Reporter<'_>) {
    let NodeKind::Union(branches) = &mut node.kind else { return };
    let is_null = |node: &Node| matches!(node.kind, NodeKind::Scalar { scalar: "null", .. });
    if branches.len() != 2 || !branches.iter().any(is_null) {
        return;
    }
    if times <= ration.unions {
        ration.unions -= times;
        return;
    }
    let message = format!("only {MAX_UNIONS} unions are allowed: it is a list, which is empty for null");
    report(at, NULL_AS_LIST, message);
    branches.retain(|node| !is_null(node));
    let inner = Node::one_of(std::mem::take(branches));
    node.kind = NodeKind::Maybe(Box::new(inner));
    node.words.push("An empty list means null.".to_owned());
}

/// Counts the unions that cannot be avoided.
fn unavoidable_unions(node: &Node) -> usize {
    let own = match &node.kind {
        NodeKind::Union(branches) => {
            let nulls =
                branches.iter().filter(|node| matches!(node.kind, NodeKind::Scalar { scalar: "null", .. })).count();
            usize::from(branches.len() > 2 || nulls == 0)
        }
        NodeKind::List { slots, .. } => usize::from(!slots.is_empty()),
        _ => 0,
    };
    own + node.children().into_iter().map(unavoidable_unions).sum::<usize>()
}

/// Counts the uses of each definition with references expanded. Must not be called for recursive definitions.
fn uses(plan: &Plan) -> BTreeMap<String, usize> {
    let mut uses = BTreeMap::new();
    let mut pending = vec![(&plan.root, 0)];
    let mut steps = 0_usize;
    while let Some((node, depth)) = pending.pop() {
        steps += 1;
        if depth > plan.definitions.len() || steps > 100_000 {
            // The plan exceeds all limits, so nothing here is affordable.
            return plan.definitions.keys().map(|name| (name.clone(), MAX_OPTIONAL + 1)).collect();
        }
        if let NodeKind::Reference(name) = &node.kind {
            *uses.entry(name.clone()).or_insert(0) += 1;
            pending.extend(plan.definitions.get(name).map(|node| (node, depth + 1)));
        }
        pending.extend(node.children().into_iter().map(|node| (node, depth)));
    }
    uses
}
