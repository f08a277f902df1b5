//! Replaces references that depend on the evaluation path by ordinary ones, where they have only one possible target.
//!
//! A dynamic reference chooses among all resources that declare the same anchor. With one such resource in the set it
//! means the same as `$ref`, which every consumer understands.

use std::collections::BTreeMap;

use planwright_source::Pointer;
use serde_json::{Map, Value};

use crate::draft::Draft;
use crate::file::SchemaFile;
use crate::keywords;
use crate::resolve::{Referred, Resolver};
use crate::set::SchemaSet;
use crate::target::Target;

/// Name under which resources with `$recursiveAnchor` are counted. No `$dynamicAnchor` can have it.
const RECURSIVE: &str = "";
/// Dynamic anchor of the meta-schemas of 2020-12.
const META: &str = "meta";

/// Replaces every dynamic reference of the set that has one possible target.
pub(crate) fn replace(set: &mut SchemaSet) {
    let has_any = set.files().any(|file| {
        let mut is_dynamic = false;
        keywords::walk(&file.value, &Pointer::root(), &mut |schema, _| is_dynamic |= keywords::is_dynamic(schema));
        is_dynamic
    });
    if !has_any {
        return;
    }
    // An ambiguous set is reported when it is linked.
    let Ok(resolver) = Resolver::new(set) else { return };
    let anchors = count_anchors(set, &resolver);
    let files: Vec<SchemaFile> = set
        .files()
        .map(|file| {
            let value = keywords::rebuild(&file.value, &Pointer::root(), &mut |schema, at| {
                if let Some((keyword, reference)) = dynamic_reference(file, schema)
                    && has_one_target(set, &resolver, (file, at, &reference), &anchors)
                {
                    refer(schema, keyword, reference);
                }
            });
            SchemaFile { value, ..file.clone() }
        })
        .collect();
    for file in files {
        set.insert(file);
    }
}

/// Returns the keyword and the value of a dynamic reference that the dialect of the file defines.
fn dynamic_reference(file: &SchemaFile, schema: &Value) -> Option<(&'static str, String)> {
    let keyword = match file.draft {
        Draft::Draft201909 => "$recursiveRef",
        Draft::Draft202012 => "$dynamicRef",
        _ => return None,
    };
    Some((keyword, schema.get(keyword)?.as_str()?.to_owned()))
}

/// Returns the number of resources that declare each dynamic anchor. Meta-schemas that are referred to count too.
fn count_anchors(set: &SchemaSet, resolver: &Resolver<'_>) -> BTreeMap<String, usize> {
    let mut anchors = BTreeMap::new();
    for file in set.files() {
        keywords::walk(&file.value, &Pointer::root(), &mut |schema, at| {
            let mut count = |name: &str| *anchors.entry(name.to_owned()).or_default() += 1;
            if let Some(name) = schema.get("$dynamicAnchor").and_then(Value::as_str) {
                count(name);
            }
            if schema.get("$recursiveAnchor") == Some(&Value::Bool(true)) {
                count(RECURSIVE);
            }
            let is_meta = |text: &str| matches!(resolver.resolve(file, at, text), Some(Referred::MetaSchema(_)));
            if keywords::references(schema).any(is_meta) {
                count(RECURSIVE);
                count(META);
            }
        });
    }
    anchors
}

fn has_one_target(
    set: &SchemaSet,
    resolver: &Resolver<'_>,
    (file, at, reference): (&SchemaFile, &Pointer, &str),
    anchors: &BTreeMap<String, usize>,
) -> bool {
    let Some(Referred::Schema(target)) = resolver.resolve(file, at, reference) else { return false };
    let declares = |target: &Target, keyword: &str, value: &Value| {
        target.schema(set).and_then(|schema| schema.get(keyword)) == Some(value)
    };
    let name = reference.rsplit_once('#').map_or("", |(_, name)| name);
    let (is_dynamic, name) = if file.draft == Draft::Draft201909 {
        (declares(&target, "$recursiveAnchor", &Value::Bool(true)), RECURSIVE)
    } else {
        (declares(&target, "$dynamicAnchor", &name.into()), name)
    };
    !is_dynamic || anchors.get(name).is_none_or(|count| *count <= 1)
}

/// Writes a dynamic reference as an ordinary one.
fn refer(schema: &mut Value, keyword: &str, reference: String) {
    let Some(members) = schema.as_object_mut() else { return };
    members.shift_remove(keyword);
    if !members.contains_key("$ref") {
        members.insert("$ref".to_owned(), reference.into());
        return;
    }
    let branch = Value::Object(Map::from_iter([("$ref".to_owned(), reference.into())]));
    if let Some(branches) = members.entry("allOf").or_insert_with(|| Value::Array(Vec::new())).as_array_mut() {
        branches.push(branch);
    }
}
