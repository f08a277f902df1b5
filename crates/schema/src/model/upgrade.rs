//! Rewrites schemas of any dialect to 2020-12, so that consumers only handle one dialect.

use super::numbers::Exclusive;
use super::{
    ArrayKeywords, Dependency, Form, Items, Keyword, Name, NumberKeywords, ObjectKeywords, Schema, SchemaObject,
};
use crate::draft::Draft;

impl Schema {
    /// Rewrites the schema and every nested schema, which were read as `draft`.
    ///
    /// Keywords without effect in that dialect are removed: those that other dialects define, those next to a `$ref` that
    /// hides them, and values of the wrong kind. `$recursiveRef` stays, because `$dynamicRef` needs an anchor. Each schema
    /// keeps its place in the document.
    pub fn upgrade(&mut self, draft: Draft) {
        if let Form::Object(object) = &mut self.form {
            object.upgrade(draft);
        }
        self.for_each_child_mut(&mut |child| child.upgrade(draft));
    }
}

impl SchemaObject {
    fn upgrade(&mut self, draft: Draft) {
        self.ignored.clear();
        // A value of the wrong kind has no meaning, but it may be of the right kind in 2020-12.
        self.invalid.clear();
        for name in &mut self.order {
            if matches!(name, Name::Keyword(Keyword::Id)) {
                *name = Name::Keyword(Keyword::DollarId);
            }
        }
        self.unknown.retain(|name, _| Keyword::from_name(name).is_none());
        upgrade_bounds(&mut self.number);
        upgrade_dependencies(&mut self.object);
        if draft != Draft::Draft202012 {
            upgrade_tuple(&mut self.array);
        }
    }
}

/// Replaces the flags of draft-04 by the bounds that they exclude.
fn upgrade_bounds(number: &mut NumberKeywords) {
    for (exclusive, inclusive) in
        [(&mut number.exclusive_minimum, &mut number.minimum), (&mut number.exclusive_maximum, &mut number.maximum)]
    {
        if let Some(Exclusive::Flag(excludes)) = *exclusive {
            *exclusive = if excludes { inclusive.take().map(Exclusive::Bound) } else { None };
        }
    }
}

/// Replaces a list of `items` by `prefixItems`, and `additionalItems` by `items`.
fn upgrade_tuple(array: &mut ArrayKeywords) {
    // Without a list, `additionalItems` has no effect.
    let rest = array.additional_items.take();
    match array.items.take() {
        Some(Items::First(slots)) => {
            array.prefix_items = Some(slots);
            array.items = rest.map(Items::All);
        }
        other => array.items = other,
    }
}

/// Replaces `dependencies` by `dependentRequired` and `dependentSchemas`.
fn upgrade_dependencies(object: &mut ObjectKeywords) {
    for (name, dependency) in object.dependencies.take().into_iter().flatten() {
        match dependency {
            Dependency::Names(names) => {
                let required = object.dependent_required.get_or_insert_default().entry(name).or_default();
                required.extend(names);
            }
            Dependency::Schema(schema) => {
                let schemas = object.dependent_schemas.get_or_insert_default();
                let both = schemas.shift_remove(&name).map_or(schema.clone(), |other| all_of(vec![other, schema]));
                schemas.insert(name, both);
            }
        }
    }
}

/// Returns a schema that requires all of these, at the place of the first.
fn all_of(schemas: Vec<Schema>) -> Schema {
    let place = schemas.first().map(|schema| schema.place.clone()).unwrap_or_default();
    let mut object = Box::<SchemaObject>::default();
    object.logic.all_of = Some(schemas);
    Schema { place, form: Form::Object(object) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_dialect_becomes_the_newest() {
        for (draft, old, new) in [
            (
                Draft::Draft4,
                json!({"id": "a", "not": {"minimum": 1, "exclusiveMinimum": true, "maximum": 2, "exclusiveMaximum": false, "const": 1}}),
                json!({"$id": "a", "not": {"maximum": 2, "exclusiveMinimum": 1}}),
            ),
            (
                Draft::Draft7,
                json!({"items": [{"const": 1}], "additionalItems": {"type": "null"}, "prefixItems": [false]}),
                json!({"items": {"type": "null"}, "prefixItems": [{"const": 1}]}),
            ),
            (Draft::Draft7, json!({"items": {}, "additionalItems": false}), json!({"items": {}})),
            (
                Draft::Draft6,
                json!({"dependencies": {"a": ["b"], "c": {"required": ["d"]}}, "if": false}),
                json!({"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"required": ["d"]}}}),
            ),
            (
                Draft::Draft202012,
                json!({"dependencies": {"a": ["b"], "c": {"minProperties": 2}}, "dependentRequired": {"a": ["d"]}, "dependentSchemas": {"c": true}}),
                json!({"dependentRequired": {"a": ["d", "b"]}, "dependentSchemas": {"c": {"allOf": [true, {"minProperties": 2}]}}}),
            ),
            (
                Draft::Draft7,
                json!({"$ref": "#/definitions/a", "minLength": 1, "title": "T", "x-a": 1}),
                json!({"$ref": "#/definitions/a", "title": "T", "x-a": 1}),
            ),
            (
                Draft::Draft202012,
                json!({"$ref": "#/definitions/a", "minLength": 1, "prefixItems": [true], "items": false}),
                json!({"$ref": "#/definitions/a", "minLength": 1, "prefixItems": [true], "items": false}),
            ),
        ] {
            let mut schema = Schema::from_value(&old, draft);
            schema.upgrade(draft);
            assert_eq!(schema.to_value(), new, "{draft:?}: {old}");
        }
    }

    #[test]
    fn an_upgraded_schema_keeps_its_place() {
        let mut schema =
            Schema::from_value(&json!({"items": [{"dependencies": {"a": {"minLength": 1}}}]}), Draft::Draft7);
        schema.upgrade(Draft::Draft7);
        let inner = schema.at(&"/prefixItems/0/dependentSchemas/a".parse().unwrap_or_default());
        assert_eq!(inner.map(|inner| inner.place.pointer().to_string()).as_deref(), Some("/items/0/dependencies/a"));
    }
}
