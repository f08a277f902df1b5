//! Which fields the actions reach, and which of these a permission set can name at all.
//!
//! The platform refuses to deploy permissions of fields that every user has (the record's name and key, system fields,
//! required fields), and it knows compound fields by their whole: `MailingCity` is part of `MailingAddress`.

use std::collections::{BTreeMap, BTreeSet};

use planwright_apex::names::same;
use planwright_contracts::Checked;
use planwright_contracts::action_blueprint::{find_field, find_object, guarded_fields};
use planwright_generated::action_blueprint::{ActionBlueprint, SchemaSnapshot};

use crate::lower::{Action, Dml};
use crate::options::Namespace;

/// The fields of one object that an action reads or writes, as its blueprint spells them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// API name of the object.
    pub object: String,
    /// Fields that are only read, sorted.
    pub reads: BTreeSet<String>,
    /// Fields that are written, sorted.
    pub edits: BTreeSet<String>,
}

/// What is known of the org's objects, the surest first.
#[derive(Clone, Copy, Debug)]
pub struct Known<'s>(pub &'s [&'s SchemaSnapshot]);

/// Permissions to deploy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permissions {
    /// `Object.Field`, and whether it is written.
    pub fields: BTreeMap<String, bool>,
    /// What the permission set cannot name.
    pub left_out: BTreeMap<String, LeftOut>,
    /// Fields that nothing describes: should one be required, the deployment fails.
    pub undescribed: BTreeSet<String>,
}

/// Why a field has no permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// The key, the name or its parts, owner, record type and audit fields: whoever sees the record has them.
    System,
    /// The field is required, so whoever may edit the record has it.
    Required,
    /// The field is a contact's, seen through a person account.
    PersonAccount,
    /// No package can give it: a field of the platform, or of another package.
    Packaged,
}

impl LeftOut {
    /// In words.
    pub fn reason(self) -> &'static str {
        match self {
            Self::System => "a name, key or system field, which permissions do not cover",
            Self::Required => "a required field, whose permissions cannot be deployed",
            Self::PersonAccount => "a field of the person account's contact; give its permission on Contact",
            Self::Packaged => {
                "a field that is not the package's, whose permissions no package can give; give them in each org"
            }
        }
    }
}

/// What an action reads and writes. `CALL` writes nothing; its fields and those that guardrails look at are read.
pub fn access(blueprint: &Checked<ActionBlueprint>) -> Access {
    let action = Action::of(blueprint.get());
    let edits: BTreeSet<String> =
        action.written().filter(|input| input.is_field).map(|input| input.field.to_string()).collect();
    let called = action.inputs.iter().filter(|input| input.is_field && action.operation == Dml::Call);
    let mut reads: BTreeSet<String> = called.map(|input| input.field.to_string()).collect();
    let answered = action.outputs.iter().filter(|_| action.operation != Dml::Call);
    reads.extend(answered.map(|output| output.field.to_string()));
    reads.extend(action.guardrails.iter().flat_map(|guardrail| guarded_fields(guardrail).iter().cloned()));
    reads.retain(|field| !edits.iter().any(|edited| same(edited, field)));
    Access { object: action.object.to_string(), reads, edits }
}

/// The permissions that these accesses need and that can be deployed.
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
    /// Leaves out what a permission set of a package cannot give: fields of the platform and of other packages.
    pub fn keep_packaged(&mut self, namespace: Option<&Namespace>) {
        let is_own = |full: &str| {
            let field = full.rsplit('.').next().unwrap_or(full);
            let mut parts = field.split("__");
            let (first, second, third) = (parts.next(), parts.next(), parts.next());
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
    let described = known.0.iter().find_map(|snapshot| find_field(find_object(snapshot, object)?, field));
    let whole = compound(field);
    match described {
        // A checkbox is never empty, and yet has permissions.
        Some(there) if whole.is_none() && !there.nillable && !same(&there.type_, "Boolean") => {
            permissions.left_out.insert(full, LeftOut::Required);
            return;
        }
        Some(_) => {}
        // Wholes of standard objects are never required.
        None if whole.is_some() => {}
        None => _ = permissions.undescribed.insert(full),
    }
    let editable = editable && described.is_none_or(|field| field.createable || field.updateable);
    let name = whole.unwrap_or_else(|| field.to_owned());
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
    if is_one_of(&SYSTEM) {
        return Some(LeftOut::System);
    }
    let required = REQUIRED.iter().any(|(owner, name)| same(owner, object) && same(name, field));
    required.then_some(LeftOut::Required)
}

/// Fields of standard objects that every org requires, whatever a hand-made snapshot says.
const REQUIRED: [(&str, &str); 6] = [
    ("Case", "Status"),
    ("Contract", "Status"),
    ("Lead", "Status"),
    ("Order", "Status"),
    ("Task", "Priority"),
    ("Task", "Status"),
];

const SYSTEM: [&str; 17] = [
    "Id",
    "Name",
    "FirstName",
    "MiddleName",
    "LastName",
    "Salutation",
    "Suffix",
    "OwnerId",
    "RecordTypeId",
    "CurrencyIsoCode",
    "CreatedById",
    "CreatedDate",
    "LastModifiedById",
    "LastModifiedDate",
    "SystemModstamp",
    "LastActivityDate",
    "IsDeleted",
];

/// The compound field that a component belongs to.
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
    fn components_have_the_permission_of_their_whole() {
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
    fn what_cannot_be_deployed_is_left_out_and_named() {
        let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let access = Access { object: "Task".into(), reads: own(&["Id"]), edits: own(&["OwnerId", "Urgent__c"]) };
        let person = Access { object: "Account".into(), reads: own(&["PersonEmail"]), edits: own(&["Tier__pc"]) };
        let permissions = permissions([&access, &person], Known(&[]));
        assert_eq!(permissions.fields, BTreeMap::from([("Activity.Urgent__c".to_owned(), true)]));
        assert_eq!(permissions.left_out.len(), 4);
        assert_eq!(permissions.left_out["Account.Tier__pc"], LeftOut::PersonAccount);
        assert!(permissions.undescribed.contains("Task.Urgent__c"));
    }
}
