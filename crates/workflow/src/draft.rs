//! The working document that the tools change: what was said so far, complete or not.
//!
//! Routes name participants, as the tools do; which action that means is decided when somebody asks, so a route may be drawn
//! before the action that it leads to exists.

use planwright_check::{Diagnostic, Policy, Report, codes, text};
use planwright_generated::workflow_tools::{DataField, ParticipantRole, RoutingOperator};
use planwright_runtime::read_unjudged;
use planwright_source::Pointer;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::arguments::tame;

/// A workflow blueprint in the making. As JSON it is written and read back without loss.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// Given when the blueprint was created; stays when it is created again.
    pub id: String,
    /// 3 to 200 characters.
    pub title: String,
    /// 5 to 2000 characters.
    pub description: String,
    /// From 1.
    #[serde(default = "first_version")]
    pub version: u64,
    /// In the order in which they were added.
    #[serde(default)]
    pub participants: Vec<Participant>,
    /// In the order in which they were added, which need not be that of their ids.
    #[serde(default)]
    pub actions: Vec<Action>,
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Participant {
    /// Unique among the participants.
    pub id: String,
    /// For people.
    pub name: String,
    /// Empty where there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub organisation: String,
    /// Whether this is an individual or an organization, if it was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<ParticipantRole>,
}

/// One step of the workflow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Action {
    /// Sequence number, unique among the actions.
    pub id: u64,
    /// For people.
    pub title: String,
    /// For people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The participant who performs the action; empty only in a loaded document.
    #[serde(default)]
    pub sender: String,
    /// Whether the workflow can start here.
    #[serde(default)]
    pub is_starting_action: bool,
    /// What the action collects.
    #[serde(default)]
    pub data_fields: Vec<DataField>,
    /// Who sees what of it; one entry for a participant.
    #[serde(default)]
    pub disclosures: Vec<Disclosed>,
    /// Where the workflow goes from here; `None` ends it.
    #[serde(default)]
    pub routing: Option<Routing>,
}

/// What one participant sees of an action's data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Disclosed {
    /// Who sees it.
    #[serde(alias = "participantAddress")]
    pub participant_id: String,
    /// JSON Pointers to the fields; `/*` alone for all.
    #[serde(alias = "fields")]
    pub data_pointers: Vec<String>,
}

/// Where the workflow goes after an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Routing {
    /// Always to one participant.
    Next {
        /// Whose next action follows.
        to: String,
    },
    /// To the participant of the first condition that holds.
    Conditional {
        /// Tried in this order.
        conditions: Vec<Condition>,
        /// Whose next action follows if no condition holds; without one the workflow ends.
        #[serde(default, alias = "defaultRoute", skip_serializing_if = "Option::is_none")]
        default: Option<String>,
    },
}

/// A comparison of a data field with a value, and where it leads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Condition {
    /// The field.
    pub field: String,
    /// How it is compared.
    pub operator: RoutingOperator,
    /// With what; `null` is a value.
    pub value: Value,
    /// Whose next action follows.
    #[serde(alias = "to")]
    pub route_to: String,
}

impl Draft {
    /// Reads a draft from its JSON text.
    pub fn from_text(text: &str) -> Result<Self, Report> {
        let read = text::read(text, Policy::Strict)?;
        Self::read(read.value).map_err(|found| Report::of_text(found, text))
    }

    /// Reads a draft from its JSON. Members that a draft does not have are ignored.
    pub fn from_value(value: Value) -> Result<Self, Report> {
        tame(value).and_then(Self::read).map_err(Report::of_value)
    }

    fn read(mut value: Value) -> Result<Self, Vec<Diagnostic>> {
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

    /// The participant of that id.
    pub fn participant(&self, id: &str) -> Option<&Participant> {
        self.participants.iter().find(|participant| participant.id == id)
    }

    /// The action of that id; the first, if a loaded document has several.
    pub fn action(&self, id: u64) -> Option<&Action> {
        self.actions.iter().find(|action| action.id == id)
    }

    pub(super) fn action_mut(&mut self, id: u64) -> Option<&mut Action> {
        self.actions.iter_mut().find(|action| action.id == id)
    }
}

impl Action {
    /// The JSON Pointers that the participant sees of this action; `None` if nothing was disclosed.
    pub fn disclosed_to(&self, participant: &str) -> Option<&[String]> {
        let entry = self.disclosures.iter().find(|entry| entry.participant_id == participant)?;
        Some(&entry.data_pointers)
    }

    /// The participants that this action routes to, in order and with repetitions.
    pub fn targets(&self) -> impl Iterator<Item = &str> {
        let (first, conditions, last) = match &self.routing {
            None => (None, &[][..], None),
            Some(Routing::Next { to }) => (Some(to), &[][..], None),
            Some(Routing::Conditional { conditions, default }) => (None, conditions.as_slice(), default.as_ref()),
        };
        let tested = conditions.iter().map(|condition| &condition.route_to);
        first.into_iter().chain(tested).chain(last).map(String::as_str)
    }

    /// Whether the workflow can end here for want of a route.
    pub(super) fn ends_without_route(&self) -> bool {
        matches!(self.routing, None | Some(Routing::Conditional { default: None, .. }))
    }
}

/// What became of an element that was put into a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Put {
    /// It is new.
    Added,
    /// It stands where another did.
    Replaced,
    /// It was there already, exactly so.
    Repeated,
}

/// Puts `item` in the place of the one that `is_it`, else at the end.
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

/// Takes a list out of the document and reads each element by itself, so that an error has a place.
fn list<T: DeserializeOwned>(members: &mut Map<String, Value>, name: &str, found: &mut Vec<Diagnostic>) -> Vec<T> {
    let at = Pointer::root().member(name);
    let items = match members.shift_remove(name) {
        None => return Vec::new(),
        Some(Value::Array(items)) => items,
        Some(_) => {
            found.push(Diagnostic::error(codes::TYPE_MISMATCH, at, "an array is expected"));
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
