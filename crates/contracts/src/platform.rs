//! Facts of the Salesforce platform about standard objects: what can be done with them, and with each of their fields.
//!
//! The table is `data/platform/facts.txt`. Its README describes the format and lists the sources. It is in this crate,
//! because the rules of blueprints, the rules about orgs and the permission sets all read it. A fact that no source
//! has is unknown, and never refuses anything. A describe of the org takes precedence over every fact.

mod families;
mod near;
mod row;

use std::cmp::Ordering;
use std::sync::{LazyLock, OnceLock};

use families::is_sharing;
pub use families::{Family, find_family};
pub use near::suggest_object;
use planwright_check::{KnownNames, Suggestion};
use row::{operations_of, parse_fields};

use crate::name_hash::NameIndex;

/// Operation on records of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordOperation {
    /// `insert`
    Create,
    /// `update`
    Update,
    /// `delete`
    Delete,
    /// `undelete`
    Undelete,
    /// `SELECT`
    Query,
}

/// Possibility of a use of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Possible {
    /// It can be done, or nothing is known about it.
    Perhaps,
    /// One source says that it cannot be done.
    Unlikely,
    /// A describe, or several sources, say that it cannot be done.
    Never,
}

/// Facts about one field of a standard object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldFacts {
    /// API name.
    pub name: &'static str,
    /// Type, spelled as in the contract, such as `Picklist`.
    pub type_name: &'static str,
    /// Possibility to set the field in an insert.
    pub createable: Possible,
    /// Possibility to set the field in an update.
    pub updateable: Possible,
    /// True if a record cannot exist without a value, and the platform does not set it.
    pub required: bool,
    /// True if the platform sets a value that an insert does not set.
    pub defaulted: bool,
    /// Possibility to use the field as the key of an upsert.
    pub upsert_key: Possible,
    /// True if field permissions exist for the field. `None` if that is unknown.
    pub permissionable: Option<bool>,
    /// Objects to which a polymorphic reference can point, if they are few.
    pub targets: Vec<&'static str>,
}

/// Setup writes of an object, which Salesforce does not mix with other writes in one transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupWrites {
    /// Every write.
    All,
    /// Writes that set one of these fields.
    OfFields(Vec<&'static str>),
}

/// Fact about an object as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Attribute {
    SetupInserts(SetupWrites),
    SetupUpdates(SetupWrites),
    OneOf(Vec<&'static str>),
    Initial { field: &'static str, value: &'static str },
}

/// Facts about one standard object.
#[derive(Debug)]
pub struct ObjectFacts {
    /// API name.
    pub name: &'static str,
    /// Sources and operations, as in the table.
    operations: &'static str,
    attributes: Vec<Attribute>,
    /// Fields as in the table. They are parsed on first use.
    words: &'static str,
    fields: OnceLock<(Vec<FieldFacts>, NameIndex)>,
    near: OnceLock<KnownNames<'static>>,
}

static TABLE: LazyLock<Vec<ObjectFacts>> = LazyLock::new(|| {
    let rows = include_str!("../data/platform/facts.txt").lines().filter(|line| !line.starts_with('#'));
    rows.map(row::parse_object).collect()
});

static OBJECTS: LazyLock<NameIndex> = LazyLock::new(|| NameIndex::new(TABLE.iter().map(|facts| facts.name)));

/// Fields that the platform adds to most objects. Every object counts as having them.
const SYSTEM_FIELDS: [&str; 14] = [
    "CreatedById",
    "CreatedDate",
    "CurrencyIsoCode",
    "Id",
    "IsDeleted",
    "IsLocked",
    "LastActivityDate",
    "LastModifiedById",
    "LastModifiedDate",
    "LastReferencedDate",
    "LastViewedDate",
    "MayEdit",
    "SystemModstamp",
    "UserRecordAccessId",
];

/// Returns the facts about all standard objects, sorted by name without regard to case.
pub fn all_facts() -> &'static [ObjectFacts] {
    &TABLE
}

/// Returns the facts about the object with this name.
pub fn find_facts(object: &str) -> Option<&'static ObjectFacts> {
    OBJECTS.find(object, &TABLE, |facts| facts.name)
}

/// Returns whether records of the object support an operation. `None` if that is unknown.
pub fn supports(object: &str, operation: RecordOperation) -> Option<bool> {
    let Some(facts) = find_facts(object) else {
        // No DML writes records of a family.
        let is_write = matches!(operation, RecordOperation::Create | RecordOperation::Update);
        return find_family(object).filter(|_| is_write).map(|_| false);
    };
    facts.supports(operation)
}

