//! Completes partial snapshots from the built-in subset of standard objects.

use planwright_generated::action_blueprint::SchemaSnapshot;

use super::names::key;
use crate::standard_objects;
use planwright_contracts::action_blueprint::{Context, is_partial};

/// Returns the context in which blueprints are checked. A partial snapshot is completed with the built-in one.
#[must_use]
pub fn filled_in_context(context: Context) -> Context {
    Context { snapshot: context.snapshot.map(filled_in), ..context }
}

/// Returns the snapshot against which blueprints are checked.
///
/// A snapshot that was made from sources gets the missing standard objects, and the missing standard fields of its
/// standard objects. Both remain partial. Other snapshots are returned unchanged.
pub fn filled_in(mut snapshot: SchemaSnapshot) -> SchemaSnapshot {
    if !is_partial(&snapshot) {
        return snapshot;
    }
    for (name, standard) in &standard_objects().objects {
        let known = key(&snapshot.objects, name).cloned();
        let Some(object) = known.and_then(|known| snapshot.objects.get_mut(&known)) else {
            let mut object = standard.clone();
            object.partial = Some(true);
            snapshot.objects.insert(name.clone(), object);
            continue;
        };
        if object.partial != Some(true) {
            continue;
        }
        object.label = object.label.take().or_else(|| standard.label.clone());
        if object.key_prefix.is_absent() {
            object.key_prefix.clone_from(&standard.key_prefix);
        }
        object.createable = object.createable.or(standard.createable);
        object.updateable = object.updateable.or(standard.updateable);
        for child in &standard.child_relationships {
            if !object.child_relationships.contains(child) {
                object.child_relationships.push(child.clone());
            }
        }
        for (name, field) in &standard.fields {
            if key(&object.fields, name).is_none() {
                object.fields.insert(name.clone(), field.clone());
            }
        }
    }
    snapshot
}
