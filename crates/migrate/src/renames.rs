//! Finds the properties of an object that have another name in the new schema.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::plain::PlainObject;

/// Hint with the former name of a property, or with a list of former names.
pub(super) const RENAMED_FROM: &str = "x-renamed-from";

/// The renames of an object.
#[derive(Default)]
pub(super) struct Renames<'s> {
    new_names: BTreeMap<&'s str, &'s String>,
    taken: BTreeSet<&'s str>,
    /// New properties of which the old schema has several former names. A document may have more than one value for them,
    /// so they are not renamed.
    pub doubtful: Vec<&'s str>,
}

impl<'s> Renames<'s> {
    /// Finds the renames. A property keeps its name if both schemas describe that name, unless another property takes it.
    pub(super) fn new(old: &PlainObject<'s>, new: &PlainObject<'s>) -> Self {
        let former = new.properties.iter().map(|(to, schema)| (to.as_str(), former_names(to, schema, old)));
        let former: BTreeMap<&str, BTreeSet<&str>> = former.filter(|(_, names)| !names.is_empty()).collect();
        let mut renames = Self::default();
        for (to, _) in new.properties.iter() {
            let Some(names) = former.get(to.as_str()) else { continue };
            let Some(from) = names.first().filter(|_| names.len() == 1) else {
                renames.doubtful.push(to);
                continue;
            };
            if !new.properties.contains(from) || former.contains_key(from) {
                renames.new_names.entry(from).or_insert(to);
            }
        }
        renames.taken = renames.new_names.values().map(|to| to.as_str()).collect();
        renames
    }

    /// Returns the new name of a property that is renamed.
    pub(super) fn new_name(&self, from: &str) -> Option<&'s String> {
        self.new_names.get(from).copied()
    }

    /// Returns whether another property takes a name.
    pub(super) fn is_taken(&self, name: &str) -> bool {
        self.taken.contains(name)
    }
}

/// Returns the properties of the old object that a new one names as former names of itself. A hint that the old schema has
/// too was written for the old schema's predecessor.
fn former_names<'s>(to: &str, schema: &'s Value, old: &PlainObject<'s>) -> BTreeSet<&'s str> {
    let hint = schema.get(RENAMED_FROM);
    if old.properties.get(to).is_some_and(|before| before.get(RENAMED_FROM) == hint) {
        return BTreeSet::new();
    }
    let names = match hint {
        Some(Value::Array(names)) => names.as_slice(),
        one => one.map_or(&[][..], std::slice::from_ref),
    };
    names.iter().filter_map(Value::as_str).filter(|name| *name != to && old.properties.contains(name)).collect()
}
