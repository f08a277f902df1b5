//! The snapshot of an org: its contract, and case-insensitive lookup.

use std::collections::BTreeMap;

use planwright_check::codes::CodeInfo;
use planwright_check::{Contract, Findings, Rule, Violation};
use planwright_generated::action_blueprint::{FieldSnapshot, ObjectSnapshot, SchemaSnapshot};
use serde_json::Value;

use super::names::{is_id, same};

/// Contract of a schema snapshot.
pub struct Snapshot;

impl Contract for Snapshot {
    type Plan = SchemaSnapshot;
    type Context = ();

    const RULES: &'static [Rule<SchemaSnapshot, ()>] = &[Rule::error(
        "NAME_MISMATCH",
        "The key of an object or field in the snapshot differs from its `apiName`.",
        name_mismatch,
    )];
    const SCHEMA_CODES: &'static [CodeInfo] = &[super::BAD_API_NAME];

    fn recode(violation: Violation, document: &Value) -> Option<Violation> {
        Some(super::recode(violation, document))
    }
}

/// Returns the object with this name.
pub fn find_object<'s>(snapshot: &'s SchemaSnapshot, name: &str) -> Option<&'s ObjectSnapshot> {
    find(&snapshot.objects, name)
}

/// Returns the field with this name.
pub fn find_field<'s>(object: &'s ObjectSnapshot, name: &str) -> Option<&'s FieldSnapshot> {
    find(&object.fields, name)
}

/// Returns whether the org has no object with this name.
///
/// A partial snapshot, made from the sources of a project, cannot prove that. The answer is then `false`.
pub fn lacks_object(snapshot: &SchemaSnapshot, name: &str) -> bool {
    find_object(snapshot, name).is_none() && !is_partial(snapshot)
}

/// Returns whether the object has no field with this name in the org.
///
/// A partial snapshot can only prove this for custom fields without a namespace on objects that the project defines.
/// Packages and the platform may add other fields.
pub fn lacks_field(snapshot: &SchemaSnapshot, object: &ObjectSnapshot, name: &str) -> bool {
    // Every object has Id, even if the snapshot does not list it.
    if is_id(name) || object.partial == Some(true) || find_field(object, name).is_some() {
        return false;
    }
    // Custom settings belong to an org, profile or user, other records to an owner.
    let of_other = [("SetupOwnerId", "OwnerId"), ("OwnerId", "SetupOwnerId")]
        .iter()
        .any(|(own, other)| same(name, other) && find_field(object, own).is_some());
    !is_partial(snapshot) || of_other || !is_managed(name) && !is_platform_field(name)
}

/// Returns whether org settings may add the field to an object. The sources of a project do not mention such fields.
pub fn is_platform_field(name: &str) -> bool {
    PLATFORM_FIELDS.iter().any(|field| same(field, name))
}

/// Returns whether the snapshot was made from the sources of a project. Such a snapshot does not contain everything in
/// the org.
pub fn is_partial(snapshot: &SchemaSnapshot) -> bool {
    snapshot.partial == Some(true)
}

/// Returns whether a name has the namespace of a package.
pub fn is_managed(name: &str) -> bool {
    name.matches("__").count() > 1
}

/// Fields that org settings add to an object. The sources of a project do not mention them.
const PLATFORM_FIELDS: [&str; 11] = [
    "ConnectionReceivedId",
    "ConnectionSentId",
    "CurrencyIsoCode",
    "Division",
    "LastActivityDate",
    "LastReferencedDate",
    "LastViewedDate",
    "OwnerId",
    "RecordTypeId",
    "SetupOwnerId",
    "UserRecordAccessId",
];

fn find<'m, V>(map: &'m BTreeMap<String, V>, name: &str) -> Option<&'m V> {
    map.get(name).or_else(|| map.iter().find(|(key, _)| same(key, name)).map(|(_, value)| value))
}

fn name_mismatch(snapshot: &SchemaSnapshot, (): &(), findings: &mut Findings) {
    for (key, object) in &snapshot.objects {
        if !same(key, &object.api_name) {
            let (message, help) = words(&object.api_name, key);
            findings.report(&[&"objects", &key.as_str(), &"apiName"], message, help);
        }
        for (name, field) in &object.fields {
            if !same(name, &field.api_name) {
                let (message, help) = words(&field.api_name, name);
                findings.report(&[&"objects", &key.as_str(), &"fields", &name.as_str(), &"apiName"], message, help);
            }
        }
    }
}

fn words(api_name: &str, key: &str) -> (String, String) {
    (format!("the apiName {api_name:?} is under the key {key:?}"), format!("write {key:?}, or move it to its own key"))
}
