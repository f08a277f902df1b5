//! Detects schemas that accept every document.

use planwright_source::Pointer;
use serde_json::Value;

use crate::keyword_table::{Effect, keyword};
use crate::keywords::{Subschemas, subschemas};

/// Returns whether the schema may reject some document.
///
/// Only keywords are considered. `true`, `{}` and schemas that contain only annotations and unknown keywords reject
/// nothing.
pub fn asserts(schema: &Value) -> bool {
    applies(schema, schema, &mut Vec::new())
}

fn applies<'s>(root: &'s Value, schema: &'s Value, open: &mut Vec<&'s str>) -> bool {
    let Value::Object(members) = schema else { return *schema == Value::Bool(false) };
    members.iter().any(|(name, value)| match keyword(name).map_or(Effect::Nothing, |keyword| keyword.effect) {
        Effect::Rejects => true,
        Effect::Nothing | Effect::Modifies => false,
        Effect::Subschemas => match subschemas(name, value) {
            Subschemas::One(schema) => applies(root, schema, open),
            Subschemas::List(all) => all.iter().any(|one| applies(root, one, open)),
            Subschemas::Map(all) => all.values().any(|one| applies(root, one, open)),
            Subschemas::None => false,
        },
        Effect::Special => match (name.as_str(), value) {
            ("required", Value::Array(all)) => !all.is_empty(),
            ("oneOf", Value::Array(all)) => all.len() != 1 || applies(root, &all[0], open),
            ("anyOf", Value::Array(all)) => all.iter().all(|one| applies(root, one, open)),
            ("$ref", Value::String(target)) => refers(root, target, open),
            _ => false,
        },
    })
}

/// Returns whether the target of a reference may reject a document.
///
/// A reference that leads back to itself rejects nothing. A reference to another document is assumed to reject
/// something.
fn refers<'s>(root: &'s Value, target: &'s str, open: &mut Vec<&'s str>) -> bool {
    if open.contains(&target) {
        return false;
    }
    let path = target.strip_prefix('#').and_then(|path| path.parse::<Pointer>().ok());
    let Some(found) = path.and_then(|path| root.pointer(path.as_str())) else { return true };
    open.push(target);
    let found = applies(root, found, open);
    open.pop();
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::asserts;

    #[test]
    fn schemas_that_refuse_nothing_are_told_apart() {
        for empty in [
            json!(true),
            json!({}),
            json!({"title": "T", "description": "d", "examples": [1], "default": 1, "$defs": {"a": {"type": "string"}}}),
            json!({"typo": "string", "propertys": {"a": {"type": "string"}}}),
            json!({"properties": {"a": true, "b": {}}, "additionalProperties": true, "required": []}),
            json!({"allOf": [{}, true], "anyOf": [{"type": "string"}, {}]}),
            json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}),
        ] {
            assert!(!asserts(&empty), "{empty}");
        }
        for real in [
            json!(false),
            json!({"type": "object"}),
            json!({"required": ["a"]}),
            json!({"properties": {"a": {"type": "string"}}}),
            json!({"additionalProperties": false}),
            json!({"$ref": "#/$defs/a", "$defs": {"a": {"enum": [1]}}}),
            json!({"oneOf": [{}, {}]}),
            json!({"items": {"minLength": 1}}),
        ] {
            assert!(asserts(&real), "{real}");
        }
    }
}
