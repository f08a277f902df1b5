//! Closes a schema: its objects have the described properties and no others.
//!
//! A schema is closed only where that makes the set of documents smaller. Subschemas that affect other subschemas, such
//! as the branches of `allOf`, a `not` or an `if`, are not changed, and neither are their references.

use std::collections::BTreeMap;

use planwright_schema::Draft;
use planwright_schema::draft::ignores_siblings;
use planwright_schema::model::{Effect, Form, Keyword, Schema, SchemaObject, Subject};
use planwright_source::{Pointer, percent_decode};
use serde_json::Value;

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

/// Closes a schema of a dialect. Returns `None` if it uses references that are not followed here.
pub(super) fn closed(schema: &Value, draft: Draft, root: BareRoot) -> Option<ClosedSchema> {
    let mut closing =
        Closing { is_old: ignores_siblings(draft), found: BTreeMap::new(), is_lost: false, is_whole: true };
    let mut schema = Schema::from_value(schema, draft);
    // The first pass only determines the role of each definition. A definition that is a part anywhere is a part
    // everywhere.
    let mut roles = BTreeMap::from([(Target::Root, SchemaRole::Value)]);
    loop {
        closing.found = roles.clone();
        closing.is_whole = true;
        for (target, role) in &roles {
            if let Some(definition) = target.find(&mut schema) {
                closing.visit(definition, *role, Pass::Look);
            }
        }
        if closing.is_lost {
            return None;
        }
        if closing.found == roles {
            break;
        }
        roles.clone_from(&closing.found);
    }
    for (target, _) in roles.iter().filter(|(_, role)| **role == SchemaRole::Value) {
        if let Some(definition) = target.find(&mut schema) {
            closing.visit(definition, SchemaRole::Value, Pass::Close);
        }
    }
    if root == BareRoot::HasNoMembers
        && roles.get(&Target::Root) == Some(&SchemaRole::Value)
        && let Form::Object(object) = &mut schema.form
        && !describes(object)
        && combining(object).next().is_none()
        && is_open(object)
    {
        object.object.additional_properties = Some(Box::new(Schema::from_bool(false)));
    }
    Some(ClosedSchema { schema: schema.to_value(), is_whole: closing.is_whole })
}

/// Target of a reference.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    Root,
    /// Definition, by its keyword and name.
    Definition(Keyword, String),
}

impl Target {
    fn find<'s>(&self, root: &'s mut Schema) -> Option<&'s mut Schema> {
        let Self::Definition(keyword, name) = self else { return Some(root) };
        let Form::Object(object) = &mut root.form else { return None };
        let definitions = &mut object.definitions;
        let is_new = *keyword == Keyword::Defs;
        let all = if is_new { &mut definitions.defs } else { &mut definitions.definitions };
        all.as_mut()?.get_mut(name.as_str())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    Look,
    Close,
}

struct Closing {
    is_old: bool,
    /// Targets of references.
    found: BTreeMap<Target, SchemaRole>,
    is_lost: bool,
    is_whole: bool,
}