/// Returns whether a standard object has this name. Objects such as `AccountHistory` belong to another object.
pub fn is_standard_object_name(object: &str) -> bool {
    find_facts(object).is_some() || find_family(object).is_some_and(|family| !family.is_custom()) || is_sharing(object)
}

impl ObjectFacts {
    /// Returns whether records of the object support an operation. `None` if that is unknown.
    pub fn supports(&self, operation: RecordOperation) -> Option<bool> {
        let known = operations_of(self.operations)?;
        let letter = match operation {
            RecordOperation::Create => 'c',
            RecordOperation::Update => 'u',
            RecordOperation::Delete => 'd',
            RecordOperation::Undelete => 'r',
            RecordOperation::Query => 'q',
        };
        Some(known.contains(letter))
    }

    /// Returns whether a describe of an org is one of the sources.
    pub fn is_described(&self) -> bool {
        self.operations.contains('D')
    }

    /// Returns the fields, sorted by name without regard to case. The list is empty if they are unknown.
    pub fn fields(&self) -> &[FieldFacts] {
        &self.indexed_fields().0
    }

    fn indexed_fields(&self) -> &(Vec<FieldFacts>, NameIndex) {
        self.fields.get_or_init(|| {
            let fields = parse_fields(self.words, self.is_described());
            let index = NameIndex::new(fields.iter().map(|field| field.name));
            (fields, index)
        })
    }

    /// Returns the field with this name.
    pub fn field(&self, name: &str) -> Option<&FieldFacts> {
        let (fields, index) = self.indexed_fields();
        index.find(name, fields, |field| field.name)
    }

    /// Returns whether the object has a field with this name. `None` if its fields are unknown.
    pub fn has_field(&self, name: &str) -> Option<bool> {
        let is_system = || SYSTEM_FIELDS.iter().any(|field| field.eq_ignore_ascii_case(name));
        (!self.fields().is_empty()).then(|| self.field(name).is_some() || is_system())
    }

    /// Returns the field that was probably meant.
    pub fn suggest_field(&self, name: &str) -> Option<Suggestion<'static>> {
        self.known_names().suggest(name)
    }

    /// Returns whether [`Self::suggest_field`] finds a field, faster.
    pub fn has_suggestion(&self, name: &str) -> bool {
        self.known_names().has_suggestion(name)
    }

    fn known_names(&self) -> &KnownNames<'static> {
        self.near.get_or_init(|| KnownNames::new(self.field_names()))
    }

    /// Returns the names of the fields, with those that most objects have.
    pub fn field_names(&self) -> impl Iterator<Item = &'static str> {
        self.fields().iter().map(|field| field.name).chain(SYSTEM_FIELDS)
    }

    /// Returns whether the permissions of all fields of the object are known.
    pub fn lists_permissions(&self) -> bool {
        self.fields().iter().any(|field| field.permissionable.is_some())
    }

    /// Returns the groups of fields of which an insert has to set one.
    pub fn one_of(&self) -> impl Iterator<Item = &[&'static str]> {
        self.attributes.iter().filter_map(|attribute| match attribute {
            Attribute::OneOf(fields) => Some(fields.as_slice()),
            _ => None,
        })
    }

    /// Returns the fields that have a certain value when a record is created, with this value.
    pub fn initial_values(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.attributes.iter().filter_map(|attribute| match attribute {
            Attribute::Initial { field, value } => Some((*field, *value)),
            _ => None,
        })
    }

    /// Returns which inserts and which updates are setup writes, if the object is a setup object.
    pub fn setup_writes(&self) -> Option<(&SetupWrites, &SetupWrites)> {
        let (mut inserts, mut updates) = (None, None);
        for attribute in &self.attributes {
            match attribute {
                Attribute::SetupInserts(writes) => inserts = Some(writes),
                Attribute::SetupUpdates(writes) => updates = Some(writes),
                Attribute::OneOf(_) | Attribute::Initial { .. } => {}
            }
        }
        inserts.zip(updates)
    }
}

/// Compares names without regard to the case of ASCII letters.
fn compare(one: &str, other: &str) -> Ordering {
    let [one, other] = [one, other].map(|name| name.bytes().map(|byte| byte.to_ascii_lowercase()));
    one.cmp(other)
}

#[cfg(test)]
mod tests;
