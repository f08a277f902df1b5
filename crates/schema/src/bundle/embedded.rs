//! Builds a compound document for a root that cannot be flattened.
//!
//! The document is kept as it is, and every document that it reaches is embedded as a resource with its own URI and
//! dialect. References that depend on the evaluation path keep their meaning.

use std::collections::BTreeSet;

use planwright_source::Pointer;
use serde_json::{Map, Value};

use crate::file::SchemaFile;
use crate::resolve::{Referred, Resolver};
use crate::set::SchemaSet;
use crate::target::Target;
use crate::{draft, inapplicable_keywords, keywords};

/// Returns the compound document of one file.
pub(super) fn bundle(set: &SchemaSet, resolver: &Resolver<'_>, file: &SchemaFile) -> Value {
    let keyword = if draft::ignores_siblings(file.draft) { "definitions" } else { "$defs" };
    let mut document = resource(resolver, file);
    let Some(members) = document.as_object_mut() else { return document };
    let mut definitions = match members.shift_remove(keyword) {
        Some(Value::Object(definitions)) => definitions,
        _ => Map::new(),
    };
    for path in reached(set, resolver, file) {
        let Some(other) = set.get(&path).filter(|other| other.path != file.path) else { continue };
        let numbered = (2..).map(|number| format!("{path}-{number}"));
        let free = std::iter::once(path.clone()).chain(numbered).find(|name| !definitions.contains_key(name));
        definitions.insert(free.unwrap_or(path), resource(resolver, other));
    }
    if !definitions.is_empty() {
        members.insert(keyword.to_owned(), definitions.into());
    }
    document
}

/// Returns a document with its dialect, its URI and absolute references, so that it can be embedded anywhere.
fn resource(resolver: &Resolver<'_>, file: &SchemaFile) -> Value {
    let mut document = keywords::rebuild(&file.value, &Pointer::root(), &mut |schema, at| {
        inapplicable_keywords::remove(schema);
        let reference = schema.get("$ref").and_then(Value::as_str);
        match reference.and_then(|reference| resolver.resolve(file, at, reference)) {
            Some(Referred::Schema(target)) => schema["$ref"] = resolver.absolute(&target).into(),
            Some(Referred::MetaSchema(uri)) => schema["$ref"] = uri.into(),
            None => {}
        }
    });
    if let Value::Bool(allows) = document {
        let denies = Map::from_iter([("not".to_owned(), Value::Object(Map::new()))]);
        document = Value::Object(if allows { Map::new() } else { denies });
    }
    let Some(members) = document.as_object_mut() else { return document };
    if draft::ignores_siblings(file.draft)
        && let Some(reference) = members.get("$ref").cloned()
    {
        members.retain(|keyword, _| keywords::DEFINITIONS.contains(&keyword.as_str()));
        let referring = Map::from_iter([("$ref".to_owned(), reference)]);
        members.insert("allOf".to_owned(), Value::Array(vec![referring.into()]));
    }
    members.insert("$schema".to_owned(), draft::uri(file.draft).into());
    let base = resolver.own_uri(&Target::root(&file.path));
    members.insert(draft::id_keyword(file.draft).to_owned(), base.into());
    document
}

/// Returns the files that a file refers to, directly or indirectly.
fn reached(set: &SchemaSet, resolver: &Resolver<'_>, file: &SchemaFile) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut pending = vec![file];
    while let Some(file) = pending.pop() {
        if !reached.insert(file.path.clone()) {
            continue;
        }
        keywords::walk(&file.value, &Pointer::root(), &mut |schema, at| {
            for reference in keywords::references(schema) {
                if let Some(Referred::Schema(target)) = resolver.resolve(file, at, reference) {
                    pending.extend(set.get(&target.file));
                }
            }
        });
    }
    reached
}
