//! Turns discriminators into fixed strings, so that they decide which branch of a union a document belongs to.
//!
//! A discriminator names a property and, in `mapping`, the values of the property for each schema. A schema without a
//! value in the mapping has its name as the value. Both a union (`oneOf`, `anyOf`) and a base schema that others extend
//! with `allOf` can have a discriminator. The schemas that it names then require the property with their value.

use std::collections::{BTreeMap, BTreeSet};

use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use super::locations::local_target;
use crate::keywords;

const UNIONS: [&str; 2] = ["oneOf", "anyOf"];
/// Maximum number of references that are followed in a row.
const MAX_REFERENCES: usize = 32;

/// Values of a property that identify a schema, by the location of the schema and the name of the property.
type Tags = BTreeMap<(Pointer, String), BTreeSet<String>>;

/// Fixes the properties that discriminators name, in the schemas that they distinguish.
pub(super) fn apply(document: &mut Value, schemas: &[Pointer]) {
    let mut tags = Tags::new();
    let discriminators = collect(document, schemas);
    let extensions = extensions(document, schemas);
    for discriminator in discriminators.iter().filter(|one| one.branches.is_empty()) {
        for schema in descendants(&discriminator.holder, &extensions) {
            // A document of a schema that extends this one is a document of this one too.
            let values = descendants(&schema, &extensions).into_iter().chain([schema.clone()]);
            let values = values.flat_map(|schema| discriminator.values(document, &schema)).collect::<Vec<_>>();
            tags.entry((schema, discriminator.property.clone())).or_default().extend(values);
        }
    }
    for discriminator in &discriminators {
        for branch in &discriminator.branches {
            let end = followed(document, branch);
            let key = (end.clone(), discriminator.property.clone());
            let mapped = discriminator.mapped(document, &end);
            if mapped.is_empty() && tags.contains_key(&key) {
                continue;
            }
            let values = if mapped.is_empty() { discriminator.values(document, branch) } else { mapped };
            tags.entry(key).or_default().extend(values);
        }
    }
    for ((schema, property), values) in tags {
        if let Some(Value::Object(members)) = document.pointer_mut(schema.as_str()) {
            require(members, &property, &values.into_iter().collect::<Vec<_>>());
        }
    }
}

/// A discriminator with the schemas that it distinguishes.
struct Discriminator {
    /// Schema that contains the discriminator.
    holder: Pointer,
    property: String,
    /// Values of the property with the locations of their schemas.
    mapping: Vec<(String, Pointer)>,
    /// Branches of the union, or none for a base schema.
    branches: Vec<Pointer>,
}

impl Discriminator {
    /// Returns the discriminator of a schema. Returns `None` if a branch of its union has no name.
    fn from_schema(schema: &Value, at: &Pointer) -> Option<Self> {
        let (property, mapping) = match schema.get("discriminator")? {
            // AsyncAPI has only the name of the property.
            Value::String(property) => (property.as_str(), None),
            object => (object.get("propertyName")?.as_str()?, object.get("mapping").and_then(Value::as_object)),
        };
        let mapping = mapping.into_iter().flatten().filter_map(|(value, target)| {
            let target = target.as_str()?;
            let by_name = || Pointer::root().member("components").member("schemas").member(target);
            Some((value.clone(), local_target(target).unwrap_or_else(by_name)))
        });
        let union = UNIONS.iter().find_map(|keyword| schema.get(keyword)?.as_array());
        let branch = |branch: &Value| branch.get("$ref").and_then(Value::as_str).and_then(local_target);
        let is_null = |branch: &&Value| branch.get("type").is_some_and(|name| name == "null");
        let branches = union.into_iter().flatten().filter(|one| !is_null(one)).map(branch).collect::<Option<_>>()?;
        Some(Self { holder: at.clone(), property: property.to_owned(), mapping: mapping.collect(), branches })
    }

    /// Returns the values that the mapping has for a schema.
    fn mapped(&self, document: &Value, schema: &Pointer) -> Vec<String> {
        let is_meant = |target: &Pointer| target == schema || followed(document, target) == *schema;
        self.mapping.iter().filter(|(_, target)| is_meant(target)).map(|(value, _)| value.clone()).collect()
    }

    /// Returns the values of a schema: those of the mapping, or its name.
    fn values(&self, document: &Value, schema: &Pointer) -> Vec<String> {
        let mapped = self.mapped(document, schema);
        let name = schema.last().map(std::borrow::Cow::into_owned);
        if mapped.is_empty() { name.into_iter().collect() } else { mapped }
    }
}

