//! Determines which properties the keywords of an object constrain, other than those in `properties`.

use std::collections::BTreeSet;

use serde_json::Value;

use super::reasons;

/// Keywords that constrain properties outside `properties`, with the reason why the type cannot express that.
pub(super) const CONSTRAINING_KEYWORDS: &[(&str, Option<&str>)] = &[
    ("allOf", Some(reasons::ALL_OF)),
    ("anyOf", Some(reasons::UNION)),
    ("oneOf", Some(reasons::UNION)),
    ("if", None),
    ("not", None),
    ("dependencies", None),
    ("dependentRequired", None),
    ("dependentSchemas", None),
    ("minProperties", None),
];

/// Keywords without influence on properties.
const PLAIN: &[&str] =
    &["type", "title", "description", "$comment", "default", "examples", "deprecated", "markdownDescription"];

/// Keywords that do not constrain properties of a nested value.
const SCALAR: &[&str] = &[
    "const",
    "enum",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "format",
];

/// Returns whether a keyword constrains unknown properties, or the content of a property.
pub(super) fn beyond(schema: &Value, keyword: &str, known: &BTreeSet<&str>) -> bool {
    let Some(value) = schema.get(keyword) else { return false };
    let is_known = |name: &Value| name.as_str().is_some_and(|name| known.contains(name));
    let within = match (keyword, value) {
        ("allOf" | "anyOf" | "oneOf", Value::Array(branches)) => branches.iter().all(|branch| is_within(branch, known)),
        ("if", condition) => {
            let outcomes = ["then", "else"].iter().filter_map(|keyword| schema.get(keyword));
            std::iter::once(condition).chain(outcomes).all(|branch| is_within(branch, known))
        }
        ("not", other) => is_within(other, known),
        ("dependencies" | "dependentRequired" | "dependentSchemas", Value::Object(members)) => {
            members.iter().all(|(name, value)| {
                known.contains(name.as_str())
                    && match value {
                        Value::Array(names) => names.iter().all(is_known),
                        schema => is_within(schema, known),
                    }
            })
        }
        _ => false,
    };
    !within
}

/// Returns whether a schema constrains only known properties of an object, and not their content.
fn is_within(schema: &Value, known: &BTreeSet<&str>) -> bool {
    let Some(keywords) = schema.as_object() else { return schema.is_boolean() };
    keywords.iter().all(|(keyword, value)| match (keyword.as_str(), value) {
        ("required", Value::Array(names)) => {
            names.iter().all(|name| name.as_str().is_some_and(|name| known.contains(name)))
        }
        ("properties", Value::Object(members)) => {
            members.iter().all(|(name, member)| known.contains(name.as_str()) && is_plain(member))
        }
        ("then" | "else", _) => schema.get("if").is_some(),
        (keyword, _) if PLAIN.contains(&keyword) => true,
        (keyword, _) if CONSTRAINING_KEYWORDS.iter().any(|(known, _)| *known == keyword) => {
            !beyond(schema, keyword, known)
        }
        _ => false,
    })
}

/// Returns whether a property's schema does not constrain the content of its value.
fn is_plain(schema: &Value) -> bool {
    let Some(keywords) = schema.as_object() else { return schema.is_boolean() };
    keywords.iter().all(|(keyword, value)| match keyword.as_str() {
        "const" => !value.is_object() && !value.is_array(),
        "enum" => value.as_array().is_some_and(|values| !values.iter().any(|one| one.is_object() || one.is_array())),
        "not" => is_plain(value),
        keyword => PLAIN.contains(&keyword) || SCALAR.contains(&keyword),
    })
}
