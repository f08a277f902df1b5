//! Recognizes schemas whose values can be edited part by part.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// Maximum number of references that are followed in a row.
const MAX_REFERENCES: usize = 32;
/// Keywords that assert nothing about an object or an array.
const NON_ASSERTING: [&str; 12] = [
    "title",
    "description",
    "default",
    "examples",
    "example",
    "readOnly",
    "writeOnly",
    "deprecated",
    "definitions",
    "$defs",
    "$schema",
    "$comment",
];
/// Keywords that may assert something about the object or any of its properties.
const MAYBE_ASSERTING: [&str; 26] = [
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
    "$id",
    "id",
    "$anchor",
    "$dynamicAnchor",
    "$recursiveAnchor",
    "type",
    "enum",
    "const",
    "not",
    "if",
    "then",
    "else",
    "anyOf",
    "oneOf",
    "allOf",
    "additionalProperties",
    "unevaluatedProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "extends",
    "disallow",
];

/// Object schema whose properties can be edited. Without `type`, other values are valid too, and they are not edited.
#[derive(Clone, Default)]
pub(super) struct PlainObject<'s> {
    pub required: Vec<&'s str>,
    pub is_closed: bool,
    /// Schema of undescribed properties, if there is one.
    pub others: Option<&'s Value>,
    pub properties: Members<'s>,
    /// Keywords about several properties at once.
    pub conditions: Vec<&'s str>,
    /// Properties whose presence these keywords depend on.
    pub present: BTreeSet<&'s str>,
    /// Properties whose values these keywords depend on.
    pub valued: BTreeSet<&'s str>,
}

/// Properties of an object schema, by name.
#[derive(Clone, Copy, Default)]
pub(super) struct Members<'s>(Option<&'s Map<String, Value>>);

impl<'s> Members<'s> {
    pub(super) fn get(self, name: &str) -> Option<&'s Value> {
        self.0.and_then(|members| members.get(name))
    }

    pub(super) fn iter(self) -> impl Iterator<Item = (&'s String, &'s Value)> {
        self.0.into_iter().flatten()
    }

    pub(super) fn contains(self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

/// Parses an old object schema. Returns `None` if the dependencies of one of its keywords are unknown.
pub(super) fn plain_object(schema: &Value) -> Option<PlainObject<'_>> {
    object(schema, true)
}

/// Parses a new object schema. Its other keywords may be unknown, because the proof covers them.
pub(super) fn new_object(schema: &Value) -> Option<PlainObject<'_>> {
    object(schema, false)
}

fn object(schema: &Value, is_old: bool) -> Option<PlainObject<'_>> {
    let members = schema.as_object()?;
    let mut object = PlainObject::default();
    for (keyword, value) in members {
        match keyword.as_str() {
            "type" | "properties" | "required" | "additionalProperties" => {}
            keyword if NON_ASSERTING.contains(&keyword) || keyword.starts_with("x-") => {}
            "$ref" => return None,
            keyword => {
                object.conditions.push(keyword);
                if depend(keyword, value, &mut object).is_none() && is_old {
                    return None;
                }
            }
        }
    }
    object.is_closed = members.get("additionalProperties") == Some(&Value::Bool(false));
    object.others = members.get("additionalProperties").filter(|others| others.is_object());
    let is_object =
        |kind: &Value| kind == "object" || kind.as_array().is_some_and(|all| all.iter().any(|one| one == "object"));
    if !members.get("type").is_none_or(is_object) {
        return None;
    }
    object.properties = match members.get("properties") {
        Some(properties) => Members(Some(properties.as_object()?)),
        None if object.others.is_some() => Members(None),
        None => return None,
    };
    let required = members.get("required").and_then(Value::as_array).into_iter().flatten();
    object.required = required.filter_map(Value::as_str).collect();
    Some(object)
}

/// Records the properties that a keyword depends on. Returns `None` if it may depend on all of them.
fn depend<'s>(keyword: &str, value: &'s Value, object: &mut PlainObject<'s>) -> Option<()> {
    let list = |value: &'s Value, object: &mut PlainObject<'s>| {
        object.present.extend(value.as_array().into_iter().flatten().filter_map(Value::as_str));
    };
    match (keyword, value) {
        ("anyOf" | "oneOf" | "allOf", Value::Array(branches)) => {
            branches.iter().try_for_each(|branch| depend("not", branch, object))
        }
        ("not" | "if" | "then" | "else", Value::Object(members)) => {
            members.iter().try_for_each(|(keyword, value)| depend(keyword, value, object))
        }
        ("required", Value::Array(_)) => {
            list(value, object);
            Some(())
        }
        ("properties", Value::Object(members)) => {
            object.present.extend(members.keys().map(String::as_str));
            object.valued.extend(members.keys().map(String::as_str));
            Some(())
        }
        ("dependentRequired" | "dependencies" | "dependentSchemas", Value::Object(members)) => {
            for (name, value) in members {
                object.present.insert(name);
                if value.is_array() {
                    list(value, object);
                } else {
                    depend("not", value, object)?;
                }
            }
            Some(())
        }
        ("type", Value::String(name)) if name == "object" => Some(()),
        // Unknown keywords assert nothing.
        (keyword, _) => (!MAYBE_ASSERTING.contains(&keyword)).then_some(()),
    }
}

/// Follows local references. Stops at a reference that has asserting keywords next to it.
pub(super) fn resolved<'s>(document: &'s Value, mut schema: &'s Value) -> &'s Value {
    for _ in 0..MAX_REFERENCES {
        let is_plain = schema.as_object().is_some_and(|members| {
            let is_silent = |name: &str| name == "$ref" || NON_ASSERTING.contains(&name) || name.starts_with("x-");
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

/// Returns the schema of the elements of an array.
pub(super) fn items(schema: &Value) -> Option<&Value> {
    let kind = schema.get("type");
    let is_array = kind
        .is_none_or(|kind| kind == "array" || kind.as_array().is_some_and(|all| all.iter().any(|one| one == "array")));
    schema.get("items").filter(|items| items.is_object() && is_array)
}

/// Checks that an array has no assertions about its elements except their schema, their number and their uniqueness.
pub(super) fn is_plain_array(schema: &Value) -> bool {
    const PLAIN_ARRAY_KEYWORDS: [&str; 5] = ["type", "items", "minItems", "maxItems", "uniqueItems"];
    schema.as_object().is_some_and(|members| {
        let is_plain = |name: &str| {
            PLAIN_ARRAY_KEYWORDS.contains(&name) || NON_ASSERTING.contains(&name) || name.starts_with("x-")
        };
        members.keys().all(|name| is_plain(name))
    })
}
