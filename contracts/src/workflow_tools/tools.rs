//! The eight tools, in one table: what each is called, says, takes and answers, and what it does.

use planwright_generated::workflow_tools::{
    AddActionParams, AddActionReturns, AddParticipantParams, AddParticipantReturns, AddRoutingParams,
    AddRoutingReturns, CreateBlueprintParams, CreateBlueprintReturns, RemoveParticipantParams,
    RemoveParticipantReturns, SetDisclosureParams, SetDisclosureReturns, UpdateActionParams, UpdateActionReturns,
    ValidateBlueprintParams, ValidateBlueprintReturns,
};
use planwright_generated::{RootInfo, SchemaRoot};
use planwright_source::Pointer;
use serde::Serialize;
use serde_json::{Map, Value};

use super::draft::Draft;
use super::{actions, arguments, blueprint, codes, disclosure, participants, routing};
use crate::diagnostic::Diagnostic;
use crate::report::Report;
use crate::rule::Rule;
use crate::schema;
use crate::suggest::nearest;

/// The tool that must come first.
pub(super) const CREATE: &str = "create_blueprint";

/// A tool that a model can call.
#[derive(Clone, Copy)]
pub struct Tool {
    /// What it is called.
    pub name: &'static str,
    /// What it does, for the model.
    pub description: &'static str,
    /// The schema of its arguments.
    pub params: RootInfo,
    /// The schema of its answer.
    pub returns: RootInfo,
    /// What the schema of the arguments cannot say.
    pub(super) shape: &'static [Rule<Value, ()>],
    pub(super) run: fn(&mut State<'_>, &Value) -> Ran<Map<String, Value>>,
}

/// What a tool works on.
pub(super) struct State<'s> {
    pub(super) draft: &'s mut Option<Draft>,
    pub(super) ids: &'s mut dyn FnMut() -> String,
}

/// What came of a call: done, or the errors for which nothing was.
pub(super) type Ran<R> = Result<Done<R>, Vec<Diagnostic>>;

/// A call that succeeded.
pub(super) struct Done<R> {
    pub(super) returns: R,
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) changed: bool,
    /// What validation found in the document.
    pub(super) validation: Option<Report>,
}

/// The tools, in the order of the contract.
pub static TOOLS: [Tool; 8] = [
    tool::<CreateBlueprintParams, CreateBlueprintReturns>(
        CREATE,
        "Creates a new blueprint with basic metadata. Must be called first; called again it changes title and description.",
        &[],
        |state, arguments| {
            let State { draft, ids } = state;
            typed(arguments, |params| Ok(blueprint::create_blueprint(draft, ids, params)))
        },
    ),
    tool::<AddParticipantParams, AddParticipantReturns>(
        "add_participant",
        "Adds a participant (actor) to the blueprint. One with the same id is replaced.",
        &[],
        |state, arguments| change(state, arguments, |draft, params| Ok(participants::add_participant(draft, params))),
    ),
    tool::<RemoveParticipantParams, RemoveParticipantReturns>(
        "remove_participant",
        "Removes a participant from the blueprint, with the actions that reference it. At least 2 participants must stay.",
        &[],
        |state, arguments| change(state, arguments, participants::remove_participant),
    ),
    tool::<AddActionParams, AddActionReturns>(
        "add_action",
        "Adds a workflow action (step) to the blueprint. One with the same id is replaced, with its disclosures and routing.",
        arguments::FIELDS,
        |state, arguments| change(state, arguments, actions::add_action),
    ),
    tool::<UpdateActionParams, UpdateActionReturns>(
        "update_action",
        "Modifies an existing action. Only provided fields are updated; dataFields are replaced as a whole.",
        arguments::FIELDS,
        |state, arguments| change(state, arguments, actions::update_action),
    ),
    tool::<SetDisclosureParams, SetDisclosureReturns>(
        "set_disclosure",
        "Configures which data fields of an action a participant can see.",
        &[],
        |state, arguments| change(state, arguments, disclosure::set_disclosure),
    ),
    tool::<AddRoutingParams, AddRoutingReturns>(
        "add_routing",
        "Adds conditional routing to an action. It replaces the routing that the action has.",
        arguments::CONDITIONS,
        |state, arguments| change(state, arguments, routing::add_routing),
    ),
    tool::<ValidateBlueprintParams, ValidateBlueprintReturns>(
        "validate_blueprint",
        "Validates the current blueprint and returns any errors.",
        &[],
        |state, arguments| change(state, arguments, |draft, params| Ok(blueprint::validate_blueprint(draft, &params))),
    ),
];

/// The tool of that name, or the error that there is none.
pub(super) fn find(name: &str) -> Result<&'static Tool, Diagnostic> {
    TOOLS.iter().find(|tool| tool.name == name).ok_or_else(|| {
        let known = TOOLS.iter().map(|tool| tool.name);
        let help = nearest(name, known.clone()).map_or_else(
            || format!("use one of {}", known.collect::<Vec<_>>().join(", ")),
            |name| format!("did you mean {name:?}?"),
        );
        Diagnostic::error(codes::UNKNOWN_TOOL, Pointer::root(), format!("Unknown tool: {name}")).with_help(help)
    })
}

pub(super) fn no_blueprint() -> Diagnostic {
    let message = "There is no blueprint yet: create_blueprint is the required first step";
    Diagnostic::error(codes::NO_BLUEPRINT, Pointer::root(), message).with_help("call create_blueprint first")
}

const fn tool<P: SchemaRoot, R: SchemaRoot>(
    name: &'static str,
    description: &'static str,
    shape: &'static [Rule<Value, ()>],
    run: fn(&mut State<'_>, &Value) -> Ran<Map<String, Value>>,
) -> Tool {
    Tool { name, description, params: RootInfo::of::<P>(), returns: RootInfo::of::<R>(), shape, run }
}

/// Runs an operation on the draft.
fn change<P: SchemaRoot, R: Serialize>(
    state: &mut State<'_>,
    arguments: &Value,
    operation: impl FnOnce(&mut Draft, P) -> Ran<R>,
) -> Ran<Map<String, Value>> {
    match state.draft {
        Some(draft) => typed(arguments, |params| operation(draft, params)),
        None => Err(vec![no_blueprint()]),
    }
}

/// Reads the arguments into their type and writes the answer out of its own.
fn typed<P: SchemaRoot, R: Serialize>(
    arguments: &Value,
    operation: impl FnOnce(P) -> Ran<R>,
) -> Ran<Map<String, Value>> {
    let Done { returns, warnings, changed, validation } = operation(schema::fit(arguments)?)?;
    let returns = match serde_json::to_value(returns) {
        Ok(Value::Object(members)) => members,
        _ => Map::new(),
    };
    Ok(Done { returns, warnings, changed, validation })
}
