//! Implements `planwright rules guardrails`: describes each guardrail, from the schema and the table of guardrails.

use std::fmt::Write as _;

use planwright_contracts::action_blueprint::guardrails::{GUARDRAILS, GuardrailInfo, Phase};
use planwright_generated::SchemaRoot as _;
use planwright_generated::action_blueprint::ActionBlueprint;
use planwright_schema::draft;
use planwright_schema::model::{Schema, Type};
use planwright_source::Pointer;
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
    let document: Value = serde_json::from_str(ActionBlueprint::SCHEMA).unwrap_or_default();
    let schema = Schema::from_value(&document, draft::of_document(&document));
    GUARDRAILS.iter().map(|info| section(info, &schema)).collect::<Vec<_>>().join("\n")
}

fn section(info: &GuardrailInfo, schema: &Schema) -> String {
    let mut section = format!("### {}\n\n", info.name);
    if let Some(same) = synonym(info) {
        let _ = writeln!(section, "Synonym of [{same}](#{}).", same.to_lowercase());
        return section;
    }
    let properties = definition(schema, info.name).map(|definition| &definition.groups().object);
    let _ = writeln!(section, "Passes if: {}\n", info.description);
    let params = properties.and_then(|object| object.property("params"));
    let params = params.map(|params| &resolve(schema, params).groups().object);
    let shapes = params.iter().filter_map(|params| Some((params, params.properties.as_ref()?)));
    for (params, (name, shape)) in shapes.flat_map(|(params, all)| all.iter().map(move |one| (params, one))) {
        let need = if params.requires(name) { "required" } else { "optional" };
        let about = shape.groups().annotations.description.as_deref().unwrap_or_default();
        // The page describes these for all guardrails.
        let about = if ["field", "fields"].contains(&&**name) && info.phase != Phase::Last {
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
fn value(schema: &Schema, shape: &Schema) -> String {
    let groups = shape.groups();
    let extended = groups.logic.all_of.as_deref().and_then(<[Schema]>::first);
    let known = resolve(schema, extended.unwrap_or(shape)).groups();
    let mut words = match (known.single_type(), known.array.rest()) {
        (Some(Type::Array), Some(items)) => format!("list of {}s", value(schema, items)),
        (kind, _) => kind.map_or_else(String::new, |kind| kind.name().to_owned()),
    };
    if let Some(values) = &known.values.enumeration {
        words = values.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ");
    }
    if let (Some(least), Some(most)) = (&known.number.minimum, &known.number.maximum) {
        let _ = write!(words, " from {least} to {most}");
    }
    if let Some(default) = groups.annotations.default.as_ref().and_then(Value::as_str) {
        let _ = write!(words, "; default {default}");
    }
    words
}

/// Returns the definition of a guardrail.
fn definition<'s>(schema: &'s Schema, guardrail: &str) -> Option<&'s Schema> {
    let all = schema.at(&Pointer::root().member("definitions").member("Guardrail"))?;
    let mut definitions = all.groups().logic.one_of.iter().flatten().map(|one| resolve(schema, one));
    definitions.find(|one| {
        let kind = one.groups().object.property("type");
        kind.is_some_and(|kind| kind.groups().values.constant.as_ref().is_some_and(|name| name == guardrail))
    })
}

fn resolve<'s>(schema: &'s Schema, shape: &'s Schema) -> &'s Schema {
    let target = shape.groups().references.reference.as_deref();
    let target = target.and_then(|path| schema.at(&path.strip_prefix('#')?.parse().ok()?));
    target.unwrap_or(shape)
}
