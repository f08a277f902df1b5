//! Schemas of a user's own: which files are some, and which others they refer to.

use std::collections::BTreeMap;
use std::path::Path;

use planwright_source::{Syntax, decode};
use planwright_sync::{read_bytes, read_tree_of};
use serde_json::Value;

use crate::exit::Failure;

/// Which files are schemas, in words.
pub(crate) const FILES: &str = "*.json, *.jsonc, *.yaml or *.yml file";

/// The path of a schema file, and its bytes.
pub(crate) type SchemaText = (String, Vec<u8>);

/// Every schema below a folder, by relative path.
pub(crate) fn below(folder: &Path) -> Result<Vec<SchemaText>, Failure> {
    read_tree_of(folder, &Syntax::ENDINGS).map_err(Failure::all)
}

/// Whether a file is a schema, by its name.
pub(crate) fn is_one(path: &str) -> bool {
    Syntax::ENDINGS.iter().any(|ending| path.ends_with(ending))
}

/// What a file refers to, as it is written there; nothing where the text is none.
pub(crate) fn references(path: &str, bytes: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    collect(&value(path, bytes).unwrap_or_default(), &mut found);
    found
}

/// What a file says; nothing where the text is none.
fn value(path: &str, bytes: &[u8]) -> Option<Value> {
    Some(Syntax::of(path).read(decode(bytes).ok()?).ok()?.value)
}

/// A URI without query and fragment.
pub(crate) fn plain_uri(uri: &str) -> &str {
    uri.split(['?', '#']).next().unwrap_or_default()
}

/// The schema files in a folder, not below it, by the URIs that they give themselves, without query and fragment.
pub(crate) fn by_uri(folder: &Path) -> Result<BTreeMap<String, Vec<SchemaText>>, Failure> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = std::fs::read_dir(folder).map_err(|error| Failure::one(format!("{}: {error}", folder.display())))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| is_one(name) && folder.join(name).is_file()).collect();
    names.sort_unstable();
    let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for name in names {
        // Files that cannot be read or are no JSON are not those that are referred to.
        let Ok(bytes) = read_bytes(&folder.join(&name).display().to_string()) else { continue };
        let value = value(&name, &bytes).unwrap_or_default();
        if let Some(id) = value.get("$id").or_else(|| value.get("id")).and_then(Value::as_str) {
            found.entry(plain_uri(id).to_owned()).or_default().push((name, bytes));
        }
    }
    Ok(found)
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
