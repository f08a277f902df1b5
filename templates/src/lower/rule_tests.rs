//! Lowers guardrails to their tests: a request that passes, values at and beyond the bounds, and denied access.

use planwright_contracts::action_blueprint::data_type::DataType;
use planwright_contracts::action_blueprint::guardrails::{
    self, ParamValue, Subject, guarded_field, guardrail_type, info_of, own_message, param_values, record_access,
    record_fields, validated_fields,
};
use planwright_generated::action_blueprint::Guardrail;

use crate::tokens::{ApexIdent, ApexNumber};
use crate::view::{RateTest, RecordsTest, RuleTest, Setting};
use planwright_apex::layout::Piece;

use super::action::{Action, Input};
use super::lines;
use super::samples::{self, Sample, Samples};

/// Indentation of a statement in a test.
const TEST_INDENT: usize = 6;

/// Returns one test for each guardrail that a request can reach.
pub(crate) fn lower(action: &Action<'_>, samples: &Samples) -> Vec<RuleTest> {
    if !samples.is_complete {
        return Vec::new();
    }
    let fails: Vec<bool> = action.guardrails.iter().map(|rule| !is_passed(action, samples, rule)).collect();
    let failing = action.guardrails.iter().zip(&fails).filter(|(_, fails)| **fails);
    let refusals: Vec<_> = failing.map(|(rule, _)| refusal(rule)).collect();
    let numbered = action.guardrails.iter().enumerate();
    let tests = numbered.map(|(index, rule)| {
        let mut test = test(action, samples, rule, index);
        test.fails = fails[index];
        // A test of a rate limit makes its own requests, so it has no passing request here.
        test.passes = !test.fails && test.rate.is_none() && !refusals.contains(&refusal(rule));
        if !test.passes {
            test.accepted.clear();
        }
        test
    });
    tests.collect()
}

fn test(action: &Action<'_>, samples: &Samples, rule: &Guardrail, index: usize) -> RuleTest {
    let (accepted, refused) = settings(action, rule);
    let denied = lines::fields(action, rule).filter(|_| info_of(rule).subject.is_field_access());
    let setting = |(input, value): (&Input<'_>, Value)| Setting {
        arguments: lines::arguments(
            TEST_INDENT,
            "work.payload.put",
            vec![lines::quoted(&input.api_name), value.piece()],
        ),
    };
    RuleTest {
        name: ApexIdent::near(&format!("keepsGuardrail{}", index + 1)),
        index,
        kind: ApexIdent::near(guardrail_type(rule)),
        passes: false,
        fails: false,
        denied: denied.filter(|fields| !fields.is_empty()).map(|fields| {
            let lead = "List<String> fields = new List<String>";
            lines::values(TEST_INDENT, lead, fields.iter().map(lines::quoted).collect())
        }),
        is_for_outsider: info_of(rule).subject == Subject::RecordAccess,
        records: records(action, samples, rule),
        rate: rate(rule),
        accepted: accepted.into_iter().map(setting).collect(),
        refused: refused.into_iter().map(setting).collect(),
    }
}

/// Returns the test of a guardrail's records, if the sample request names any.
fn records(action: &Action<'_>, samples: &Samples, rule: &Guardrail) -> Option<RecordsTest> {
    let access = record_access(rule).map(lines::access)?;
    let fields = lines::fields(action, rule)?;
    let keys: Vec<_> = sampled(action, samples, rule).map(|input| lines::quoted(&input.api_name)).collect();
    (!keys.is_empty()).then(|| RecordsTest {
        access,
        fields: lines::values(
            TEST_INDENT,
            "List<String> fields = new List<String>",
            fields.iter().map(lines::quoted).collect(),
        ),
        keys: lines::values(TEST_INDENT, "List<String> keys = new List<String>", keys),
    })
}

/// Returns the inputs that name records of a guardrail and have a value in the sample request.
pub(crate) fn sampled<'a, 'b>(
    action: &'a Action<'b>,
    samples: &'a Samples,
    rule: &'a Guardrail,
) -> impl Iterator<Item = &'a Input<'b>> {
    let named = record_fields(rule).into_iter().filter_map(|field| action.input_for(field));
    named.filter(|input| samples.values[input.at].is_some())
}

