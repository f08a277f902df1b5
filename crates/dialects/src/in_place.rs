//! Flattens unions that lead back to themselves for the same value, such as `R = S | string` with `S = R | number`.
//!
//! A branch that is the union itself adds no value, and a conversion that followed it would not terminate.

use std::collections::BTreeSet;

use crate::node::{Node, NodeKind, Plan};

/// Replaces each definition that leads back to itself by the union of its other branches.
///
/// All definitions of one cycle have the same values: the first one becomes the union, and the others reference it.
pub(crate) fn flatten(plan: &mut Plan) {
    let mut flat: Vec<(String, NodeKind)> = Vec::new();
    for circle in circles(plan) {
        let Some(&first) = circle.iter().next() else { continue };
        let mut flattening = Flattening { plan, circle: &circle, seen: BTreeSet::new(), branches: Vec::new() };
        flattening.collect(first);
        let branches = flattening.branches;
        let union = if branches.is_empty() { NodeKind::Free } else { NodeKind::Union(branches) };
        flat.push((first.to_owned(), union));
        let others = circle.iter().skip(1);
        flat.extend(others.map(|name| ((*name).to_owned(), NodeKind::Reference(first.to_owned()))));
    }
    for (name, kind) in flat {
        if let Some(node) = plan.definitions.get_mut(&name) {
            node.kind = kind;
        }
    }
}

/// Returns the definitions that reach each other without descending into a value.
fn circles(plan: &Plan) -> Vec<BTreeSet<&str>> {
    let edges = plan.definitions.iter().map(|(name, node)| {
        let mut targets = Vec::new();
        referred(node, &mut targets);
        (name.as_str(), targets)
    });
    crate::circles::circles(&edges.collect())
}

/// Returns the inner nodes that describe the same value as the node.
fn same_value(node: &Node) -> &[Node] {
    match &node.kind {
        NodeKind::Union(branches) => branches,
        NodeKind::Maybe(inner) | NodeKind::Boxed(_, inner) => std::slice::from_ref(inner),
        NodeKind::Free
        | NodeKind::Text(_)
        | NodeKind::Scalar { .. }
        | NodeKind::Object { .. }
        | NodeKind::Pairs(_)
        | NodeKind::List { .. }
        | NodeKind::Reference(_) => &[],
    }
}

/// Collects the definitions that a node references for its own value.
fn referred<'p>(node: &'p Node, into: &mut Vec<&'p str>) {
    if let NodeKind::Reference(name) = &node.kind {
        into.push(name);
    }
    for part in same_value(node) {
        referred(part, into);
    }
}

/// Collects the branches of one cycle that do not lead back into it.
struct Flattening<'p, 'c> {
    plan: &'p Plan,
    circle: &'c BTreeSet<&'p str>,
    seen: BTreeSet<&'p str>,
    branches: Vec<Node>,
}

impl<'p> Flattening<'p, '_> {
    fn collect(&mut self, name: &'p str) {
        if self.seen.insert(name)
            && let Some(node) = self.plan.definitions.get(name)
        {
            self.add(node);
        }
    }

    fn add(&mut self, node: &'p Node) {
        let mut targets = Vec::new();
        referred(node, &mut targets);
        if !targets.iter().any(|name| self.circle.contains(name)) {
            self.branches.push(node.clone());
            return;
        }
        if let NodeKind::Reference(name) = &node.kind {
            self.collect(name);
        }
        if let NodeKind::Maybe(_) = &node.kind {
            self.branches.push(Node::scalar("null"));
        }
        for part in same_value(node) {
            self.add(part);
        }
    }
}
