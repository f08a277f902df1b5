//! Determines which fields the actions use, and which of them a permission set can list.
//!
//! The platform refuses to deploy permissions of fields that every user has: the record's name and Id, system fields
//! and required fields. It knows only the whole of a compound field: `MailingCity` is part of `MailingAddress`. A
//! describe reports for each field whether it has a permission (`permissionable`). Without a describe, the facts of the
//! platform tell it for the standard fields of many standard objects.

use std::collections::{BTreeMap, BTreeSet};

use planwright_apex::names::same;
use planwright_contracts::Checked;
use planwright_contracts::action_blueprint::{find_field, find_object, guarded_fields};
use planwright_contracts::platform::find_facts;
use planwright_generated::action_blueprint::{ActionBlueprint, SchemaSnapshot};

use crate::lower::{Action, Dml};
use crate::options::Namespace;

/// Fields of one object that an action reads or writes, spelled as in its blueprint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// API name of the object.
    pub object: String,
    /// Fields that the action only reads, sorted.
    pub reads: BTreeSet<String>,
    /// Fields that the action writes, sorted.
    pub edits: BTreeSet<String>,
}

/// Snapshots of the org's objects. Earlier ones take precedence.
#[derive(Clone, Copy, Debug)]
pub struct Known<'s>(pub &'s [&'s SchemaSnapshot]);

/// Field permissions to deploy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permissions {
    /// Fields as `Object.Field`, with whether they are editable.
    pub fields: BTreeMap<String, bool>,
    /// Fields that the permission set cannot list, with the reason.
    pub left_out: BTreeMap<String, LeftOut>,
    /// Fields that no snapshot describes. If one of them is required, the deployment fails.
    pub undescribed: BTreeSet<String>,
}

/// Reason why a field has no permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// The field is the key, the name or a part of it, the owner, the record type or an audit field. Every user who
    /// sees the record sees these.
    System,
    /// The field is required, so every user who may edit the record may edit it.
    Required,
    /// The platform defines no permission for the field.
    NotPermissionable,
    /// The field belongs to the contact of a person account.
    PersonAccount,
    /// No source tells whether the standard field has a permission. A wrong permission would fail the deployment.
    Unknown,
    /// A package cannot grant it, because the field belongs to the platform or to another package.
    Packaged,
}

impl LeftOut {
    /// Returns the reason in words.
    pub fn reason(self) -> &'static str {
        match self {
            Self::System => "a name, key or system field, which permissions do not cover",
            Self::Required => "a required field, whose permissions cannot be deployed",
            Self::NotPermissionable => "a field for which the platform defines no permission",
            Self::PersonAccount => "a field of the person account's contact; give its permission on Contact",
            Self::Unknown => "a standard field that may have no permission; a describe in the snapshot tells",
            Self::Packaged => {
                "a field that is not the package's, whose permissions no package can give; give them in each org"
            }
        }
    }
}

/// Returns the fields that an action reads and writes. A `CALL` writes nothing: its fields are only read, and so are
/// the fields of guardrails.
pub fn access(blueprint: &Checked<ActionBlueprint>) -> Access {
    let action = Action::from_plan(blueprint.get());
    let edits: BTreeSet<String> =
        action.written().filter(|input| input.is_field).map(|input| input.field.to_string()).collect();
    let called = action.inputs.iter().filter(|input| input.is_field && action.operation == Dml::Call);
    let mut reads: BTreeSet<String> = called.map(|input| input.field.to_string()).collect();
    let answered = action.outputs.iter().filter(|_| action.operation != Dml::Call);
    reads.extend(answered.map(|output| output.field.to_string()));
    reads.extend(action.guardrails.iter().flat_map(|guardrail| guarded_fields(guardrail).iter().cloned()));
    // Edit access includes read access.
    reads.retain(|field| !edits.iter().any(|edited| same(edited, field)));
    Access { object: action.object.to_string(), reads, edits }
}

