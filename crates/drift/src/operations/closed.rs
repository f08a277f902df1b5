//! Closes a schema: its objects have the described properties and no others.
//!
//! A schema is closed only where that makes the set of documents smaller. Subschemas that affect other subschemas, such
//! as the branches of `allOf`, a `not` or an `if`, are not changed, and neither are their references.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Treatment of a root object without described properties.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BareRoot {
    /// It is the input of an operation without arguments, so it is closed.
    HasNoMembers,
    /// It is not changed.
    Stays,
}

/// Role of a schema: it describes a value, or it is one of several schemas that describe the same value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SchemaRole {
    Value,
    Part,
}

/// Result of closing a schema.
#[derive(Debug, PartialEq)]
pub(super) struct ClosedSchema {
    pub schema: Value,
    /// Set if every object that describes properties was closed.
    pub is_whole: bool,
}

/// Closes a schema. Returns `None` if it uses references that are not followed here.
pub(super) fn closed(schema: &Value, root: BareRoot) -> Option<ClosedSchema> {
    let is_old = schema.get("$schema").and_then(Value::as_str).is_some_and(|dialect| dialect.contains("draft-0"));
    let mut closing = Closing { is_old, found: BTreeMap::new(), is_lost: false, is_whole: true };
    let mut copy = schema.clone();
    // The first pass only determines the role of each definition. A definition that is a part anywhere is a part
    // everywhere.
    let mut standings = BTreeMap::from([(String::new(), SchemaRole::Value)]);
    loop {
        closing.found = standings.clone();
        closing.is_whole = true;
        for (place, standing) in &standings {
            if let Some(definition) = copy.pointer_mut(place) {
                closing.visit(definition, *standing, Pass::Look);
            }
        }
        if closing.is_lost {
            return None;
        }
        if closing.found == standings {
            break;
        }
        standings.clone_from(&closing.found);
    }
    for (place, _) in standings.iter().filter(|(_, standing)| **standing == SchemaRole::Value) {
        if let Some(definition) = copy.pointer_mut(place) {
            closing.visit(definition, SchemaRole::Value, Pass::Close);
        }
    }
    if root == BareRoot::HasNoMembers
        && standings.get("") == Some(&SchemaRole::Value)
        && let Value::Object(members) = &mut copy
        && !COMBINING.iter().chain(&["properties", "patternProperties"]).any(|keyword| members.contains_key(*keyword))
        && is_open(members)
    {
        members.insert("additionalProperties".to_owned(), false.into());
    }
    Some(ClosedSchema { schema: copy, is_whole: closing.is_whole })
}

/// Keywords that apply other schemas to the same value.
const COMBINING: [&str; 9] =
    ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas", "dependencies", "$dynamicRef"];
/// Keywords that apply schemas to inner values.
const INSIDE: [&str; 5] = ["properties", "patternProperties", "additionalProperties", "items", "prefixItems"];
/// Keywords whose schemas are not closed, including the targets of their references.
const PARTS: [&str; 13] = [
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "dependentSchemas",
    "dependencies",
    "unevaluatedItems",
    "unevaluatedProperties",
    "additionalItems",
    "contentSchema",
    "allOf",
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    Look,
    Close,
}

struct Closing {
    is_old: bool,
    /// Targets of references, by JSON Pointer.
    found: BTreeMap<String, SchemaRole>,
    is_lost: bool,
    is_whole: bool,
}

