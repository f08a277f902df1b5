//! Finds unions whose branches are distinguished by a tag.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::link::Definition;

/// A union in which every branch is an object with a required property that is fixed to a distinct string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tagged {
    /// Name of the property that distinguishes the branches.
    pub tag: String,
    /// Tag of each branch, in the order of the branches.
    pub values: Vec<String>,
}

/// Keywords that define unions.
pub const UNION: &[&str] = &["oneOf", "anyOf"];

/// Returns the tag of the union with these branches, if it has one.
pub fn tagged(branches: &[Value], definitions: &BTreeMap<String, Definition>) -> Option<Tagged> {
    let objects: Vec<&Value> = branches.iter().map(|branch| follow(branch, definitions)).collect();
    let first = objects.first()?.get("properties")?.as_object()?;
    first.keys().find_map(|tag| {
        let values: Option<Vec<String>> = objects.iter().map(|object| tag_value(object, tag)).collect();
        let values = values?;
        let distinct = values.iter().collect::<BTreeSet<_>>().len() == values.len();
        distinct.then(|| Tagged { tag: tag.clone(), values })
    })
}

/// Returns the schema at the end of a chain of references.
pub fn follow<'a>(schema: &'a Value, definitions: &'a BTreeMap<String, Definition>) -> &'a Value {
    let mut schema = schema;
    // Linking has rejected endless chains. The bound covers chains that become longer than the number of definitions.
    for _ in 0..=definitions.len() {
        match reference(schema).and_then(|name| definitions.get(name)) {
            Some(definition) => schema = &definition.schema,
            None => break,
        }
    }
    schema
}

/// Returns the name of the definition that a schema refers to.
pub fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/definitions/")
}

/// Returns the only string that `tag` can have in `object`, if the property is required.
fn tag_value(object: &Value, tag: &str) -> Option<String> {
    let required = object.get("required")?.as_array()?;
    if object.get("type").and_then(Value::as_str) != Some("object") || !required.iter().any(|name| name == tag) {
        return None;
    }
    let member = object.get("properties")?.get(tag)?;
    let one_of = member.get("enum").and_then(Value::as_array).map(Vec::as_slice);
    let ((Some(value), _) | (None, Some([value]))) = (member.get("const"), one_of) else { return None };
    value.as_str().map(str::to_owned)
}
