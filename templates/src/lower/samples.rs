//! Sample values for the tests: for each input one that passes all guardrails, where there is one.

use planwright_contracts::action_blueprint::data_type::DataType;
use planwright_contracts::action_blueprint::{guarded_field, guarded_fields, names};
use planwright_generated::action_blueprint::Guardrail;

use super::action::{Action, Input};
use super::messages::number_text;

/// A value of an input, as a blueprint means it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Sample {
    Text(String),
    Number(f64),
    Boolean(bool),
    /// By number, so that two inputs of one type have different values; so are the following.
    Id(usize),
    Date(usize),
    Datetime(usize),
    Time(usize),
    Blob(usize),
}

/// The sample request.
pub(crate) struct Samples {
    /// One for each input; none where the input is left out.
    pub(crate) values: Vec<Option<Sample>>,
    /// Whether every required input has a value: the request gets as far as the guardrails.
    pub(crate) is_complete: bool,
    /// Whether every guardrail over values passes.
    pub(crate) is_sound: bool,
}

pub(crate) fn of(action: &Action<'_>) -> Samples {
    let mut used = Vec::new();
    let found: Vec<_> = action
        .inputs
        .iter()
        .map(|input| {
            let found = sample(action, input, &used);
            used.extend(found.0.clone());
            found
        })
        .collect();
    let is_sound = found.iter().all(|(_, sound)| *sound);
    let values: Vec<_> = found.into_iter().map(|(value, _)| value).collect();
    let is_complete = action.inputs.iter().zip(&values).all(|(input, value)| !input.required || value.is_some());
    Samples { values, is_complete, is_sound: is_sound && is_complete }
}

/// A value, and whether it passes. What cannot pass is left out if it may be.
///
/// Where it can be, the value is none of those that are `used`: a test then sees a value that came to the wrong field.
fn sample(action: &Action<'_>, input: &Input<'_>, used: &[Sample]) -> (Option<Sample>, bool) {
    let rules = rules_of(action, input);
    let redacted = rules.iter().any(|rule| matches!(rule, Guardrail::PiiRedact { .. }));
    let is_good = |value: &&Sample| rules.iter().all(|rule| passes(rule, input, value));
    let all = candidates(input, &rules, used.len());
    let good = all.iter().filter(is_good).find(|value| !used.contains(value));
    let good = good.or_else(|| all.iter().find(is_good)).cloned();
    match good.filter(|_| !redacted) {
        Some(value) => (Some(value), true),
        None if input.required => (Some(usual(input, used.len())), false),
        None => (None, true),
    }
}

/// The guardrails over the value of an input.
pub(crate) fn rules_of<'a>(action: &Action<'a>, input: &Input<'_>) -> Vec<&'a Guardrail> {
    let concerns = |name: &str| action.input_for(name).is_some_and(|other| other.api_name == input.api_name);
    let about_value = |rule: &&Guardrail| {
        guarded_field(rule).is_some_and(concerns)
            || (matches!(rule, Guardrail::PiiRedact { .. }) && guarded_fields(rule).iter().any(|name| concerns(name)))
    };
    action.guardrails.iter().filter(about_value).collect()
}

/// Whether a value passes a guardrail, judged as the runtime judges it.
pub(crate) fn passes(rule: &Guardrail, input: &Input<'_>, value: &Sample) -> bool {
    match rule {
        Guardrail::NumericPositive { .. } => number_of(value).is_some_and(|number| number > 0.0),
        Guardrail::NumericRange { params, .. } => number_of(value).is_some_and(|number| {
            params.min.is_none_or(|min| number >= min) && params.max.is_none_or(|max| number <= max)
        }),
        Guardrail::EnumAllowed { params, .. } => text_of(value).is_some_and(|text| {
            let listed = |one: &str| params.values.iter().any(|allowed| allowed == one);
            listed(&text) || (input.data_type == DataType::MultiPicklist && text.split(';').all(listed))
        }),
        _ => true,
    }
}

/// The number that a guardrail sees in a value.
pub(crate) fn number_of(value: &Sample) -> Option<f64> {
    match value {
        Sample::Number(number) => Some(*number),
        Sample::Text(text) => text.parse().ok().filter(|number: &f64| number.is_finite()),
        _ => None,
    }
}

