//! Detects contradictions in a set of schemas.
//!
//! These are defaults and examples that their schema rejects, unreachable definitions, union branches with the same
//! tag, and patterns that engines of vendors reject.

use std::collections::{BTreeMap, BTreeSet};

use planwright_source::Pointer;
use serde_json::{Map, Value};

use super::{
    ASSERTS_NOTHING, DEFAULT_INVALID, EXAMPLE_INVALID, PATTERN_NOT_PORTABLE, REFERENCE_WITHOUT_QUERY, TAG_OVERLAP,
    UNREACHABLE_DEFINITION,
};
use crate::error::{Error, ErrorKind, in_order};
use crate::link::{Definition, Module, link};
use crate::model::{Annotations, Keyword, Place, Schema};
use crate::resolve::{Referred, Resolver};
use crate::target::Target;
use crate::{PatternFeatures, SchemaSet, SchemaValidator, draft, keywords, reach, unions};

/// Maximum number of defaults and examples of one module that are validated.
///
/// Each definition that the schema of a value reaches counts too.
const MAX_VALUES: usize = 20_000;

/// Returns every contradiction in a set, in source order.
///
/// # Errors
///
/// Returns errors if the set cannot be linked.
pub fn contradictions(set: &SchemaSet) -> Result<Vec<Error>, Vec<Error>> {
    let linked = link(set).map_err(|errors| in_order(set.locate(errors)))?;
    let mut found = Vec::new();
    for module in linked.modules.values() {
        let own = module.definitions.values().filter(|definition| definition.elsewhere.is_none());
        let mut judged = 0;
        for definition in own {
            definition.schema.walk(&mut |schema| {
                if !(draft::ignores_siblings(definition.draft) && schema.groups().has(Keyword::Ref)) {
                    values(module, definition, schema, &mut judged, &mut found);
                    tags(module, definition, schema, &mut found);
                    pattern(definition, schema, &mut found);
                }
            });
        }
    }
    unreachable(set, linked.modules.values(), &mut found);
    without_query(set, &linked.resolver, &mut found);
    unused_annotations(set, &linked.resolver, &mut found);
    found.sort_by(|one, other| (&one.file, &one.pointer).cmp(&(&other.file, &other.pointer)));
    found.dedup();
    Ok(in_order(set.locate(found)))
}

fn finding(definition: &Definition, at: &Place, keyword: Keyword, code: &'static str, message: String) -> Error {
    Error {
        file: definition.target.file.clone(),
        line_column: None,
        pointer: definition.target.pointer.join(&at.pointer()),
        keyword: Some(keyword.name().to_owned()),
        kind: ErrorKind::Lint { code, message },
    }
}

/// Reports references that omit the query of the target document's URI.
fn without_query(set: &SchemaSet, resolver: &Resolver<'_>, found: &mut Vec<Error>) {
    reach::walk(set, resolver, &mut |file, schema, at| {
        let reference = schema.get("$ref").and_then(Value::as_str);
        if let Some(meant) = reference.and_then(|reference| resolver.with_query(file, at, reference)) {
            let message =
                format!("the document calls itself {meant:?}, and is meant all the same; write its whole URI");
            let kind = ErrorKind::Lint { code: REFERENCE_WITHOUT_QUERY, message };
            found.push(file.unplaced(at.member("$ref"), Some("$ref"), kind));
        }
    });
}

/// Reports files that constrain nothing and that no other file refers to.
fn unused_annotations(set: &SchemaSet, resolver: &Resolver<'_>, found: &mut Vec<Error>) {
    let mut empty: BTreeMap<&str, Error> = set
        .files()
        .filter(|file| file.uri.is_none())
        .filter_map(|file| Some((file.path.as_str(), file.asserts_nothing()?)))
        .collect();
    if empty.is_empty() {
        return;
    }
    reach::walk(set, resolver, &mut |file, schema, at| {
        for reference in keywords::references(schema) {
            if let Some(Referred::Schema(target)) = resolver.resolve(file, at, reference) {
                empty.remove(target.file.as_str());
            }
        }
    });
    found.extend(empty.into_values().map(|error| {
        let message = "the document only has annotations, so it accepts any value, and no other schema refers to it; \
                       write the constraints that are missing, or move the file to another folder";
        Error { kind: ErrorKind::Lint { code: ASSERTS_NOTHING, message: message.to_owned() }, ..error }
    }));
}

