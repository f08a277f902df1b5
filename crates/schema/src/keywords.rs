//! Which keywords hold schemas: everything that walks a schema walks it through here, and never mistakes data (an `enum`,
//! a `default`, an example) for a schema.

use planwright_source::Pointer;
use serde_json::Value;

const SCHEMA: &[&str] = &[
    "additionalItems",
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
const SCHEMA_LIST: &[&str] = &["allOf", "anyOf", "items", "oneOf", "prefixItems"];
const SCHEMA_MAP: &[&str] =
    &["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"];

/// Keywords that constrain documents, in some dialect.
const CONSTRAINING: &[&str] = &[
    "$dynamicRef",
    "$recursiveRef",
    "$ref",
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "if",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "required",
    "then",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
];

/// Whether a schema constrains documents at all; `true` and `false` are taken to be meant.
pub fn constrains(schema: &Value) -> bool {
    let Some(members) = schema.as_object() else { return true };
    members.keys().any(|keyword| CONSTRAINING.contains(&keyword.as_str()))
}

/// The keywords that hold schemas.
pub(crate) fn all() -> impl Iterator<Item = &'static str> {
    SCHEMA.iter().chain(SCHEMA_LIST).chain(SCHEMA_MAP).copied()
}

/// Keywords of references that depend on the path of evaluation, which no fixed type can follow.
pub const DYNAMIC: &[&str] = &["$dynamicRef", "$recursiveRef"];

/// The keywords that hold definitions for others to refer to.
pub const DEFINITIONS: &[&str] = &["$defs", "definitions"];

/// The references that a schema makes, also those that depend on the path of evaluation.
pub fn references(schema: &Value) -> impl Iterator<Item = &str> {
    ["$ref"].iter().chain(DYNAMIC).filter_map(|keyword| schema.get(keyword)?.as_str())
}

/// Whether a schema refers to what depends on the path of evaluation.
pub fn is_dynamic(schema: &Value) -> bool {
    DYNAMIC.iter().any(|keyword| schema.get(keyword).is_some_and(Value::is_string))
}

/// The schemas directly inside `schema`, with their pointers.
pub fn children<'a>(schema: &'a Value, at: &Pointer) -> Vec<(Pointer, &'a Value)> {
    let Some(members) = schema.as_object() else { return Vec::new() };
    let mut found = Vec::new();
    for (keyword, value) in members {
        let here = at.member(keyword);
        match value {
            Value::Object(_) | Value::Bool(_) if SCHEMA.contains(&keyword.as_str()) => found.push((here, value)),
            Value::Array(items) if SCHEMA_LIST.contains(&keyword.as_str()) => {
                found.extend(items.iter().enumerate().map(|(index, item)| (here.index(index), item)));
            }
            Value::Object(map) if SCHEMA_MAP.contains(&keyword.as_str()) => {
                let schemas = map.iter().filter(|(_, item)| item.is_object() || item.is_boolean());
                found.extend(schemas.map(|(name, item)| (here.member(name), item)));
            }
            _ => {}
        }
    }
    found
}

/// Whether keywords alone lead from `schema` to the schema at `pointer`.
pub fn lead_to(schema: &Value, pointer: &Pointer) -> bool {
    let mut here = schema;
    let mut tokens = pointer.tokens();
    while let Some(keyword) = tokens.next() {
        let is_of = |keywords: &[&str]| keywords.contains(&keyword.as_ref());
        let child = match here.get(keyword.as_ref()) {
            Some(value @ (Value::Object(_) | Value::Bool(_))) if is_of(SCHEMA) => Some(value),
            Some(Value::Array(items)) if is_of(SCHEMA_LIST) => {
                tokens.next().and_then(|index| items.get(index.parse::<usize>().ok()?))
            }
            Some(Value::Object(map)) if is_of(SCHEMA_MAP) => tokens.next().and_then(|name| map.get(name.as_ref())),
            _ => None,
        };
        match child {
            Some(child @ (Value::Object(_) | Value::Bool(_))) => here = child,
            _ => return false,
        }
    }
    true
}

/// Calls `visit` for `schema` and every schema inside it, parents first.
pub fn walk<'a>(schema: &'a Value, at: &Pointer, visit: &mut impl FnMut(&'a Value, &Pointer)) {
    visit(schema, at);
    for (pointer, child) in children(schema, at) {
        walk(child, &pointer, visit);
    }
}

/// Rebuilds `schema`, which stands at `at`, with `edit` applied to every schema inside it, children first.
pub fn rebuild(schema: &Value, at: &Pointer, edit: &mut impl FnMut(&mut Value, &Pointer)) -> Value {
    let mut copy = match schema {
        Value::Object(members) => {
            let members = members.iter().map(|(keyword, value)| (keyword.clone(), member(keyword, value, at, edit)));
            Value::Object(members.collect())
        }
        plain => plain.clone(),
    };
    edit(&mut copy, at);
    copy
}

/// A member of a schema, with the schemas rebuilt that [`children`] finds in it.
fn member(keyword: &str, value: &Value, at: &Pointer, edit: &mut impl FnMut(&mut Value, &Pointer)) -> Value {
    match value {
        Value::Object(_) | Value::Bool(_) if SCHEMA.contains(&keyword) => rebuild(value, &at.member(keyword), edit),
        Value::Array(items) if SCHEMA_LIST.contains(&keyword) => {
            let here = at.member(keyword);
            items.iter().enumerate().map(|(index, item)| rebuild(item, &here.index(index), edit)).collect()
        }
        Value::Object(map) if SCHEMA_MAP.contains(&keyword) => {
            let here = at.member(keyword);
            let schemas = map.iter().map(|(name, item)| match item {
                Value::Object(_) | Value::Bool(_) => (name.clone(), rebuild(item, &here.member(name), edit)),
                other => (name.clone(), other.clone()),
            });
            Value::Object(schemas.collect())
        }
        other => other.clone(),
    }
}
