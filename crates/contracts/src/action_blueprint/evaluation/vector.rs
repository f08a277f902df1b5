//! Evaluates requests that are JSON: blueprint, user and payload as a test vector or a command line contains them.

use std::time::Duration;

use planwright_check::{Report, validate};
use planwright_generated::action_blueprint::{ActionBlueprint, Guardrail};
use planwright_runtime::read_unjudged;
use planwright_source::Pointer;
use serde_json::Value;

use super::{Evaluation, evaluate_rules};
use crate::action_blueprint::guardrails::{AnyGuardrail, guardrail_info};
use crate::action_blueprint::payload::{Confirmation, Earlier, Request, User};
use crate::action_blueprint::{Blueprint, Context, read_context};

/// Evaluates a payload vector.
///
/// `context` contains `blueprint` and optionally `user`, `snapshot`, `confirmed`, `token`, `clearFields` and `earlier`:
///
/// - Without `confirmed` and `token`, the request is confirmed.
/// - The `token` `fits` confirms the request. Any other token is rejected.
/// - `earlier` lists the ages in seconds of the user's earlier accepted requests. If it is not such a list, requests
///   cannot be counted.
///
/// # Errors
///
/// Returns a report if the context is invalid.
pub fn evaluate_vector(payload: &Value, context: &Value) -> Result<Evaluation, Report> {
    let org = read_context(context)?;
    let user = User::from_json(context.get("user").unwrap_or(&Value::Null));
    let confirmation = match (context.get("token").and_then(Value::as_str), context.get("confirmed")) {
        (Some("fits"), _) => Confirmation::Redeemed,
        (Some(_), _) => Confirmation::Rejected,
        (None, None | Some(Value::Bool(true))) => Confirmation::Given,
        (None, Some(_)) => Confirmation::Pending,
    };
    let ages = context.get("earlier").map_or(Some(Vec::new()), ages);
    let earlier = ages.as_deref().map_or(Earlier::Unknown, Earlier::Ago);
    let named = context.get("clearFields").and_then(Value::as_array).into_iter().flatten();
    let clear: Vec<String> = named.filter_map(Value::as_str).map(str::to_owned).collect();
    let snapshot = org.snapshot.as_ref();
    let request = Request { payload, clear: &clear, text: None, user: &user, confirmation, earlier, snapshot };
    evaluate_value(context.get("blueprint").unwrap_or(&Value::Null), &request)
}

/// Like [`evaluate`](super::evaluate), for an unchecked blueprint with the right shape.
///
/// A guardrail of unknown type refuses every request, but does not make the blueprint unusable.
pub fn evaluate_value(blueprint: &Value, request: &Request<'_>) -> Result<Evaluation, Report> {
    let mut rest = blueprint.clone();
    let guardrails = rest.get_mut("guardrails").map(Value::take).filter(|value| !value.is_null());
    let mut known = Vec::new();
    for guardrail in
        guardrails.iter().flat_map(|value| value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice))
    {
        match (unknown_guardrail(guardrail), read_unjudged::<Guardrail>(guardrail.clone())) {
            (Some(rule), _) => known.push(Err(rule)),
            (None, Ok(guardrail)) => known.push(Ok(guardrail)),
            (None, Err(_)) => return Err(shape_errors(blueprint)),
        }
    }
    let plan: ActionBlueprint = read_unjudged(rest).map_err(|_| shape_errors(blueprint))?;
    let rules: Vec<AnyGuardrail<'_>> =
        known.iter().map(|rule| rule.as_ref().map_or_else(Clone::clone, AnyGuardrail::Known)).collect();
    Ok(evaluate_rules(&plan, &rules, request))
}

/// Converts a list of seconds to milliseconds.
fn ages(value: &Value) -> Option<Vec<u64>> {
    value
        .as_array()?
        .iter()
        .map(|age| Duration::try_from_secs_f64(age.as_f64()?).ok()?.as_millis().try_into().ok())
        .collect()
}

/// Returns a guardrail that has a type, but not one of the table.
fn unknown_guardrail(guardrail: &Value) -> Option<AnyGuardrail<'static>> {
    let name = guardrail.get("type")?.as_str()?;
    let message = guardrail.get("message").and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    let rule = || AnyGuardrail::Unknown { name: name.to_owned(), message: message.map(str::to_owned) };
    guardrail_info(name).is_none().then(rule)
}

fn shape_errors(blueprint: &Value) -> Report {
    let at = Pointer::root().member("blueprint");
    let found = validate::<Blueprint>(blueprint.clone(), &Context::default(), &at).err();
    Report::of_value(found.unwrap_or_default())
}
