//! A request: the payload, the user who sends it, and the org.

use std::collections::{BTreeMap, BTreeSet};

use planwright_generated::action_blueprint::{ObjectSnapshot, RecordAccessLevel, SchemaSnapshot};
use serde_json::Value;

use super::record_id::RecordId;
use crate::action_blueprint::find_object;
use crate::action_blueprint::names::same;

/// Request to a generated class.
#[derive(Clone, Debug)]
pub struct Request<'r> {
    /// JSON object with values by input `apiName`. A null value clears its field. A blank string counts as absent.
    pub payload: &'r Value,
    /// Inputs whose fields are cleared, by `apiName` in any case. They have the same effect as null in the payload.
    pub clear: &'r [String],
    /// JSON source of `payload`, for numbers with more digits than a [`Value`] keeps.
    pub text: Option<&'r str>,
    /// User who sends the request.
    pub user: &'r User,
    /// Answer to the checkpoint.
    pub confirmation: Confirmation,
    /// Earlier requests.
    pub earlier: Earlier<'r>,
    /// Snapshot of the org. Without it, key prefixes and multi-select fields are unknown.
    pub snapshot: Option<&'r SchemaSnapshot>,
}

/// Permissions of the current user on the target object. `None` means everything is allowed.
#[derive(Clone, Debug, Default)]
pub struct User {
    /// Fields that the user can read.
    pub readable: Option<BTreeSet<String>>,
    /// Fields that the user can set on creation and change later.
    pub editable: Option<BTreeSet<String>>,
    /// General permission on records of the object.
    pub records: RecordAccess,
    /// Maximum access to single records. Records that are not listed cannot be accessed.
    pub record_levels: Option<BTreeMap<RecordId, RecordAccessLevel>>,
}

/// Earlier accepted requests for the same action, including those of the same batch.
///
/// They are the requests of the user. If a limit counts by a field, they are the requests with the same value of that
/// field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earlier<'r> {
    /// Ages of the requests in milliseconds.
    Ago(&'r [u64]),
    /// The requests cannot be counted.
    Unknown,
}

impl Default for Earlier<'_> {
    fn default() -> Self {
        Self::Ago(&[])
    }
}

/// Permission on the records of an object, independent of fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordAccess {
    /// The user can write records.
    #[default]
    Write,
    /// The user cannot write records.
    None,
}

/// Answer to a checkpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Confirmation {
    /// The user confirmed.
    Given,
    /// The user was not asked, or did not confirm.
    #[default]
    Pending,
    /// A valid token: for this request, not expired, and used for the first time.
    Redeemed,
    /// A token for another request, a used token, or an expired one.
    Rejected,
}

impl<'r> Request<'r> {
    /// Creates a request that is not confirmed.
    pub fn new(payload: &'r Value, user: &'r User) -> Self {
        Self {
            payload,
            clear: &[],
            text: None,
            user,
            confirmation: Confirmation::Pending,
            earlier: Earlier::default(),
            snapshot: None,
        }
    }

    /// Confirms the request.
    #[must_use]
    pub fn confirmed(self) -> Self {
        Self { confirmation: Confirmation::Given, ..self }
    }

    /// Adds the snapshot of the org.
    #[must_use]
    pub fn in_org(self, snapshot: &'r SchemaSnapshot) -> Self {
        Self { snapshot: Some(snapshot), ..self }
    }

    pub(crate) fn object(&self, name: &str) -> Option<&'r ObjectSnapshot> {
        self.snapshot.and_then(|snapshot| find_object(snapshot, name))
    }
}

impl User {
    /// Parses `{"readable": […], "editable": […], "records": "none", "recordAccess": {"<id>": "Edit"}}`.
    ///
    /// All properties are optional; absent ones allow everything. The values of `recordAccess` are those of
    /// `MaxAccessLevel`. Any other value allows nothing.
    pub fn from_json(value: &Value) -> Self {
        let fields = |key: &str| {
            let names = value.get(key)?.as_array()?.iter().filter_map(Value::as_str);
            Some(names.map(str::to_owned).collect::<BTreeSet<String>>())
        };
        let records = match value.get("records").and_then(Value::as_str) {
            Some("none") => RecordAccess::None,
            _ => RecordAccess::Write,
        };
        let record_levels = value.get("recordAccess").and_then(Value::as_object).map(|records| {
            let level = |(id, level): (&String, &Value)| {
                let level = level.as_str()?.to_ascii_uppercase().parse().ok()?;
                Some((RecordId::parse(id)?, level))
            };
            records.iter().filter_map(level).collect()
        });
        Self { readable: fields("readable"), editable: fields("editable"), records, record_levels }
    }

    /// Returns whether the user can read the field.
    pub fn reads(&self, field: &str) -> bool {
        allows(self.readable.as_ref(), field)
    }

    /// Returns whether the user can write the field.
    pub fn edits(&self, field: &str) -> bool {
        allows(self.editable.as_ref(), field)
    }

    /// Returns whether the user has at least the `wanted` access to the record. If levels are listed, an invalid id has
    /// none.
    pub fn reaches(&self, record: &str, wanted: RecordAccessLevel) -> bool {
        let Some(levels) = &self.record_levels else { return true };
        let highest = RecordId::parse(record).and_then(|id| levels.get(&id));
        highest.is_some_and(|highest| wanted <= *highest)
    }
}

fn allows(fields: Option<&BTreeSet<String>>, field: &str) -> bool {
    fields.is_none_or(|fields| fields.iter().any(|name| same(name, field)))
}