impl Closing {
    fn visit(&mut self, schema: &mut Schema, role: SchemaRole, pass: Pass) {
        let Some(object) = schema.object() else { return };
        let (references, identifiers) = (&object.references, &object.identifiers);
        let is_dynamic = references.dynamic.is_some() || references.recursive.is_some();
        if is_dynamic || identifiers.anchor.is_some() || identifiers.dynamic_anchor.is_some() {
            self.is_lost = true;
            return;
        }
        let (describes, is_open) = (describes(object), is_open(object));
        let combining = combining(object).count();
        let is_single = object.logic.all_of.as_ref().is_none_or(|branches| branches.len() == 1);
        // One keyword that passes the whole value on, with no keyword next to it that describes properties.
        let hands_on = !describes && combining == 1 && is_single;
        let is_combined = combining > 0 && !hands_on && names_members(object);
        if pass == Pass::Look && is_open {
            let stays_open = role == SchemaRole::Part && describes;
            self.is_whole &= !(stays_open || self.is_old && is_combined);
        }
        let inner = if combining == 0 { role } else { SchemaRole::Part };
        let handed = if hands_on { role } else { SchemaRole::Part };
        if let Some(reference) = references.reference.clone() {
            self.refer(&reference, handed);
        }
        let has_properties = object.has(Keyword::Properties);
        for keyword in object.keywords().collect::<Vec<_>>() {
            let role = match keyword {
                Keyword::Properties
                | Keyword::PatternProperties
                | Keyword::AdditionalProperties
                | Keyword::Items
                | Keyword::PrefixItems => inner,
                Keyword::AnyOf | Keyword::OneOf => handed,
                Keyword::AllOf if is_single => handed,
                // References lead to them.
                Keyword::Defs | Keyword::Definitions => continue,
                // The schemas of other keywords are not closed, and neither are the targets of their references.
                _ => SchemaRole::Part,
            };
            // Parts are only searched for references.
            if role == SchemaRole::Value || pass == Pass::Look {
                schema.for_each_child_of_mut(keyword, &mut |child| self.visit(child, role, pass));
            }
        }
        if pass == Pass::Close
            && role == SchemaRole::Value
            && is_open
            && let Form::Object(object) = &mut schema.form
        {
            let never = || Some(Box::new(Schema::from_bool(false)));
            if combining == 0 && has_properties {
                object.object.additional_properties = never();
            } else if !self.is_old && is_combined {
                object.object.unevaluated_properties = never();
            }
        }
    }

    /// Records the role in which the target of a reference is used.
    fn refer(&mut self, reference: &str, role: SchemaRole) {
        let Some(fragment) = reference.strip_prefix('#') else { return };
        let pointer = percent_decode(fragment).and_then(|fragment| fragment.parse::<Pointer>().ok());
        let mut tokens = pointer.iter().flat_map(Pointer::tokens);
        let target = match (tokens.next(), tokens.next(), tokens.next()) {
            (None, ..) if fragment.is_empty() => Some(Target::Root),
            (Some(keyword), Some(name), None) => Keyword::from_name(&keyword)
                .filter(|keyword| keyword.effect() == Effect::Definitions)
                .map(|keyword| Target::Definition(keyword, name.into_owned())),
            _ => None,
        };
        if let Some(target) = target {
            let known = self.found.entry(target).or_insert(role);
            *known = (*known).max(role);
        } else if role == SchemaRole::Part || !fragment.starts_with('/') {
            // The target is inside another schema, or it is an anchor. It might be closed as a value and used as a
            // part.
            self.is_lost = true;
        }
    }
}

/// Returns the keywords that apply other schemas to the same value.
fn combining(object: &SchemaObject) -> impl Iterator<Item = Keyword> {
    object.keywords().filter(|keyword| match keyword.effect() {
        Effect::Reference => true,
        Effect::Applicator => {
            keyword.applies_to() == Subject::Any || matches!(keyword, Keyword::Dependencies | Keyword::DependentSchemas)
        }
        _ => false,
    })
}

fn describes(object: &SchemaObject) -> bool {
    object.has(Keyword::Properties) || object.has(Keyword::PatternProperties)
}

/// Checks whether a combined schema describes properties, directly or in a branch.
fn names_members(object: &SchemaObject) -> bool {
    let logic = &object.logic;
    let branches = [&logic.all_of, &logic.any_of, &logic.one_of].into_iter().flatten().flatten();
    let names = |object: &SchemaObject| object.has(Keyword::Properties) || object.has(Keyword::Ref);
    object.has(Keyword::Properties) || branches.filter_map(Schema::object).any(names)
}

/// Checks whether no keyword restricts undescribed properties.
fn is_open(object: &SchemaObject) -> bool {
    !object.has(Keyword::AdditionalProperties) && !object.has(Keyword::UnevaluatedProperties)
}

#[cfg(test)]
mod tests {
    use planwright_schema::draft;
    use serde_json::json;

    use super::*;

    fn closed(schema: &Value, root: BareRoot) -> Option<ClosedSchema> {
        let dialect = schema.get("$schema").and_then(Value::as_str).and_then(draft::from_uri);
        super::closed(schema, dialect.unwrap_or(draft::DEFAULT), root)
    }

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
