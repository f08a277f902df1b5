//! Finds definitions that contain themselves through others.
//!
//! Two generators cannot see each other's types, so that neither would box the reference that closes a circle.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use planwright_schema::link::{Definition, Linked};

/// Module and name of a definition.
type Owner<'a> = (&'a str, &'a str);

/// The definitions of a set that contain themselves.
pub(super) struct Circles<'a> {
    circular: BTreeSet<Owner<'a>>,
    owners: BTreeMap<Owner<'a>, Owner<'a>>,
}

impl<'a> Circles<'a> {
    pub(super) fn new(linked: &'a Linked<'_>) -> Self {
        let mut owners: BTreeMap<Owner<'a>, Owner<'a>> = BTreeMap::new();
        for module in linked.modules.values() {
            for (name, definition) in &module.definitions {
                let here = (module.name.as_str(), name.as_str());
                owners.insert(here, elsewhere(definition).unwrap_or(here));
            }
        }
        let mut graph: DiGraph<Owner<'a>, ()> = DiGraph::new();
        let mut nodes: BTreeMap<Owner<'a>, NodeIndex> = BTreeMap::new();
        for owner in owners.values() {
            nodes.entry(*owner).or_insert_with(|| graph.add_node(*owner));
        }
        for module in linked.modules.values() {
            for (name, definition) in module.definitions.iter().filter(|(_, one)| one.elsewhere.is_none()) {
                let from = nodes.get(&(module.name.as_str(), name.as_str())).copied();
                definition.schema.walk(&mut |schema| {
                    let to = schema.groups().references.definition();
                    let to = to.and_then(|to| nodes.get(owners.get(&(module.name.as_str(), to))?)).copied();
                    if let Some((from, to)) = from.zip(to) {
                        graph.add_edge(from, to, ());
                    }
                });
            }
        }
        let circles = kosaraju_scc(&graph).into_iter();
        let circles = circles.filter(|one| one.len() > 1 || one.iter().any(|only| graph.contains_edge(*only, *only)));
        let circular = circles.flatten().map(|node| graph[node]).collect();
        Self { circular, owners }
    }

    /// Returns whether a definition that a module refers to contains itself.
    pub(super) fn is_circular(&self, module: &str, name: &str) -> bool {
        self.owners.get(&(module, name)).is_some_and(|owner| self.circular.contains(owner))
    }
}

/// Returns the module and name of a definition of another module.
fn elsewhere(definition: &Definition) -> Option<Owner<'_>> {
    definition.elsewhere.as_deref()?.strip_prefix("super::")?.split_once("::")
}
