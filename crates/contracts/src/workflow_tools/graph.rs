//! Graph of the routing: reachability and loops. No function is recursive, so that a long workflow cannot overflow the
//! stack.

use std::collections::HashMap;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::facts::Facts;

/// Loop of actions, by their indexes in ascending order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Loop {
    pub(super) members: Vec<usize>,
    /// True if the workflow can leave the loop, by a route or by ending.
    pub(super) escapable: bool,
}

/// Returns the indexes of the actions that cannot be reached from a start. If no start is marked, the action with the
/// lowest id is the start.
pub(super) fn unreachable(facts: &Facts) -> Vec<usize> {
    let nodes = nodes(facts);
    let next = edges(facts, &nodes);
    let mut reached = vec![false; facts.actions.len()];
    let mut todo = starts(facts, &nodes);
    while let Some(node) = todo.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            todo.extend(next[node].iter().copied().filter(|&to| !reached[to]));
        }
    }
    (0..facts.actions.len()).filter(|&index| !reached[nodes[index]] && nodes[index] == index).collect()
}

/// Returns all loops, sorted by their first action.
pub(super) fn loops(facts: &Facts) -> Vec<Loop> {
    let nodes = nodes(facts);
    let next = edges(facts, &nodes);
    let mut exits = vec![false; nodes.len()];
    facts.actions.iter().zip(&nodes).for_each(|(step, &node)| exits[node] |= step.exits);
    let graph = graph(&next);
    let mut found = Vec::new();
    let mut part_of = vec![0; nodes.len()];
    for (part, members) in kosaraju_scc(&graph).into_iter().enumerate() {
        let mut members: Vec<_> = members.into_iter().map(NodeIndex::index).collect();
        members.sort_unstable();
        for &node in &members {
            part_of[node] = part;
        }
        found.push(members);
    }
    found.retain(|members| members.len() > 1 || next[members[0]].contains(&members[0]));
    found.sort_unstable();
    let leaves = |node: usize| next[node].iter().any(|&to| part_of[to] != part_of[node]);
    let escapable = |members: &[usize]| members.iter().any(|&node| exits[node] || leaves(node));
    found.into_iter().map(|members| Loop { escapable: escapable(&members), members }).collect()
}

/// Returns for each action the index of the first action with its id. Duplicate ids have their own rule and count as
/// one action here.
fn nodes(facts: &Facts) -> Vec<usize> {
    let mut first = HashMap::new();
    facts.actions.iter().enumerate().map(|(index, step)| *first.entry(step.id).or_insert(index)).collect()
}

fn edges(facts: &Facts, nodes: &[usize]) -> Vec<Vec<usize>> {
    let mut edges = vec![Vec::new(); nodes.len()];
    for (step, &node) in facts.actions.iter().zip(nodes) {
        edges[node].extend(step.next.iter().map(|&to| nodes[to]));
    }
    edges
}

fn starts(facts: &Facts, nodes: &[usize]) -> Vec<usize> {
    let marked = facts.actions.iter().zip(nodes).filter(|(step, _)| step.starts).map(|(_, &node)| node);
    let marked: Vec<_> = marked.collect();
    if marked.is_empty() {
        (0..nodes.len()).min_by_key(|&index| facts.actions[index].id).into_iter().collect()
    } else {
        marked
    }
}

fn graph(next: &[Vec<usize>]) -> DiGraph<(), (), usize> {
    let mut graph = DiGraph::with_capacity(next.len(), next.iter().map(Vec::len).sum());
    let nodes: Vec<_> = next.iter().map(|_| graph.add_node(())).collect();
    for (from, all) in next.iter().enumerate() {
        for &to in all {
            graph.add_edge(nodes[from], nodes[to], ());
        }
    }
    graph
}
