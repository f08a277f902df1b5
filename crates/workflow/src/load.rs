//! Converts an exported document to a draft. Documents that [`export()`](super::export()) wrote are converted without loss.
//! For others, it reports what the tools cannot express.

use std::collections::HashMap;

use planwright_check::{Diagnostic, Policy, Report, schema, text};
use planwright_contracts::workflow_tools::logic::{Test, from_logic};
use planwright_contracts::workflow_tools::resolve::Resolver;
use planwright_contracts::workflow_tools::routing::{ParticipantRouting, participant_routing};
use planwright_generated::workflow_tools::{
    ParticipantRole, ParticipantType, WorkflowAction, WorkflowDocument, WorkflowParticipant, WorkflowRoute,
};
use planwright_runtime::RootInfo;
use planwright_source::Pointer;
use serde_json::Value;

use super::codes::{DUPLICATE_DATA_FIELD, NOT_KEPT, UNSUPPORTED_CONDITION, UNSUPPORTED_FIELD, UNSUPPORTED_ROUTE};
use super::data_schema::from_schema;
use super::draft::{Action, Condition, Disclosed, Draft, Participant, Routing};
use super::export::{Times, export};
use crate::yaml;

/// Loaded document.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The workflow.
    pub draft: Draft,
    /// Times of creation and last change.
    pub times: Times,
    /// Parts that a draft cannot represent. Pointers lead into the document.
    pub warnings: Report,
}

/// Loads a JSON document. It validates the schema, but not the workflow rules, because the workflow may be incomplete.
pub fn load_text(text: &str) -> Result<Loaded, Report> {
    let value = text::read_document(text, Policy::Strict)?.value;
    load_value(&value, |found| Report::of_text(found, text))
}

/// Loads a YAML document in the same way as [`load_text`].
pub fn load_yaml(text: &str) -> Result<Loaded, Report> {
    let read = yaml::parse(text)?;
    load_value(&read.value, |found| read.locate(found))
}

fn load_value(value: &Value, locate: impl Fn(Vec<Diagnostic>) -> Report) -> Result<Loaded, Report> {
    let root = RootInfo::for_type::<WorkflowDocument>();
    let errors = schema::violations(&root, value, |violation, _| Some(violation));
    if !errors.is_empty() {
        return Err(locate(errors));
    }
    let document = schema::fit(value).map_err(&locate)?;
    let all = |report: Report| report.into_iter().collect::<Vec<_>>();
    let loaded = load(&document).map_err(|errors| locate(all(errors)))?;
    let mut warnings = schema::unknown_members(&root, value);
    warnings.extend(all(loaded.warnings));
    Ok(Loaded { warnings: locate(warnings), ..loaded })
}

/// Converts a document to a draft. `routes` are authoritative. `condition` and `participants` supply the names of
/// participants, which routes do not contain.
pub fn load(document: &WorkflowDocument) -> Result<Loaded, Report> {
    let reader = Reader {
        resolver: Resolver::new(document.actions.iter().map(|action| (action.id, action.sender.as_str()))),
        senders: document.actions.iter().rev().map(|action| (action.id, action.sender.as_str())).collect(),
    };
    let (mut actions, mut errors) = (Vec::new(), Vec::new());
    for (index, action) in document.actions.iter().enumerate() {
        let at = Pointer::root().member("actions").index(index);
        actions.push(reader.action(action, &at, &mut errors));
    }
    if !errors.is_empty() {
        return Err(Report::of_value(errors));
    }
    let draft = Draft {
        id: document.id.clone(),
        title: document.title.clone(),
        description: document.description.clone(),
        version: document.version,
        participants: document.participants.iter().map(participant).collect(),
        actions,
    };
    let times = Times { created_at: document.created_at.clone(), updated_at: document.updated_at.clone() };
    let again = export(&draft, &times)?;
    let (Ok(before), Ok(after)) = (serde_json::to_value(document), serde_json::to_value(again)) else {
        return Ok(Loaded { draft, times, warnings: Report::default() });
    };
    let mut warnings = Vec::new();
    compare(&before, &after, &mut Pointer::root(), &mut warnings);
    Ok(Loaded { draft, times, warnings: Report::of_value(warnings) })
}

struct Reader<'d> {
    resolver: Resolver<'d>,
    senders: HashMap<u64, &'d str>,
}

