//! Compares two snapshots of an org.

use std::collections::BTreeSet;
use std::fmt;

use planwright_contracts::action_blueprint::names::same;
use planwright_contracts::action_blueprint::{find_field, find_object, is_partial};
use planwright_generated::action_blueprint::{FieldSnapshot, ObjectSnapshot, SchemaSnapshot};
use serde::Serialize;

use super::names::system_fields;

/// Change of an object or field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Object, spelled as in the newer snapshot that contains it.
    pub object: String,
    /// Field, or `None` if the object itself changed.
    pub field: Option<String>,
    /// Kind of the change.
    #[serde(flatten)]
    pub kind: ChangeKind,
}

/// Kind of a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum ChangeKind {
    /// The object was added.
    ObjectAdded,
    /// The object was removed, or is no longer visible to the user.
    ObjectRemoved,
    /// The field was added.
    FieldAdded {
        /// True if an INSERT must set the field.
        required: bool,
    },
    /// The field was removed, or is no longer visible to the user.
    FieldRemoved,
    /// The object or field is missing in a newer snapshot of sources. A file that is deleted from a repository is not
    /// deleted in the org.
    LeftSources,
    /// The type of the field changed.
    TypeChanged {
        /// Old type.
        from: String,
        /// New type.
        to: String,
    },
    /// The field can no longer be empty.
    BecameRequired,
    /// The field can now be empty.
    BecameOptional,
    /// Records of the object can no longer be created, or the field can no longer be set on creation.
    NoLongerCreateable,
    /// Records of the object, or the field, can no longer be changed.
    NoLongerUpdateable,
    /// Records of the object can now be created, or the field can now be set on creation.
    BecameCreateable,
    /// Records of the object, or the field, can now be changed.
    BecameUpdateable,
    /// The field is now a formula, a roll-up or an auto-number.
    BecameCalculated,
    /// A value was removed from the picklist.
    PicklistValueRemoved {
        /// The removed value.
        value: String,
    },
    /// A value was added to the picklist.
    PicklistValueAdded {
        /// The added value.
        value: String,
    },
    /// The picklist is now restricted to its own values.
    BecameRestricted,
    /// The field can no longer be the key of an upsert.
    ExternalIdLost,
    /// The field can now be the key of an upsert.
    ExternalIdGained,
    /// The field allows fewer characters, or fewer digits before the decimal point.
    LengthReduced {
        /// Old number.
        from: u64,
        /// New number.
        to: u64,
    },
}

impl ChangeKind {
    /// Returns whether the change can invalidate a valid blueprint.
    pub fn is_breaking(&self) -> bool {
        match self {
            Self::FieldAdded { required } => *required,
            Self::ObjectAdded
            | Self::LeftSources
            | Self::BecameOptional
            | Self::BecameCreateable
            | Self::BecameUpdateable
            | Self::PicklistValueAdded { .. }
            | Self::ExternalIdGained => false,
            _ => true,
        }
    }
}

impl fmt::Display for ChangeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ObjectAdded => f.write_str("object added"),
            Self::ObjectRemoved => f.write_str("object removed"),
            Self::FieldAdded { required: true } => f.write_str("required field added"),
            Self::FieldAdded { required: false } => f.write_str("field added"),
            Self::FieldRemoved => f.write_str("field removed"),
            Self::LeftSources => f.write_str("no longer among the sources; the org may still have it"),
            Self::TypeChanged { from, to } => write!(f, "type changed from {from} to {to}"),
            Self::BecameRequired => f.write_str("became required"),
            Self::BecameOptional => f.write_str("became optional"),
            Self::NoLongerCreateable => f.write_str("no longer createable"),
            Self::NoLongerUpdateable => f.write_str("no longer updateable"),
            Self::BecameCreateable => f.write_str("became createable"),
            Self::BecameUpdateable => f.write_str("became updateable"),
            Self::BecameCalculated => f.write_str("became calculated"),
            Self::PicklistValueRemoved { value } => write!(f, "picklist value {value:?} removed"),
            Self::PicklistValueAdded { value } => write!(f, "picklist value {value:?} added"),
            Self::BecameRestricted => f.write_str("picklist became restricted"),
            Self::ExternalIdLost => f.write_str("no longer a key for upserts"),
            Self::ExternalIdGained => f.write_str("became a key for upserts"),
            Self::LengthReduced { from, to } => write!(f, "length reduced from {from} to {to}"),
        }
    }
}

/// Returns all changes from `old` to `new`, by object and field. Labels are ignored.
pub fn diff(old: &SchemaSnapshot, new: &SchemaSnapshot) -> Vec<Change> {
    let mut changes = Vec::new();
    for name in names(old.objects.keys(), new.objects.keys()) {
        match (find_object(old, &name), find_object(new, &name)) {
            (Some(before), Some(after)) => objects(before, after, is_partial(new), &mut changes),
            (Some(_), None) => {
                let kind = if is_partial(new) { ChangeKind::LeftSources } else { ChangeKind::ObjectRemoved };
                changes.push(Change { object: name, field: None, kind });
            }
            (None, _) => changes.push(Change { object: name, field: None, kind: ChangeKind::ObjectAdded }),
        }
    }
    changes
}

