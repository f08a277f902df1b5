//! Unions that lead back to themselves in the same place, such as `R = S | text` with `S = R | number`. A branch that is the union once
//! more adds no value, and a conversion that followed it would not end.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::node::{Node, NodeKind, Plan};

/// Makes each definition that leads back to itself the union of what it leads to besides. All definitions of one circle have the same
/// values: the first has the union, the others refer to it.
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

/// The definitions that lead to each other, and so to themselves, without going into a value.
fn circles(plan: &Plan) -> Vec<BTreeSet<&str>> {
    let mut graph: DiGraph<&str, ()> = DiGraph::new();
    let places: BTreeMap<&str, NodeIndex> =
        plan.definitions.keys().map(|name| (name.as_str(), graph.add_node(name))).collect();
    for (name, node) in &plan.definitions {
        let mut referred = Vec::new();
        same_value(node, &mut referred);
        for target in referred {
            if let (Some(from), Some(to)) = (places.get(name.as_str()), places.get(target)) {
                graph.update_edge(*from, *to, ());
            }
        }
    }
    let leads_back = |part: &Vec<NodeIndex>| part.len() > 1 || graph.contains_edge(part[0], part[0]);
    let parts = kosaraju_scc(&graph).into_iter().filter(leads_back);
    parts.map(|part| part.into_iter().map(|place| graph[place]).collect()).collect()
}

/// The definitions that a node refers to for the very value that it stands for.
fn same_value<'p>(node: &'p Node, into: &mut Vec<&'p str>) {
    match &node.kind {
        NodeKind::Reference(name) => into.push(name),
        NodeKind::Union(branches) => branches.iter().for_each(|branch| same_value(branch, into)),
        NodeKind::Maybe(inner) | NodeKind::Boxed(_, inner) => same_value(inner, into),
        NodeKind::Free
        | NodeKind::Text(_)
        | NodeKind::Scalar { .. }
        | NodeKind::Object { .. }
        | NodeKind::Pairs(_)
        | NodeKind::List { .. } => {}
    }
}

/// The branches of the definitions of one circle that do not lead back into it.
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
        let mut referred = Vec::new();
        same_value(node, &mut referred);
        if !referred.iter().any(|name| self.circle.contains(name)) {
            self.branches.push(node.clone());
            return;
        }
        match &node.kind {
            NodeKind::Reference(name) => self.collect(name),
            NodeKind::Union(parts) => parts.iter().for_each(|part| self.add(part)),
            // `null`, or the union once more.
            NodeKind::Maybe(inner) => {
                self.branches.push(Node::scalar("null"));
                self.add(inner);
            }
            NodeKind::Boxed(_, inner) => self.add(inner),
            NodeKind::Free
            | NodeKind::Text(_)
            | NodeKind::Scalar { .. }
            | NodeKind::Object { .. }
            | NodeKind::Pairs(_)
            | NodeKind::List { .. } => {}
        }
    }
}
