//! Extracts calls from agent functions (`GenAiFunction`) that invoke Apex, and from their schemas.

use planwright_check::Report;
use planwright_source::{Place, Pointer, locate_all, parse};
use serde_json::Value;

use super::{ActionCall, CalledParam, CallerKind, FoundInFiles};
use planwright_org::xml::{self, child, content, span};

/// Suffix of the file of a function.
const FILE_SUFFIX: &str = ".genAiFunction-meta.xml";

/// Adds the calls of the functions among the files. Invalid files are reported as findings.
pub(super) fn calls(files: &[(String, String)], calls: &mut Vec<ActionCall>, found: &mut FoundInFiles) {
    for (path, text) in files.iter().filter(|(path, _)| path.ends_with(FILE_SUFFIX)) {
        let document = match xml::parse(text) {
            Ok(document) => document,
            Err(report) => {
                report.into_iter().for_each(|one| found.add(path, one));
                continue;
            }
        };
        let root = document.root_element();
        let (Some(target), Some(class)) = (child(root, "invocationTarget"), content(root, "invocationTarget")) else {
            continue;
        };
        if content(root, "invocationTargetType") != Some("apex") {
            continue;
        }
        let (folder, file) = path.rsplit_once('/').map_or(("", path.as_str()), |(folder, file)| (folder, file));
        let name = file.strip_suffix(FILE_SUFFIX).unwrap_or(file);
        let mut params = |side: &str| {
            let schema =
                if folder.is_empty() { format!("{side}/schema.json") } else { format!("{folder}/{side}/schema.json") };
            let beside = files.iter().find(|(path, _)| *path == schema);
            beside.map_or_else(Vec::new, |(path, text)| params(path, text, found))
        };
        calls.push(ActionCall {
            caller: format!("the agent function {name}"),
            kind: CallerKind::Function,
            class: class.to_owned(),
            file: path.clone(),
            span: span(target),
            inputs: params("input"),
            outputs: params("output"),
        });
    }
}

/// Returns the properties of a schema with their types.
fn params(path: &str, text: &str, found: &mut FoundInFiles) -> Vec<CalledParam> {
    let schema = match parse(text) {
        Ok(schema) => schema,
        Err(problems) => {
            Report::of_problems_in(problems, text).into_iter().for_each(|one| found.add(path, one));
            return Vec::new();
        }
    };
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return Vec::new() };
    let pointers: Vec<Pointer> =
        properties.keys().map(|name| Pointer::root().member("properties").member(name)).collect();
    let places = locate_all(text, &pointers);
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|one| one == name));
    let read = |((name, property), place): ((&String, &Value), Option<Place>)| CalledParam {
        name: name.clone(),
        file: path.to_owned(),
        span: place.map_or(0..0, |place| place.key.unwrap_or(place.value)),
        declared: declared(property),
        is_sure: is_required(name),
    };
    properties.iter().zip(places).map(read).collect()
}

/// Returns the Lightning type of a property, in the form that Agent Script uses for an `object`.
fn declared(property: &Value) -> Option<(String, Option<String>)> {
    let lightning = |value: &Value| value.get("lightning:type").and_then(Value::as_str).map(str::to_owned);
    match lightning(property)? {
        list if list == "lightning__listType" => {
            Some(("list[object]".to_owned(), property.get("items").and_then(lightning)))
        }
        plain => Some(("object".to_owned(), Some(plain))),
    }
}
