//! The eight tools in the order of the contract: what each is called, says, takes and answers, as its schemas have it, and
//! what those cannot say of its arguments.

use planwright_check::{Diagnostic, Rule, Violation, codes as shared, nearest, rule, schema};
use planwright_generated::ToolParams;
use planwright_generated::workflow_tools::{
    AddActionParams, AddParticipantParams, AddRoutingParams, CreateBlueprintParams, RemoveParticipantParams,
    SetDisclosureParams, UpdateActionParams, ValidateBlueprintParams,
};
use planwright_runtime::RootInfo;
use planwright_source::Pointer;
use serde_json::Value;

use super::{arguments, codes};

/// The tool that must come first.
pub(super) const CREATE: &str = CreateBlueprintParams::TOOL.name;

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
}

/// The tools, in the order of the contract.
pub static TOOLS: [Tool; 8] = [
    tool::<CreateBlueprintParams>(&[]),
    tool::<AddParticipantParams>(&[]),
    tool::<RemoveParticipantParams>(&[]),
    tool::<AddActionParams>(arguments::FIELDS),
    tool::<UpdateActionParams>(arguments::FIELDS),
    tool::<SetDisclosureParams>(&[]),
    tool::<AddRoutingParams>(arguments::CONDITIONS),
    tool::<ValidateBlueprintParams>(&[]),
];

const fn tool<P: ToolParams>(shape: &'static [Rule<Value, ()>]) -> Tool {
    let info = P::TOOL;
    Tool { name: info.name, description: info.description, params: info.params, returns: info.returns, shape }
}

/// The tool of that name, or the error that there is none.
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

/// Everything wrong with the arguments by themselves, then the warnings about members that the tool does not have.
pub(super) fn judge(tool: &Tool, arguments: &Value) -> Vec<Diagnostic> {
    let mut found = schema::violations(&tool.params, arguments, |violation, _| Some(recode(violation)));
    found.extend(rule::run(tool.shape, arguments, &(), &Pointer::root()));
    found.extend(schema::unknown_members(&tool.params, arguments));
    found
}

/// The only pattern that the tools know is that of a pointer.
fn recode(violation: Violation) -> Violation {
    if violation.code != shared::PATTERN_MISMATCH {
        return violation;
    }
    let message = violation.message.split(" does not have the form").next().unwrap_or_default();
    let message = format!("{message} is not a JSON Pointer: ~ stands only in ~0 and ~1");
    violation.recoded(shared::FORMAT_MISMATCH).reworded(message, "write ~0 for ~ and ~1 for /")
}
