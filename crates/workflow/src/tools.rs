//! The tools: the eight of the contract in its order, then those that take something back. Name, description, parameters and answer come from their schemas. The
//! rules on arguments are what the schemas cannot express.

use planwright_check::{Diagnostic, Rule, Violation, codes as shared, nearest, rule, schema};
use planwright_generated::ToolParams;
use planwright_generated::workflow_tools::{
    AddActionParams, AddParticipantParams, AddRoutingParams, CreateBlueprintParams, DeleteActionParams,
    RemoveParticipantParams, SetDisclosureParams, UndoParams, UpdateActionParams, ValidateBlueprintParams,
};
use planwright_runtime::RootInfo;
use planwright_source::Pointer;
use serde_json::Value;

use super::{arguments, codes};

/// Tool that must be called first.
pub(super) const CREATE_TOOL: &str = CreateBlueprintParams::TOOL.name;

/// Tool that a model can call.
#[derive(Clone, Copy)]
pub struct Tool {
    /// Name of the tool.
    pub name: &'static str,
    /// Description for the model.
    pub description: &'static str,
    /// Schema of the arguments.
    pub params: RootInfo,
    /// Schema of the answer.
    pub returns: RootInfo,
    /// Rules on the arguments that the schema cannot express.
    pub(super) shape: &'static [Rule<Value, ()>],
}

/// All tools: those of the contract in its order, followed by `delete_action` and `undo`.
pub static TOOLS: [Tool; 10] = [
    tool::<CreateBlueprintParams>(&[]),
    tool::<AddParticipantParams>(&[]),
    tool::<RemoveParticipantParams>(&[]),
    tool::<AddActionParams>(arguments::FIELDS),
    tool::<UpdateActionParams>(arguments::FIELDS),
    tool::<SetDisclosureParams>(&[]),
    tool::<AddRoutingParams>(arguments::CONDITIONS),
    tool::<ValidateBlueprintParams>(&[]),
    tool::<DeleteActionParams>(&[]),
    tool::<UndoParams>(&[]),
];

const fn tool<P: ToolParams>(shape: &'static [Rule<Value, ()>]) -> Tool {
    let info = P::TOOL;
    Tool { name: info.name, description: info.description, params: info.params, returns: info.returns, shape }
}

/// Returns the tool with this name.
///
/// # Errors
///
/// Returns an error if no tool has this name.
pub(super) fn find(name: &str) -> Result<&'static Tool, Diagnostic> {
    TOOLS.iter().find(|tool| tool.name == name).ok_or_else(|| unknown(name))
}

pub(super) fn unknown(name: &str) -> Diagnostic {
    let known = TOOLS.iter().map(|tool| tool.name);
    let help = nearest(name, known.clone()).map_or_else(
        || format!("use one of {}", known.collect::<Vec<_>>().join(", ")),
        |name| format!("did you mean {name:?}?"),
    );
    Diagnostic::error(codes::UNKNOWN_TOOL, Pointer::root(), format!("Unknown tool: {name}")).with_help(help)
}

pub(super) fn no_blueprint() -> Diagnostic {
    let message = "There is no blueprint yet: create_blueprint is the required first step";
    Diagnostic::error(codes::NO_BLUEPRINT, Pointer::root(), message).with_help("call create_blueprint first")
}

/// Returns all errors in the arguments, followed by warnings about unknown properties.
pub(super) fn validate_arguments(tool: &Tool, arguments: &Value) -> Vec<Diagnostic> {
    let mut found = schema::violations(&tool.params, arguments, |violation, _| Some(recode(violation)));
    found.extend(rule::run(tool.shape, arguments, &(), &Pointer::root()));
    found.extend(schema::unknown_members(&tool.params, arguments));
    found
}

/// Rewrites the message of a pattern violation. The only pattern in the schemas of the tools is that of a JSON Pointer.
fn recode(violation: Violation) -> Violation {
    if violation.code != shared::PATTERN_MISMATCH {
        return violation;
    }
    let message = violation.message.split(" does not have the form").next().unwrap_or_default();
    let message = format!("{message} is not a JSON Pointer: ~ is allowed only in ~0 and ~1");
    violation.recoded(shared::FORMAT_MISMATCH).reworded(message, "write ~0 for ~ and ~1 for /")
}
