//! What the tests try on each guardrail: a request that passes, values at and beyond the bounds, access denied.

use planwright_contracts::action_blueprint::data_type::DataType;
use planwright_contracts::action_blueprint::payload::own_message;
use planwright_contracts::action_blueprint::{guarded_field, guardrail_type, record_access, record_fields};
use planwright_generated::action_blueprint::Guardrail;

use crate::tokens::{ApexIdent, ApexNumber, ApexString};
use crate::view::{RateTest, RecordsTest, RuleTest, Setting};
use planwright_apex::layout::{Piece, Place};

use super::action::{Action, Input};
use super::lines;
use super::messages;
use super::samples::{self, Sample, Samples};

/// Indentation of a statement in a test.
const DEEP: usize = 6;

/// One test for each guardrail that a request can reach.
pub(crate) fn lower(action: &Action<'_>, samples: &Samples) -> Vec<RuleTest> {
    if !samples.is_complete {
        return Vec::new();
    }
    let failing: Vec<_> = action.guardrails.iter().filter(|rule| !is_passed(action, samples, rule)).collect();
    let refusals: Vec<_> = failing.iter().map(|rule| refusal(action, samples, rule)).collect();
    let numbered = action.guardrails.iter().enumerate();
    let tests = numbered.map(|(index, rule)| {
        let mut test = test(action, samples, rule, index);
        let said = refusal(action, samples, rule);
        test.fails = failing.iter().any(|other| std::ptr::eq(*other, rule));
        // What is refused once the limit is used up is tried with a limit of its own.
        test.passes = !test.fails
            && test.rate.is_none()
            && refusals.iter().all(|other| *other != said && !(said.ends_with(' ') && other.starts_with(&said)));
        if !test.passes {
            test.accepted.clear();
        }
        test
    });
    tests.collect()
}

fn test(action: &Action<'_>, samples: &Samples, rule: &Guardrail, index: usize) -> RuleTest {
    let (accepted, refused) = settings(action, rule);
    let denied = lines::fields(action, rule).filter(|_| is_about_access(rule));
    let setting = |(input, value): (&Input<'_>, Value)| Setting {
        arguments: lines::arguments(DEEP, "work.payload.put", vec![lines::quoted(&input.api_name), value.piece()]),
    };
    RuleTest {
        name: ApexIdent::near(&format!("keepsGuardrail{}", index + 1)),
        refusal: ApexString::at(&refusal(action, samples, rule), Place::new(4, "String refusal = ".len())),
        index,
        kind: ApexIdent::near(guardrail_type(rule)),
        passes: false,
        fails: false,
        denied: denied.filter(|fields| !fields.is_empty()).map(|fields| {
            let lead = "List<String> fields = new List<String>";
            lines::values(DEEP, lead, fields.iter().map(lines::quoted).collect())
        }),
        is_for_outsider: matches!(rule, Guardrail::SharingRequired { .. }),
        records: records(action, samples, rule),
        rate: match rule {
            Guardrail::RateLimit { params, .. } => {
                Some(RateTest { requests: lines::whole(params.requests), seconds: lines::whole(params.seconds) })
            }
            _ => None,
        },
        accepted: accepted.into_iter().map(setting).collect(),
        refused: refused.into_iter().map(setting).collect(),
    }
}

fn is_about_access(rule: &Guardrail) -> bool {
    guardrail_type(rule).starts_with("FLS_")
}

/// The records that a guardrail asks for, where the sample request names any.
fn records(action: &Action<'_>, samples: &Samples, rule: &Guardrail) -> Option<RecordsTest> {
    let access = record_access(rule).map(lines::access)?;
    let fields = lines::fields(action, rule)?;
    let keys: Vec<_> = sampled(action, samples, rule).map(|input| lines::quoted(&input.api_name)).collect();
    (!keys.is_empty()).then(|| RecordsTest {
        access,
        fields: lines::values(
            DEEP,
            "List<String> fields = new List<String>",
            fields.iter().map(lines::quoted).collect(),
        ),
        keys: lines::values(DEEP, "List<String> keys = new List<String>", keys),
    })
}

/// The inputs whose records a guardrail asks for, where the sample request has them.
pub(crate) fn sampled<'a, 'b>(
    action: &'a Action<'b>,
    samples: &'a Samples,
    rule: &'a Guardrail,
) -> impl Iterator<Item = &'a Input<'b>> {
    let named = record_fields(rule).into_iter().filter_map(|field| action.input_for(field));
    named.filter(|input| {
        let place = action.inputs.iter().position(|other| std::ptr::eq(other, *input));
        place.is_some_and(|at| samples.values[at].is_some())
    })
}

/// What a refused request is told: of a text that is no number, something else than of a number out of bounds.
fn refusal(action: &Action<'_>, samples: &Samples, rule: &Guardrail) -> String {
    let numeric = matches!(rule, Guardrail::NumericPositive { .. } | Guardrail::NumericRange { .. });
    let input = guarded_field(rule).and_then(|field| action.input_for(field)).filter(|_| numeric);
    let sample = input.and_then(|input| {
        action.inputs.iter().position(|other| std::ptr::eq(other, input)).and_then(|at| samples.values[at].as_ref())
    });
    match (input, sample) {
        (Some(input), Some(value)) if own_message(rule).is_none() && samples::number_of(value).is_none() => {
            format!("{} is not a number.", input.plan.label)
        }
        _ => messages::refusal(action, rule),
    }
}

