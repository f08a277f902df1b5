//! Visits every schema of a set, including values that are schemas only because a reference points to them, such as
//! `#/x-types/name`.

use std::collections::BTreeSet;

use planwright_source::Pointer;
use serde_json::Value;

use crate::file::SchemaFile;
use crate::keywords;
use crate::resolve::{Referred, Resolver};
use crate::set::SchemaSet;
use crate::target::Target;

/// Calls `visit` for every schema of the set.
///
/// A schema inside a value that only a reference reaches can be visited twice.
pub(crate) fn walk<'a>(
    set: &'a SchemaSet,
    resolver: &Resolver<'_>,
    visit: &mut impl FnMut(&'a SchemaFile, &'a Value, &Pointer),
) {
    let mut pending: Vec<Target> = set.files().map(|file| Target::root(&file.path)).collect();
    let mut seen = BTreeSet::new();
    while let Some(target) = pending.pop() {
        let (Some(file), Some(schema)) = (set.get(&target.file), target.schema(set)) else { continue };
        keywords::walk(schema, &target.pointer, &mut |schema, at| {
            visit(file, schema, at);
            let reference = schema.get("$ref").and_then(Value::as_str);
            let Some(Referred::Schema(next)) = reference.and_then(|text| resolver.resolve(file, at, text)) else {
                return;
            };
            if seen.insert(next.clone()) && !is_held(set, &next) {
                pending.push(next);
            }
        });
    }
}

fn is_held(set: &SchemaSet, target: &Target) -> bool {
    set.get(&target.file).is_some_and(|file| keywords::is_schema_location(&file.value, &target.pointer))
}
