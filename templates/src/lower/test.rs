//! Lowers an action to its test class.

use std::collections::BTreeSet;

use planwright_contracts::action_blueprint::data_type::DataType;
use planwright_contracts::action_blueprint::names;
use planwright_generated::action_blueprint::Guardrail;

use crate::tokens::{ApexCode, ApexIdent, ApexNumber, ApexPath, ApexString, ApiName};
use crate::view::{Body, CallTest, Fill, OutputsTest, RuleTest, RulesTest, SampleLine, SampleRequest, Setting};
use crate::view::{Test, TroubleTest, WriteTest};
use planwright_apex::layout::{Group, Piece, Place};

use super::action::{Action, Dml, Input};
use super::samples::{self, Samples};
use super::{lines, messages, rule_tests};

/// Number of requests that a test writes at once.
const ROWS: usize = 50;
/// Indentation of a statement in a test.
const TEST_INDENT: usize = 6;
/// Maximum number of samples per method, and of inputs that the test of `clearFields` names.
const SAMPLES_PER_METHOD: usize = 30;
/// Maximum number of decisions in guardrail tests of the main test class.
const MAX_MAIN_DECISIONS: usize = 5;
/// Number of decisions in the tests of a checkpoint.
const CHECKPOINT_DECISIONS: usize = 3;
/// Number of decisions in the tests of outputs.
const OUTPUT_DECISIONS: usize = 5;
const RULES_PER_CLASS: usize = 11;

pub(crate) fn lower(action: &Action<'_>) -> (Test, Vec<RulesTest>) {
    let samples = samples::choose(action);
    let sample = sample_request(action, &samples);
    let rules = rule_tests::lower(action, &samples);
    let about = format!("Tests {} without relying on data or configuration of a particular org", action.class);
    let decisions: usize = rules.iter().map(decisions).sum();
    let room = MAX_MAIN_DECISIONS + if action.checkpoint.is_none() { CHECKPOINT_DECISIONS } else { 0 };
    let room = room.saturating_sub(if action.outputs.is_empty() { 0 } else { OUTPUT_DECISIONS });
    let (rules, parts) = if decisions <= room { (rules, Vec::new()) } else { (Vec::new(), rules) };
    let part = |(index, rules): (usize, &[RuleTest])| RulesTest {
        name: ApexIdent::near(&format!("DATest{}_{}", index + 1, action.name)),
        doc: action.doc(&format!("Tests the guardrails of {}", action.class)),
        sample: sample.clone(),
        rules: rules.to_vec(),
    };
    let parts = parts.chunks(RULES_PER_CLASS).enumerate().map(part).collect();
    let class = &action.class;
    let response = if action.outputs.is_empty() {
        ApexPath::keyword("PwResponse")
    } else {
        ApexPath::member(class, &ApexIdent::near("Response"))
    };
    let invoke = format!("List<{response}> responses = {class}.invoke");
    let test = Test {
        name: ApexIdent::near(&names::test_class_name(&action.name)),
        doc: action.doc(&about),
        object: action.object_type(),
        requests: lines::arguments(TEST_INDENT, &invoke, vec![Piece::Code("requests".to_owned())]),
        response,
        result: lines::arguments(
            TEST_INDENT,
            &format!("{class}.Response response = {class}.toResponse"),
            vec![Piece::Code("result".to_owned())],
        ),
        blueprint_name: text("String name = ", &action.plan.name),
        operation: ApexPath::keyword(action.operation.contract_name()),
        summary: action.summary.map(|summary| text("String summary = ", summary)),
        all_or_none: action.all_or_none(),
        missing: missing(action),
        checkpoint: action.checkpoint.filter(|_| samples.is_sound).map(|question| text("String question = ", question)),
        rules,
        trouble: trouble(action, &samples),
        write: (action.operation != Dml::Call && samples.is_complete).then(|| write(action, &samples)),
        outputs: outputs(action),
        call: (action.operation == Dml::Call && samples.is_sound).then(|| handler(action, &samples)),
        runtime_version: None,
        sample,
    };
    (test, parts)
}

