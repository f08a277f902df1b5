//! Finds recursive definitions in linear time.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// Returns the sets of names that reach each other. `edges` contains the names that each name references.
pub(crate) fn circles<'n>(edges: &BTreeMap<&'n str, Vec<&'n str>>) -> Vec<BTreeSet<&'n str>> {
    let mut graph: DiGraph<&str, ()> = DiGraph::new();
    let places: BTreeMap<&str, NodeIndex> = edges.keys().map(|name| (*name, graph.add_node(*name))).collect();
    let mut themselves = BTreeSet::new();
    for (name, targets) in edges {
        for target in targets {
            if let (Some(from), Some(to)) = (places.get(name), places.get(target)) {
                graph.add_edge(*from, *to, ());
            }
            if name == target {
                themselves.insert(*name);
            }
        }
    }
    let parts = kosaraju_scc(&graph).into_iter();
    let named = parts.map(|part| part.into_iter().map(|place| graph[place]).collect::<BTreeSet<&str>>());
    named.filter(|part| part.len() > 1 || part.iter().any(|name| themselves.contains(name))).collect()
}
