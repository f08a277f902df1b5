//! The routing that `condition` and `participants` of an exported action define. They name participants, which `routes`
//! do not contain.

use planwright_generated::workflow_tools::WorkflowAction;
use serde_json::{Map, Value};

use super::logic::{Test, from_logic, unconditional};

/// Routing by participants, as far as the document defines it.
#[derive(Debug)]
pub struct ParticipantRouting<'a> {
    /// True if this is the simple route to one fixed participant.
    pub plain: bool,
    /// Branches in document order.
    pub branches: Vec<Branch<'a>>,
}

/// Branch of a routing.
#[derive(Debug)]
pub struct Branch<'a> {
    /// Condition of the branch, or `None` if it is the default branch.
    pub test: Option<Test>,
    /// Target participant, or `None` if the document cannot contain it.
    pub to: Option<&'a str>,
}

/// Parses both properties.
///
/// # Errors
///
/// Returns the name of the property that no tool can express.
pub fn participant_routing(action: &WorkflowAction) -> Result<Option<ParticipantRouting<'_>>, &'static str> {
    let participants = action.participants.as_deref().unwrap_or_default();
    let first = participants.first().map(|one| one.principal.as_str());
    let Some(condition) = action.condition.as_ref().filter(|condition| **condition != unconditional()) else {
        return match participants {
            [] => Ok(None),
            [_] => Ok(Some(ParticipantRouting { plain: true, branches: vec![Branch { test: None, to: first }] })),
            _ => Err("participants"),
        };
    };
    let branches = match cases(condition) {
        Some(cases) => cases.chunks(2).map(branch).collect::<Option<Vec<_>>>(),
        None => from_logic(condition).map(|test| vec![Branch { test: Some(test), to: first }]),
    };
    branches.map(|branches| Some(ParticipantRouting { plain: false, branches })).ok_or("condition")
}

/// Returns the participants that the action names, even if its routing is invalid.
pub fn named_participants(action: &WorkflowAction) -> impl Iterator<Item = &str> {
    let principals = action.participants.iter().flatten().map(|one| one.principal.as_str());
    let cases = action.condition.as_ref().and_then(cases).unwrap_or_default();
    principals.chain(cases.chunks(2).filter_map(|case| case.last()?.as_str()))
}

/// Returns whether the workflow can end at an action without `routes`.
pub fn ends_without_route(action: &WorkflowAction) -> bool {
    match participant_routing(action) {
        Ok(Some(said)) => said.branches.iter().all(|branch| branch.test.is_some()),
        Ok(None) | Err(_) => true,
    }
}

/// Returns the operands of an `if`: condition, participant, …. An odd last operand is the participant for all other
/// cases.
fn cases(condition: &Map<String, Value>) -> Option<&[Value]> {
    condition.get("if").and_then(Value::as_array).map(Vec::as_slice)
}

fn branch(case: &[Value]) -> Option<Branch<'_>> {
    match case {
        [Value::Object(test), Value::String(to)] => Some(Branch { test: Some(from_logic(test)?), to: Some(to) }),
        [Value::String(to)] => Some(Branch { test: None, to: Some(to) }),
        _ => None,
    }
}
