//! Detects schemas that accept every document.

use jsonschema::Draft;
use planwright_source::Pointer;
use serde_json::Value;

use crate::model::{Effect, Form, Keyword, Schema, SchemaObject};

/// Returns whether a document of a dialect may reject some value.
///
/// Only keywords are considered. `true`, `{}` and schemas that contain only annotations and unknown keywords reject
/// nothing.
pub fn asserts(document: &Value, draft: Draft) -> bool {
    let root = Schema::from_value(document, draft);
    Assertions { root: &root, open: Vec::new() }.rejects(&root)
}

struct Assertions<'s> {
    root: &'s Schema,
    /// References that are being followed.
    open: Vec<&'s str>,
}

impl<'s> Assertions<'s> {
    /// Returns whether a schema may reject a value.
    fn rejects(&mut self, schema: &'s Schema) -> bool {
        match &schema.form {
            Form::Boolean(accepts) => !accepts,
            Form::Object(object) => object.keywords().any(|keyword| self.rejects_by(schema, object, keyword)),
            Form::Invalid(_) => false,
        }
    }

    fn rejects_by(&mut self, schema: &'s Schema, object: &'s SchemaObject, keyword: Keyword) -> bool {
        match keyword.effect() {
            Effect::Annotation | Effect::Identifier | Effect::Definitions | Effect::Modifier => false,
            Effect::Assertion => keyword != Keyword::Required || object.object.required != Some(Vec::new()),
            Effect::Reference => match &object.references.reference {
                Some(target) if keyword == Keyword::Ref => self.refers(target),
                _ => true,
            },
            Effect::Applicator => match (keyword, &object.logic) {
                (Keyword::Not | Keyword::Contains | Keyword::Dependencies | Keyword::DependentSchemas, _) => true,
                (Keyword::If, logic) => {
                    logic.then_schema.iter().chain(&logic.else_schema).any(|branch| self.rejects(branch))
                }
                (Keyword::OneOf, logic) => match logic.one_of.as_deref() {
                    Some([only]) => self.rejects(only),
                    _ => true,
                },
                (Keyword::AnyOf, logic) => logic.any_of.iter().flatten().all(|branch| self.rejects(branch)),
                _ => {
                    let mut found = false;
                    schema.for_each_child_of(keyword, &mut |child| found = found || self.rejects(child));
                    found
                }
            },
        }
    }

    /// Returns whether the target of a reference may reject a value.
    ///
    /// A reference that leads back to itself rejects nothing. A reference to another document is assumed to reject
    /// something.
    fn refers(&mut self, target: &'s str) -> bool {
        if self.open.contains(&target) {
            return false;
        }
        let path = target.strip_prefix('#').and_then(|path| path.parse::<Pointer>().ok());
        let Some(found) = path.and_then(|path| self.root.at(&path)) else { return true };
        self.open.push(target);
        let found = self.rejects(found);
        self.open.pop();
        found
    }
}

#[cfg(test)]
mod tests {
    use jsonschema::Draft;
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
            json!({"if": {"type": "string"}, "then": {}}),
            json!({"then": {"type": "string"}, "minContains": 2}),
        ] {
            assert!(!asserts(&empty, Draft::Draft202012), "{empty}");
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
            json!({"if": {"type": "string"}, "else": {"minimum": 1}}),
        ] {
            assert!(asserts(&real, Draft::Draft202012), "{real}");
        }
        let next_to_reference = json!({"$ref": "#/definitions/A", "minLength": 3, "definitions": {"A": {}}});
        assert!(asserts(&next_to_reference, Draft::Draft202012));
        assert!(!asserts(&next_to_reference, Draft::Draft7), "the draft ignores the keyword");
    }
}
