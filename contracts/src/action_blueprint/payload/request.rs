//! One request: the payload, who sends it, and what is known of the org.

use std::collections::BTreeSet;

use planwright_generated::action_blueprint::{ObjectSnapshot, SchemaSnapshot};
use serde_json::Value;

use crate::action_blueprint::find_object;
use crate::action_blueprint::names::same;

/// One request to a generated class.
#[derive(Clone, Debug)]
pub struct Request<'r> {
    /// Values by input `apiName`, a JSON object. A key that is present with null clears its field.
    pub payload: &'r Value,
    /// The payload as text, for numbers with more digits than a [`Value`] keeps. It must be the text of `payload`.
    pub text: Option<&'r str>,
    /// Who asks.
    pub user: &'r User,
    /// Whether the user accepted the checkpoint.
    pub confirmation: Confirmation,
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
}

impl<'r> Request<'r> {
    /// A request that is not confirmed.
    pub fn new(payload: &'r Value, user: &'r User) -> Self {
        Self { payload, text: None, user, confirmation: Confirmation::Pending, snapshot: None }
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

    pub(super) fn object(&self, name: &str) -> Option<&'r ObjectSnapshot> {
        self.snapshot.and_then(|snapshot| find_object(snapshot, name))
    }
}

impl User {
    /// Reads `{"readable": […], "editable": […]}`, both optional; anything else allows everything.
    pub fn read(value: &Value) -> Self {
        let fields = |key: &str| {
            let names = value.get(key)?.as_array()?.iter().filter_map(Value::as_str);
            Some(names.map(str::to_owned).collect::<BTreeSet<String>>())
        };
        let records = match value.get("records").and_then(Value::as_str) {
            Some("none") => RecordAccess::None,
            _ => RecordAccess::Write,
        };
        Self { readable: fields("readable"), editable: fields("editable"), records }
    }

    /// Whether the user can read the field.
    pub fn reads(&self, field: &str) -> bool {
        allows(self.readable.as_ref(), field)
    }

    /// Whether the user can write the field.
    pub fn edits(&self, field: &str) -> bool {
        allows(self.editable.as_ref(), field)
    }
}

fn allows(fields: Option<&BTreeSet<String>>, field: &str) -> bool {
    fields.is_none_or(|fields| fields.iter().any(|name| same(name, field)))
}
