//! Writes definitions in place of the references to them, because some clients of the Model Context Protocol resolve no
//! reference.

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::model::Keyword;
use planwright_schema::{keywords, unions};
use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use crate::words::combined;

/// Maximum size of the result in bytes. If it would be larger, the references stay.
const MAX_INLINED_BYTES: usize = 200_000;

/// Returns the root and the definitions with every reference replaced, except those to recursive definitions.
///
/// If the result would be too large, nothing is replaced.
pub(crate) fn inline(
    root: Value,
    definitions: Map<String, Value>,
    recursive: &BTreeSet<String>,
) -> (Value, Map<String, Value>) {
    let mut sizes = BTreeMap::new();
    let size = inlined_size(&root, &definitions, recursive, &mut sizes);
    if recursive.iter().fold(size, |size, name| size.saturating_add(sizes.get(name.as_str()).copied().unwrap_or(0)))
        > MAX_INLINED_BYTES
    {
        return (root, definitions);
    }
    let mut inliner = Inliner { definitions: &definitions, recursive, done: BTreeMap::new() };
    let root = inliner.inlined(&root);
    let kept = recursive.iter().filter_map(|name| Some((name.clone(), inliner.inlined(definitions.get(name)?))));
    let kept = kept.collect();
    (root, kept)
}

/// Returns the size of a schema with its references replaced.
fn inlined_size<'d>(
    schema: &'d Value,
    definitions: &'d Map<String, Value>,
    recursive: &BTreeSet<String>,
    sizes: &mut BTreeMap<&'d str, usize>,
) -> usize {
    let mut names = Vec::new();
    keywords::walk(schema, &Pointer::root(), &mut |schema, _| names.extend(unions::reference(schema)));
    names.into_iter().fold(schema.to_string().len(), |sum, name| {
        let known = sizes.get(name).copied();
        let size = known.unwrap_or_else(|| {
            // A recursive definition is counted once, however often it is referred to.
            if recursive.contains(name) {
                sizes.insert(name, 0);
            }
            let size = definitions.get(name).map_or(0, |schema| inlined_size(schema, definitions, recursive, sizes));
            sizes.insert(name, size);
            size
        });
        if recursive.contains(name) { sum } else { sum.saturating_add(size) }
    })
}

struct Inliner<'d> {
    definitions: &'d Map<String, Value>,
    recursive: &'d BTreeSet<String>,
    done: BTreeMap<String, Value>,
}

impl Inliner<'_> {
    fn inlined(&mut self, schema: &Value) -> Value {
        keywords::rebuild(schema, &Pointer::root(), &mut |schema, _| {
            if let Some(name) = unions::reference(schema).filter(|name| !self.recursive.contains(*name))
                && let Some(definition) = self.definition(name)
            {
                *schema = joined(schema, definition);
            }
            unwrap_single(schema);
        })
    }

    /// Returns a definition with its references replaced.
    fn definition(&mut self, name: &str) -> Option<Value> {
        if let Some(done) = self.done.get(name) {
            return Some(done.clone());
        }
        let definition = self.inlined(self.definitions.get(name)?);
        self.done.insert(name.to_owned(), definition.clone());
        Some(definition)
    }
}

/// Returns a definition together with the keywords next to the reference.
fn joined(reference: &Value, definition: Value) -> Value {
    let Some(mut siblings) = reference.as_object().cloned() else { return definition };
    siblings.shift_remove(Keyword::Ref.name());
    match definition {
        // The siblings win, except the description, because they are about this use of the definition.
        Value::Object(mut members) if siblings.keys().all(|name| !keywords::is_constraint(name)) => {
            extend(&mut members, siblings);
            members.into()
        }
        definition if siblings.is_empty() => definition,
        definition => {
            let mut parts = vec![definition];
            if let Some(Value::Array(more)) = siblings.shift_remove(Keyword::AllOf.name()) {
                parts.extend(more);
            }
            siblings.insert(Keyword::AllOf.name().to_owned(), json!(parts));
            siblings.into()
        }
    }
}

