//! Tells schemas from other JSON files, by their keywords.

use serde_json::{Map, Value};

use crate::model::Keyword;
use crate::{draft, keywords};

/// Returns whether a document is a JSON Schema, from its keywords.
///
/// A document that names a dialect of JSON Schema is one. Otherwise it needs a keyword with a value that other files
/// rarely have, or no property that is not a keyword. So `package.json`, whose `type` is not a type, is not a schema.
pub fn is_schema(document: &Value) -> bool {
    let Value::Object(members) = document else { return document.is_boolean() };
    names_dialect(members) || members.iter().any(|(name, value)| is_typical(name, value)) || has_only_keywords(members)
}

/// Returns whether a document is a JSON Schema, valid or not, rather than a document that a schema describes.
///
/// A schema names a dialect, constrains documents or defines schemas. A document such as `{}` or `{"title": "Order"}` does
/// none of that.
pub fn describes_documents(document: &Value) -> bool {
    let Value::Object(members) = document else { return false };
    let defines = || keywords::DEFINITIONS.iter().any(|name| members.contains_key(*name));
    names_dialect(members) || is_schema(document) && (keywords::constrains(document) || defines())
}

/// Returns whether `$schema` names a dialect of JSON Schema.
fn names_dialect(members: &Map<String, Value>) -> bool {
    let named = members.get("$schema").and_then(Value::as_str);
    named.is_some_and(|uri| draft::from_uri(uri).is_some() || uri.contains("//json-schema.org/"))
}

/// Returns whether every property of a schema is a keyword or an extension.
fn has_only_keywords(members: &Map<String, Value>) -> bool {
    members.iter().all(|(name, value)| match Keyword::from_name(name) {
        // Many documents have an `id`, which is a number or a name.
        Some(Keyword::Id) => value.is_string(),
        Some(_) => true,
        None => name.starts_with("x-"),
    })
}

/// Returns whether a keyword has a value that it rarely has outside schemas.
fn is_typical(name: &str, value: &Value) -> bool {
    const TYPES: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];
    let is_type = |value: &Value| value.as_str().is_some_and(|name| TYPES.contains(&name));
    let is_schema = |value: &Value| value.is_object() || value.is_boolean();
    match (name, value) {
        ("type", Value::Array(types)) => !types.is_empty() && types.iter().all(is_type),
        ("type", value) => is_type(value),
        ("$ref", value) => value.is_string(),
        ("allOf" | "anyOf" | "oneOf", Value::Array(all)) => !all.is_empty() && all.iter().all(is_schema),
        ("properties" | "patternProperties" | "$defs" | "definitions", Value::Object(all)) => {
            !all.is_empty() && all.values().all(is_schema)
        }
        ("if" | "not", value) => value.is_object(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{describes_documents, is_schema};

    #[test]
    fn schemas_are_told_from_other_files() {
        for schema in [
            json!(true),
            json!({}),
            json!({ "title": "x" }),
            json!({ "$id": "https://x.org/a", "x-owner": "team" }),
            json!({ "type": "object", "version": 1 }),
            json!({ "type": "strnig" }),
            json!({ "$schema": "http://json-schema.org/draft-07/schema#", "name": "a" }),
            json!({ "name": "a", "definitions": { "a": { "type": "string" } } }),
        ] {
            assert!(is_schema(&schema), "{schema}");
        }
        for other in [
            json!([{ "type": "object" }]),
            json!("text"),
            json!({ "name": "a", "version": "1.0.0", "type": "module", "dependencies": { "b": "^1" } }),
            json!({ "$schema": "https://json.schemastore.org/tsconfig", "compilerOptions": {} }),
            json!({ "type": "Feature", "properties": { "name": "a" }, "geometry": null }),
            json!({ "items": [{ "name": "a" }], "total": 1 }),
            json!({ "openapi": "3.1.0", "info": { "title": "a" } }),
        ] {
            assert!(!is_schema(&other), "{other}");
        }
    }

    #[test]
    fn a_schema_differs_from_a_document() {
        for schema in [
            json!({ "$schema": "http://json-schema.org/draft-07/schema#", "anything": 1 }),
            json!({ "type": "object", "properties": {}, "title": "Order" }),
            json!({ "type": "strin" }),
            json!({ "$ref": "order.json" }),
            json!({ "$defs": {}, "x-owner": "sales" }),
        ] {
            assert!(describes_documents(&schema), "{schema}");
        }
        for document in [
            json!({}),
            json!([]),
            json!({ "title": "Order" }),
            json!({ "type": "order", "id": 7 }),
            json!({ "$schema": "https://example.org/order.schema.json", "id": 7 }),
        ] {
            assert!(!describes_documents(&document), "{document}");
        }
    }
}
