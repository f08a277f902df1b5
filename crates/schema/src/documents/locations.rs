//! Finds the schemas in a description of an API.

use std::collections::BTreeSet;

use planwright_source::{Pointer, percent_decode};
use serde_json::Value;

use crate::keywords;

/// Properties whose value maps names to objects, so that a name is not a keyword.
const MAPS: &[&str] = &[
    "callbacks",
    "channels",
    "content",
    "encoding",
    "headers",
    "links",
    "messageTraits",
    "messages",
    "operations",
    "parameters",
    "pathItems",
    "paths",
    "replies",
    "requestBodies",
    "responses",
    "securitySchemes",
    "servers",
    "variables",
    "webhooks",
];
/// Properties with data of users.
const DATA: &[&str] = &["default", "enum", "example", "examples"];

/// Returns the location of every schema in a description of an API, and of every value that a schema refers to.
///
/// `keys` are the properties whose value is a schema. Schemas inside schemas are not listed.
pub(super) fn schemas(document: &Value, keys: &[&str]) -> Vec<Pointer> {
    let mut found = Vec::new();
    step(document, &Pointer::root(), keys, &mut found);
    let mut known: BTreeSet<Pointer> = found.iter().cloned().collect();
    let mut next = 0;
    while let Some(at) = found.get(next).cloned() {
        let schema = document.pointer(at.as_str()).unwrap_or(&Value::Null);
        for target in local_references(schema) {
            let is_schema =
                document.pointer(target.as_str()).is_some_and(|value| value.is_object() || value.is_boolean());
            if is_schema && !target.is_root() && !is_inside(&known, &target) {
                known.insert(target.clone());
                found.push(target);
            }
        }
        next += 1;
    }
    found
}

/// Returns the targets of the references of a schema that are in the same document.
pub(super) fn local_references(schema: &Value) -> Vec<Pointer> {
    let mut targets = Vec::new();
    keywords::walk(schema, &Pointer::root(), &mut |schema, _| {
        targets.extend(schema.get("$ref").and_then(Value::as_str).and_then(local_target));
    });
    targets
}

/// Returns the location that a reference names, if it is in the same document.
pub(super) fn local_target(reference: &str) -> Option<Pointer> {
    percent_decode(reference.strip_prefix('#')?)?.parse().ok()
}

/// Returns whether a location is one of `known` or inside one of them.
pub(super) fn is_inside(known: &BTreeSet<Pointer>, at: &Pointer) -> bool {
    let mut around = at.clone();
    loop {
        if known.contains(&around) {
            return true;
        }
        if around.pop().is_none() {
            return false;
        }
    }
}

fn step(value: &Value, at: &Pointer, keys: &[&str], found: &mut Vec<Pointer>) {
    let is_map = at.last().is_some_and(|last| MAPS.contains(&last.as_ref()));
    match value {
        Value::Object(members) => {
            for (name, child) in members {
                let here = at.member(name);
                let is_component = at.as_str() == "/components/schemas";
                let is_schema = child.is_object() || child.is_boolean();
                if is_schema && (is_component || !is_map && keys.contains(&name.as_str())) {
                    found.push(here);
                } else if is_map || !(DATA.contains(&name.as_str()) || name.starts_with("x-")) {
                    step(child, &here, keys, found);
                }
            }
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| step(item, &at.index(index), keys, found));
        }
        _ => {}
    }
}