/// Reports the default and the examples of a schema that the schema rejects.
fn values(module: &Module, definition: &Definition, schema: &Schema, judged: &mut usize, found: &mut Vec<Error>) {
    let Annotations { default, examples, .. } = &schema.groups().annotations;
    let at = schema.place.keyword(Keyword::Default);
    let default = default.iter().map(|value| (at.clone(), Keyword::Default, DEFAULT_INVALID, value));
    let at = schema.place.keyword(Keyword::Examples);
    let examples = examples.iter().flatten().enumerate();
    let examples = examples.map(|(index, value)| (at.index(index), Keyword::Examples, EXAMPLE_INVALID, value));
    let all: Vec<_> = default.chain(examples).collect();
    if all.is_empty() || *judged >= MAX_VALUES {
        return;
    }
    let needed = needed(module, schema);
    *judged += all.len() + needed.len();
    let mut document = schema.to_value();
    document["definitions"] = Value::Object(needed);
    let Some(validator) = SchemaValidator::new(&document, definition.draft, true) else { return };
    for (at, keyword, code, value) in all {
        if let Some(violation) = validator.violations(value).first() {
            let message = format!("the schema refuses it: {}", violation.message);
            found.push(finding(definition, &at, keyword, code, message));
        }
    }
}

/// Returns the definitions that a schema reaches.
fn needed(module: &Module, schema: &Schema) -> Map<String, Value> {
    let mut needed = BTreeMap::new();
    let mut pending = references(schema);
    while let Some(name) = pending.pop() {
        if let Some(definition) = module.definitions.get(&name).filter(|_| !needed.contains_key(&name)) {
            pending.extend(references(&definition.schema));
            needed.insert(name, definition.schema.to_value());
        }
    }
    needed.into_iter().collect()
}

/// Returns the names of the definitions that a schema refers to.
fn references(schema: &Schema) -> Vec<String> {
    let mut names = Vec::new();
    schema.walk(&mut |schema| names.extend(schema.groups().references.definition().map(str::to_owned)));
    names
}

/// Reports a union whose branches all fix one property, where two branches fix it to the same string.
fn tags(module: &Module, definition: &Definition, schema: &Schema, found: &mut Vec<Error>) {
    let Some(branches) = schema.groups().logic.one_of.as_ref().filter(|branches| branches.len() > 1) else {
        return;
    };
    if unions::tagged(branches, &module.definitions).is_some() {
        return;
    }
    let objects: Vec<&Schema> = branches.iter().map(|branch| unions::follow(branch, &module.definitions)).collect();
    let first = objects.first().and_then(|object| object.groups().object.properties.as_ref());
    let mut tags = first.into_iter().flat_map(|properties| properties.keys());
    let Some(tag) = tags.find(|tag| objects.iter().all(|object| fixed(object, tag).is_some())) else { return };
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, object) in objects.iter().enumerate() {
        let Some(text) = fixed(object, tag) else { continue };
        if let Some(other) = seen.insert(text, index) {
            let message = format!(
                "{tag:?} is {text:?} in the branches {other} and {index}, so it cannot distinguish them: the tag of a union needs a different string for each branch"
            );
            found.push(finding(definition, &branches[index].place, Keyword::OneOf, TAG_OVERLAP, message));
        }
    }
}

/// Returns the only allowed string of a required property.
fn fixed<'s>(schema: &'s Schema, property: &str) -> Option<&'s str> {
    let object = &schema.groups().object;
    let values = &object.property(property).filter(|_| object.requires(property))?.groups().values;
    let only = values.enumeration.as_ref().and_then(|values| values.first().filter(|_| values.len() == 1));
    values.constant.as_ref().or(only)?.as_str()
}

/// Reports a pattern with a feature that no vendor's engine supports.
fn pattern(definition: &Definition, schema: &Schema, found: &mut Vec<Error>) {
    let Some(pattern) = &schema.groups().string.pattern else { return };
    let features = PatternFeatures::from_pattern(pattern);
    let what = match (features.looks_around, features.refers_back) {
        (true, _) => "it looks around",
        (false, true) => "it refers to one of its groups",
        (false, false) => return,
    };
    let message = format!("{what}, which the engines of vendors refuse");
    let at = schema.place.keyword(Keyword::Pattern);
    found.push(finding(definition, &at, Keyword::Pattern, PATTERN_NOT_PORTABLE, message));
}

