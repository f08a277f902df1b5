//! Converts a draft to the exported document.
//!
//! `routes` are authoritative. `condition` and `participants` contain the same information for readers that do not know
//! routes. `participants` contains the targets that `condition` cannot express: those of a simple route and of a single
//! condition. So nothing is lost even if a route has no action to lead to yet.

use planwright_check::codes::SCHEMA_VIOLATION;
use planwright_check::{Diagnostic, Report, schema};
use planwright_contracts::workflow_tools::logic::{to_logic, unconditional};
use planwright_contracts::workflow_tools::resolve::Resolver;
use planwright_generated::workflow_tools::{
    Disclosure, ParticipantRole, ParticipantType, RouteParticipant, WorkflowAction, WorkflowDocument,
    WorkflowParticipant, WorkflowRoute,
};
use planwright_runtime::RootInfo;
use planwright_source::Pointer;
use serde_json::{Map, Value};

use super::codes::DUPLICATE_DATA_FIELD;
use super::data_schema::to_schema;
use super::draft::{Action, Condition, Draft, Participant, Routing};
use crate::yaml;

/// Criterion of a participant who is always routed to.
const ALWAYS_CRITERION: &str = "{\"!\": [false]}";

/// Times of creation and last change, in RFC 3339 format. Engines have no clock, so the caller supplies them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Times {
    /// Time of creation.
    pub created_at: String,
    /// Time of the last change.
    pub updated_at: String,
}

/// Converts a draft to the document of the contract.
///
/// The draft need not be valid, but it must respect the limits of the document: ids of 64 characters, names of 100, and
/// so on. The tools do not have these limits.
///
/// # Errors
///
/// Returns a report that points into the document.
pub fn export(draft: &Draft, times: &Times) -> Result<WorkflowDocument, Report> {
    let document = document(draft, times);
    let mut found = match serde_json::to_value(&document) {
        Ok(value) => {
            schema::violations(&RootInfo::for_type::<WorkflowDocument>(), &value, |violation, _| Some(violation))
        }
        Err(error) => vec![Diagnostic::error(SCHEMA_VIOLATION, Pointer::root(), error.to_string())],
    };
    found.extend(duplicates(draft));
    if found.is_empty() { Ok(document) } else { Err(Report::of_value(found)) }
}

/// Writes the document as YAML. [`load_yaml`](super::load_yaml) and any other YAML parser can read it without loss.
pub fn to_yaml(document: &WorkflowDocument) -> String {
    serde_json::to_value(document).map_or_else(|_| String::new(), |value| yaml::write(&value))
}

fn document(draft: &Draft, times: &Times) -> WorkflowDocument {
    let resolver = Resolver::new(draft.actions.iter().map(|action| (action.id, action.sender.as_str())));
    WorkflowDocument {
        actions: draft.actions.iter().map(|action| of_action(action, &resolver)).collect(),
        created_at: times.created_at.clone(),
        data_schemas: None,
        description: draft.description.clone(),
        id: draft.id.clone(),
        metadata: None,
        participants: draft.participants.iter().map(of_participant).collect(),
        title: draft.title.clone(),
        updated_at: times.updated_at.clone(),
        version: draft.version,
    }
}

fn of_participant(participant: &Participant) -> WorkflowParticipant {
    WorkflowParticipant {
        did_uri: None,
        id: participant.id.clone(),
        name: participant.name.clone(),
        organisation: participant.organisation.clone(),
        type_: participant.role.map(|role| match role {
            ParticipantRole::Person => ParticipantType::SchemaPerson,
            ParticipantRole::Organization => ParticipantType::SchemaOrganization,
        }),
        use_stealth_address: false,
        wallet_address: String::new(),
    }
}

fn of_action(action: &Action, resolver: &Resolver<'_>) -> WorkflowAction {
    let disclosures = action.disclosures.iter().map(|entry| Disclosure {
        data_pointers: entry.data_pointers.clone(),
        participant_address: entry.participant_id.clone(),
    });
    WorkflowAction {
        condition: Some(condition(action)),
        data_schemas: to_schema(&action.data_fields).map(|schema| vec![schema]),
        description: action.description.clone(),
        disclosures: Some(disclosures.collect()),
        id: action.id,
        is_starting_action: action.is_starting_action,
        participants: principal(action).map(|one| vec![one]),
        routes: Some(routes(action, resolver)),
        sender: action.sender.clone(),
        title: action.title.clone(),
    }
}

fn condition(action: &Action) -> Map<String, Value> {
    match &action.routing {
        None | Some(Routing::Next { .. }) => unconditional(),
        Some(Routing::Conditional { conditions, default }) => match (conditions.as_slice(), default) {
            ([one], None) => comparison(one),
            (many, default) => {
                let mut branches = Vec::new();
                for one in many {
                    branches.push(Value::Object(comparison(one)));
                    branches.push(one.route_to.as_str().into());
                }
                branches.extend(default.as_deref().map(Value::from));
                Map::from_iter([("if".to_owned(), branches.into())])
            }
        },
    }
}

/// Returns the expression of a comparison.
fn comparison(condition: &Condition) -> Map<String, Value> {
    to_logic(&condition.field, condition.operator, &condition.value)
}

/// Returns the target that `condition` cannot express.
fn principal(action: &Action) -> Option<RouteParticipant> {
    let (principal, criterion) = match action.routing.as_ref()? {
        Routing::Next { to } => (to, ALWAYS_CRITERION.to_owned()),
        Routing::Conditional { conditions, default: None } => match conditions.as_slice() {
            [one] => (&one.route_to, Value::Object(comparison(one)).to_string()),
            _ => return None,
        },
        Routing::Conditional { .. } => return None,
    };
    Some(RouteParticipant { criteria: vec![criterion], principal: principal.clone() })
}

fn routes(action: &Action, resolver: &Resolver<'_>) -> Vec<WorkflowRoute> {
    let next = |to: &str| resolver.resolve(to, action.id).map(|(id, _)| id).into_iter().collect();
    let always = |id: &str, to: &str| WorkflowRoute {
        condition: None,
        description: None,
        id: id.to_owned(),
        is_default: true,
        next_action_ids: next(to),
    };
    match &action.routing {
        None => Vec::new(),
        Some(Routing::Next { to }) => vec![always("route_0", to)],
        Some(Routing::Conditional { conditions, default }) => {
            let tested = conditions.iter().enumerate().map(|(index, one)| WorkflowRoute {
                condition: Some(comparison(one)),
                is_default: false,
                ..always(&format!("route_{index}"), &one.route_to)
            });
            tested.chain(default.as_deref().map(|to| always("route_default", to))).collect()
        }
    }
}

/// Reports repeated field names. A schema can have only one property of a name, so a second field would be lost.
fn duplicates(draft: &Draft) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (index, action) in draft.actions.iter().enumerate() {
        let mut seen = std::collections::BTreeSet::new();
        let mut told = std::collections::BTreeSet::new();
        for field in &action.data_fields {
            if !seen.insert(&field.name) && told.insert(&field.name) {
                let at = Pointer::root().member("actions").index(index).member("dataSchemas").index(0);
                let at = at.member("properties").member(&field.name);
                let message = format!("action {} has two data fields {:?}", action.id, field.name);
                found.push(Diagnostic::error(DUPLICATE_DATA_FIELD, at, message).with_help("rename one of them"));
            }
        }
    }
    found
}
