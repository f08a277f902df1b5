//! Finds the files that a document depends on: which of them are unchanged, and which refer to each other.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use planwright_schema::{Meaning, SchemaFile, SchemaSet, keywords};
use planwright_source::Pointer;
use serde_json::Value;

use crate::schema_library::Library;

/// References of a file to everything outside it.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outgoing {
    files: BTreeSet<String>,
    /// URIs of meta-schemas and of documents that are not in the set.
    others: BTreeSet<String>,
}

/// References between the files of a library.
#[derive(Debug)]
pub struct FileGraph<'l> {
    set: &'l SchemaSet,
    outgoing: BTreeMap<String, Outgoing>,
}

impl<'l> FileGraph<'l> {
    /// Resolves the references of every file.
    pub fn new(library: &Library<'l>) -> Self {
        let set = library.set();
        let outgoing = |file: &SchemaFile| {
            let mut outgoing = Outgoing::default();
            collect(library, file, &file.value, &mut Pointer::root(), &mut outgoing);
            (file.path.clone(), outgoing)
        };
        Self { set, outgoing: set.files().map(outgoing).collect() }
    }

    /// Returns the files that are the same in an older library, as is everything that they depend on.
    ///
    /// Every document that is valid on one side is valid on the other one, so nothing has to be compiled.
    pub fn unchanged_since(&self, old: &FileGraph<'_>) -> BTreeSet<String> {
        let is_same = |file: &SchemaFile| {
            let other = old.set.get(&file.path);
            other.is_some_and(|other| other.text == file.text && other.draft() == file.draft())
                && old.outgoing.get(&file.path) == self.outgoing.get(&file.path)
        };
        let changed = self.set.files().filter(|file| !is_same(file)).map(|file| file.path.clone()).collect();
        let affected = self.dependents(changed);
        self.set.files().map(|file| file.path.clone()).filter(|path| !affected.contains(path)).collect()
    }

    /// Divides the files into groups: files that refer to each other, directly or through others, are in one group.
    pub fn mutual_references(&self) -> Vec<BTreeSet<String>> {
        let names: Vec<&str> = self.outgoing.keys().map(String::as_str).collect();
        let numbers: BTreeMap<&str, usize> = names.iter().enumerate().map(|(number, name)| (*name, number)).collect();
        let edges = |outgoing: &Outgoing| {
            outgoing.files.iter().filter_map(|file| numbers.get(file.as_str()).copied()).collect()
        };
        let edges: Vec<Vec<usize>> = self.outgoing.values().map(edges).collect();
        let groups = strongly_connected(&edges).into_iter();
        groups.map(|group| group.into_iter().map(|number| names[number].to_owned()).collect()).collect()
    }

    /// Returns the given files and all files that depend on them.
    fn dependents(&self, files: BTreeSet<String>) -> BTreeSet<String> {
        let mut users: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (user, outgoing) in &self.outgoing {
            for used in &outgoing.files {
                users.entry(used).or_default().push(user);
            }
        }
        let mut pending: Vec<String> = files.iter().cloned().collect();
        let mut all = files;
        while let Some(file) = pending.pop() {
            for user in users.get(file.as_str()).into_iter().flatten() {
                if all.insert((*user).to_owned()) {
                    pending.push((*user).to_owned());
                }
            }
        }
        all
    }
}

/// Adds the references of a value. Strings in examples are included: a file with too many references is compared, and
/// only that.
fn collect(library: &Library<'_>, file: &SchemaFile, value: &Value, at: &mut Pointer, outgoing: &mut Outgoing) {
    for reference in keywords::references(value) {
        match library.references().resolve(file, at, reference) {
            Meaning::Schema { file: target, .. } if target == file.path => {}
            Meaning::Schema { file: target, .. } => drop(outgoing.files.insert(target)),
            Meaning::MetaSchema(uri) | Meaning::Unknown(Some(uri)) => drop(outgoing.others.insert(uri)),
            Meaning::Unknown(None) => drop(outgoing.others.insert(reference.to_owned())),
        }
    }
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                at.push_index(index);
                collect(library, file, item, at, outgoing);
                at.pop();
            }
        }
        Value::Object(members) => {
            for (name, item) in members {
                at.push(name);
                collect(library, file, item, at, outgoing);
                at.pop();
            }
        }
        _ => {}
    }
}

/// Returns the strongly connected components of a graph: each after those that it leads to.
pub(crate) fn strongly_connected(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut graph: DiGraph<(), (), usize> = DiGraph::default();
    for _ in edges {
        graph.add_node(());
    }
    graph.extend_with_edges(edges.iter().enumerate().flat_map(|(from, to)| to.iter().map(move |to| (from, *to))));
    let components = kosaraju_scc(&graph).into_iter();
    components.map(|component| component.into_iter().map(NodeIndex::index).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::strongly_connected;

    #[test]
    fn rings_are_groups() {
        let edges = [vec![1], vec![2, 3], vec![0], vec![4], vec![3, 4], vec![]];
        let mut groups = strongly_connected(&edges);
        for group in &mut groups {
            group.sort_unstable();
        }
        groups.sort();
        assert_eq!(groups, [vec![0, 1, 2], vec![3, 4], vec![5]]);
    }
}
