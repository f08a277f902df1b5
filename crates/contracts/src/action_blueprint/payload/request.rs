//! One request: the payload, who sends it, and what is known of the org.

use std::collections::{BTreeMap, BTreeSet};

use planwright_generated::action_blueprint::{ObjectSnapshot, RecordAccessLevel, SchemaSnapshot};
use serde_json::Value;

use super::record_id::RecordId;
use crate::action_blueprint::find_object;
use crate::action_blueprint::names::same;

/// One request to a generated class.
#[derive(Clone, Debug)]
pub struct Request<'r> {
    /// Values by input `apiName`, a JSON object. A key that is present with null clears its field; a blank text is no value.
    pub payload: &'r Value,
    /// Inputs by `apiName`, in any case of letters, whose fields are cleared, as by null.
    pub clear: &'r [String],
    /// The payload as text, for numbers with more digits than a [`Value`] keeps. It must be the text of `payload`.
    pub text: Option<&'r str>,
    /// Who asks.
    pub user: &'r User,
    /// Whether the user accepted the checkpoint.
    pub confirmation: Confirmation,
    /// What the user asked before.
    pub earlier: Earlier<'r>,
    /// The org. Without it nothing is known of key prefixes and of fields that take several values.
    pub snapshot: Option<&'r SchemaSnapshot>,
}

/// What the current user may do with the target object. `None` is everything.
#[derive(Clone, Debug, Default)]
pub struct User {
    /// The fields that the user can read.
    pub readable: Option<BTreeSet<String>>,
    /// The fields that the user can set on creation and change later.
    pub editable: Option<BTreeSet<String>>,
    /// What the user may do with records of the object at all.
    pub records: RecordAccess,
    /// The highest access to single records. A record that is not listed cannot be accessed.
    pub record_levels: Option<BTreeMap<RecordId, RecordAccessLevel>>,
}

/// The requests for the same action that passed before this one, those earlier in its batch included: those of the user, or
/// where a limit counts by a field those with the same value there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earlier<'r> {
    /// How many milliseconds ago, each.
    Ago(&'r [u64]),
    /// They cannot be counted.
    Unknown,
}

impl Default for Earlier<'_> {
    fn default() -> Self {
        Self::Ago(&[])
    }
}

/// Access to the records of an object, whatever the field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordAccess {
    /// They can be written.
    #[default]
    Write,
    /// They cannot.
    None,
}

/// The answer to a checkpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Confirmation {
    /// The user said yes.
    Given,
    /// The user was not asked, or did not say yes.
    #[default]
    Pending,
    /// The token of the question, for this request, in time and for the first time.
    Redeemed,
    /// A token that stands for something else, was used, or is too old.
    Rejected,
}

impl<'r> Request<'r> {
    /// A request that is not confirmed.
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

    /// The same, confirmed.
    #[must_use]
    pub fn confirmed(self) -> Self {
        Self { confirmation: Confirmation::Given, ..self }
    }

    /// The same, with what is known of the org.
    #[must_use]
    pub fn in_org(self, snapshot: &'r SchemaSnapshot) -> Self {
        Self { snapshot: Some(snapshot), ..self }
    }

    pub(crate) fn object(&self, name: &str) -> Option<&'r ObjectSnapshot> {
        self.snapshot.and_then(|snapshot| find_object(snapshot, name))
    }
}

impl User {
    /// Reads `{"readable": […], "editable": […], "records": "none", "recordAccess": {"<id>": "Edit"}}`, all optional; what is
    /// absent allows everything. The values of `recordAccess` are those of `MaxAccessLevel`; one that is none of them allows
    /// nothing.
    pub fn read(value: &Value) -> Self {
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

    /// Whether the user can read the field.
    pub fn reads(&self, field: &str) -> bool {
        allows(self.readable.as_ref(), field)
    }

    /// Whether the user can write the field.
    pub fn edits(&self, field: &str) -> bool {
        allows(self.editable.as_ref(), field)
    }

    /// Whether the user has the access to the record; nobody has any to what is no id.
    pub fn reaches(&self, record: &str, wanted: RecordAccessLevel) -> bool {
        let Some(levels) = &self.record_levels else { return true };
        let highest = RecordId::parse(record).and_then(|id| levels.get(&id));
        highest.is_some_and(|highest| wanted <= *highest)
    }
}

fn allows(fields: Option<&BTreeSet<String>>, field: &str) -> bool {
    fields.is_none_or(|fields| fields.iter().any(|name| same(name, field)))
}
