//! Finds unions whose branches are distinguished by a tag.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::link::Definition;
use crate::model::{DEFINITION_PREFIX, Keyword, Schema, Type};

/// A union in which every branch is an object with a required property that is fixed to a distinct string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tagged {
    /// Name of the property that distinguishes the branches.
    pub tag: String,
    /// Tag of each branch, in the order of the branches.
    pub values: Vec<String>,
}

/// Returns the tag of the union with these branches, if it has one.
pub fn tagged(branches: &[Schema], definitions: &BTreeMap<String, Definition>) -> Option<Tagged> {
    let objects: Vec<&Schema> = branches.iter().map(|branch| follow(branch, definitions)).collect();
    let first = objects.first()?.groups().object.properties.as_ref()?;
    first.keys().find_map(|tag| {
        let values: Option<Vec<String>> = objects.iter().map(|object| tag_value(object, tag)).collect();
        let values = values?;
        let distinct = values.iter().collect::<BTreeSet<_>>().len() == values.len();
        distinct.then(|| Tagged { tag: tag.to_string(), values })
    })
}

/// Returns the schema at the end of a chain of references.
pub fn follow<'a>(schema: &'a Schema, definitions: &'a BTreeMap<String, Definition>) -> &'a Schema {
    let mut schema = schema;
    // Linking has rejected endless chains. The bound covers chains that become longer than the number of definitions.
    for _ in 0..=definitions.len() {
        match schema.groups().references.definition().and_then(|name| definitions.get(name)) {
            Some(definition) => schema = &definition.schema,
            None => break,
        }
    }
    schema
}

/// Returns the name of the definition that a schema refers to.
pub fn reference(schema: &Value) -> Option<&str> {
    schema.get(Keyword::Ref.name())?.as_str()?.strip_prefix(DEFINITION_PREFIX)
}

/// Returns the only string that `tag` can have in `schema`, if the property is required.
fn tag_value(schema: &Schema, tag: &str) -> Option<String> {
    let groups = schema.groups();
    if groups.single_type() != Some(Type::Object) || !groups.object.requires(tag) {
        return None;
    }
    let values = &groups.object.property(tag)?.groups().values;
    let ((Some(value), _) | (None, Some([value]))) = (&values.constant, values.enumeration.as_deref()) else {
        return None;
    };
    value.as_str().map(str::to_owned)
}
