//! Implements `planwright rules guardrails`: describes each guardrail, from the schema and the table of guardrails.

use std::fmt::Write as _;

use planwright_contracts::action_blueprint::guardrails::{GUARDRAILS, GuardrailInfo, Phase};
use planwright_generated::SchemaRoot as _;
use planwright_generated::action_blueprint::ActionBlueprint;
use serde_json::{Value, json};

/// Returns a list with name and description.
pub fn human() -> String {
    let mut list = "guardrails: name, when it passes\n".to_owned();
    for info in GUARDRAILS {
        let _ = writeln!(list, "  {:<26} {}", info.name, info.description);
    }
    list
}

/// Returns an array with an object for each guardrail.
pub fn json() -> Value {
    let row = |info: &GuardrailInfo| json!({ "group": "guardrails", "code": info.name, "purpose": info.description, "message": info.message, "cost": info.cost });
    GUARDRAILS.iter().map(row).collect()
}

/// Returns a section for each guardrail.
pub fn markdown() -> String {
    let schema: Value = serde_json::from_str(ActionBlueprint::SCHEMA).unwrap_or_default();
    GUARDRAILS.iter().map(|info| section(info, &schema)).collect::<Vec<_>>().join("\n")
}

fn section(info: &GuardrailInfo, schema: &Value) -> String {
    let mut section = format!("### {}\n\n", info.name);
    if let Some(same) = synonym(info) {
        let _ = writeln!(section, "Synonym of [{same}](#{}).", same.to_lowercase());
        return section;
    }
    let definition = definition(schema, info.name);
    let _ = writeln!(section, "Passes if: {}\n", info.description);
    let params = resolve(schema, &definition["properties"]["params"]);
    for (name, shape) in params["properties"].as_object().into_iter().flatten() {
        let required = params["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
        let need = if required { "required" } else { "optional" };
        let about = shape["description"].as_str().unwrap_or_default();
        // The page describes these for all guardrails.
        let about = if ["field", "fields"].contains(&name.as_str()) && info.phase != Phase::Last {
            String::new()
        } else {
            format!(": {about}")
        };
        let _ = writeln!(section, "- `{name}` ({}, {need}){about}", value(schema, shape));
    }
    let messages = [&info.message].into_iter().chain(info.variants).chain(info.other_messages);
    // A blueprint that passed its check causes no message about the guardrail itself.
    let messages = messages.filter(|message| !message.contains("{type}"));
    let messages: Vec<String> = messages.map(|message| format!("`{message}`")).collect();
    let _ = writeln!(section, "- Messages: {}", messages.join(" "));
    if info.phase == Phase::Last {
        section.push_str("- Runs last, and only for requests that pass all others\n");
    }
    if !info.cost.starts_with("none") {
        let _ = writeln!(section, "- Cost: {}", info.cost);
    }
    section
}

/// Returns the first guardrail with the same check, if it is not this one.
fn synonym(info: &GuardrailInfo) -> Option<&'static str> {
    let is_same = |other: &&GuardrailInfo| other.description == info.description && other.message == info.message;
    let first = GUARDRAILS.iter().find(is_same)?;
    (first.name != info.name).then_some(first.name)
}

/// Describes the allowed values in a few words.
fn value(schema: &Value, shape: &Value) -> String {
    let known = shape["allOf"].get(0).map_or_else(|| resolve(schema, shape), |one| resolve(schema, one));
    let mut words = match known["type"].as_str().unwrap_or_default() {
        "array" => format!("list of {}s", value(schema, &known["items"])),
        name => name.to_owned(),
    };
    if let Some(values) = known["enum"].as_array() {
        words = values.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ");
    }
    if let (Some(least), Some(most)) = (known["minimum"].as_i64(), known["maximum"].as_i64()) {
        let _ = write!(words, " from {least} to {most}");
    }
    if let Some(default) = shape["default"].as_str() {
        let _ = write!(words, "; default {default}");
    }
    words
}

fn definition<'s>(schema: &'s Value, guardrail: &str) -> &'s Value {
    let all = schema["definitions"]["Guardrail"]["oneOf"].as_array().into_iter().flatten();
    let mut definitions = all.map(|one| resolve(schema, one));
    definitions.find(|one| one["properties"]["type"]["const"] == guardrail).unwrap_or(&Value::Null)
}

fn resolve<'s>(schema: &'s Value, shape: &'s Value) -> &'s Value {
    let target = shape["$ref"].as_str().and_then(|path| schema.pointer(path.trim_start_matches('#')));
    target.unwrap_or(shape)
}