impl Reader<'_> {
    fn action(&self, action: &WorkflowAction, at: &Pointer, errors: &mut Vec<Diagnostic>) -> Action {
        let mut data_fields = Vec::new();
        for (index, schema) in action.data_schemas.iter().flatten().enumerate() {
            let at = at.member("dataSchemas").index(index).member("properties");
            match from_schema(schema) {
                Ok(fields) => data_fields.extend(fields),
                Err(name) => {
                    let message = format!("the tools do not support the type of the field {name:?}");
                    errors.push(Diagnostic::error(UNSUPPORTED_FIELD, at.member(name), message));
                }
            }
            for name in schema.properties.keys() {
                if action.data_schemas.iter().flatten().take(index).any(|earlier| earlier.properties.contains_key(name))
                {
                    let message = format!("an earlier data schema has the field {name:?} already");
                    errors.push(Diagnostic::error(DUPLICATE_DATA_FIELD, at.member(name), message));
                }
            }
        }
        let routing = self.routing(action, at).unwrap_or_else(|error| {
            errors.push(error);
            None
        });
        let disclosures = action.disclosures.iter().flatten().map(|entry| Disclosed {
            participant_id: entry.participant_address.clone(),
            data_pointers: entry.data_pointers.clone(),
        });
        Action {
            id: action.id,
            title: action.title.clone(),
            description: action.description.clone(),
            sender: action.sender.clone(),
            is_starting_action: action.is_starting_action,
            data_fields,
            disclosures: disclosures.collect(),
            routing,
        }
    }

    fn routing(&self, action: &WorkflowAction, at: &Pointer) -> Result<Option<Routing>, Diagnostic> {
        let routes = action.routes.as_deref().unwrap_or_default();
        let said = match participant_routing(action) {
            Ok(said) => said,
            // Routes are authoritative, so an invalid condition does not matter.
            Err(_) if !routes.is_empty() => None,
            Err(member) => {
                let message = format!("{member} is not one of the five comparisons with a participant for each");
                return Err(Diagnostic::error(UNSUPPORTED_CONDITION, at.member(member), message));
            }
        };
        let branches = if routes.is_empty() {
            let Some(said) = &said else { return Ok(None) };
            let nobody = || {
                let message = "the condition leads to nobody: there are neither routes nor participants";
                Diagnostic::error(UNSUPPORTED_ROUTE, at.member("condition"), message)
            };
            let named = said
                .branches
                .iter()
                .map(|branch| branch.to.map(|to| (branch.test.clone(), to.to_owned())).ok_or_else(nobody));
            named.collect::<Result<_, _>>()?
        } else {
            self.branches(routes, said.as_ref(), action.id, &at.member("routes"))?
        };
        let plain = said.is_none_or(|said| said.plain);
        Ok(Some(assemble(branches, plain)))
    }

    /// Returns each route as a test and the participant that it leads to.
    fn branches(
        &self,
        routes: &[WorkflowRoute],
        said: Option<&ParticipantRouting<'_>>,
        from: u64,
        at: &Pointer,
    ) -> Result<Vec<(Option<Test>, String)>, Diagnostic> {
        let mut branches = Vec::new();
        for (index, route) in routes.iter().enumerate() {
            let at = at.index(index);
            let last = index + 1 == routes.len();
            let test = match (&route.condition, route.is_default) {
                (Some(logic), false) => Some(from_logic(logic).ok_or_else(|| {
                    let message = "the condition of this route is not one of the five comparisons";
                    Diagnostic::error(UNSUPPORTED_CONDITION, at.member("condition"), message)
                })?),
                (None, _) if last => None,
                (None, _) => return Err(unsupported(at, "a route without a condition comes before another route")),
                (Some(_), true) => return Err(unsupported(at, "the default route has a condition")),
            };
            let named = said.and_then(|said| said.branches.get(index).filter(|branch| branch.test == test)?.to);
            let to = self.target(&route.next_action_ids, named, from).map_err(|message| unsupported(at, message))?;
            branches.push((test, to));
        }
        Ok(branches)
    }

    /// Returns the participant that the action ids of a route refer to.
    fn target(&self, ids: &[u64], named: Option<&str>, from: u64) -> Result<String, String> {
        let leads_there = |name: &&str| self.resolver.resolve(name, from).map(|(id, _)| id) == ids.first().copied();
        match (ids, named.filter(leads_there)) {
            ([_, _, ..], _) => Err("the route leads to several actions, a tool can name one participant".to_owned()),
            (_, Some(name)) => Ok(name.to_owned()),
            ([], None) => Err("the route leads to no action, and nobody is named".to_owned()),
            ([id], None) => {
                let sender = self.senders.get(id).ok_or_else(|| format!("there is no action {id}"))?;
                let other = || format!("action {id} is not the next of {sender:?} after action {from}");
                Some(sender).filter(|name| leads_there(name)).map(|name| (*name).to_owned()).ok_or_else(other)
            }
        }
    }
}

fn unsupported(at: Pointer, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(UNSUPPORTED_ROUTE, at, message)
}

fn assemble(branches: Vec<(Option<Test>, String)>, plain: bool) -> Routing {
    let (mut conditions, mut default) = (Vec::new(), None);
    for (test, route_to) in branches {
        match test {
            Some(Test { field, operator, value }) => conditions.push(Condition { field, operator, value, route_to }),
            None => default = Some(route_to),
        }
    }
    match default {
        Some(to) if plain && conditions.is_empty() => Routing::Next { to },
        default => Routing::Conditional { conditions, default },
    }
}

fn participant(participant: &WorkflowParticipant) -> Participant {
    Participant {
        id: participant.id.clone(),
        name: participant.name.clone(),
        organisation: participant.organisation.clone(),
        role: participant.type_.map(|kind| match kind {
            ParticipantType::SchemaPerson => ParticipantRole::Person,
            ParticipantType::SchemaOrganization => ParticipantRole::Organization,
        }),
    }
}

/// Warns about each location of `before` whose information is missing in `after`.
fn compare(before: &Value, after: &Value, at: &mut Pointer, found: &mut Vec<Diagnostic>) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            for (name, value) in before {
                at.push(name);
                match after.get(name) {
                    Some(again) => compare(value, again, at, found),
                    None if is_empty(value) => {}
                    None => found.push(not_kept(at)),
                }
                at.pop();
            }
        }
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            for (index, (value, again)) in before.iter().zip(after).enumerate() {
                at.push_index(index);
                compare(value, again, at, found);
                at.pop();
            }
        }
        _ if before == after || is_empty(before) => {}
        _ => found.push(not_kept(at)),
    }
}

fn not_kept(at: &Pointer) -> Diagnostic {
    let message = "the tools cannot express this, so an export of the draft will not contain it";
    Diagnostic::warning(NOT_KEPT, at.clone(), message)
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}