fn text_of(value: &Sample) -> Option<String> {
    match value {
        Sample::Text(text) => Some(text.clone()),
        Sample::Number(number) => Some(number_text(*number)),
        Sample::Boolean(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// Whether an input of the type can hold a number.
pub(crate) fn holds(data_type: DataType, number: f64) -> bool {
    let whole = number.fract() == 0.0;
    match data_type {
        DataType::Integer => whole && number.abs() <= f64::from(i32::MAX),
        DataType::Long => whole && number.abs() < 9e15,
        DataType::Decimal => number.abs() < 1e15,
        _ => false,
    }
}

/// Values to choose from. `number` tells the inputs of an action apart.
fn candidates(input: &Input<'_>, rules: &[&Guardrail], number: usize) -> Vec<Sample> {
    match input.data_type {
        DataType::Text | DataType::MultiPicklist => texts(input, rules, number),
        DataType::Integer | DataType::Long | DataType::Decimal => {
            let numbers = numbers(rules, number).into_iter().filter(|number| holds(input.data_type, *number));
            numbers.map(Sample::Number).collect()
        }
        DataType::Boolean => vec![Sample::Boolean(true), Sample::Boolean(false)],
        DataType::Id => vec![Sample::Id(number)],
        DataType::Date => vec![Sample::Date(number)],
        DataType::Datetime => vec![Sample::Datetime(number)],
        DataType::Time => vec![Sample::Time(number)],
        DataType::Blob => vec![Sample::Blob(number)],
    }
}

/// A value of the input's type that heeds no guardrail.
pub(crate) fn usual(input: &Input<'_>, number: usize) -> Sample {
    candidates(input, &[], number).into_iter().next().unwrap_or(Sample::Boolean(true))
}

fn texts(input: &Input<'_>, rules: &[&Guardrail], number: usize) -> Vec<Sample> {
    let listed = rules.iter().flat_map(|rule| match rule {
        Guardrail::EnumAllowed { params, .. } => params.values.as_slice(),
        _ => &[],
    });
    let numeric =
        rules.iter().any(|rule| matches!(rule, Guardrail::NumericPositive { .. } | Guardrail::NumericRange { .. }));
    let numbers = numbers(rules, number).into_iter().filter(|_| numeric).map(number_text);
    let usual = match input.plan.data_type.trim().to_ascii_lowercase().as_str() {
        "email" => format!("sample{number}@example.com"),
        "url" => format!("https://example.com/{number}"),
        "phone" => format!("555-01{number:02}"),
        _ => format!("Sample {number}"),
    };
    let texts = listed.cloned().chain(numbers).chain([usual]);
    texts.filter(|text| !text.trim().is_empty()).map(Sample::Text).collect()
}

/// Numbers that are likely to pass: a small one of the input's own, one, the bounds, between and beyond them, what is listed.
fn numbers(rules: &[&Guardrail], number: usize) -> Vec<f64> {
    let own = u16::try_from(number).unwrap_or(u16::MAX);
    let mut numbers = vec![f64::from(own) + 1.0, 1.0];
    for rule in rules {
        match rule {
            Guardrail::NumericRange { params, .. } => {
                let ends = [params.min, params.max].into_iter().flatten();
                numbers.extend(ends.flat_map(|end| [end, end.ceil(), end.floor()]));
                if let (Some(min), Some(max)) = (params.min, params.max) {
                    numbers.push(min + (max - min) / 2.0);
                }
            }
            Guardrail::EnumAllowed { params, .. } => {
                numbers.extend(params.values.iter().filter_map(|value| value.parse::<f64>().ok()));
            }
            _ => {}
        }
    }
    numbers.push(0.0);
    numbers.retain(|number| number.is_finite());
    numbers
}

/// Whether the sample of an input differs from request to request.
pub(crate) fn is_serial(action: &Action<'_>, input: &Input<'_>) -> bool {
    let is_key = action.key.as_ref().is_some_and(|key| names::same(key.as_str(), input.value_key().as_str()));
    let numbered = input.is_id()
        || matches!(
            input.data_type,
            DataType::Text | DataType::MultiPicklist | DataType::Integer | DataType::Long | DataType::Decimal
        );
    is_key && numbered && rules_of(action, input).is_empty()
}