/// Returns the deployable permissions that the actions need.
pub fn permissions<'a>(accesses: impl IntoIterator<Item = &'a Access>, known: Known<'_>) -> Permissions {
    let mut permissions = Permissions::default();
    for access in accesses {
        let both =
            access.reads.iter().map(|field| (field, false)).chain(access.edits.iter().map(|field| (field, true)));
        for (field, editable) in both {
            add(&mut permissions, &access.object, field, editable, known);
        }
    }
    permissions
}

impl Permissions {
    /// Removes permissions that a package cannot grant: those of fields of the platform or of other packages.
    pub fn keep_packaged(&mut self, namespace: Option<&Namespace>) {
        let is_own = |full: &str| {
            let field = full.rsplit('.').next().unwrap_or(full);
            let mut parts = field.split("__");
            let (first, second, third) = (parts.next(), parts.next(), parts.next());
            // `namespace__Name__c` belongs to a package, `Name__c` to this project.
            match (first, second, third) {
                (Some(prefix), Some(_), Some(end)) => namespace.is_some_and(|own| own.is(prefix)) && same(end, "c"),
                (Some(_), Some(end), None) => same(end, "c"),
                _ => false,
            }
        };
        let left: Vec<String> = self.fields.keys().filter(|full| !is_own(full)).cloned().collect();
        for full in left {
            self.fields.remove(&full);
            self.left_out.insert(full, LeftOut::Packaged);
        }
        self.undescribed.retain(|full| is_own(full));
    }
}

fn add(permissions: &mut Permissions, object: &str, field: &str, editable: bool, known: Known<'_>) {
    let full = format!("{object}.{field}");
    if let Some(why) = left_out(object, field) {
        permissions.left_out.insert(full, why);
        return;
    }
    let described = |name: &str| known.0.iter().find_map(|snapshot| find_field(find_object(snapshot, object)?, name));
    let whole = compound(field);
    let (own, of_whole) = (described(field), whole.as_deref().and_then(described));
    // The describe of a compound field decides for its parts.
    let permissionable = [of_whole, own].into_iter().flatten().find_map(|field| field.permissionable);
    let name = whole.clone().unwrap_or_else(|| field.to_owned());
    let listed = is_permissionable(object, &name);
    let why = match permissionable {
        Some(true) => None,
        Some(false) => Some(LeftOut::NotPermissionable),
        None if is_required(object, field) => Some(LeftOut::Required),
        None if listed == Some(false) => Some(LeftOut::NotPermissionable),
        None if is_required_by_platform(object, field) => Some(LeftOut::Required),
        None if listed.is_none() && !name.contains("__") && find_facts(object).is_some() => Some(LeftOut::Unknown),
        // A checkbox is never nillable, but has a permission. Compound fields of standard objects are never required.
        None => own
            .is_some_and(|own| whole.is_none() && !own.nillable && !same(&own.type_, "Boolean"))
            .then_some(LeftOut::Required),
    };
    if let Some(why) = why {
        permissions.left_out.insert(full, why);
        return;
    }
    if own.is_none() && whole.is_none() && listed.is_none() {
        permissions.undescribed.insert(full);
    }
    let editable = editable && own.is_none_or(|field| field.createable || field.updateable);
    // Custom fields of tasks and events are defined on Activity.
    let of_activity = ["Task", "Event"].iter().any(|one| same(one, object)) && name.ends_with("__c");
    let owner = if of_activity { "Activity" } else { object };
    let entry = permissions.fields.entry(format!("{owner}.{name}")).or_default();
    *entry |= editable;
}

fn left_out(object: &str, field: &str) -> Option<LeftOut> {
    let is_one_of = |names: &[&str]| names.iter().any(|name| same(name, field));
    let person = same(object, "Account") && !field.ends_with("__c");
    if field.to_ascii_lowercase().ends_with("__pc") || (person && field.starts_with("Person")) {
        return Some(LeftOut::PersonAccount);
    }
    // The only standard fields of a custom object are system fields.
    let is_platforms = object.contains("__") && !field.contains("__");
    (is_platforms || is_one_of(&SYSTEM_FIELDS)).then_some(LeftOut::System)
}