/// Returns the limits of a guardrail that counts requests: how many in how many seconds.
fn rate(rule: &Guardrail) -> Option<RateTest> {
    let counts = param_values(rule);
    let count = |name: &str| {
        counts.iter().find_map(|(param, value)| {
            let ParamValue::Count(count) = value else { return None };
            (param.name == name).then(|| lines::whole(*count))
        })
    };
    let about_history = info_of(rule).subject == Subject::History;
    let field = guarded_field(rule).map_or_else(|| Piece::code("null"), |field| Piece::Text(field.to_owned()));
    let told = Piece::Text("The requests are counted by this.".to_owned());
    let field = lines::arguments(TEST_INDENT, "Assert.areEqual", vec![field, Piece::code("rule.field"), told]);
    about_history.then(|| Some(RateTest { requests: count("requests")?, seconds: count("seconds")?, field }))?
}

/// Returns what tells the refusals of two guardrails apart: type, field and own message.
fn refusal(rule: &Guardrail) -> (&'static str, Option<&str>, Option<&str>) {
    (guardrail_type(rule), guarded_field(rule), own_message(rule))
}

/// Returns the inputs whose values a guardrail validates.
fn validated_inputs<'a, 'b>(action: &'a Action<'b>, rule: &'a Guardrail) -> impl Iterator<Item = &'a Input<'b>> {
    validated_fields(rule).into_iter().filter_map(|field| action.input_for(field))
}

/// Returns whether the sample request passes a guardrail on values. Access guardrails count as passed, because the user
/// who runs the test has access.
fn is_passed(action: &Action<'_>, samples: &Samples, rule: &Guardrail) -> bool {
    let mut values =
        validated_inputs(action, rule).filter_map(|input| Some((input, samples.values[input.at].as_ref()?)));
    values.all(|(input, value)| samples::passes(action, rule, input, value))
}

/// Payload value of a test.
enum Value {
    Number(f64),
    Text(String),
    Boolean(bool),
    Code(String),
}

impl Value {
    fn piece(&self) -> Piece {
        match self {
            Self::Number(number) => Piece::Code(ApexNumber::new(*number).to_string()),
            Self::Text(text) => Piece::Text(text.clone()),
            Self::Boolean(truth) => Piece::Code(truth.to_string()),
            Self::Code(code) => Piece::code(code),
        }
    }
}

type Settings<'a, 'b> = Vec<(&'a Input<'b>, Value)>;

/// Returns values that a guardrail must accept, and values that it must refuse.
fn settings<'a, 'b>(action: &'a Action<'b>, rule: &'a Guardrail) -> (Settings<'a, 'b>, Settings<'a, 'b>) {
    let (mut accepted, mut refused) = (Vec::new(), Vec::new());
    for input in validated_inputs(action, rule) {
        let tried = samples::suggested_samples(rule, input);
        let alone = action.rules_of(input).len() == 1;
        let values = |samples: Vec<guardrails::Sample>| samples.into_iter().filter_map(|one| value(input, one));
        accepted.extend(values(tried.accepted).filter(|_| alone).map(|value| (input, value)));
        refused.extend(values(tried.refused).map(|value| (input, value)));
    }
    (accepted, refused)
}

fn value(input: &Input<'_>, sample: guardrails::Sample) -> Option<Value> {
    match sample {
        guardrails::Sample::Number(number) => Some(Value::Number(number)),
        guardrails::Sample::Text(text) => Some(Value::Text(text)),
        guardrails::Sample::Long(letters) => Some(Value::Code(format!("'x'.repeat({letters})"))),
        guardrails::Sample::Boolean(truth) => Some(Value::Boolean(truth)),
        guardrails::Sample::Any => filled(input),
    }
}

fn filled(input: &Input<'_>) -> Option<Value> {
    match samples_of_type(input.data_type)? {
        Sample::Text(text) => Some(Value::Text(text)),
        Sample::Number(number) => Some(Value::Number(number)),
        Sample::Boolean(truth) => Some(Value::Boolean(truth)),
        Sample::Date(_) => Some(Value::Code("Date.newInstance(2026, 1, 31)".to_owned())),
        Sample::Id(_) | Sample::Datetime(_) | Sample::Time(_) | Sample::Blob(_) => None,
    }
}

fn samples_of_type(data_type: DataType) -> Option<Sample> {
    match data_type {
        DataType::Text | DataType::MultiPicklist => Some(Sample::Text("Sample".to_owned())),
        DataType::Integer | DataType::Long | DataType::Decimal => Some(Sample::Number(1.0)),
        DataType::Boolean => Some(Sample::Boolean(true)),
        DataType::Date => Some(Sample::Date(0)),
        DataType::Id | DataType::Datetime | DataType::Time | DataType::Blob => None,
    }
}
