//! Values that the generated tests try on a guardrail over values.

use std::collections::BTreeMap;

use planwright_apex::tokens::plain_digits;
use planwright_generated::action_blueprint::{ActionBlueprint, ActionInput, Guardrail};
use serde_json::Value;

use super::case::GuardrailCase;
use super::table;
use crate::action_blueprint::data_type::DataType;
use crate::action_blueprint::payload::inputs::value_key;
use crate::action_blueprint::payload::{Decimal, Request, Typed, User};

/// A value to try.
#[derive(Clone, Debug, PartialEq)]
pub enum Sample {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A text of so many letters.
    Long(usize),
    /// A truth value.
    Boolean(bool),
    /// Any value of the input's type.
    Any,
}

/// The input that a value is for.
#[derive(Clone, Debug)]
pub struct SampleInput {
    /// The type of its values.
    pub data_type: DataType,
    /// What a text of its kind looks like.
    pub usual: String,
}

/// What to try on one input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// Values that may pass, the likeliest first.
    pub likely: Vec<Sample>,
    /// Values at a bound, which pass if no other guardrail judges the input.
    pub accepted: Vec<Sample>,
    /// Values that are refused.
    pub refused: Vec<Sample>,
}

impl SampleInput {
    /// Whether a value of the type can be the number.
    pub fn holds(&self, number: f64) -> bool {
        let whole = number.fract() == 0.0;
        match self.data_type {
            DataType::Integer => whole && number.abs() <= f64::from(i32::MAX),
            DataType::Long => whole && number.abs() < 9e15,
            DataType::Decimal => number.abs() < 1e15,
            DataType::Text
            | DataType::MultiPicklist
            | DataType::Id
            | DataType::Boolean
            | DataType::Date
            | DataType::Datetime
            | DataType::Time
            | DataType::Blob => false,
        }
    }

    /// The numbers among these that a value of the type can be.
    pub(super) fn held(&self, numbers: impl IntoIterator<Item = f64>) -> Vec<Sample> {
        numbers.into_iter().filter(|number| self.holds(*number)).map(Sample::Number).collect()
    }

    /// A value of the type that is not in the list.
    pub(super) fn unlisted(&self, listed: &[String]) -> Option<Sample> {
        let is_free = |text: &str| listed.iter().all(|value| value != text);
        match self.data_type {
            DataType::Text | DataType::MultiPicklist => {
                let mut text = "Something else".to_owned();
                while !is_free(&text) {
                    text.push('!');
                }
                Some(Sample::Text(text))
            }
            DataType::Boolean => {
                [true, false].into_iter().find(|truth| is_free(&truth.to_string())).map(Sample::Boolean)
            }
            DataType::Integer | DataType::Long | DataType::Decimal => {
                (0..=u16::MAX).map(f64::from).find(|number| is_free(&plain_digits(*number))).map(Sample::Number)
            }
            DataType::Id | DataType::Date | DataType::Datetime | DataType::Time | DataType::Blob => None,
        }
    }
}

/// What to try on an input that a guardrail judges.
pub fn samples(guardrail: &Guardrail, input: &SampleInput) -> Samples {
    table::try_values(guardrail, input)
}

/// What a guardrail over values says of a value of an input: the default words of a refusal, or `None` where it holds.
/// [`Sample::Any`] stands for a value that is neither a number nor a text that can be listed.
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
    table::problem(&GuardrailCase { blueprint, values: &values, request: &request }, guardrail)
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