impl Closing {
    fn visit(&mut self, schema: &mut Value, standing: SchemaRole, pass: Pass) {
        let Value::Object(members) = schema else { return };
        let has = |members: &Map<String, Value>, keyword: &str| members.contains_key(keyword);
        if ["$dynamicRef", "$recursiveRef", "$anchor", "$dynamicAnchor"].iter().any(|keyword| has(members, keyword)) {
            self.is_lost = true;
            return;
        }
        let combining: Vec<&str> = COMBINING.into_iter().filter(|keyword| has(members, keyword)).collect();
        let describes = has(members, "properties") || has(members, "patternProperties");
        let is_single = members.get("allOf").and_then(Value::as_array).is_none_or(|branches| branches.len() == 1);
        // One keyword that passes the whole value on, with no keyword next to it that describes properties.
        let hands_on = !describes && combining.len() == 1 && is_single;
        let is_closable = !self.is_old && !combining.is_empty() && !hands_on && names_members(members);
        if pass == Pass::Look && is_open(members) {
            let stays_open = standing == SchemaRole::Part && describes;
            let is_old_and_combined = self.is_old && !combining.is_empty() && !hands_on && names_members(members);
            self.is_whole &= !stays_open && !is_old_and_combined;
        }
        let inner = if combining.is_empty() { standing } else { SchemaRole::Part };
        let handed = if hands_on { standing } else { SchemaRole::Part };
        if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
            let reference = reference.to_owned();
            self.refer(&reference, handed);
        }
        for keyword in INSIDE {
            self.visit_all(members.get_mut(keyword), keyword, inner, pass);
        }
        for keyword in ["anyOf", "oneOf"] {
            self.visit_all(members.get_mut(keyword), keyword, handed, pass);
        }
        for keyword in PARTS {
            let standing = if keyword == "allOf" && is_single { handed } else { SchemaRole::Part };
            self.visit_all(members.get_mut(keyword), keyword, standing, pass);
        }
        if pass == Pass::Close && standing == SchemaRole::Value && is_open(members) {
            if combining.is_empty() && has(members, "properties") {
                members.insert("additionalProperties".to_owned(), false.into());
            } else if is_closable {
                members.insert("unevaluatedProperties".to_owned(), false.into());
            }
        }
    }

    fn visit_all(&mut self, value: Option<&mut Value>, keyword: &str, standing: SchemaRole, pass: Pass) {
        // Parts are only searched for references.
        if standing == SchemaRole::Part && pass == Pass::Close {
            return;
        }
        let is_map = ["properties", "patternProperties", "dependentSchemas", "dependencies"].contains(&keyword);
        match value {
            Some(Value::Object(map)) if is_map => map.values_mut().for_each(|one| self.visit(one, standing, pass)),
            Some(Value::Array(list)) => list.iter_mut().for_each(|one| self.visit(one, standing, pass)),
            Some(schema) => self.visit(schema, standing, pass),
            None => {}
        }
    }

    /// Records the role in which the target of a reference is used.
    fn refer(&mut self, reference: &str, standing: SchemaRole) {
        let Some(pointer) = reference.strip_prefix('#') else { return };
        let is_definition = |rest: &str| !rest.is_empty() && !rest.contains('/');
        let of_definitions = ["/$defs/", "/definitions/"].iter().find_map(|start| pointer.strip_prefix(start));
        if pointer.is_empty() || of_definitions.is_some_and(is_definition) {
            let place = planwright_source::percent_decode(pointer).unwrap_or_else(|| pointer.to_owned());
            let known = self.found.entry(place).or_insert(standing);
            *known = (*known).max(standing);
        } else if standing == SchemaRole::Part || !pointer.starts_with('/') {
            // The target is inside another schema, or it is an anchor. It might be closed as a value and used as a
            // part.
            self.is_lost = true;
        }
    }
}

/// Checks whether a combined schema describes properties, directly or in a branch.
fn names_members(members: &Map<String, Value>) -> bool {
    let in_branch = |keyword: &str| {
        let branches = members.get(keyword).and_then(Value::as_array).into_iter().flatten();
        branches.into_iter().any(|branch| branch.get("properties").is_some() || branch.get("$ref").is_some())
    };
    members.contains_key("properties") || ["allOf", "anyOf", "oneOf"].into_iter().any(in_branch)
}

/// Checks whether no keyword restricts undescribed properties.
fn is_open(members: &Map<String, Value>) -> bool {
    ["additionalProperties", "unevaluatedProperties"].iter().all(|keyword| !members.contains_key(*keyword))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn objects_are_closed_where_nothing_else_looks_at_them() {
        let open = json!({ "properties": { "a": { "$ref": "#/$defs/A" }, "m": { "type": "object" } },
            "$defs": { "A": { "properties": { "b": { "anyOf": [{ "properties": {} }, { "type": "null" }] } } } } });
        let shut = json!({ "properties": { "a": { "$ref": "#/$defs/A" }, "m": { "type": "object" } },
            "additionalProperties": false,
            "$defs": { "A": { "properties": { "b": { "anyOf": [
                { "properties": {}, "additionalProperties": false }, { "type": "null" }] } }, "additionalProperties": false } } });
        assert_eq!(closed(&open, BareRoot::Stays), Some(ClosedSchema { schema: shut, is_whole: true }));
    }

    #[test]
    fn parts_of_others_stay_open() {
        let both = json!({ "allOf": [{ "$ref": "#/$defs/A" }, { "properties": { "c": {} } }],
            "$defs": { "A": { "properties": { "b": { "$ref": "#/$defs/B" } } }, "B": { "properties": { "x": {} } } } });
        let shut = |schema: &Value| closed(schema, BareRoot::Stays).expect("it is followed");
        let found = shut(&both).schema;
        assert!(!shut(&both).is_whole);
        assert_eq!(found["$defs"], both["$defs"], "a branch describes a part only");
        assert_eq!(found["unevaluatedProperties"], json!(false));
        let old = json!({ "$schema": "http://json-schema.org/draft-07/schema#", "allOf": both["allOf"], "$defs": both["$defs"] });
        assert_eq!(shut(&old).schema, old);
        for schema in [
            json!({ "not": { "properties": { "a": {} } } }),
            json!({ "type": "object", "additionalProperties": { "type": "string" } }),
            json!({ "properties": { "a": {} }, "additionalProperties": true }),
        ] {
            assert_eq!(shut(&schema).schema, schema);
        }
        assert_eq!(closed(&json!({ "$dynamicRef": "#a" }), BareRoot::Stays), None);
    }

    #[test]
    fn an_operation_without_arguments_has_no_members() {
        let bare = json!({ "type": "object" });
        let shut = |schema: &Value, root| closed(schema, root).expect("it is followed").schema;
        assert_eq!(shut(&bare, BareRoot::Stays), bare);
        let no_members = json!({ "type": "object", "additionalProperties": false });
        assert_eq!(shut(&bare, BareRoot::HasNoMembers), no_members);
        let map = json!({ "type": "object", "additionalProperties": {} });
        assert_eq!(shut(&map, BareRoot::HasNoMembers), map);
    }
}
