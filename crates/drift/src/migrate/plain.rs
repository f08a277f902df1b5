//! Schemas whose values can be edited part by part.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// How many references are followed, one to the next.
const REFERENCES: usize = 32;
/// Keywords that ask nothing of an object or of an array.
const SILENT: [&str; 8] =
    ["title", "description", "default", "examples", "definitions", "$defs", "$schema", "$comment"];
/// Keywords of which only the presence of members decides.
const PRESENCE: [&str; 7] = ["anyOf", "oneOf", "allOf", "not", "required", "dependentRequired", "type"];

/// An object schema whose members can be edited.
pub(super) struct PlainObject<'s> {
    pub properties: &'s Map<String, Value>,
    pub required: Vec<&'s str>,
    pub is_closed: bool,
    /// Keywords that say which members stand together, and the members that they name. They do not hinder edits of values.
    pub presence: BTreeSet<&'s str>,
}

pub(super) fn plain_object(schema: &Value) -> Option<PlainObject<'_>> {
    let members = schema.as_object()?;
    let mut presence = BTreeSet::new();
    for (keyword, value) in members {
        match keyword.as_str() {
            "type" | "properties" | "required" | "additionalProperties" => {}
            keyword if SILENT.contains(&keyword) || keyword.starts_with("x-") => {}
            keyword if PRESENCE.contains(&keyword) => names(keyword, value, &mut presence)?,
            _ => return None,
        }
    }
    let is_closed = match members.get("additionalProperties") {
        None | Some(Value::Bool(true)) => false,
        Some(Value::Bool(false)) => true,
        Some(_) => return None,
    };
    if members.get("type").and_then(Value::as_str) != Some("object") {
        return None;
    }
    let properties = members.get("properties")?.as_object()?;
    let required = members.get("required").and_then(Value::as_array).into_iter().flatten();
    Some(PlainObject { properties, required: required.filter_map(Value::as_str).collect(), is_closed, presence })
}

/// The members that a keyword of presence names; `None` where it asks something else too.
fn names<'s>(keyword: &str, value: &'s Value, into: &mut BTreeSet<&'s str>) -> Option<()> {
    let list = |value: &'s Value, into: &mut BTreeSet<&'s str>| {
        into.extend(value.as_array().into_iter().flatten().filter_map(Value::as_str));
    };
    match (keyword, value) {
        ("anyOf" | "oneOf" | "allOf", Value::Array(branches)) => {
            branches.iter().try_for_each(|branch| names("not", branch, into))
        }
        ("not", Value::Object(members)) => members.iter().try_for_each(|(keyword, value)| {
            (PRESENCE.contains(&keyword.as_str())).then_some(())?;
            names(keyword, value, into)
        }),
        ("required", value) => {
            list(value, into);
            Some(())
        }
        ("dependentRequired", Value::Object(members)) => {
            for (name, value) in members {
                into.insert(name);
                list(value, into);
            }
            Some(())
        }
        ("type", Value::String(name)) if name == "object" => Some(()),
        _ => None,
    }
}

/// The schema that a local reference leads to; a reference with keywords beside it that assert something stays.
pub(super) fn resolved<'s>(document: &'s Value, mut schema: &'s Value) -> &'s Value {
    for _ in 0..REFERENCES {
        let is_plain = schema.as_object().is_some_and(|members| {
            let is_silent = |name: &str| name == "$ref" || SILENT.contains(&name) || name.starts_with("x-");
            members.keys().all(|name| is_silent(name))
        });
        let reference = schema.get("$ref").and_then(Value::as_str).filter(|_| is_plain);
        match reference.and_then(|reference| document.pointer(reference.strip_prefix('#')?)) {
            Some(target) => schema = target,
            None => return schema,
        }
    }
    schema
}

/// The schema of the elements of an array.
pub(super) fn items(schema: &Value) -> Option<&Value> {
    schema.get("items").filter(|items| items.is_object() && schema["type"] == "array")
}

/// Whether nothing but number and difference is asked of the elements of an array besides their schema.
pub(super) fn is_plain_array(schema: &Value) -> bool {
    const ARRAY: [&str; 5] = ["type", "items", "minItems", "maxItems", "uniqueItems"];
    schema.as_object().is_some_and(|members| {
        let is_plain = |name: &str| ARRAY.contains(&name) || SILENT.contains(&name) || name.starts_with("x-");
        members.keys().all(|name| is_plain(name))
    })
}
