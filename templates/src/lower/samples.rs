//! Chooses sample values for the tests. Each input gets a value that passes all guardrails, if there is one.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::mem;

use planwright_contracts::action_blueprint::data_type::DataType;
use planwright_contracts::action_blueprint::guardrails::{self, SampleInput};
use planwright_contracts::action_blueprint::names;
use planwright_generated::action_blueprint::Guardrail;

use super::action::{Action, Input};
use super::messages::number_text;

/// Value of an input, as the blueprint defines it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Sample {
    Text(String),
    Number(f64),
    Boolean(bool),
    /// This and the following variants contain a number, so that inputs of the same type get different values.
    Id(usize),
    Date(usize),
    Datetime(usize),
    Time(usize),
    Blob(usize),
}

/// No sample is `NaN`.
impl Eq for Sample {}

impl Hash for Sample {
    fn hash<H: Hasher>(&self, state: &mut H) {
        mem::discriminant(self).hash(state);
        match self {
            Self::Text(text) => text.hash(state),
            // -0 equals 0.
            Self::Number(number) => (number + 0.0).to_bits().hash(state),
            Self::Boolean(truth) => truth.hash(state),
            Self::Id(number)
            | Self::Date(number)
            | Self::Datetime(number)
            | Self::Time(number)
            | Self::Blob(number) => number.hash(state),
        }
    }
}

/// The sample request.
pub(crate) struct Samples {
    /// Value of each input, or `None` if the input is left out.
    pub(crate) values: Vec<Option<Sample>>,
    /// True if every required input has a value, so that the request reaches the guardrails.
    pub(crate) is_complete: bool,
    /// True if all guardrails on values pass.
    pub(crate) is_sound: bool,
}

pub(crate) fn choose(action: &Action<'_>) -> Samples {
    let mut used = HashSet::new();
    let mut number = 0;
    let found: Vec<_> = action
        .inputs
        .iter()
        .map(|input| {
            let found = sample(action, input, &used, number);
            number += usize::from(found.0.is_some());
            used.extend(found.0.clone());
            found
        })
        .collect();
    let is_sound = found.iter().all(|(_, sound)| *sound);
    let values: Vec<_> = found.into_iter().map(|(value, _)| value).collect();
    let is_complete = action.inputs.iter().zip(&values).all(|(input, value)| !input.required || value.is_some());
    Samples { values, is_complete, is_sound: is_sound && is_complete }
}

/// Returns a value, and whether it passes the guardrails. An optional input without a passing value is left out.
///
/// If possible, the value is not one of `used`. With distinct values, a test detects a value that was written to the
/// wrong field. `number` is the number of inputs before this one that have a value.
fn sample(action: &Action<'_>, input: &Input<'_>, used: &HashSet<Sample>, number: usize) -> (Option<Sample>, bool) {
    let rules: Vec<&Guardrail> = action.rules_of(input).collect();
    let passing = |value: &&Sample| rules.iter().all(|rule| passes(action, rule, input, value));
    let all = candidates(input, &rules, number);
    let unused = all.iter().filter(passing).find(|value| !used.contains(value));
    match unused.or_else(|| all.iter().find(passing)).cloned() {
        Some(value) => (Some(value), true),
        // A required input needs a value, even if every candidate is refused.
        None if input.required => (Some(usual(input, number)), false),
        None => (None, true),
    }
}

/// Returns whether a value passes a guardrail. The rules are those of the runtime.
pub(crate) fn passes(action: &Action<'_>, rule: &Guardrail, input: &Input<'_>, value: &Sample) -> bool {
    problem(action, rule, input, value).is_none()
}

