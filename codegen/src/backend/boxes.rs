//! Where a type holds itself: the members and branches that stand in a box, so that every type has a size.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

use crate::shape::{Kind, Shape, Shapes, owner};

/// Module, type, and the member or branch.
pub(crate) type Edge = (String, String, String);

/// The name of a branch as an [`Edge`] has it; no member of a document stands in a type that has branches.
pub(crate) fn variant(index: &str) -> String {
    format!("branch {index}")
}

/// A place where one type holds another by value.
struct Hold<'a> {
    from: (&'a str, &'a str),
    to: (&'a str, &'a str),
    edge: Edge,
    is_branch: bool,
}

/// What must be boxed. Branches of unions are boxed first: members need a box where no union stands in the circle.
pub(crate) fn needed(shapes: &BTreeMap<String, Shapes>) -> BTreeSet<Edge> {
    let holds = holds(shapes);
    let circles = circular(&holds.iter().collect::<Vec<_>>());
    let mut boxed: BTreeSet<Edge> =
        circles.iter().filter(|hold| hold.is_branch).map(|hold| hold.edge.clone()).collect();
    let rest: Vec<&Hold<'_>> = circles.into_iter().filter(|hold| !hold.is_branch).collect();
    boxed.extend(circular(&rest).into_iter().map(|hold| hold.edge.clone()));
    boxed
}

fn holds(shapes: &BTreeMap<String, Shapes>) -> Vec<Hold<'_>> {
    let mut holds = Vec::new();
    for (module, own) in shapes {
        for def in &own.types {
            for (shape, what, is_branch) in parts(&def.kind) {
                for name in shape.held() {
                    let edge = (module.clone(), def.name.clone(), what.clone());
                    let to = owner(shapes, module, name);
                    holds.push(Hold { from: (module, &def.name), to, edge, is_branch });
                }
            }
        }
    }
    holds
}

/// What a type holds, by which name, and whether as a branch.
fn parts(kind: &Kind) -> Vec<(&Shape, String, bool)> {
    let branch = |(index, shape)| (shape, variant(&usize::to_string(&index)), true);
    match kind {
        Kind::Struct(fields) => fields.iter().map(|field| (&field.shape, field.name.clone(), false)).collect(),
        Kind::Alias(shape) => vec![(shape, String::new(), false)],
        Kind::Tagged { variants, .. } => variants.iter().map(|one| &one.shape).enumerate().map(branch).collect(),
        Kind::Untagged(shapes) => shapes.iter().enumerate().map(branch).collect(),
        Kind::Enum(_) => Vec::new(),
    }
}

/// Those that lead back to where they start.
fn circular<'h, 'a>(holds: &[&'h Hold<'a>]) -> Vec<&'h Hold<'a>> {
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    let mut nodes = BTreeMap::new();
    for hold in holds {
        let from = *nodes.entry(hold.from).or_insert_with(|| graph.add_node(()));
        let to = *nodes.entry(hold.to).or_insert_with(|| graph.add_node(()));
        graph.add_edge(from, to, ());
    }
    let mut component = vec![0; graph.node_count()];
    for (index, members) in kosaraju_scc(&graph).iter().enumerate() {
        for member in members {
            component[member.index()] = index;
        }
    }
    let is_circular = |hold: &&&'h Hold<'a>| component[nodes[&hold.from].index()] == component[nodes[&hold.to].index()];
    holds.iter().filter(is_circular).copied().collect()
}