fn decisions(rule: &RuleTest) -> usize {
    1 + usize::from(rule.records.is_some())
}

/// Returns a string literal that follows `lead` in the body of a test.
fn text(lead: &str, text: &str) -> ApexString {
    ApexString::at(text, Place::new(TEST_INDENT, lead.len()))
}

fn sample_request(action: &Action<'_>, samples: &Samples) -> SampleRequest {
    let named = action.guardrails.iter().flat_map(|rule| rule_tests::sampled(action, samples, rule));
    let members: BTreeSet<_> = named.map(|input| input.member.to_string()).collect();
    let records = members.into_iter().map(|member| {
        let items = vec![Piece::Code(format!("request.{member}")), Piece::Code("true".to_owned())];
        lines::arguments(lines::BODY_INDENT, "PwRecordGuardrails.decided.put", items)
    });
    let records: Vec<_> = records.collect();
    let has_limits = action.guardrails.iter().any(|rule| matches!(rule, Guardrail::RateLimit(_)));
    let request = |body, fills| SampleRequest {
        records: records.clone(),
        has_limits,
        class: action.class.clone(),
        has_checkpoint: action.checkpoint.is_some(),
        takes_token: action.takes_token,
        needs_permission: false,
        body,
        fills,
    };
    let values = action.inputs.iter().zip(&samples.values);
    let set: Vec<_> = values
        .filter_map(|(input, value)| Some(sample_at(lines::BODY_INDENT, action, input, value.as_ref()?)))
        .collect();
    if set.len() <= SAMPLES_PER_METHOD {
        return request(Body { inline: set, calls: Vec::new() }, Vec::new());
    }
    let fill = |(index, lines): (usize, &[SampleLine])| {
        let name = ApexIdent::near(&format!("fill{}", index + 1));
        let lead = format!("private static void {name}");
        let items = [format!("{}.Request request", action.class), "Integer serial".to_owned()];
        let parameters = Group::arguments(items.map(Piece::Code).into());
        let parameters = ApexCode::fit(&parameters, Place::new(2, lead.len()).tail(" {".len()));
        Fill { name, parameters, lines: lines.to_vec() }
    };
    let fills: Vec<_> = set.chunks(SAMPLES_PER_METHOD).enumerate().map(fill).collect();
    let calls = fills.iter().map(|fill| ApexPath::from_ident(&fill.name)).collect();
    request(Body { inline: Vec::new(), calls }, fills)
}

fn sample_at(indent: usize, action: &Action<'_>, input: &Input<'_>, value: &samples::Sample) -> SampleLine {
    let place = Place::new(indent, format!("request.{} = ", input.member).len());
    let serial = samples::is_serial(action, input);
    let code = |code: &str| Piece::Code(code.to_owned());
    let piece = match value {
        samples::Sample::Text(_) if serial => code("'Sample' + serial"),
        samples::Sample::Number(_) if serial => code("serial"),
        samples::Sample::Text(text) => Piece::Text(text.clone()),
        samples::Sample::Number(number) => Piece::Code(ApexNumber::new(*number).to_string()),
        samples::Sample::Boolean(truth) => Piece::Code(truth.to_string()),
        samples::Sample::Id(_) if input.is_id() && action.operation != Dml::Call => {
            id_of(action, if indent == TEST_INDENT { "1" } else { "serial" })
        }
        samples::Sample::Id(number) => call("PwDynamicActionTestKit.idOf", &["User.SObjectType", &number.to_string()]),
        samples::Sample::Date(number) => call("Date.newInstance", &["2026", &month(*number), &day(*number)]),
        samples::Sample::Datetime(number) => {
            call("Datetime.newInstanceGmt", &["2026", &month(*number), &day(*number), "12", "0", "0"])
        }
        samples::Sample::Time(number) => {
            call("Time.newInstance", &[&(number % 24).to_string(), &(number / 24 % 60).to_string(), "0", "0"])
        }
        samples::Sample::Blob(number) => call("Blob.valueOf", &[&format!("'Sample {number}'")]),
    };
    SampleLine { member: input.member.clone(), value: ApexCode::single(&piece, place) }
}

