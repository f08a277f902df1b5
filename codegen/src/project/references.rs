//! References between definitions, and which definitions are recursive.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::link::Module;
use planwright_schema::model::Schema;

/// References between the definitions of one module.
pub(super) struct References {
    of: BTreeMap<String, BTreeSet<String>>,
    /// Definitions from which some chain of references never ends. The others need no search.
    endless: BTreeSet<String>,
    /// Definitions that are recursive only through references, unions and `allOf`.
    in_place: BTreeSet<String>,
    /// Cached results.
    known: RefCell<BTreeMap<String, bool>>,
}

impl References {
    pub(super) fn new(module: &Module) -> Self {
        let of: BTreeMap<String, BTreeSet<String>> = module
            .definitions
            .iter()
            .map(|(name, definition)| (name.clone(), references(&definition.schema)))
            .collect();
        let held = module.definitions.iter().map(|(name, definition)| (name.clone(), held(&definition.schema)));
        let in_place = endless(&held.collect());
        let endless = endless(&of);
        Self { of, endless, in_place, known: RefCell::default() }
    }

    /// Returns whether a branch of a union can refer back to the union for the same value, so that reading it would not
    /// terminate.
    pub(super) fn leads_back_in_place(&self, branch: &Schema) -> bool {
        held(branch).iter().any(|name| self.in_place.contains(name))
    }

    /// Returns every name that some definition refers to.
    pub(super) fn all(&self) -> BTreeSet<String> {
        self.of.values().flatten().cloned().collect()
    }

    /// Returns whether a definition is recursive.
    pub(super) fn is_recursive(&self, name: &str) -> bool {
        if !self.endless.contains(name) {
            return false;
        }
        if let Some(known) = self.known.borrow().get(name) {
            return *known;
        }
        let found = self.leads_back(name);
        self.known.borrow_mut().insert(name.to_owned(), found);
        found
    }

    fn leads_back(&self, name: &str) -> bool {
        let mut seen = BTreeSet::new();
        let mut pending = vec![name];
        while let Some(next) = pending.pop() {
            let referred = self.of.get(next).into_iter().flatten().map(String::as_str);
            for next in referred.filter(|next| self.endless.contains(*next) && seen.insert(*next)) {
                if next == name {
                    return true;
                }
                pending.push(next);
            }
        }
        false
    }
}

/// Returns the names that a schema refers to.
fn references(schema: &Schema) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    schema.walk(&mut |schema| names.extend(schema.groups().references.definition().map(str::to_owned)));
    names
}

/// Returns the names that a schema refers to for the same value, without those in properties and elements.
fn held(schema: &Schema) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut pending = vec![schema];
    while let Some(schema) = pending.pop() {
        let groups = schema.groups();
        names.extend(groups.references.definition().map(str::to_owned));
        let logic = &groups.logic;
        pending.extend([&logic.all_of, &logic.any_of, &logic.one_of].into_iter().flatten().flatten());
    }
    names
}

/// Returns the names that are left after repeatedly removing those whose references have all been removed.
fn endless(of: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let mut open: BTreeMap<&str, usize> = of.iter().map(|(name, names)| (name.as_str(), names.len())).collect();
    let mut referrers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, names) in of {
        for referred in names {
            referrers.entry(referred).or_default().push(name);
        }
    }
    let mut pending: Vec<&str> = open.iter().filter(|(_, count)| **count == 0).map(|(name, _)| *name).collect();
    while let Some(name) = pending.pop() {
        open.remove(name);
        for referrer in referrers.get(name).into_iter().flatten() {
            if let Some(count) = open.get_mut(referrer) {
                *count -= 1;
                if *count == 0 {
                    pending.push(referrer);
                }
            }
        }
    }
    open.into_keys().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::{BTreeSet, RefCell, References, endless};

    fn graph(edges: &[(&str, &[&str])]) -> References {
        let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let of = edges.iter().map(|(name, names)| ((*name).to_owned(), own(names))).collect();
        References { endless: endless(&of), of, in_place: BTreeSet::new(), known: RefCell::default() }
    }

    #[test]
    fn only_what_comes_back_is_recursive() {
        let references = graph(&[("a", &["b", "d"]), ("b", &["c"]), ("c", &["b"]), ("d", &[]), ("e", &["e", "d"])]);
        let recursive: Vec<&str> =
            ["a", "b", "c", "d", "e"].into_iter().filter(|name| references.is_recursive(name)).collect();
        assert_eq!(recursive, ["b", "c", "e"]);
        assert_eq!(references.endless.iter().map(String::as_str).collect::<Vec<_>>(), ["a", "b", "c", "e"]);
    }
}
