//! Translates schemas of OpenAPI to JSON Schema 2020-12.
//!
//! The schemas of `OpenAPI` 3.0 are a separate dialect:
//!
//! - `nullable: true` allows null: it adds `null` to `type` and `enum`. Without `type`, next to `allOf`, `anyOf` or
//!   `oneOf`, it adds a branch for null.
//! - `exclusiveMinimum: true` makes `minimum` exclusive, and `exclusiveMaximum: true` makes `maximum` exclusive.
//! - Keywords next to `$ref` are ignored.
//!
//! In all versions, `example` becomes `examples`. `discriminator`, `externalDocs` and `xml` are removed after use.

use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use crate::keywords::rebuild;

/// Version of the dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// `OpenAPI` 3.0.
    OpenApi30,
    /// `OpenAPI` from 3.1 on, and `AsyncAPI`.
    JsonSchema,
}

/// Translates the schema at `at`. Adds the new and the old location of each keyword that was moved to `moved`.
pub(super) fn translate(schema: &Value, at: &Pointer, dialect: Dialect, moved: &mut Vec<(Pointer, Pointer)>) -> Value {
    rebuild(schema, at, &mut |schema, at| {
        if dialect == Dialect::OpenApi30 {
            if let Some(reference) = schema.get("$ref").filter(|reference| reference.is_string()).cloned() {
                *schema = json!({ "$ref": reference });
                return;
            }
            let Some(members) = schema.as_object_mut() else { return };
            for (limit, flag) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
                exclude(members, limit, flag, at, moved);
            }
            if members.shift_remove("nullable") == Some(Value::Bool(true)) {
                allow_null(schema, at, moved);
            }
        }
        let Some(members) = schema.as_object_mut() else { return };
        if let Some(example) = members.shift_remove("example").filter(|_| !members.contains_key("examples")) {
            moved.push((at.member("examples"), at.member("example")));
            members.insert("examples".to_owned(), Value::Array(vec![example]));
        }
        members.shift_remove("externalDocs");
        members.shift_remove("xml");
    })
}

/// Removes the discriminators of a schema, which have been applied.
pub(super) fn without_discriminators(schema: &Value, at: &Pointer) -> Value {
    rebuild(schema, at, &mut |schema, _| {
        if let Some(members) = schema.as_object_mut() {
            members.shift_remove("discriminator");
        }
    })
}

/// Replaces a boolean `exclusiveMinimum` or `exclusiveMaximum`.
fn exclude(
    members: &mut Map<String, Value>,
    limit: &str,
    flag: &str,
    at: &Pointer,
    moved: &mut Vec<(Pointer, Pointer)>,
) {
    match members.get(flag) {
        Some(Value::Bool(true)) => {
            members.shift_remove(flag);
            if let Some(value) = members.shift_remove(limit) {
                moved.push((at.member(flag), at.member(limit)));
                members.insert(flag.to_owned(), value);
            }
        }
        Some(Value::Bool(false)) => drop(members.shift_remove(flag)),
        _ => {}
    }
}

/// Allows null in addition to the other values of a schema.
fn allow_null(schema: &mut Value, at: &Pointer, moved: &mut Vec<(Pointer, Pointer)>) {
    const APPLICATORS: [&str; 3] = ["allOf", "anyOf", "oneOf"];
    let Some(members) = schema.as_object_mut() else { return };
    if let Some(Value::Array(values)) = members.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    match members.get("type") {
        Some(Value::String(name)) if name != "null" => {
            let both = json!([name, "null"]);
            members.insert("type".to_owned(), both);
        }
        None if APPLICATORS.iter().any(|keyword| members.contains_key(*keyword)) => {
            let is_annotation = |name: &str| matches!(name, "title" | "description" | "default" | "deprecated");
            let (outer, inner): (Map<String, Value>, Map<String, Value>) =
                std::mem::take(members).into_iter().partition(|(name, _)| is_annotation(name));
            let branch = at.member("anyOf").index(0);
            moved.extend(inner.keys().map(|name| (branch.member(name), at.member(name))));
            *members = outer;
            members.insert("anyOf".to_owned(), json!([inner, { "type": "null" }]));
        }
        _ => {}
    }
}
