//! Finds the files that a document depends on: which of them are unchanged, and which refer to each other.

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::{Meaning, SchemaFile, keywords};
use planwright_source::Pointer;
use serde_json::Value;

use crate::pair::Library;

/// What a file refers to outside itself.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outgoing {
    files: BTreeSet<String>,
    /// URIs of meta-schemas and of documents that are not in the set.
    others: BTreeSet<String>,
}

/// References between the files of a set.
#[derive(Debug)]
struct FileGraph(BTreeMap<String, Outgoing>);

impl FileGraph {
    fn new(library: &Library<'_>) -> Self {
        let outgoing = |file: &SchemaFile| {
            let mut outgoing = Outgoing::default();
            collect(library, file, &file.value, &mut Pointer::root(), &mut outgoing);
            (file.path.clone(), outgoing)
        };
        Self(library.set().files().map(outgoing).collect())
    }

    /// Returns the given files and all files that depend on them.
    fn dependents(&self, files: BTreeSet<String>) -> BTreeSet<String> {
        let mut users: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (user, outgoing) in &self.0 {
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

/// Returns the files that are the same on both sides, as is everything that they depend on.
///
/// Every document that is valid on one side is valid on the other one, so nothing has to be compiled.
pub fn unchanged_files(old: &Library<'_>, new: &Library<'_>) -> BTreeSet<String> {
    let (before, after) = (FileGraph::new(old), FileGraph::new(new));
    let is_same = |file: &SchemaFile| {
        let other = old.set().get(&file.path);
        other.is_some_and(|other| other.text == file.text && other.draft() == file.draft())
            && before.0.get(&file.path) == after.0.get(&file.path)
    };
    let changed = new.set().files().filter(|file| !is_same(file)).map(|file| file.path.clone()).collect();
    let affected = after.dependents(changed);
    new.set().files().map(|file| file.path.clone()).filter(|path| !affected.contains(path)).collect()
}

/// Divides files into groups: files that refer to each other, directly or through others, are in one group.
pub fn mutual_references(library: &Library<'_>) -> Vec<BTreeSet<String>> {
    let graph = FileGraph::new(library);
    let names: Vec<&str> = graph.0.keys().map(String::as_str).collect();
    let numbers: BTreeMap<&str, usize> = names.iter().enumerate().map(|(number, name)| (*name, number)).collect();
    let edges =
        |outgoing: &Outgoing| outgoing.files.iter().filter_map(|file| numbers.get(file.as_str()).copied()).collect();
    let edges: Vec<Vec<usize>> = graph.0.values().map(edges).collect();
    let groups = strongly_connected(&edges).into_iter();
    groups.map(|group| group.into_iter().map(|number| names[number].to_owned()).collect()).collect()
}

/// Returns the strongly connected components of a graph. This is the algorithm of Tarjan, without recursion.
fn strongly_connected(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let (mut index, mut low) = (vec![UNSEEN; edges.len()], vec![0; edges.len()]);
    let (mut is_open, mut open, mut groups) = (vec![false; edges.len()], Vec::new(), Vec::new());
    let mut count = 0;
    for start in 0..edges.len() {
        if index[start] != UNSEEN {
            continue;
        }
        let mut path = vec![(start, 0)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            if index[node] == UNSEEN {
                (index[node], low[node], is_open[node]) = (count, count, true);
                open.push(node);
                count += 1;
            }
            if let Some(&target) = edges[node].get(*next) {
                *next += 1;
                if index[target] == UNSEEN {
                    path.push((target, 0));
                } else if is_open[target] {
                    low[node] = low[node].min(index[target]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
            if low[node] == index[node] {
                let first = open.iter().rposition(|other| *other == node).unwrap_or_default();
                let group = open.split_off(first);
                for member in &group {
                    is_open[*member] = false;
                }
                groups.push(group);
            }
        }
    }
    groups
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