/// Whether the sample request passes a guardrail over values. One about access depends on the user; a tester has access.
fn is_passed(action: &Action<'_>, samples: &Samples, rule: &Guardrail) -> bool {
    let values = action.inputs.iter().zip(&samples.values);
    values.filter_map(|(input, value)| value.as_ref().map(|value| (input, value))).all(|(input, value)| {
        let concerned = samples::rules_of(action, input).into_iter().any(|other| std::ptr::eq(other, rule));
        let redacted = matches!(rule, Guardrail::PiiRedact { .. });
        !concerned || (!redacted && samples::passes(rule, input, value))
    })
}

/// A payload value of a test.
enum Value {
    Number(f64),
    Text(String),
    Boolean(bool),
    Code(&'static str),
}

impl Value {
    fn piece(&self) -> Piece {
        match self {
            Self::Number(number) => Piece::Code(ApexNumber::new(*number).to_string()),
            Self::Text(text) => Piece::Text(text.clone()),
            Self::Boolean(truth) => Piece::Code(truth.to_string()),
            Self::Code(code) => Piece::Code((*code).to_owned()),
        }
    }
}

type Settings<'a, 'b> = Vec<(&'a Input<'b>, Value)>;

/// Values that a guardrail must let pass, and values that it must refuse.
fn settings<'a, 'b>(action: &'a Action<'b>, rule: &Guardrail) -> (Settings<'a, 'b>, Settings<'a, 'b>) {
    let input = guarded_field(rule).and_then(|field| action.input_for(field));
    match (rule, input) {
        (Guardrail::NumericPositive { .. }, Some(input)) if is_numeric(input) => {
            let refused = [0.0, -1.0].map(|number| (input, Value::Number(number)));
            (Vec::new(), refused.into())
        }
        (Guardrail::NumericRange { params, .. }, Some(input)) if is_numeric(input) => {
            let alone = samples::rules_of(action, input).len() == 1 && params.min <= params.max.or(params.min);
            let held = |number: &f64| samples::holds(input.data_type, *number);
            let bounds = [params.min, params.max].into_iter().flatten().filter(|_| alone).filter(held);
            let beyond = [params.min.map(|min| min.floor() - 1.0), params.max.map(|max| max.ceil() + 1.0)];
            let beyond = beyond.into_iter().flatten().filter(held);
            let values = |number| (input, Value::Number(number));
            (bounds.map(values).collect(), beyond.map(values).collect())
        }
        (Guardrail::EnumAllowed { params, .. }, Some(input)) => {
            let both = (input.data_type == DataType::MultiPicklist && params.values.len() > 1)
                .then(|| (input, Value::Text(params.values.join(";"))));
            let alone = samples::rules_of(action, input).len() == 1;
            let refused = unlisted(input, &params.values).map(|value| (input, value));
            (both.filter(|_| alone).into_iter().collect(), refused.into_iter().collect())
        }
        (Guardrail::PiiRedact { params, .. }, _) => {
            let bound = params.fields.iter().filter_map(|field| action.input_for(field));
            (Vec::new(), bound.filter_map(|input| filled(input).map(|value| (input, value))).collect())
        }
        _ => (Vec::new(), Vec::new()),
    }
}

fn is_numeric(input: &Input<'_>) -> bool {
    matches!(input.data_type, DataType::Integer | DataType::Long | DataType::Decimal)
}

/// A value of the input's type that is not in the list.
fn unlisted(input: &Input<'_>, listed: &[String]) -> Option<Value> {
    let is_free = |text: &str| listed.iter().all(|value| value != text);
    match input.data_type {
        DataType::Text | DataType::MultiPicklist => {
            let mut text = "Something else".to_owned();
            while !is_free(&text) {
                text.push('!');
            }
            Some(Value::Text(text))
        }
        DataType::Boolean => {
            let free = [true, false].into_iter().find(|truth| is_free(&truth.to_string()));
            free.map(Value::Boolean)
        }
        DataType::Integer | DataType::Long | DataType::Decimal => {
            let free = (0..=u16::MAX).map(f64::from).find(|number| is_free(&messages::number_text(*number)));
            free.map(Value::Number)
        }
        DataType::Id | DataType::Date | DataType::Datetime | DataType::Time | DataType::Blob => None,
    }
}

fn filled(input: &Input<'_>) -> Option<Value> {
    match samples_of_type(input.data_type)? {
        Sample::Text(text) => Some(Value::Text(text)),
        Sample::Number(number) => Some(Value::Number(number)),
        Sample::Boolean(truth) => Some(Value::Boolean(truth)),
        Sample::Date(_) => Some(Value::Code("Date.newInstance(2026, 1, 31)")),
        _ => None,
    }
}

fn samples_of_type(data_type: DataType) -> Option<Sample> {
    match data_type {
        DataType::Text | DataType::MultiPicklist => Some(Sample::Text("Sample".to_owned())),
        DataType::Integer | DataType::Long | DataType::Decimal => Some(Sample::Number(1.0)),
        DataType::Boolean => Some(Sample::Boolean(true)),
        DataType::Date => Some(Sample::Date(0)),
        _ => None,
    }
}
