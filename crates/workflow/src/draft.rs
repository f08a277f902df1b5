//! The draft that the tools change. It may be incomplete.
//!
//! Routes name participants, as the tools do, and are resolved to actions only when needed. So a route may be added
//! before the action that it leads to exists.

use planwright_check::{Diagnostic, Policy, Report, codes, text};
use planwright_generated::workflow_tools::{DataField, ParticipantRole, RoutingOperator};
use planwright_runtime::read_unjudged;
use planwright_source::Pointer;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::arguments::apply_parser_limits;

/// Workflow blueprint in progress. Its JSON form is lossless.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// Id of the blueprint. It stays the same if the blueprint is created again.
    pub id: String,
    /// Title, 3 to 200 characters.
    pub title: String,
    /// Description, 5 to 2000 characters.
    pub description: String,
    /// Version number, from 1.
    #[serde(default = "first_version")]
    pub version: u64,
    /// Participants in the order in which they were added.
    #[serde(default)]
    pub participants: Vec<Participant>,
    /// Actions in the order in which they were added, which may differ from the order of their ids.
    #[serde(default)]
    pub actions: Vec<Action>,
}

/// Participant of a workflow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Participant {
    /// Id, unique among the participants.
    pub id: String,
    /// Name shown to people.
    pub name: String,
    /// Organization. May be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub organisation: String,
    /// Kind of participant: an individual or an organization, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<ParticipantRole>,
}

/// Action of a workflow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Action {
    /// Sequence number, unique among the actions.
    pub id: u64,
    /// Title shown to people.
    pub title: String,
    /// Description shown to people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Participant who performs the action. Only empty in a loaded document.
    #[serde(default)]
    pub sender: String,
    /// True if the workflow can start here.
    #[serde(default)]
    pub is_starting_action: bool,
    /// Data that the action collects.
    #[serde(default)]
    pub data_fields: Vec<DataField>,
    /// Disclosures, at most one per participant.
    #[serde(default)]
    pub disclosures: Vec<Disclosed>,
    /// Routing after the action, or `None` if the workflow ends here.
    #[serde(default)]
    pub routing: Option<Routing>,
}

/// Data of an action that one participant sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Disclosed {
    /// Id of the participant.
    #[serde(alias = "participantAddress")]
    pub participant_id: String,
    /// JSON Pointers to the fields. The single entry `/*` means all fields.
    #[serde(alias = "fields")]
    pub data_pointers: Vec<String>,
}

/// Routing after an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Routing {
    /// Always routes to the same participant.
    Next {
        /// Participant whose next action follows.
        to: String,
    },
    /// Routes to the participant of the first condition that is true.
    Conditional {
        /// Conditions in the order in which they are evaluated.
        conditions: Vec<Condition>,
        /// Participant whose next action follows if no condition is true. If absent, the workflow ends.
        #[serde(default, alias = "defaultRoute", skip_serializing_if = "Option::is_none")]
        default: Option<String>,
    },
}

/// Comparison of a data field with a value, and the target of the route.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Condition {
    /// Name of the field.
    pub field: String,
    /// Operator of the comparison.
    pub operator: RoutingOperator,
    /// Value of the comparison. `null` is allowed.
    pub value: Value,
    /// Participant whose next action follows.
    #[serde(alias = "to")]
    pub route_to: String,
}

impl Draft {
    /// Parses a draft from JSON text.
    pub fn from_text(text: &str) -> Result<Self, Report> {
        let read = text::read_document(text, Policy::Strict)?;
        Self::parse(read.value).map_err(|found| Report::of_text(found, text))
    }

    /// Parses a draft from a JSON value. Unknown properties are ignored.
    pub fn from_value(value: Value) -> Result<Self, Report> {
        apply_parser_limits(value).and_then(Self::parse).map_err(Report::of_value)
    }

    fn parse(mut value: Value) -> Result<Self, Vec<Diagnostic>> {
        let mut found = Vec::new();
        let (mut participants, mut actions) = (Vec::new(), Vec::new());
        if let Some(members) = value.as_object_mut() {
            participants = list(members, "participants", &mut found);
            actions = list(members, "actions", &mut found);
        }
        match Self::deserialize(value) {
            Ok(draft) if found.is_empty() => Ok(Self { participants, actions, ..draft }),
            Ok(_) => Err(found),
            Err(error) => {
                found.push(misfit(Pointer::root(), &error));
                Err(found)
            }
        }
    }

    /// Returns the participant with this id.
    pub fn participant(&self, id: &str) -> Option<&Participant> {
        self.participants.iter().find(|participant| participant.id == id)
    }

    /// Returns the action with this id. If a loaded document has several, it returns the first one.
    pub fn action(&self, id: u64) -> Option<&Action> {
        self.actions.iter().find(|action| action.id == id)
    }

    pub(super) fn action_mut(&mut self, id: u64) -> Option<&mut Action> {
        self.actions.iter_mut().find(|action| action.id == id)
    }
}

impl Action {
    /// Returns the JSON Pointers that the participant sees of this action, or `None` if nothing was disclosed.
    pub fn disclosed_to(&self, participant: &str) -> Option<&[String]> {
        let entry = self.disclosures.iter().find(|entry| entry.participant_id == participant)?;
        Some(&entry.data_pointers)
    }

    /// Returns the participants that this action routes to, in order and with repetitions.
    pub fn targets(&self) -> impl Iterator<Item = &str> {
        let (first, conditions, last) = match &self.routing {
            None => (None, &[][..], None),
            Some(Routing::Next { to }) => (Some(to), &[][..], None),
            Some(Routing::Conditional { conditions, default }) => (None, conditions.as_slice(), default.as_ref()),
        };
        let tested = conditions.iter().map(|condition| &condition.route_to);
        first.into_iter().chain(tested).chain(last).map(String::as_str)
    }

    /// Returns whether the workflow can end here because no route leads on.
    pub(super) fn ends_without_route(&self) -> bool {
        matches!(self.routing, None | Some(Routing::Conditional { default: None, .. }))
    }
}

/// Effect of putting an element into a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Put {
    /// The element was added.
    Added,
    /// The element replaced another one.
    Replaced,
    /// The list already contained an equal element.
    Repeated,
}

/// Replaces the element for which `is_it` is true, or appends `item`.
pub(super) fn put<T: PartialEq>(all: &mut Vec<T>, item: T, is_it: impl Fn(&T) -> bool) -> Put {
    let Some(known) = all.iter_mut().find(|known| is_it(known)) else {
        all.push(item);
        return Put::Added;
    };
    let put = if *known == item { Put::Repeated } else { Put::Replaced };
    *known = item;
    put
}

const fn first_version() -> u64 {
    1
}

/// Removes a list from the document and parses each element separately, so that errors have a location.
fn list<T: DeserializeOwned>(members: &mut Map<String, Value>, name: &str, found: &mut Vec<Diagnostic>) -> Vec<T> {
    let at = Pointer::root().member(name);
    let items = match members.shift_remove(name) {
        None => return Vec::new(),
        Some(Value::Array(items)) => items,
        Some(_) => {
            found.push(Diagnostic::error(codes::TYPE_MISMATCH, at, "expected an array"));
            return Vec::new();
        }
    };
    let mut all = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        match read_unjudged::<T>(item) {
            Ok(item) => all.push(item),
            Err(error) => found.push(misfit(at.index(index), &error)),
        }
    }
    all
}

fn misfit(at: Pointer, error: &serde_json::Error) -> Diagnostic {
    Diagnostic::error(codes::SCHEMA_VIOLATION, at, format!("this is not a draft of a workflow: {error}"))
}