fn is_required(object: &str, field: &str) -> bool {
    REQUIRED_FIELDS.iter().any(|(owner, name)| same(owner, object) && same(name, field))
}

/// Returns whether no record of the object can exist without the field.
fn is_required_by_platform(object: &str, field: &str) -> bool {
    find_facts(object).and_then(|facts| facts.field(field)).is_some_and(|field| field.required)
}

/// Returns whether a standard field has a permission, or `None` if only a describe can tell.
fn is_permissionable(object: &str, field: &str) -> Option<bool> {
    let facts = find_facts(object).filter(|_| !field.contains("__"))?;
    // System permissions control access to setup objects.
    let of_setup = || facts.setup_writes().map(|_| false);
    let known = facts.field(field).and_then(|field| field.permissionable);
    known.or_else(|| facts.lists_permissions().then_some(false)).or_else(of_setup)
}

/// Fields of standard objects that every org requires. They take precedence over hand-made snapshots.
const REQUIRED_FIELDS: [(&str, &str); 6] = [
    ("Case", "Status"),
    ("Contract", "Status"),
    ("Lead", "Status"),
    ("Order", "Status"),
    ("Task", "Priority"),
    ("Task", "Status"),
];

const SYSTEM_FIELDS: [&str; 25] = [
    "Id",
    "Name",
    "FirstName",
    "MiddleName",
    "LastName",
    "Salutation",
    "Suffix",
    "OwnerId",
    "SetupOwnerId",
    "RecordTypeId",
    "CurrencyIsoCode",
    "CreatedById",
    "CreatedDate",
    "LastModifiedById",
    "LastModifiedDate",
    "SystemModstamp",
    "LastActivityDate",
    "LastReferencedDate",
    "LastViewedDate",
    "IsDeleted",
    "IsArchived",
    "ConnectionReceivedId",
    "ConnectionSentId",
    "PhotoUrl",
    "UserRecordAccessId",
];

