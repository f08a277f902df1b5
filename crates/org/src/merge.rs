//! Several snapshots into one.

use std::collections::BTreeMap;

use planwright_generated::action_blueprint::{ObjectSnapshot, SchemaSnapshot};

use super::diff::{ChangeKind, between};
use super::names::key;

/// One snapshot made of several.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// The objects and fields of all. Of two descriptions of one field the later counts.
    pub snapshot: SchemaSnapshot,
    /// Where they disagree, in the order in which that was found.
    pub conflicts: Vec<Conflict>,
}

/// A field about which two snapshots disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Which snapshot, counted from 0, says something else than those before it; it counts.
    pub later: usize,
    /// The object, as the later snapshot spells it.
    pub object: String,
    /// The field, as the later snapshot spells it.
    pub field: String,
    /// What the later one changes.
    pub changes: Vec<ChangeKind>,
}

/// Merges snapshots in their order. Names are one whatever the case of their letters; relationships are joined.
pub fn merge<'s>(snapshots: impl IntoIterator<Item = &'s SchemaSnapshot>) -> Merged {
    let mut merged =
        Merged { snapshot: SchemaSnapshot { objects: BTreeMap::new(), partial: None }, conflicts: Vec::new() };
    for (later, snapshot) in snapshots.into_iter().enumerate() {
        merged.snapshot.partial = merged.snapshot.partial.max(snapshot.partial);
        for (name, object) in &snapshot.objects {
            let known = key(&merged.snapshot.objects, name).cloned();
            match known.and_then(|known| merged.snapshot.objects.get_mut(&known)) {
                Some(known) => join(known, object, later, &mut merged.conflicts),
                None => {
                    merged.snapshot.objects.insert(name.clone(), object.clone());
                }
            }
        }
    }
    merged
}

fn join(known: &mut ObjectSnapshot, object: &ObjectSnapshot, later: usize, conflicts: &mut Vec<Conflict>) {
    known.label = object.label.clone().or_else(|| known.label.take());
    if !object.key_prefix.is_absent() {
        known.key_prefix.clone_from(&object.key_prefix);
    }
    known.createable = object.createable.or(known.createable);
    known.updateable = object.updateable.or(known.updateable);
    // One that lists every field is enough.
    known.partial = known.partial.min(object.partial);
    for child in &object.child_relationships {
        if !known.child_relationships.contains(child) {
            known.child_relationships.push(child.clone());
        }
    }
    for (name, field) in &object.fields {
        if let Some(before) = key(&known.fields, name).cloned().and_then(|before| known.fields.remove(&before)) {
            let changes = between(&before, field);
            if !changes.is_empty() {
                let object = object.api_name.clone();
                conflicts.push(Conflict { later, object, field: name.clone(), changes });
            }
        }
        known.fields.insert(name.clone(), field.clone());
    }
}