/// Returns the month of the sample date with this number; `day` returns its day.
fn month(number: usize) -> String {
    (number / 28 % 12 + 1).to_string()
}

fn day(number: usize) -> String {
    (number % 28 + 1).to_string()
}

fn call(head: &str, arguments: &[&str]) -> Piece {
    Piece::call(head, arguments.iter().map(|&argument| Piece::code(argument)).collect())
}

/// Returns an Id of the object that belongs to no record.
fn id_of(action: &Action<'_>, serial: &str) -> Piece {
    call("PwDynamicActionTestKit.idOf", &[&format!("new {}().getSObjectType()", action.object_type()), serial])
}

fn missing(action: &Action<'_>) -> Option<ApexCode> {
    let required = action.inputs.iter().filter(|input| input.required);
    let labels: Vec<_> = required.map(|input| Piece::Text(input.plan.label.clone())).collect();
    (!labels.is_empty()).then(|| lines::values(TEST_INDENT, "List<String> labels = new List<String>", labels))
}

/// Returns the test of values that cannot be converted. It omits Blob inputs, because any string may decode to a Blob.
fn trouble(action: &Action<'_>, samples: &Samples) -> Option<TroubleTest> {
    let inputs = action.inputs.iter().filter(|input| samples.is_complete && input.data_type != DataType::Blob);
    let labels: Vec<_> = inputs.map(|input| Piece::Text(input.plan.label.clone())).collect();
    (!labels.is_empty())
        .then(|| TroubleTest { labels: lines::values(TEST_INDENT, "List<String> labels = new List<String>", labels) })
}

fn write(action: &Action<'_>, samples: &Samples) -> WriteTest {
    let denied = action.written().map(|input| lines::quoted(&input.field)).collect();
    let unsent = action.inputs.iter().zip(&samples.values).enumerate().filter(|(_, (_, value))| value.is_none());
    // Start after the numbers that the samples use.
    let number = |index: usize| action.inputs.len() + index;
    let rest =
        unsent.map(|(index, (input, _))| sample_at(TEST_INDENT, action, input, &samples::usual(input, number(index))));
    let optional: Vec<_> = action.written().filter(|input| !input.required).collect();
    let keys = "Map<String, String> keys = new Map<String, String>";
    WriteTest {
        unbuildable: action.written().next().map(|input| {
            let items = vec![lines::quoted(&input.field), Piece::Code("new List<Object>()".to_owned())];
            Setting { arguments: lines::arguments(TEST_INDENT, "values.put", items) }
        }),
        has_key: action.inputs.iter().zip(&samples.values).any(|(input, value)| {
            value.is_some() && action.key.as_ref().is_some_and(|key| key.same(input.field.as_str()))
        }) || action.key.as_ref().is_none_or(|key| key.same("Id")),
        // Only records with different keys can be written together.
        rows: if action.key.as_ref().is_none_or(|key| key.same("Id")) || has_serial_key(action) { ROWS } else { 1 },
        denied: lines::values(lines::BODY_INDENT, "List<String> expected = new List<String>", denied),
        rest: rest.collect(),
        sent: lines::values(TEST_INDENT, SENT_VALUES, action.written().map(sent).collect()),
        optional: (!optional.is_empty())
            .then(|| lines::values(TEST_INDENT, keys, optional.into_iter().map(pair).collect())),
        clearable: Some(action.clearable()).filter(|inputs| !inputs.is_empty()).map(|inputs| {
            lines::values(TEST_INDENT, keys, inputs.into_iter().take(SAMPLES_PER_METHOD).map(pair).collect())
        }),
        nobody: action
            .key
            .as_ref()
            .is_none_or(|key| key.same("Id"))
            .then(|| ApexCode::single(&id_of(action, "1"), Place::new(TEST_INDENT, "Id nobody = ".len()))),
        spoilt: spoilt(action),
        has_outputs: !action.outputs.is_empty(),
        has_duplicate: samples.is_sound && has_serial_key(action),
    }
}