/// Returns the compound field that a component belongs to.
fn compound(field: &str) -> Option<String> {
    const PARTS: [&str; 9] =
        ["Street", "City", "StateCode", "State", "PostalCode", "CountryCode", "Country", "Latitude", "Longitude"];
    if let Some(stem) = field.strip_suffix("__Latitude__s").or_else(|| field.strip_suffix("__Longitude__s")) {
        return Some(format!("{stem}__c"));
    }
    let prefix = PARTS.iter().find_map(|part| field.strip_suffix(part))?;
    ["", "Mailing", "Other", "Billing", "Shipping", "QuoteTo", "Additional"]
        .contains(&prefix)
        .then(|| format!("{prefix}Address"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_have_the_permission_of_their_compound_field() {
        for (part, whole) in [
            ("MailingCity", Some("MailingAddress")),
            ("BillingStateCode", Some("BillingAddress")),
            ("Street", Some("Address")),
            ("Place__Latitude__s", Some("Place__c")),
            ("City__c", None),
            ("AssetCountry", None),
        ] {
            assert_eq!(compound(part).as_deref(), whole, "{part}");
        }
    }

    #[test]
    fn undeployable_permissions_are_omitted_and_reported() {
        let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let access = Access { object: "Task".into(), reads: own(&["Id"]), edits: own(&["OwnerId", "Urgent__c"]) };
        let person = Access { object: "Account".into(), reads: own(&["PersonEmail"]), edits: own(&["Tier__pc"]) };
        let permissions = permissions([&access, &person], Known(&[]));
        assert_eq!(permissions.fields, BTreeMap::from([("Activity.Urgent__c".to_owned(), true)]));
        assert_eq!(permissions.left_out.len(), 4);
        assert_eq!(permissions.left_out["Account.Tier__pc"], LeftOut::PersonAccount);
        assert!(permissions.undescribed.contains("Task.Urgent__c"));
    }

    /// Returns the permissions of fields of one object that are all written.
    fn outcome(object: &str, fields: &[&str], known: Known<'_>) -> Permissions {
        let edits = fields.iter().map(|field| (*field).to_owned()).collect();
        permissions([&Access { object: object.into(), reads: BTreeSet::new(), edits }], known)
    }

    #[test]
    fn standard_fields_without_a_permission_are_left_out_without_a_describe() {
        for (object, fields) in [
            ("GroupMember", &["GroupId", "UserOrGroupId"][..]),
            ("CaseComment", &["ParentId", "CommentBody"]),
            ("Settings__c", &["SetupOwnerId", "Name", "OwnerId"]),
            ("Opportunity", &["StageName", "CloseDate", "Name", "Pricebook2Id", "IsWon"]),
            ("lead", &["company", "STATUS"]),
            ("OpportunityLineItem", &["OpportunityId", "PricebookEntryId", "Quantity", "UnitPrice"]),
            ("Task", &["Subject", "Status", "Priority", "ReminderDateTime"]),
            ("Event", &["StartDateTime", "EndDateTime"]),
            ("User", &["IsActive", "Username"]),
            ("PermissionSetAssignment", &["AssigneeId"]),
        ] {
            let permissions = outcome(object, fields, Known(&[]));
            assert_eq!(permissions.fields, BTreeMap::new(), "{object}");
            assert_eq!(permissions.left_out.len(), fields.len(), "{object}");
        }
        let kept = outcome("Opportunity", &["Amount", "NextStep", "Tier__c"], Known(&[]));
        assert_eq!(kept.fields.len(), 3, "{kept:?}");
        let kept = outcome("Contact", &["MailingCity", "Phone"], Known(&[]));
        assert_eq!(kept.fields.keys().collect::<Vec<_>>(), ["Contact.MailingAddress", "Contact.Phone"]);
        let kept = outcome("Settings__c", &["Limit__c"], Known(&[]));
        assert_eq!(kept.fields.len(), 1, "{kept:?}");
    }

    #[test]
    fn a_describe_decides_what_has_a_permission() {
        let field = |name: &str, permissionable: bool| {
            serde_json::json!({
                "apiName": name, "type": "String", "nillable": true, "createable": true, "updateable": true,
                "permissionable": permissionable
            })
        };
        let snapshot: SchemaSnapshot = serde_json::from_value(serde_json::json!({"objects": {
            "Ticket__c": {"apiName": "Ticket__c", "fields": {"Tier__c": field("Tier__c", false), "Code__c": field("Code__c", true)}},
            "Opportunity": {"apiName": "Opportunity", "fields": {"Territory2Id": field("Territory2Id", true), "Amount": field("Amount", false)}},
            "Account": {"apiName": "Account", "fields": {
                "BillingCity": field("BillingCity", true), "BillingAddress": field("BillingAddress", false)
            }}
        }}))
        .expect("a snapshot");
        let known: [&SchemaSnapshot; 1] = [&snapshot];
        for (object, fields, kept) in [
            ("Ticket__c", &["Tier__c", "Code__c"][..], &["Ticket__c.Code__c"][..]),
            ("Opportunity", &["Territory2Id", "Amount"], &["Opportunity.Territory2Id"]),
            ("Account", &["BillingCity"], &[]),
        ] {
            let permissions = outcome(object, fields, Known(&known));
            assert_eq!(permissions.fields.keys().collect::<Vec<_>>(), kept, "{object}");
            let left = permissions.left_out.values().all(|why| *why == LeftOut::NotPermissionable);
            assert!(left && permissions.left_out.len() == fields.len() - kept.len(), "{permissions:?}");
        }
    }
}