/// Returns the message with which a guardrail refuses a value, or `None` if the value passes.
pub(crate) fn problem(action: &Action<'_>, rule: &Guardrail, input: &Input<'_>, value: &Sample) -> Option<String> {
    let value = match value {
        Sample::Text(text) => guardrails::Sample::Text(text.clone()),
        Sample::Number(number) => guardrails::Sample::Number(*number),
        Sample::Boolean(truth) => guardrails::Sample::Boolean(*truth),
        Sample::Id(_) | Sample::Date(_) | Sample::Datetime(_) | Sample::Time(_) | Sample::Blob(_) => {
            guardrails::Sample::Any
        }
    };
    guardrails::sample_problem(action.plan, rule, input.plan, input.data_type, &value)
}

/// Returns the values that the guardrail table suggests for tests of an input.
pub(crate) fn suggested_samples(rule: &Guardrail, input: &Input<'_>) -> guardrails::Samples {
    guardrails::samples(rule, &SampleInput { data_type: input.data_type, usual: usual_text(input, 0) })
}

/// Returns candidates for a sample value. `number` is different for each input of an action.
fn candidates(input: &Input<'_>, rules: &[&Guardrail], number: usize) -> Vec<Sample> {
    let likely: Vec<_> = rules.iter().flat_map(|rule| suggested_samples(rule, input).likely).collect();
    match input.data_type {
        DataType::Text | DataType::MultiPicklist => {
            let texts = likely.into_iter().filter_map(|value| match value {
                guardrails::Sample::Text(text) => Some(text),
                guardrails::Sample::Number(number) => Some(number_text(number)),
                guardrails::Sample::Boolean(truth) => Some(truth.to_string()),
                guardrails::Sample::Long(letters) => Some("x".repeat(letters)),
                guardrails::Sample::Any => None,
            });
            let texts = texts.chain([usual_text(input, number)]);
            texts.filter(|text| !text.trim().is_empty()).map(Sample::Text).collect()
        }
        DataType::Integer | DataType::Long | DataType::Decimal => {
            let numbers = likely.into_iter().filter_map(|value| match value {
                guardrails::Sample::Text(text) => text.parse().ok(),
                guardrails::Sample::Number(number) => Some(number),
                guardrails::Sample::Long(_) | guardrails::Sample::Boolean(_) | guardrails::Sample::Any => None,
            });
            // Each input gets a different number, so that tests detect swapped values.
            let own = f64::from(u16::try_from(number).unwrap_or(u16::MAX)) + 1.0;
            let numbers = [own, 1.0].into_iter().chain(numbers).chain([0.0]);
            let held = SampleInput { data_type: input.data_type, usual: String::new() };
            numbers.filter(|number| number.is_finite() && held.can_represent(*number)).map(Sample::Number).collect()
        }
        DataType::Boolean => vec![Sample::Boolean(true), Sample::Boolean(false)],
        DataType::Id => vec![Sample::Id(number)],
        DataType::Date => vec![Sample::Date(number)],
        DataType::Datetime => vec![Sample::Datetime(number)],
        DataType::Time => vec![Sample::Time(number)],
        DataType::Blob => vec![Sample::Blob(number)],
    }
}

/// Returns a value of the input's type, without regard to guardrails.
pub(crate) fn usual(input: &Input<'_>, number: usize) -> Sample {
    candidates(input, &[], number).into_iter().next().unwrap_or(Sample::Boolean(true))
}

/// Returns a typical string for the type of the input.
fn usual_text(input: &Input<'_>, number: usize) -> String {
    match input.plan.data_type.trim().to_ascii_lowercase().as_str() {
        "email" => format!("sample{number}@example.com"),
        "url" => format!("https://example.com/{number}"),
        "phone" => format!("555-01{number:02}"),
        _ => format!("Sample {number}"),
    }
}

/// Returns whether the sample value of an input is different in each request.
pub(crate) fn is_serial(action: &Action<'_>, input: &Input<'_>) -> bool {
    let is_key = action.key.as_ref().is_some_and(|key| names::same(key.as_str(), input.value_key().as_str()));
    let numbered = input.is_id()
        || matches!(
            input.data_type,
            DataType::Text | DataType::MultiPicklist | DataType::Integer | DataType::Long | DataType::Decimal
        );
    is_key && numbered && action.rules_of(input).len() == 0
}