fn objects(old: &ObjectSnapshot, new: &ObjectSnapshot, partial: bool, changes: &mut Vec<Change>) {
    let mut push = |field: Option<&String>, kind| {
        changes.push(Change { object: new.api_name.clone(), field: field.cloned(), kind });
    };
    // Permissions that a snapshot does not mention count as granted.
    let rights = |object: &ObjectSnapshot| (object.createable != Some(false), object.updateable != Some(false));
    for kind in access(rights(old), rights(new)) {
        push(None, kind);
    }
    for name in names(old.fields.keys(), new.fields.keys()) {
        match (find_field(old, &name), find_field(new, &name)) {
            (Some(before), Some(after)) => {
                for kind in field_changes(before, after) {
                    push(Some(&name), kind);
                }
            }
            // Every record has these fields. The built-in subset does not list them.
            (Some(_), None)
                if new.partial == Some(true) && system_fields(&new.api_name).iter().any(|field| same(field, &name)) => {
            }
            (Some(_), None) if partial || new.partial == Some(true) => push(Some(&name), ChangeKind::LeftSources),
            (Some(_), None) => push(Some(&name), ChangeKind::FieldRemoved),
            (None, Some(after)) => push(Some(&name), ChangeKind::FieldAdded { required: required(after) }),
            (None, None) => {}
        }
    }
}

/// Returns the distinct names of both, in the newer spelling.
fn names<'n>(old: impl Iterator<Item = &'n String>, new: impl Iterator<Item = &'n String>) -> Vec<String> {
    let mut names: Vec<String> = new.cloned().collect();
    let seen: BTreeSet<String> = names.iter().map(|name| name.to_ascii_lowercase()).collect();
    names.extend(old.filter(|name| !seen.contains(&name.to_ascii_lowercase())).cloned());
    names.sort();
    names
}

/// Returns the changes of one field.
pub(super) fn field_changes(old: &FieldSnapshot, new: &FieldSnapshot) -> Vec<ChangeKind> {
    let mut kinds = Vec::new();
    if !same(&old.type_, &new.type_) {
        kinds.push(ChangeKind::TypeChanged { from: old.type_.clone(), to: new.type_.clone() });
    }
    match (must_be_set(old), must_be_set(new)) {
        (false, true) => kinds.push(ChangeKind::BecameRequired),
        (true, false) => kinds.push(ChangeKind::BecameOptional),
        _ => {}
    }
    kinds.extend(access((old.createable, old.updateable), (new.createable, new.updateable)));
    if computed(new) && !computed(old) {
        kinds.push(ChangeKind::BecameCalculated);
    }
    let lost = |from: &FieldSnapshot, to: &FieldSnapshot| -> Vec<String> {
        from.picklist_values.iter().filter(|value| !to.picklist_values.contains(value)).cloned().collect()
    };
    kinds.extend(lost(old, new).into_iter().map(|value| ChangeKind::PicklistValueRemoved { value }));
    kinds.extend(lost(new, old).into_iter().map(|value| ChangeKind::PicklistValueAdded { value }));
    if new.restricted_picklist == Some(true) && old.restricted_picklist != Some(true) {
        kinds.push(ChangeKind::BecameRestricted);
    }
    match (is_key(old), is_key(new)) {
        (Some(true), Some(false)) => kinds.push(ChangeKind::ExternalIdLost),
        (Some(false), Some(true)) => kinds.push(ChangeKind::ExternalIdGained),
        _ => {}
    }
    let reduced = |from: Option<u64>, to: Option<u64>| match (from, to) {
        (Some(from), Some(to)) if to < from => Some(ChangeKind::LengthReduced { from, to }),
        _ => None,
    };
    kinds.extend(reduced(old.length, new.length).or_else(|| reduced(digits(old), digits(new))));
    kinds
}

fn access(old: (bool, bool), new: (bool, bool)) -> impl Iterator<Item = ChangeKind> {
    let create = match (old.0, new.0) {
        (true, false) => Some(ChangeKind::NoLongerCreateable),
        (false, true) => Some(ChangeKind::BecameCreateable),
        _ => None,
    };
    let update = match (old.1, new.1) {
        (true, false) => Some(ChangeKind::NoLongerUpdateable),
        (false, true) => Some(ChangeKind::BecameUpdateable),
        _ => None,
    };
    create.into_iter().chain(update)
}

/// Returns the number of digits before the decimal point.
fn digits(field: &FieldSnapshot) -> Option<u64> {
    Some(field.precision?.saturating_sub(field.scale.unwrap_or(0)))
}

/// Returns whether the org computes the value.
pub(super) fn computed(field: &FieldSnapshot) -> bool {
    field.calculated == Some(true) || field.auto_number == Some(true)
}

/// Returns whether an upsert can use the field as its key, or `None` if the snapshot does not contain that.
pub(super) fn is_key(field: &FieldSnapshot) -> Option<bool> {
    match (field.external_id, field.id_lookup) {
        (None, None) => None,
        (external, lookup) => Some(external == Some(true) || lookup == Some(true)),
    }
}

/// Returns whether the field cannot be empty and the org does not set it.
fn must_be_set(field: &FieldSnapshot) -> bool {
    !field.nillable && field.defaulted != Some(true)
}

/// Returns whether an INSERT must set the field.
pub(super) fn required(field: &FieldSnapshot) -> bool {
    // A Boolean is never empty and defaults to false. The default owner is the user who inserts.
    must_be_set(field)
        && field.createable
        && !computed(field)
        && !same(&field.type_, "Boolean")
        && !["OwnerId", "RecordTypeId", "CurrencyIsoCode"].iter().any(|given| same(given, &field.api_name))
}
