//! What `condition` and `participants` of an exported action say about its routing: the names of those it routes to, which
//! `routes` do not hold.

use planwright_generated::workflow_tools::WorkflowAction;
use serde_json::{Map, Value};

use super::logic::{Test, from_logic, unconditional};

/// A routing by participants, as far as it is said.
#[derive(Debug)]
pub struct RoutingWords<'a> {
    /// Whether this is the plain route of one who is always next.
    pub plain: bool,
    /// Where it leads, in order.
    pub branches: Vec<Branch<'a>>,
}

/// One way to go.
#[derive(Debug)]
pub struct Branch<'a> {
    /// When; `None` if nothing else holds.
    pub test: Option<Test>,
    /// To whom; `None` where the document cannot hold it.
    pub to: Option<&'a str>,
}

/// Reads both members. The error names the one that says what no tool can.
pub fn routing_of(action: &WorkflowAction) -> Result<Option<RoutingWords<'_>>, &'static str> {
    let participants = action.participants.as_deref().unwrap_or_default();
    let first = participants.first().map(|one| one.principal.as_str());
    let Some(condition) = action.condition.as_ref().filter(|condition| **condition != unconditional()) else {
        return match participants {
            [] => Ok(None),
            [_] => Ok(Some(RoutingWords { plain: true, branches: vec![Branch { test: None, to: first }] })),
            _ => Err("participants"),
        };
    };
    let branches = match cases(condition) {
        Some(cases) => cases.chunks(2).map(branch).collect::<Option<Vec<_>>>(),
        None => from_logic(condition).map(|test| vec![Branch { test: Some(test), to: first }]),
    };
    branches.map(|branches| Some(RoutingWords { plain: false, branches })).ok_or("condition")
}

/// The participants that the action names, whether or not the rest makes sense.
pub fn named(action: &WorkflowAction) -> impl Iterator<Item = &str> {
    let principals = action.participants.iter().flatten().map(|one| one.principal.as_str());
    let cases = action.condition.as_ref().and_then(cases).unwrap_or_default();
    principals.chain(cases.chunks(2).filter_map(|case| case.last()?.as_str()))
}

/// Whether the workflow can end at an action without `routes`.
pub fn ends_without_route(action: &WorkflowAction) -> bool {
    match routing_of(action) {
        Ok(Some(said)) => said.branches.iter().all(|branch| branch.test.is_some()),
        Ok(None) | Err(_) => true,
    }
}

/// The operands of an `if`: condition, participant, …, and at an odd end the participant for every other case.
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
