//! Lowers a blueprint to the JSON that the runtime parses: a description as data is shorter than one as statements.

use planwright_apex::characters::is_unsafe;
use planwright_apex::layout::{Group, PRINT_WIDTH, Piece, Place, STEP};
use planwright_apex::literal;
use planwright_apex::tokens::plain_digits;
use planwright_contracts::action_blueprint::data_type::DataType;
use planwright_contracts::action_blueprint::guardrails::{
    Param, ParamKind, ParamValue, guardrail_type, info_of, own_message, param_values, record_access,
};
use planwright_generated::action_blueprint::Guardrail;
use serde_json::{Map, Value};

use crate::tokens::{ApexCode, ApiName};

use super::action::{Action, Input, OutputValue};
use super::lines;

/// Declaration of the blueprint, up to the arguments.
const FIELD: &str = "private static final PwActionDefinition BLUEPRINT = PwActionDefinition.parse";
/// Indentation of the arguments, which are on their own lines.
const INDENT: usize = 2 * STEP;
/// Width of a part of the JSON with its quotes. It is indented once more, and an operator is behind it.
const PART_WIDTH: usize = PRINT_WIDTH - INDENT - STEP - " +".len();
/// Number of characters at the end of a part among which a comma or a space is preferred as the last one.
const SEARCHED: usize = 36;
/// Length from which JSON is longer than a line, for any width of its letters.
const SURELY_LONG: usize = 3 * PRINT_WIDTH;

/// Returns the arguments of `PwActionDefinition.parse`: the token of the object, those of the fields that are written, and
/// the blueprint as JSON. The platform compiles the tokens, so a field that does not exist cannot be deployed.
pub(crate) fn arguments(action: &Action<'_>) -> ApexCode {
    let token = Piece::code(format!("new {}().getSObjectType()", action.object_type()));
    let fields = action.written().map(|input| lines::field_token(action, input)).collect();
    let fields = Piece::values("new List<Schema.SObjectField>", fields);
    let group = Group::arguments(vec![token, fields, Piece::Literal(literals(&json(action)))]);
    ApexCode::fit(&group, Place::new(STEP, FIELD.len()))
}

/// Returns the blueprint as JSON without what the runtime does not read.
fn json(action: &Action<'_>) -> String {
    let plan = action.plan;
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("name", plan.name.as_str().into());
    put("label", plan.label.as_str().into());
    put("operation", action.operation.contract_name().into());
    if let Some(summary) = action.summary {
        put("summary", summary.into());
    }
    if let Some(checkpoint) = action.checkpoint {
        put("checkpoint", checkpoint.into());
    }
    if action.takes_token {
        put("takesToken", true.into());
    }
    if let Some(key) = &action.key {
        put("keyField", key.as_str().into());
    }
    put("inputs", action.inputs.iter().map(|input| self::input(action, input)).collect());
    put("guardrails", action.guardrails.iter().map(|rule| self::rule(action, rule)).collect());
    put("outputs", action.outputs.iter().map(output).collect());
    Value::Object(object).to_string()
}

fn input(action: &Action<'_>, input: &Input<'_>) -> Value {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("apiName", input.api_name.as_str().into());
    if input.field != input.api_name {
        put("fieldApiName", input.field.as_str().into());
    }
    if input.plan.label != input.api_name.as_str() {
        put("label", input.plan.label.as_str().into());
    }
    // Without an adapter, the runtime converts all other values to strings.
    if action.converts() || input.data_type == DataType::Id {
        put("dataType", input.hint().into());
    }
    if input.required {
        put("required", true.into());
    }
    if !input.is_field {
        put("usage", input.plan.usage.as_ref().into());
    }
    Value::Object(object)
}

fn output(output: &OutputValue<'_>) -> Value {
    serde_json::json!({
        "fieldApiName": output.field.as_str(),
        "label": output.plan.label,
        "dataType": output.plan.data_type.trim(),
    })
}

fn rule(action: &Action<'_>, guardrail: &Guardrail) -> Value {
    let mut object = Map::new();
    object.insert("type".to_owned(), guardrail_type(guardrail).into());
    let given = param_values(guardrail);
    for param in info_of(guardrail).params {
        let value = given.iter().find(|(one, _)| one.name == param.name).map(|(_, value)| *value);
        if let Some(value) = self::param(action, guardrail, param, value) {
            object.insert(param.name.to_owned(), value);
        }
    }
    if let Some(message) = own_message(guardrail) {
        object.insert("message".to_owned(), message.into());
    }
    Value::Object(object)
}

/// Returns the value of a parameter. Some kinds of parameters have a default; other missing parameters are left out.
fn param(action: &Action<'_>, guardrail: &Guardrail, param: &Param, value: Option<ParamValue<'_>>) -> Option<Value> {
    Some(match (param.kind, value) {
        (ParamKind::Fields | ParamKind::Records, _) => {
            lines::fields(action, guardrail)?.iter().map(|name| Value::from(name.as_str())).collect()
        }
        (ParamKind::Access, _) => lines::access(record_access(guardrail)?).as_str().into(),
        (_, Some(ParamValue::Text(name))) => ApiName::near(name).as_str().into(),
        (_, Some(ParamValue::Texts(texts))) => texts.iter().map(|text| Value::from(text.as_str())).collect(),
        (_, Some(ParamValue::Number(number))) => self::number(number),
        (_, Some(ParamValue::Count(count))) => count.into(),
        (_, Some(ParamValue::Access(level))) => lines::access(level).as_str().into(),
        (_, None) => return None,
    })
}

/// Returns a number without a fraction as an integer, because messages show it as it is.
fn number(value: f64) -> Value {
    plain_digits(value).parse::<i64>().map_or_else(|_| value.into(), Value::from)
}

/// Returns a string as a literal, or as parts of a concatenation of which each fits on a line.
fn literals(json: &str) -> String {
    let text = if json.len() < SURELY_LONG { literal::ascii_json(json) } else { visible(json) };
    let whole = literal::quote(&text);
    if whole.len() <= PRINT_WIDTH - INDENT {
        return whole;
    }
    let mut parts = Vec::new();
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let (part, more) = rest.split_at(end_of_part(rest));
        parts.push(literal::quote(part));
        rest = more;
    }
    parts.join(&format!(" +\n{}", " ".repeat(INDENT + STEP)))
}

/// Returns the number of bytes of the next part.
fn end_of_part(text: &str) -> usize {
    let mut width = "''".len();
    let (mut end, mut best) = (0, None);
    for (at, letter) in text.char_indices() {
        // Letters that need an escape in Apex, or two columns.
        width += if matches!(letter, '\'' | '\\') || !letter.is_ascii() { 2 } else { 1 };
        if width > PART_WIDTH {
            return best.filter(|best| end - best <= SEARCHED).unwrap_or(end);
        }
        end = at + letter.len_utf8();
        if matches!(letter, ',' | ' ') {
            best = Some(end);
        }
    }
    text.len()
}

/// Escapes the characters of a JSON document that a source file must not contain. They only occur in strings.
fn visible(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    let mut buffer = [0; 4];
    for letter in json.chars() {
        if is_unsafe(letter) {
            text.push_str(&literal::ascii_json(letter.encode_utf8(&mut buffer)));
        } else {
            text.push(letter);
        }
    }
    text
}