/// Reports definitions that no root reaches. A file that contains only definitions is a library and is skipped.
fn unreachable<'m>(set: &SchemaSet, modules: impl Iterator<Item = &'m Module>, found: &mut Vec<Error>) {
    let modules: Vec<&Module> = modules.collect();
    let mut edges: BTreeMap<&Target, Vec<&Target>> = BTreeMap::new();
    let mut definitions: BTreeMap<&Target, &Definition> = BTreeMap::new();
    for module in &modules {
        for definition in module.definitions.values() {
            let led_to = references(&definition.schema);
            let led_to = led_to.iter().filter_map(|name| module.definitions.get(name)).map(|other| &other.target);
            edges.entry(&definition.target).or_default().extend(led_to);
            definitions.insert(&definition.target, definition);
        }
    }
    let is_library = |file: &str| set.get(file).is_none_or(|file| !keywords::constrains(&file.value));
    let mut reached: BTreeSet<&Target> = BTreeSet::new();
    let mut pending: Vec<&Target> =
        definitions.keys().copied().filter(|target| target.is_root() || is_library(&target.file)).collect();
    // A dynamic reference can reach every dynamic anchor, so no static path shows that one is unused.
    pending.extend(definitions.keys().copied().filter(|target| has_dynamic_anchor(set, target)));
    while let Some(target) = pending.pop() {
        if reached.insert(target) {
            pending.extend(edges.get(target).into_iter().flatten());
        }
    }
    for (_, definition) in definitions.iter().filter(|(target, _)| !reached.contains(*target)) {
        let message = "nothing that a root leads to refers to it; take it out, or refer to it".to_owned();
        found.push(finding(definition, &Place::root(), Keyword::Definitions, UNREACHABLE_DEFINITION, message));
    }
}

/// Returns whether a definition, as it was written, contains a `$dynamicAnchor`.
fn has_dynamic_anchor(set: &SchemaSet, target: &Target) -> bool {
    let Some(schema) = target.schema(set) else { return false };
    let mut found = false;
    keywords::walk(schema, &Pointer::root(), &mut |schema, _| {
        found |= schema.get(Keyword::DynamicAnchor.name()).is_some();
    });
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn finding_codes(schema: &Value) -> Vec<(String, &'static str)> {
        let set = SchemaSet::parse([("a.json".to_owned(), schema.to_string().into_bytes())]);
        let set = set.unwrap_or_else(|errors| panic!("{errors:?}"));
        let errors = contradictions(&set).unwrap_or_else(|errors| panic!("{errors:?}"));
        let code = |kind: &ErrorKind| if let ErrorKind::Lint { code, .. } = kind { *code } else { "" };
        errors.iter().map(|error| (error.pointer.to_string(), code(&error.kind))).collect()
    }

    fn branch(tag: &str) -> Value {
        json!({ "type": "object", "required": ["k"], "properties": { "k": { "const": tag } } })
    }

    #[test]
    fn what_a_schema_says_against_itself_is_found() {
        let schema = json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "type": "object",
            "properties": {
                "level": { "$ref": "#/definitions/Level" },
                "name": { "type": "string", "pattern": "^(?!x)", "examples": ["y", 5] },
                "same": { "type": "string", "pattern": "^(a)\\1$" },
                "choice": { "oneOf": [branch("a"), branch("b"), branch("a")] },
            },
            "definitions": {
                "Level": { "type": "integer", "minimum": 1, "default": 0 },
                "Lost": { "$ref": "#/definitions/Level" },
            },
        });
        assert_eq!(
            finding_codes(&schema),
            [
                ("/properties/name/pattern".to_owned(), PATTERN_NOT_PORTABLE),
                ("/properties/name/examples/1".to_owned(), EXAMPLE_INVALID),
                ("/properties/same/pattern".to_owned(), PATTERN_NOT_PORTABLE),
                ("/properties/choice/oneOf/2".to_owned(), TAG_OVERLAP),
                ("/definitions/Level/default".to_owned(), DEFAULT_INVALID),
                ("/definitions/Lost".to_owned(), UNREACHABLE_DEFINITION),
            ]
        );
    }

    #[test]
    fn a_definition_with_a_dynamic_anchor_is_reachable() {
        let schema = |anchor: &str| json!({ "type": "array", "$defs": { "Default": { anchor: "item" } } });
        assert_eq!(finding_codes(&schema("$dynamicAnchor")), []);
        assert_eq!(finding_codes(&schema("$anchor")), [("/$defs/Default".to_owned(), UNREACHABLE_DEFINITION)]);
    }

    #[test]
    fn what_says_nothing_against_itself_is_not() {
        let schema = json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "definitions": {
                "Level": { "type": "integer", "minimum": 1, "default": 1, "examples": [2] },
                "Choice": { "oneOf": [branch("a"), branch("b")] },
                "Text": { "type": "string", "pattern": "^[a-z]+$" },
                "Escaped": { "type": "string", "pattern": "^\\(?=[(?!]\\\\1$" },
            },
        });
        assert_eq!(finding_codes(&schema), []);
    }
}
