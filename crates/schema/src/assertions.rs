//! Detects schemas that accept every document.

use std::collections::BTreeMap;

use planwright_source::Pointer;
use serde_json::Value;

use crate::draft::Draft;
use crate::model::{Effect, Form, Keyword, Schema, SchemaObject};

/// Returns whether a document of a dialect may reject some value.
///
/// Only keywords are considered. `true`, `{}` and schemas that contain only annotations and unknown keywords reject
/// nothing.
pub fn asserts(document: &Value, draft: Draft) -> bool {
    let root = Schema::from_value(document, draft);
    let mut assertions =
        Assertions { root: &root, open: Vec::new(), known: BTreeMap::new(), assumed: 0, left: MAX_FOLLOWED };
    assertions.rejects(&root)
}

/// Maximum number of references that are followed. The targets of others are assumed to reject something.
const MAX_FOLLOWED: usize = 10_000;

struct Assertions<'s> {
    root: &'s Schema,
    /// References that are being followed.
    open: Vec<&'s str>,
    /// `true` for each other reference whose target may reject a value.
    known: BTreeMap<&'s str, bool>,
    /// Number of times that a reference led back to one that is being followed.
    assumed: usize,
    /// Number of references that may still be followed.
    left: usize,
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
            self.assumed += 1;
            return false;
        }
        if let Some(known) = self.known.get(target) {
            return *known;
        }
        if self.left == 0 {
            return true;
        }
        self.left -= 1;
        let assumed = self.assumed;
        let path = target.strip_prefix('#').and_then(|path| path.parse::<Pointer>().ok());
        let Some(found) = path.and_then(|path| self.root.at(&path)) else { return true };
        self.open.push(target);
        let found = self.rejects(found);
        self.open.pop();
        // A result that depends on an assumption about an open reference may change.
        if found || self.assumed == assumed {
            self.known.insert(target, found);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use crate::draft::Draft;
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

    /// Each schema refers to the next one twice, and the last one back to the first, or not.
    #[test]
    fn schemas_that_double_at_each_level_take_no_time() {
        for last in [json!({}), json!({"$ref": "#/$defs/b0"})] {
            let level = |level: usize| {
                let next = json!({"$ref": format!("#/$defs/b{}", level + 1)});
                (format!("b{level}"), json!({"properties": {"a": next, "b": next}}))
            };
            let mut levels: serde_json::Map<String, serde_json::Value> = (0..60).map(level).collect();
            levels.insert("b60".to_owned(), last);
            asserts(&json!({"$ref": "#/$defs/b0", "$defs": levels}), Draft::Draft202012);
        }
    }
}
