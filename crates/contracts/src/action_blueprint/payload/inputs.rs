//! First stage of the evaluation: looks up every input in the payload, converts it, and reports missing ones.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use planwright_check::{Diagnostic, Suggestion, codes};
use planwright_generated::action_blueprint::{ActionBlueprint, ActionInput, InputUsage, Operation};
use planwright_runtime::Comparisons;
use planwright_source::{Found, Pointer, locate};
use serde_json::Value;

pub(crate) use crate::action_blueprint::counted::value_key;

use super::convert::{Unconvertible, convert};
use super::request::Request;
use super::typed::Typed;
use super::{INPUT_IGNORED, INVALID_CLEAR, INVALID_INPUT_TYPE, MISSING_REQUIRED_INPUT};
use crate::action_blueprint::counted::CountingFields;
use crate::action_blueprint::names::{is_id, same};

/// Result of the stage.
pub(crate) struct Inputs {
    pub(crate) values: BTreeMap<String, Typed>,
    pub(crate) found: Vec<Diagnostic>,
    pub(crate) errors: Vec<String>,
}

/// Reads all inputs. An invalid input does not prevent the others from being read.
pub(crate) fn read_inputs(blueprint: &ActionBlueprint, request: &Request<'_>) -> Inputs {
    let mut inputs = Inputs { values: BTreeMap::new(), found: Vec::new(), errors: Vec::new() };
    let Value::Object(payload) = request.payload else {
        let message = format!("{}: the request has no payload.", blueprint.label);
        inputs.found.push(Diagnostic::error(codes::TYPE_MISMATCH, Pointer::root(), message.clone()));
        inputs.errors.push(message);
        return inputs;
    };
    let cleared = named_to_clear(blueprint, request, &mut inputs);
    let taken: Vec<&ActionInput> = used_inputs(blueprint).collect();
    for input in &taken {
        let raw = payload.get(&input.api_name);
        let is_cleared = cleared.contains(input.api_name.as_str());
        match read_input(blueprint, input, (raw, is_cleared), request) {
            Ok(Some(value)) => drop(inputs.values.insert(value_key(input).to_owned(), value)),
            Ok(None) => {}
            Err((code, message)) => {
                let message = format!("{}: {message}", input.label);
                inputs.found.push(Diagnostic::error(code, Pointer::root().member(&input.api_name), message.clone()));
                inputs.errors.push(message);
            }
        }
    }
    let read: HashSet<&str> = taken.iter().map(|input| input.api_name.as_str()).collect();
    let stray = payload.keys().filter(|key| !read.contains(key.as_str()));
    // Reversed, so that the first of several inputs with the same name wins.
    let all = blueprint.inputs.iter().map(|input| (input.api_name.as_str(), input)).rev().collect::<HashMap<_, _>>();
    let comparisons = Comparisons::default();
    let near = |key: &str| comparisons.suggest(key, taken.iter().map(|input| input.api_name.as_str()));
    inputs.found.extend(stray.map(|key| unread(blueprint, key, all.get(key.as_str()).copied(), near)));
    inputs
}

/// Returns the inputs that the action uses. `CALL` uses all; other operations use those that set a field or that
/// requests are counted by.
pub(crate) fn used_inputs(blueprint: &ActionBlueprint) -> impl Iterator<Item = &ActionInput> {
    let call = blueprint.operation == Operation::Call;
    let counting = CountingFields::from_plan(blueprint);
    let is_taken = move |input: &&ActionInput| call || input.usage == InputUsage::Field || counting.has(input);
    blueprint.inputs.iter().filter(is_taken)
}

/// Returns the input for a name. Letter case does not matter. The keys of values are searched before the fields.
pub(crate) fn input_for<'b>(blueprint: &'b ActionBlueprint, name: &str) -> Option<&'b ActionInput> {
    let by_value = used_inputs(blueprint).find(|input| same(value_key(input), name));
    by_value.or_else(|| used_inputs(blueprint).filter(|input| same(&input.field_api_name, name)).last())
}

