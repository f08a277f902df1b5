//! Which members the keywords of an object look at besides those that `properties` names.

use std::collections::BTreeSet;

use serde_json::Value;

use super::reasons;

/// The keywords by which a schema constrains members that `properties` does not name, and why the type cannot.
pub(super) const LOOKS: &[(&str, Option<&str>)] = &[
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

/// Keywords that say nothing of members.
const PLAIN: &[&str] =
    &["type", "title", "description", "$comment", "default", "examples", "deprecated", "markdownDescription"];

/// Keywords that look at no members of the value of a member.
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

/// Whether a keyword of a schema looks at members that are not known, or at what stands inside of a member.
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

/// Whether a schema looks at no members of an object but those that are known, and at nothing inside of them.
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
        (keyword, _) if LOOKS.iter().any(|(known, _)| *known == keyword) => !beyond(schema, keyword, known),
        _ => false,
    })
}

/// Whether a schema of a member looks at nothing inside of its value.
fn is_plain(schema: &Value) -> bool {
    let Some(keywords) = schema.as_object() else { return schema.is_boolean() };
    keywords.iter().all(|(keyword, value)| match keyword.as_str() {
        "const" => !value.is_object() && !value.is_array(),
        "enum" => value.as_array().is_some_and(|values| !values.iter().any(|one| one.is_object() || one.is_array())),
        "not" => is_plain(value),
        keyword => PLAIN.contains(&keyword) || SCALAR.contains(&keyword),
    })
}
