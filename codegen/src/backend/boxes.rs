//! Decides which fields and branches are boxed.
//!
//! Recursive types need a box to have a size. Very large types need one because several copies of a value are on the
//! stack while a document is read.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::sizes;
use crate::shape::{Kind, Shape, Shapes, TypeDef, owner};

/// Module, type, and field or branch.
pub(crate) type Edge = (String, String, String);

/// Returns the name of a branch in an [`Edge`]. It cannot collide with a field, because a type with branches has no
/// fields.
pub(crate) fn variant(index: &str) -> String {
    format!("branch {index}")
}

/// Relation between a type and one that it contains by value.
struct Hold<'a> {
    from: (&'a str, &'a str),
    to: (&'a str, &'a str),
    edge: Edge,
    is_branch: bool,
}

/// Maximum size of a type in bytes, as far as boxes can achieve it.
///
/// Unoptimized code has several copies of a value on the stack for each type that contains it.
const MAX_TYPE_SIZE: usize = 1024;

/// Returns what must be boxed. Branches of unions are boxed first, and fields only if a cycle contains no union.
pub(crate) fn needed(shapes: &BTreeMap<String, Shapes>) -> BTreeSet<Edge> {
    let holds = holds(shapes);
    let circles = circular(&holds.iter().collect::<Vec<_>>());
    let mut boxed: BTreeSet<Edge> =
        circles.iter().filter(|hold| hold.is_branch).map(|hold| hold.edge.clone()).collect();
    let rest: Vec<&Hold<'_>> = circles.into_iter().filter(|hold| !hold.is_branch).collect();
    boxed.extend(circular(&rest).into_iter().map(|hold| hold.edge.clone()));
    let flat: Vec<&Hold<'_>> = holds.iter().filter(|hold| !boxed.contains(&hold.edge)).collect();
    box_large(shapes, &flat, &mut boxed);
    boxed
}

/// A field or branch of a type.
struct Part {
    bytes: usize,
    edge: Edge,
    may_be_boxed: bool,
}

/// Boxes the largest parts of each type that is too large, starting with the innermost types. `holds` has no cycles.
fn box_large(shapes: &BTreeMap<String, Shapes>, holds: &[&Hold<'_>], boxed: &mut BTreeSet<Edge>) {
    let all = shapes
        .iter()
        .flat_map(|(module, own)| own.types.iter().map(move |def| ((module.as_str(), def.name.as_str()), def)));
    let defs: BTreeMap<(&str, &str), &TypeDef> = all.collect();
    let (graph, _) = graph(holds);
    let inner_first = kosaraju_scc(&graph);
    let mut sizes = BTreeMap::new();
    for name in inner_first.iter().flatten().map(|node| &graph[*node]) {
        let Some(def) = defs.get(name) else { continue };
        let size_of =
            |shape: &Shape| sizes::size_of_shape(shape, &|inner| sizes.get(&owner(shapes, name.0, inner)).copied());
        let mut parts: Vec<Part> = parts(&def.kind)
            .into_iter()
            .map(|(shape, what, _)| {
                let edge = (name.0.to_owned(), name.1.to_owned(), what);
                let is_boxed = boxed.contains(&edge);
                let bytes = if is_boxed { sizes::POINTER } else { size_of(shape) };
                Part { bytes, edge, may_be_boxed: !is_boxed && shape.named().is_some() }
            })
            .collect();
        parts.sort_by_key(|part| Reverse(part.bytes));
        let is_union = matches!(def.kind, Kind::Tagged { .. } | Kind::Content { .. } | Kind::Untagged(_));
        let is_alias = matches!(def.kind, Kind::Alias(_));
        let mut total: usize = parts.iter().map(|part| part.bytes).sum();
        let mut last = usize::MAX;
        for part in &mut parts {
            // Parts of equal size are boxed alike, so that fields of the same type look alike.
            let fits = if is_union { part.bytes <= MAX_TYPE_SIZE } else { total <= MAX_TYPE_SIZE && part.bytes < last };
            if fits || is_alias {
                break;
            }
            if part.may_be_boxed && part.bytes > sizes::TEXT {
                boxed.insert(part.edge.clone());
                last = part.bytes;
                total = total - part.bytes + sizes::POINTER;
                part.bytes = sizes::POINTER;
            }
        }
        if is_union {
            total = sizes::POINTER + parts.iter().map(|part| part.bytes).max().unwrap_or_default();
        }
        sizes.insert(*name, total);
    }
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

/// Returns the parts of a type, with their names and whether they are branches.
fn parts(kind: &Kind) -> Vec<(&Shape, String, bool)> {
    let branch = |(index, shape)| (shape, variant(&usize::to_string(&index)), true);
    match kind {
        Kind::Struct(fields) => fields.iter().map(|field| (&field.shape, field.name.clone(), false)).collect(),
        Kind::Alias(shape) => vec![(shape, String::new(), false)],
        Kind::Tagged { variants, .. } => variants.iter().map(|one| &one.shape).enumerate().map(branch).collect(),
        Kind::Content { variants, .. } => {
            let shapes = variants.iter().enumerate().filter_map(|(index, one)| Some((index, one.shape.as_ref()?)));
            shapes.map(branch).collect()
        }
        Kind::Untagged(shapes) => shapes.iter().enumerate().map(branch).collect(),
        Kind::Enum(_) | Kind::OpenEnum(_) => Vec::new(),
    }
}

/// Returns the relations that are part of a cycle.
fn circular<'h, 'a>(holds: &[&'h Hold<'a>]) -> Vec<&'h Hold<'a>> {
    let (graph, nodes) = graph(holds);
    let mut component = vec![0; graph.node_count()];
    for (index, members) in kosaraju_scc(&graph).iter().enumerate() {
        for member in members {
            component[member.index()] = index;
        }
    }
    let is_circular = |hold: &&&'h Hold<'a>| component[nodes[&hold.from].index()] == component[nodes[&hold.to].index()];
    holds.iter().filter(is_circular).copied().collect()
}

/// Nodes of types, by module and name.
type Nodes<'a> = BTreeMap<(&'a str, &'a str), NodeIndex>;

/// Returns the graph of types that contain each other, with module and name in each node.
fn graph<'a>(holds: &[&Hold<'a>]) -> (DiGraph<(&'a str, &'a str), ()>, Nodes<'a>) {
    let mut graph = DiGraph::new();
    let mut nodes = BTreeMap::new();
    for hold in holds {
        let from = *nodes.entry(hold.from).or_insert_with(|| graph.add_node(hold.from));
        let to = *nodes.entry(hold.to).or_insert_with(|| graph.add_node(hold.to));
        graph.add_edge(from, to, ());
    }
    (graph, nodes)
}
