//! Limits the length of chains of schemas that refer to each other.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use planwright_source::Pointer;

use crate::error::{Error, ErrorKind};
use crate::set::SchemaSet;
use crate::target::Target;

/// Maximum number of schemas that may refer to each other in a chain, including references from nested values.
const MAX_CHAIN: usize = 500;

/// A reference and its target schema.
pub(crate) struct ReferenceEdge {
    pub(crate) file: String,
    pub(crate) at: Pointer,
    pub(crate) target: Target,
}

/// Returns an error for each schema at which a chain is too long. Schemas that refer back to each other count as one.
pub(crate) fn violations(set: &SchemaSet, references: &[ReferenceEdge]) -> Vec<Error> {
    let roots = set.files().map(|file| Target::root(&file.path));
    let targets: BTreeSet<Target> = roots.chain(references.iter().map(|one| one.target.clone())).collect();
    let mut graph: DiGraph<&Target, ()> = DiGraph::new();
    let nodes: BTreeMap<&Target, NodeIndex> = targets.iter().map(|target| (target, graph.add_node(target))).collect();
    for reference in references {
        let holder = holder(&nodes, reference);
        if let (Some(from), Some(to)) = (holder, nodes.get(&reference.target)) {
            graph.update_edge(from, *to, ());
        }
    }
    let mut lengths = vec![0; graph.node_count()];
    let mut errors = Vec::new();
    // A group comes after the groups that it refers to, so their lengths are known.
    for group in kosaraju_scc(&graph) {
        let length = 1 + group
            .iter()
            .flat_map(|node| graph.neighbors(*node))
            .map(|next| lengths[next.index()])
            .max()
            .unwrap_or(0);
        for node in &group {
            lengths[node.index()] = length;
        }
        if let (true, Some(node)) = (length == MAX_CHAIN + 1, group.iter().min())
            && let Some(file) = set.get(&graph[*node].file)
        {
            let kind = ErrorKind::LongChain { max: MAX_CHAIN };
            errors.push(file.unplaced(graph[*node].pointer.clone(), None, kind));
        }
    }
    set.locate(errors)
}

/// Returns the nearest schema around a reference that is a target itself, or the root of the file.
fn holder(nodes: &BTreeMap<&Target, NodeIndex>, reference: &ReferenceEdge) -> Option<NodeIndex> {
    let mut around = Target { file: reference.file.clone(), pointer: reference.at.clone() };
    loop {
        if let Some(node) = nodes.get(&around) {
            return Some(*node);
        }
        around.pointer.pop()?;
    }
}
