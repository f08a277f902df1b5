//! Which definitions refer to which, and which of them lead back to themselves.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use planwright_source::Pointer;
use serde_json::Value;

use planwright_schema::link::Module;
use planwright_schema::{keywords, unions};

/// The references between the definitions of one module.
pub(super) struct References {
    of: BTreeMap<String, BTreeSet<String>>,
    /// The definitions from which some chain of references never ends; all the others need no search.
    endless: BTreeSet<String>,
    /// The definitions that lead back to themselves through references, unions and `allOf` alone.
    in_place: BTreeSet<String>,
    /// What was found of a definition before.
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

    /// Whether a branch of a union can be the union itself, so that to read the one is to read the other, without end.
    pub(super) fn leads_back_in_place(&self, branch: &Value) -> bool {
        held(branch).iter().any(|name| self.in_place.contains(name))
    }

    /// Everything that some definition refers to.
    pub(super) fn all(&self) -> BTreeSet<String> {
        self.of.values().flatten().cloned().collect()
    }

    /// Whether a definition leads back to itself.
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

/// The names that a schema refers to.
fn references(schema: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    keywords::walk(schema, &Pointer::root(), &mut |schema, _| {
        names.extend(unions::reference(schema).map(str::to_owned));
    });
    names
}

/// The names that a schema refers to where it stands: of its own value, not of members or elements.
fn held(schema: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut pending = vec![schema];
    while let Some(schema) = pending.pop() {
        names.extend(unions::reference(schema).map(str::to_owned));
        let branches = ["allOf", "anyOf", "oneOf"].iter().filter_map(|keyword| schema.get(keyword)?.as_array());
        pending.extend(branches.flatten());
    }
    names
}

/// What is left when every name is taken away that refers to nothing that is left.
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

    fn of(edges: &[(&str, &[&str])]) -> References {
        let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let of = edges.iter().map(|(name, names)| ((*name).to_owned(), own(names))).collect();
        References { endless: endless(&of), of, in_place: BTreeSet::new(), known: RefCell::default() }
    }

    #[test]
    fn only_what_comes_back_is_recursive() {
        let references = of(&[("a", &["b", "d"]), ("b", &["c"]), ("c", &["b"]), ("d", &[]), ("e", &["e", "d"])]);
        let recursive: Vec<&str> =
            ["a", "b", "c", "d", "e"].into_iter().filter(|name| references.is_recursive(name)).collect();
        assert_eq!(recursive, ["b", "c", "e"]);
        assert_eq!(references.endless.iter().map(String::as_str).collect::<Vec<_>>(), ["a", "b", "c", "e"]);
    }
}
