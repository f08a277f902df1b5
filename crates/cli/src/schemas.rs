//! Schemas of a user's own: which files are some, and which others they refer to.

use std::path::Path;

use planwright_source::{Syntax, decode};
use planwright_sync::read_tree_of;
use serde_json::Value;

use crate::exit::Failure;

/// Which files are schemas, in words.
pub(crate) const FILES: &str = "*.json, *.jsonc, *.yaml or *.yml file";

/// Every schema below a folder, by relative path.
pub(crate) fn below(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    read_tree_of(folder, &Syntax::ENDINGS).map_err(Failure::all)
}

/// Whether a file is a schema, by its name.
pub(crate) fn is_one(path: &str) -> bool {
    Syntax::ENDINGS.iter().any(|ending| path.ends_with(ending))
}

/// What a file refers to, as it is written there; nothing where the text is none.
pub(crate) fn references(path: &str, bytes: &[u8]) -> Vec<String> {
    let text = decode(bytes).ok();
    let read = text.and_then(|text| Syntax::of(path).read(text).ok());
    let mut found = Vec::new();
    collect(&read.map(|read| read.value).unwrap_or_default(), &mut found);
    found
}

fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Object(members) => {
            found.extend(members.get("$ref").and_then(Value::as_str).map(str::to_owned));
            members.values().for_each(|item| collect(item, found));
        }
        _ => {}
    }
}
