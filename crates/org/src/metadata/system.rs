//! Fields that the platform adds to every object.

use planwright_generated::action_blueprint::FieldSnapshot;
use planwright_runtime::Maybe;

use crate::names::type_name;

/// Permission to set a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// Only the platform.
    Read,
    /// The user who creates or changes the record.
    Write,
}

/// Creates a field with default properties. The type is spelled as in a describe.
pub(super) fn plain(name: &str, label: Option<&str>, described: &str, nillable: bool, access: Access) -> FieldSnapshot {
    FieldSnapshot {
        api_name: name.to_owned(),
        auto_number: None,
        calculated: None,
        compound_field_name: Maybe::Absent,
        createable: access == Access::Write,
        defaulted: None,
        external_id: Some(false),
        id_lookup: Some(false),
        label: label.map(str::to_owned),
        length: None,
        nillable,
        permissionable: None,
        picklist_values: Vec::new(),
        precision: None,
        reference_to: None,
        restricted_picklist: None,
        scale: None,
        type_: type_name(described),
        updateable: access == Access::Write,
    }
}

/// Returns the system field with this name.
pub(super) fn field(name: &str) -> Option<FieldSnapshot> {
    let read = |label, described, nillable| Some(plain(name, Some(label), described, nillable, Access::Read));
    let reference = |label, to: &[&str], nillable, access| {
        let to = Some(to.iter().map(|&to| to.to_owned()).collect());
        Some(FieldSnapshot { reference_to: to, ..plain(name, Some(label), "reference", nillable, access) })
    };
    match name {
        "Id" => read("Record ID", "id", false).map(|field| FieldSnapshot {
            id_lookup: Some(true),
            length: Some(18),
            ..field
        }),
        "CreatedById" => reference("Created By ID", &["User"], false, Access::Read),
        "CreatedDate" => read("Created Date", "datetime", false),
        "IsDeleted" => read("Deleted", "boolean", false),
        "LastModifiedById" => reference("Last Modified By ID", &["User"], false, Access::Read),
        "LastModifiedDate" => read("Last Modified Date", "datetime", false),
        "SystemModstamp" => read("System Modstamp", "datetime", false),
        "LastActivityDate" => read("Last Activity Date", "date", true),
        "LastReferencedDate" => read("Last Referenced Date", "datetime", true),
        "LastViewedDate" => read("Last Viewed Date", "datetime", true),
        "OwnerId" => reference("Owner ID", &["Group", "User"], true, Access::Write),
        "SetupOwnerId" => reference("Setup Owner ID", &["Organization", "Profile", "User"], true, Access::Write),
        "RecordTypeId" => reference("Record Type ID", &["RecordType"], true, Access::Write),
        _ => None,
    }
}