/// Moves the only part of an `allOf` into the schema around it, if that has annotations only or the same type.
fn unwrap_single(schema: &mut Value) {
    let Some(members) = schema.as_object_mut() else { return };
    let Some([Value::Object(part)]) = members.get(Keyword::AllOf.name()).and_then(Value::as_array).map(Vec::as_slice)
    else {
        return;
    };
    let is_added = |name: &str, value: &Value| {
        keywords::is_constraint(name) && name != Keyword::AllOf.name() && part.get(name) != Some(value)
    };
    if members.iter().any(|(name, value)| is_added(name, value)) {
        return;
    }
    let mut joined = part.clone();
    members.shift_remove(Keyword::AllOf.name());
    extend(&mut joined, std::mem::take(members));
    *members = joined;
}

/// Adds the keywords of a use to those of its definition. Both descriptions are kept.
fn extend(definition: &mut Map<String, Value>, of_use: Map<String, Value>) {
    let text = |schema: &Map<String, Value>| {
        schema.get(Keyword::Description.name()).and_then(Value::as_str).map(str::to_owned)
    };
    let description = combined(text(&of_use).as_deref(), text(definition).as_deref());
    definition.extend(of_use);
    definition.extend(description.map(|text| (Keyword::Description.name().to_owned(), text.into())));
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};

    use super::inline;

    fn inlined(root: Value, definitions: &Value, recursive: &[&str]) -> Value {
        let recursive: BTreeSet<String> = recursive.iter().map(|&name| name.to_owned()).collect();
        let (root, kept) = inline(root, definitions.as_object().unwrap().clone(), &recursive);
        json!([root, kept])
    }

    #[test]
    fn references_are_replaced_with_their_siblings() {
        let definitions = json!({
            "A": {"type": "array", "description": "all", "items": {"$ref": "#/definitions/B"}},
            "B": {"type": "string", "description": "one"},
            "R": {"type": "object", "properties": {"b": {"$ref": "#/definitions/B"}, "r": {"$ref": "#/definitions/R"}}},
        });
        let root = json!({"type": "object", "properties": {
            "a": {"$ref": "#/definitions/A", "description": "mine"},
            "b": {"$ref": "#/definitions/B", "maxLength": 3, "allOf": [{"minLength": 1}]},
            "r": {"$ref": "#/definitions/R"},
            "enum": {"enum": [{"$ref": "#/definitions/B"}]},
            "one": {"type": "string", "title": "One", "allOf": [{"$ref": "#/definitions/B"}]},
            "two": {"maxLength": 3, "allOf": [{"$ref": "#/definitions/B"}]},
        }});
        let b = json!({"type": "string", "description": "one"});
        let expected = json!([
            {"type": "object", "properties": {
                "a": {"type": "array", "description": "mine. all", "items": b},
                "b": {"maxLength": 3, "allOf": [b, {"minLength": 1}]},
                "r": {"$ref": "#/definitions/R"},
                "enum": {"enum": [{"$ref": "#/definitions/B"}]},
                "one": {"type": "string", "title": "One", "description": "one"},
                "two": {"maxLength": 3, "allOf": [b]},
            }},
            {"R": {"type": "object", "properties": {"b": b, "r": {"$ref": "#/definitions/R"}}}},
        ]);
        assert_eq!(inlined(root, &definitions, &["R"]), expected);
    }

    /// Each definition refers twice to the next one, so that the result would double with each of them.
    #[test]
    fn references_stay_where_the_result_would_be_too_large() {
        let definitions: Value = (0..40)
            .map(|at| {
                let next = json!({"$ref": format!("#/definitions/D{}", at + 1)});
                (format!("D{at}"), json!({"properties": {"a": next, "b": next}}))
            })
            .chain([("D40".to_owned(), json!({"type": "null"}))])
            .collect::<serde_json::Map<_, _>>()
            .into();
        let root = json!({"$ref": "#/definitions/D0"});
        assert_eq!(inlined(root.clone(), &definitions, &[]), json!([root, definitions]));
    }
}
