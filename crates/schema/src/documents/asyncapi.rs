//! Reads the payloads and headers of the messages of `AsyncAPI` 3.

use planwright_source::Pointer;
use serde_json::Value;

use super::parts::Parts;
use super::translate::{Dialect, translate, without_discriminators};
use super::{DocumentProblem, NormalizedDocument, discriminators, locations};

/// Schemas of a message, with the suffixes of their names.
const OF_MESSAGE: [(&str, &str); 2] = [("payload", "Payload"), ("headers", "Headers")];

pub(super) fn is_one(document: &Value) -> bool {
    document.get("asyncapi").is_some_and(Value::is_string)
}

/// Returns the document with all schemas translated to JSON Schema, and the old location of each keyword that was moved,
/// by its new location.
pub(super) fn normalized(document: &Value) -> Result<NormalizedDocument, Vec<DocumentProblem>> {
    let version = document.get("asyncapi").and_then(Value::as_str).unwrap_or_default();
    if !version.starts_with("3.") {
        let at = Pointer::root().member("asyncapi");
        let problem = DocumentProblem::malformed(at, "this version of AsyncAPI is not supported");
        return Err(vec![problem.with_help("convert the document to AsyncAPI 3")]);
    }
    let mut document = document.clone();
    let schemas = locations::schemas(&document, &["payload", "schema"]);
    let mut moved = Vec::new();
    for at in &schemas {
        if let Some(schema) = document.pointer_mut(at.as_str()) {
            *schema = translate(schema, at, Dialect::JsonSchema, &mut moved);
        }
    }
    discriminators::apply(&mut document, &schemas);
    for at in &schemas {
        if let Some(schema) = document.pointer_mut(at.as_str()) {
            *schema = without_discriminators(schema, at);
        }
    }
    Ok((document, moved))
}

/// Returns the schemas of a normalized document with stable names: components have their names, and the schemas of a
/// message the name of the message with `Payload` or `Headers`.
pub(super) fn parts(document: &Value) -> Parts<'_> {
    let mut parts = Parts::new(document);
    let section = |at: Pointer| {
        let members = document.pointer(at.as_str()).and_then(Value::as_object);
        members.into_iter().flatten().map(move |(name, value)| (name, at.member(name), value))
    };
    let components = Pointer::root().member("components");
    for (name, at, value) in section(components.member("schemas")) {
        if let Some(at) = json_schema(&at, value) {
            parts.add_named(name, at);
        }
    }
    let mut messages: Vec<(Vec<String>, Pointer, &Value)> = section(components.member("messages"))
        .map(|(name, at, message)| (vec![name.clone(), format!("{name} Message")], at, message))
        .collect();
    for (channel, at, _) in section(Pointer::root().member("channels")) {
        messages.extend(section(at.member("messages")).map(|(name, at, message)| {
            (vec![name.clone(), format!("{channel} {name}"), format!("{channel} {name} Message")], at, message)
        }));
    }
    for (names, at, message) in messages {
        for (key, suffix) in OF_MESSAGE {
            let schema = message.get(key).and_then(|schema| json_schema(&at.member(key), schema));
            if let Some(at) = schema {
                let names: Vec<String> = names.iter().map(|name| format!("{name} {suffix}")).collect();
                parts.add(&names, at);
            }
        }
    }
    parts.add_referred();
    parts
}

/// Returns the location of a JSON Schema, which may be wrapped with the name of its format. Returns `None` for other
/// formats, such as Avro.
fn json_schema(at: &Pointer, schema: &Value) -> Option<Pointer> {
    let Some(format) = schema.get("schemaFormat").and_then(Value::as_str) else {
        return (schema.is_object() || schema.is_boolean()).then(|| at.clone());
    };
    let essence = format.split(';').next().unwrap_or_default().trim();
    let is_json_schema =
        ["application/schema+", "application/vnd.aai.asyncapi"].iter().any(|start| essence.starts_with(start));
    is_json_schema.then(|| at.member("schema"))
}