/// Start of the declaration of a map with the values of a request, by their keys after conversion.
const SENT_VALUES: &str = "Map<String, Object> sent = new Map<String, Object>";

fn sent(input: &Input<'_>) -> Piece {
    Piece::Code(format!("'{}' => request.{}", input.value_key(), input.member))
}

fn pair(input: &Input<'_>) -> Piece {
    Piece::Code(format!("'{}' => '{}'", input.value_key(), input.api_name))
}

/// Returns values that make a record fail: an Id that belongs to no record, or null for a required key.
fn spoilt(action: &Action<'_>) -> ApexCode {
    let key = action.key.as_ref().map_or("Id", ApiName::as_str);
    let value = if names::is_id(key) { "nobody" } else { "null" };
    let lead = "Map<String, Object> changes = new Map<String, Object>";
    lines::values(TEST_INDENT, lead, vec![Piece::Code(format!("'{key}' => {value}"))])
}

/// Returns whether the key is different in each sample request.
fn has_serial_key(action: &Action<'_>) -> bool {
    let key = action.key.as_ref().and_then(|key| action.input_for(key.as_str()));
    key.is_some_and(|input| samples::is_serial(action, input))
}

/// Returns the test of the outputs. Its values are distinct, so that it detects a value in the wrong variable.
fn outputs(action: &Action<'_>) -> Option<OutputsTest> {
    let numbered = action.outputs.iter().enumerate();
    let given = numbered.map(|(index, output)| {
        let value = match output.data_type {
            DataType::Text | DataType::MultiPicklist => format!("'Sample {index}'"),
            DataType::Integer => format!("{}", index + 1),
            DataType::Long => format!("{}L", index + 1),
            DataType::Decimal => format!("{}.5", index + 1),
            DataType::Boolean => (index % 2 == 0).to_string(),
            DataType::Id => call("PwDynamicActionTestKit.idOf", &["User.SObjectType", &index.to_string()]).flat(),
            DataType::Date => call("Date.newInstance", &["2026", &month(index), &day(index)]).flat(),
            DataType::Datetime => {
                call("Datetime.newInstanceGmt", &["2026", &month(index), &day(index), "12", "0", "0"]).flat()
            }
            DataType::Time => call("Time.newInstance", &[&(index % 24).to_string(), "0", "0", "0"]).flat(),
            DataType::Blob => call("Blob.valueOf", &[&format!("'Sample {index}'")]).flat(),
        };
        Piece::Code(format!("'{}' => {value}", output.field))
    });
    let given: Vec<_> = given.collect();
    let held = action.outputs.iter();
    let held = held.map(|output| Piece::Code(format!("'{}' => response.{}", output.field, output.member))).collect();
    let told = action.outputs.iter().flat_map(|output| {
        [output.field.as_str(), &output.plan.label, output.plan.data_type.trim()]
            .map(|text| Piece::Text(text.to_owned()))
    });
    (!given.is_empty()).then(|| OutputsTest {
        given: lines::values(TEST_INDENT, "Map<String, Object> given = new Map<String, Object>", given),
        told: lines::values(TEST_INDENT, "List<String> told = new List<String>", told.collect()),
        held: lines::values(TEST_INDENT, "Map<String, Object> held = new Map<String, Object>", held),
    })
}

fn handler(action: &Action<'_>, samples: &Samples) -> CallTest {
    let given = action.inputs.iter().zip(&samples.values).filter(|(_, value)| value.is_some()).map(|(input, _)| input);
    let items = vec![Piece::Text(action.plan.name.clone()), Piece::Code("'PwHandlerTestKit'".to_owned())];
    CallTest {
        registration: lines::arguments(TEST_INDENT, "PwInvocableActionFactory.register", items),
        sent: lines::values(TEST_INDENT, SENT_VALUES, given.map(sent).collect()),
        refusal: text("String refusal = ", &messages::about(&action.plan.label, "refused")),
    }
}