type Problem = (&'static str, Cow<'static, str>);

fn read_input(
    blueprint: &ActionBlueprint,
    input: &ActionInput,
    (raw, is_cleared): (Option<&Value>, bool),
    request: &Request<'_>,
) -> Result<Option<Typed>, Problem> {
    let value = match raw {
        None => Typed::Null,
        Some(raw) => {
            let number = if raw.is_number() { digits(request, &input.api_name) } else { None };
            let hint = if is_record_key(blueprint, input) { "Id" } else { &input.data_type };
            convert(hint, raw, number).map_err(|Unconvertible(message)| (INVALID_INPUT_TYPE, message.into()))?
        }
    };
    if value == Typed::Null && input.required {
        return Err((MISSING_REQUIRED_INPUT, "a value is required.".into()));
    }
    if is_cleared && value != Typed::Null {
        return Err((INVALID_CLEAR, "a value is given, and clearFields names the input.".into()));
    }
    // An absent or blank value leaves the field unchanged. Only an explicit null or `clearFields` clears it.
    if value == Typed::Null && !is_cleared && raw.is_none_or(|raw| !raw.is_null()) {
        return Ok(None);
    }
    // The prefix of a record id identifies its object.
    if let (Typed::Id(id), true) = (&value, is_record_key(blueprint, input)) {
        let prefix = request.object(&blueprint.target_s_object).and_then(|object| object.key_prefix.as_deref());
        if prefix.is_some_and(|prefix| prefix != id.prefix()) {
            return Err((INVALID_INPUT_TYPE, format!("not the Id of a {}.", blueprint.target_s_object).into()));
        }
    }
    Ok(Some(value))
}

/// Returns the inputs that `clearFields` names, by `apiName`. Blank names are ignored, unknown names are errors.
fn named_to_clear<'b>(blueprint: &'b ActionBlueprint, request: &Request<'_>, inputs: &mut Inputs) -> HashSet<&'b str> {
    let mut cleared = HashSet::new();
    let mut known = HashMap::new();
    if !request.clear.is_empty() {
        used_inputs(blueprint).for_each(|input| _ = known.entry(input.api_name.to_ascii_lowercase()).or_insert(input));
    }
    for name in request.clear.iter().map(|name| name.trim()).filter(|name| !name.is_empty()) {
        if let Some(input) = known.get(&name.to_ascii_lowercase()) {
            cleared.insert(input.api_name.as_str());
        } else {
            let message = format!("{}: clearFields names an unknown input: {name}.", blueprint.label);
            inputs.found.push(Diagnostic::error(INVALID_CLEAR, Pointer::root(), message.clone()));
            inputs.errors.push(message);
        }
    }
    cleared
}

fn is_record_key(blueprint: &ActionBlueprint, input: &ActionInput) -> bool {
    blueprint.operation != Operation::Call && is_id(value_key(input))
}

/// Returns the literal of a number in the payload.
fn digits<'r>(request: &Request<'r>, key: &str) -> Option<&'r str> {
    let text = request.text?;
    let place = locate(text, &Pointer::root().member(key)).filter(|place| place.found == Found::Exact)?;
    text.get(place.value)
}

/// Reports a payload key that is not read. `input` is the unused input of that name, if there is one.
fn unread<'b>(
    blueprint: &ActionBlueprint,
    key: &str,
    input: Option<&ActionInput>,
    near: impl FnOnce(&str) -> Option<Suggestion<'b>>,
) -> Diagnostic {
    let at = Pointer::root().member(key);
    if let Some(input) = input {
        let message = format!("{} does not use {} inputs, so {key:?} is ignored", blueprint.operation, input.usage);
        return Diagnostic::warning(INPUT_IGNORED, at, message).with_help("leave it out");
    }
    let message = format!("no input of {} is called {key:?}, so it is not written", blueprint.name);
    let help = near(key).map_or_else(|| "leave it out, or add an input".into(), |near| near.rename());
    Diagnostic::warning(codes::UNKNOWN_FIELD, at, message).with_help(help)
}
