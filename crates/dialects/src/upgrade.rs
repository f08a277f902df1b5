//! Rewrites one schema of any draft to 2020-12, so that later stages only handle one draft.

use jsonschema::Draft;
use serde_json::{Map, Value};

use planwright_schema::draft;

/// Keywords that have no effect on validation.
pub(crate) const ANNOTATIONS: &[&str] = &[
    "$comment",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "deprecated",
    "description",
    "example",
    "examples",
    "readOnly",
    "title",
    "writeOnly",
];

/// Rewrites the schema itself. Its subschemas have already been rewritten.
pub(crate) fn upgrade(schema: &mut Value, draft: Draft) {
    let Some(members) = schema.as_object_mut() else { return };
    if draft::ignores_siblings(draft) && members.contains_key("$ref") {
        members.retain(|keyword, _| keyword == "$ref" || ANNOTATIONS.contains(&keyword.as_str()));
    }
    if draft == Draft::Draft4 {
        for (flag, bound) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
            if let Some(Value::Bool(excludes)) = members.shift_remove(flag)
                && excludes
                && let Some(value) = members.shift_remove(bound)
            {
                members.insert(flag.to_owned(), value);
            }
        }
    }
    if draft != Draft::Draft202012 {
        tuples(members);
    }
    if draft::ignores_siblings(draft) || draft == Draft::Draft201909 {
        dependencies(members);
    }
}

fn tuples(members: &mut Map<String, Value>) {
    let rest = members.shift_remove("additionalItems");
    if members.get("items").is_some_and(Value::is_array)
        && let Some(slots) = members.shift_remove("items")
    {
        members.insert("prefixItems".to_owned(), slots);
        members.extend(rest.map(|rest| ("items".to_owned(), rest)));
    }
}

fn dependencies(members: &mut Map<String, Value>) {
    let Some(Value::Object(dependencies)) = members.shift_remove("dependencies") else { return };
    let (names, schemas): (Map<_, _>, Map<_, _>) = dependencies.into_iter().partition(|(_, value)| value.is_array());
    for (keyword, map) in [("dependentRequired", names), ("dependentSchemas", schemas)] {
        if !map.is_empty() {
            members.insert(keyword.to_owned(), map.into());
        }
    }
}
