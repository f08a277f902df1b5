//! Merges several snapshots.

use std::collections::BTreeMap;

use planwright_generated::action_blueprint::{ObjectSnapshot, SchemaSnapshot};

use super::diff::{ChangeKind, field_changes};
use super::names::key;

/// Result of a merge.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// Objects and fields of all snapshots. If a field is described twice, the later description wins.
    pub snapshot: SchemaSnapshot,
    /// Disagreements, in the order in which they were found.
    pub conflicts: Vec<Conflict>,
}

/// Field about which two snapshots disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Index of the snapshot that disagrees with earlier ones. Its description wins.
    pub later: usize,
    /// Object, spelled as in the later snapshot.
    pub object: String,
    /// Field, spelled as in the later snapshot.
    pub field: String,
    /// Changes that the later snapshot makes.
    pub changes: Vec<ChangeKind>,
}

/// Merges snapshots in order. Names are compared without regard to case, and relationships are combined.
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
    // If one snapshot lists every field, the result does too.
    known.partial = known.partial.min(object.partial);
    for child in &object.child_relationships {
        if !known.child_relationships.contains(child) {
            known.child_relationships.push(child.clone());
        }
    }
    for (name, field) in &object.fields {
        if let Some(before) = key(&known.fields, name).cloned().and_then(|before| known.fields.remove(&before)) {
            let changes = field_changes(&before, field);
            if !changes.is_empty() {
                let object = object.api_name.clone();
                conflicts.push(Conflict { later, object, field: name.clone(), changes });
            }
        }
        known.fields.insert(name.clone(), field.clone());
    }
}
