//! Tries sample values on guardrails.

use std::collections::BTreeMap;

use planwright_apex::tokens::plain_digits;
use planwright_generated::action_blueprint::{ActionBlueprint, ActionInput, Guardrail};
use serde_json::Value;

use super::case::GuardrailCase;
use super::samples::{Sample, SampleInput, Samples};
use super::table;
use crate::action_blueprint::data_type::DataType;
use crate::action_blueprint::payload::inputs::value_key;
use crate::action_blueprint::payload::{Decimal, Request, Typed, User};

/// Returns sample values for an input that a guardrail validates.
pub fn samples(guardrail: &Guardrail, input: &SampleInput) -> Samples {
    table::try_values(guardrail, input)
}

/// Returns the default message with which a guardrail refuses a value, or `None` if the value passes.
///
/// [`Sample::Any`] represents a value that is neither a number nor a string that can be listed.
pub fn sample_problem(
    blueprint: &ActionBlueprint,
    guardrail: &Guardrail,
    input: &ActionInput,
    data_type: DataType,
    value: &Sample,
) -> Option<String> {
    let typed = match value {
        Sample::Number(number) => number_of(data_type, *number),
        Sample::Text(text) => Typed::Text(text.clone()),
        Sample::Long(letters) => Typed::Text("x".repeat(*letters)),
        Sample::Boolean(truth) => Typed::Boolean(*truth),
        Sample::Any => Typed::Text(String::new()),
    };
    let values = BTreeMap::from([(value_key(input).to_owned(), typed)]);
    let user = User::default();
    let request = Request::new(&Value::Null, &user);
    table::problem(
        &GuardrailCase { blueprint, values: &values, request: &request, trial_input: Some(input) },
        guardrail,
    )
}

fn number_of(data_type: DataType, number: f64) -> Typed {
    let digits = plain_digits(number);
    match data_type {
        DataType::Integer => digits.parse().map_or(Typed::Null, Typed::Integer),
        DataType::Long => digits.parse().map_or(Typed::Null, Typed::Long),
        DataType::Text
        | DataType::MultiPicklist
        | DataType::Id
        | DataType::Boolean
        | DataType::Decimal
        | DataType::Date
        | DataType::Datetime
        | DataType::Time
        | DataType::Blob => Decimal::parse(&digits).map_or(Typed::Null, Typed::Decimal),
    }
}
