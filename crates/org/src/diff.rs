//! What changed between two snapshots of an org.

use std::collections::BTreeSet;
use std::fmt;

use planwright_contracts::action_blueprint::names::same;
use planwright_contracts::action_blueprint::{find_field, find_object, is_partial};
use planwright_generated::action_blueprint::{FieldSnapshot, ObjectSnapshot, SchemaSnapshot};
use serde::Serialize;

use super::names::system_fields;

/// One change of an object or field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The object, as the newer snapshot that has it spells it.
    pub object: String,
    /// The field; none where the object itself changed.
    pub field: Option<String>,
    /// What changed.
    #[serde(flatten)]
    pub kind: ChangeKind,
}

/// The kinds of changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum ChangeKind {
    /// The object is new.
    ObjectAdded,
    /// The object is gone, or the user cannot see it any more.
    ObjectRemoved,
    /// The field is new; `required` where an INSERT must set it.
    FieldAdded {
        /// Whether an INSERT must set it.
        required: bool,
    },
    /// The field is gone, or the user cannot see it any more.
    FieldRemoved,
    /// A snapshot of sources no longer has the object or field. A file that is deleted from a repository is not deleted
    /// in the org.
    LeftSources,
    /// The field is of another type.
    TypeChanged {
        /// The type before.
        from: String,
        /// The type now.
        to: String,
    },
    /// The field can no longer be empty.
    BecameRequired,
    /// The field can now be empty.
    BecameOptional,
    /// Records of the object, or the field, can no longer be created or set on creation.
    NoLongerCreateable,
    /// Records of the object, or the field, can no longer be changed.
    NoLongerUpdateable,
    /// Records of the object can now be created, or the field set on creation.
    BecameCreateable,
    /// Records of the object, or the field, can now be changed.
    BecameUpdateable,
    /// The field is now a formula, a roll-up or an auto-number.
    BecameCalculated,
    /// The picklist lost a value.
    PicklistValueRemoved {
        /// The value.
        value: String,
    },
    /// The picklist got a value.
    PicklistValueAdded {
        /// The value.
        value: String,
    },
    /// The picklist now accepts only its own values.
    BecameRestricted,
    /// No upsert can use the field as its key any more.
    ExternalIdLost,
    /// An upsert can use the field as its key.
    ExternalIdGained,
    /// The field holds fewer characters, or digits before the decimal point.
    LengthReduced {
        /// The number before.
        from: u64,
        /// The number now.
        to: u64,
    },
}

impl ChangeKind {
    /// Whether a blueprint that was right before can be wrong after it.
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

/// All changes from `old` to `new`, by object and field; labels are no change.
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
    // What a snapshot does not say is taken as allowed.
    let rights = |object: &ObjectSnapshot| (object.createable != Some(false), object.updateable != Some(false));
    for kind in access(rights(old), rights(new)) {
        push(None, kind);
    }
    for name in names(old.fields.keys(), new.fields.keys()) {
        match (find_field(old, &name), find_field(new, &name)) {
            (Some(before), Some(after)) => between(before, after).into_iter().for_each(|kind| push(Some(&name), kind)),
            // Every record has them, also those of an object of the built-in slice, which does not list them.
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

/// Every name of either, once, in the newer spelling.
fn names<'n>(old: impl Iterator<Item = &'n String>, new: impl Iterator<Item = &'n String>) -> Vec<String> {
    let mut names: Vec<String> = new.cloned().collect();
    let seen: BTreeSet<String> = names.iter().map(|name| name.to_ascii_lowercase()).collect();
    names.extend(old.filter(|name| !seen.contains(&name.to_ascii_lowercase())).cloned());
    names.sort();
    names
}

/// What changed about one field.
pub(super) fn between(old: &FieldSnapshot, new: &FieldSnapshot) -> Vec<ChangeKind> {
    let mut kinds = Vec::new();
    if !same(&old.type_, &new.type_) {
        kinds.push(ChangeKind::TypeChanged { from: old.type_.clone(), to: new.type_.clone() });
    }
    match (must_be_given(old), must_be_given(new)) {
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

/// Digits before the decimal point.
fn digits(field: &FieldSnapshot) -> Option<u64> {
    Some(field.precision?.saturating_sub(field.scale.unwrap_or(0)))
}

/// Whether the org makes the value up.
pub(super) fn computed(field: &FieldSnapshot) -> bool {
    field.calculated == Some(true) || field.auto_number == Some(true)
}

/// Whether an upsert can use the field as its key; nothing where the snapshot does not say.
pub(super) fn is_key(field: &FieldSnapshot) -> Option<bool> {
    match (field.external_id, field.id_lookup) {
        (None, None) => None,
        (external, lookup) => Some(external == Some(true) || lookup == Some(true)),
    }
}

/// Whether the field cannot be empty, and the org does not fill it in.
fn must_be_given(field: &FieldSnapshot) -> bool {
    !field.nillable && field.defaulted != Some(true)
}

/// Whether an INSERT must set the field.
pub(super) fn required(field: &FieldSnapshot) -> bool {
    // A Boolean is never empty, and false where nobody says otherwise; the owner is whoever inserts.
    must_be_given(field)
        && field.createable
        && !computed(field)
        && !same(&field.type_, "Boolean")
        && !["OwnerId", "RecordTypeId", "CurrencyIsoCode"].iter().any(|given| same(given, &field.api_name))
}
