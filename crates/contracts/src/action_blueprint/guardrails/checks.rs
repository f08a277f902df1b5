//! Checks that several rows of the table share. Each returns the message of a refusal, or `None` if the guardrail
//! passes.

use planwright_generated::action_blueprint::{ActionInput, FlsParams, RecordAccessLevel};

use super::GuardrailInfo;
use super::case::GuardrailCase;
use super::values::access_word;
use crate::action_blueprint::message::fill;
use crate::action_blueprint::names::is_id;
use crate::action_blueprint::payload::{Decimal, Typed};

pub(super) const NOT_A_NUMBER: &str = "{label} is not a number.";
pub(super) const NO_INPUT: &str = "The guardrail {type} has no input to check.";

/// Validates one value as a string. Null passes.
pub(super) fn text(
    case: &GuardrailCase<'_>,
    info: &GuardrailInfo,
    field: &str,
    problem: impl FnOnce(&ActionInput, &str) -> Option<String>,
) -> Option<String> {
    let Some(input) = case.input_for(field) else { return Some(fill(NO_INPUT, &[("type", info.name)])) };
    problem(input, &case.value(input).text()?)
}

/// Validates one value as a number. Null passes.
pub(super) fn number(
    case: &GuardrailCase<'_>,
    info: &GuardrailInfo,
    field: &str,
    problem: impl FnOnce(&str, Decimal) -> Option<String>,
) -> Option<String> {
    text(case, info, field, |input, _| match case.value(input).number() {
        Some(number) => problem(&input.label, number),
        None => Some(fill(NOT_A_NUMBER, &[("label", &input.label)])),
    })
}

/// Rejects fields that the user cannot read.
pub(super) fn readable(case: &GuardrailCase<'_>, info: &GuardrailInfo, params: Option<&FlsParams>) -> Option<String> {
    access(case, info, params, |field| case.request.user.reads(field))
}

/// Rejects fields that the user cannot edit. `Id` identifies the record and need only be readable.
pub(super) fn editable(case: &GuardrailCase<'_>, info: &GuardrailInfo, params: Option<&FlsParams>) -> Option<String> {
    let user = case.request.user;
    access(case, info, params, |field| if is_id(field) { user.reads(field) } else { user.edits(field) })
}

fn access(
    case: &GuardrailCase<'_>,
    info: &GuardrailInfo,
    params: Option<&FlsParams>,
    may: impl Fn(&str) -> bool,
) -> Option<String> {
    let named = params.and_then(|params| params.fields.as_deref()).unwrap_or_default();
    let blocked = case.checked_fields(named).into_iter().filter(|field| !may(field));
    listed(info.message, &blocked.map(|field| case.label_of(field)).collect::<Vec<_>>())
}

/// Rejects requests with a value in any of the fields.
pub(super) fn empty(case: &GuardrailCase<'_>, info: &GuardrailInfo, fields: &[String]) -> Option<String> {
    let inputs = fields.iter().filter_map(|field| case.input_for(field));
    let filled = inputs.filter(|input| *case.value(input) != Typed::Null).map(|input| input.label.as_str());
    listed(info.message, &filled.collect::<Vec<_>>())
}

/// Rejects records that the user cannot access. Fields without a value are ignored.
pub(super) fn accessible(
    case: &GuardrailCase<'_>,
    info: &GuardrailInfo,
    fields: &[&str],
    wanted: RecordAccessLevel,
) -> Option<String> {
    let blocked = fields.iter().filter_map(|field| {
        let Some(input) = case.input_for(field) else { return Some(*field) };
        let record = case.value(input).text()?;
        (!case.request.user.reaches(&record, wanted)).then_some(input.label.as_str())
    });
    listed(&info.message.replace("{access}", access_word(wanted)), &blocked.collect::<Vec<_>>())
}

/// Returns whether all values of a list such as `A;B` are allowed. Empty values at the end are ignored, as `split`
/// drops them.
pub(super) fn all_of(text: &str, allowed: &[String]) -> bool {
    let mut parts = text.trim_end_matches(';').split(';');
    !text.trim_matches(';').is_empty() && parts.all(|part| allowed.iter().any(|value| value == part))
}

fn listed(message: &str, labels: &[&str]) -> Option<String> {
    (!labels.is_empty()).then(|| fill(message, &[("labels", &labels.join(", "))]))
}