fn collect(document: &Value, schemas: &[Pointer]) -> Vec<Discriminator> {
    let mut found = Vec::new();
    for at in schemas {
        let Some(schema) = document.pointer(at.as_str()) else { continue };
        keywords::walk(schema, at, &mut |schema, at| found.extend(Discriminator::from_schema(schema, at)));
    }
    found
}

/// Returns the schemas that extend each schema with `allOf`.
fn extensions(document: &Value, schemas: &[Pointer]) -> BTreeMap<Pointer, Vec<Pointer>> {
    let mut found: BTreeMap<Pointer, Vec<Pointer>> = BTreeMap::new();
    for at in schemas {
        let bases = document.pointer(at.as_str()).and_then(|schema| schema.get("allOf")?.as_array());
        for base in bases.into_iter().flatten() {
            if let Some(base) = base.get("$ref").and_then(Value::as_str).and_then(local_target) {
                found.entry(base).or_default().push(at.clone());
            }
        }
    }
    found
}

/// Returns the schemas that extend a schema, directly or indirectly.
fn descendants(schema: &Pointer, extensions: &BTreeMap<Pointer, Vec<Pointer>>) -> BTreeSet<Pointer> {
    let mut found = BTreeSet::new();
    let mut pending = vec![schema];
    while let Some(next) = pending.pop() {
        for extension in extensions.get(next).into_iter().flatten() {
            if extension != schema && found.insert(extension.clone()) {
                pending.push(extension);
            }
        }
    }
    found
}

/// Returns the location at the end of a chain of references.
fn followed(document: &Value, at: &Pointer) -> Pointer {
    let mut at = at.clone();
    for _ in 0..MAX_REFERENCES {
        let reference = document.pointer(at.as_str()).and_then(|schema| schema.get("$ref")?.as_str());
        match reference.and_then(local_target) {
            Some(next) => at = next,
            None => break,
        }
    }
    at
}

/// Requires that a property has one of the values.
fn require(schema: &mut Map<String, Value>, property: &str, values: &[String]) {
    let has_property =
        |schema: &Map<String, Value>| schema.get("properties").is_some_and(|all| all.get(property).is_some());
    let is_union = UNIONS.iter().any(|keyword| schema.contains_key(*keyword));
    let is_object = match schema.get("type") {
        None => true,
        Some(Value::Array(types)) => types.iter().any(|name| name == "object"),
        Some(name) => name == "object",
    };
    if !is_object || is_union && !has_property(schema) {
        return;
    }
    if !has_property(schema)
        && let Some(Value::Array(parts)) = schema.get_mut("allOf")
    {
        let own = parts.iter_mut().filter_map(Value::as_object_mut).find(|part| part.contains_key("properties"));
        if let Some(part) = own {
            fix(part, property, values);
        } else {
            let mut part = Map::from_iter([("type".to_owned(), "object".into())]);
            fix(&mut part, property, values);
            parts.push(part.into());
        }
        return;
    }
    fix(schema, property, values);
}

/// Adds the values of a property to an object schema, and makes the property required.
fn fix(schema: &mut Map<String, Value>, property: &str, values: &[String]) {
    let properties = schema.entry("properties").or_insert_with(|| json!({}));
    let Some(properties) = properties.as_object_mut() else { return };
    let known = properties.entry(property).or_insert_with(|| json!({ "type": "string" }));
    if !allow_only(known, values) {
        return;
    }
    let required = schema.entry("required").or_insert_with(|| json!([]));
    if let Some(required) = required.as_array_mut().filter(|names| !names.iter().any(|name| name == property)) {
        required.push(property.into());
    }
}

/// Restricts a schema of strings to some values. Returns `false` if it allows none of them.
fn allow_only(schema: &mut Value, values: &[String]) -> bool {
    let Some(members) = schema.as_object_mut() else { return *schema == Value::Bool(true) };
    if let Some(only) = members.get("const").and_then(Value::as_str) {
        return values.iter().any(|value| value == only);
    }
    let mut allowed: Vec<Value> = values.iter().map(|value| value.as_str().into()).collect();
    if let Some(known) = members.get("enum").and_then(Value::as_array) {
        allowed.retain(|value| known.contains(value));
    }
    if let Some(reference) = members.get("$ref").cloned() {
        members.clear();
        members.insert("allOf".to_owned(), json!([{ "$ref": reference }]));
    }
    match allowed.as_slice() {
        [] => return false,
        [only] => {
            members.shift_remove("enum");
            members.insert("const".to_owned(), only.clone());
        }
        _ => drop(members.insert("enum".to_owned(), allowed.into())),
    }
    true
}
