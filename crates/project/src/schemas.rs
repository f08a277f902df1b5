//! Finds the schema files of a user, and the files that they refer to.

use std::collections::BTreeMap;
use std::path::Path;

use planwright_schema::keywords;
use planwright_source::{Syntax, decode};
use planwright_sync::{has_suffix, read_file};
use serde_json::Value;

use crate::exit::Failure;
use crate::input;

/// Description of the files that are schemas.
pub const FILES: &str = "*.json, *.jsonc, *.yaml or *.yml file";

/// Path of a schema file, and its bytes.
pub type SchemaText = (String, Vec<u8>);

/// Reads every schema below a folder. The paths are relative to it.
pub fn below(folder: &Path) -> Result<Vec<SchemaText>, Failure> {
    input::read_tree(folder, &Syntax::ENDINGS)
}

/// Returns `true` if the file name is that of a schema.
pub fn is_one(path: &str) -> bool {
    has_suffix(path, &Syntax::ENDINGS)
}

/// Returns `true` if the content of a file is a JSON Schema, valid or not, rather than a document.
pub fn is_schema(path: &str, bytes: &[u8]) -> bool {
    value(path, bytes).is_some_and(|value| keywords::is_schema_document(&value))
}

/// Returns the references in a file, as they are written. Returns nothing if the file cannot be parsed.
pub fn references(path: &str, bytes: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    collect(&value(path, bytes).unwrap_or_default(), &mut found);
    found
}

/// Parses a file. Returns `None` if it cannot be parsed.
fn value(path: &str, bytes: &[u8]) -> Option<Value> {
    Some(Syntax::from_path(path).parse(decode(bytes).ok()?).ok()?.value)
}

/// Returns a URI without its query and fragment.
pub fn plain_uri(uri: &str) -> &str {
    uri.split(['?', '#']).next().unwrap_or_default()
}

/// Reads the schemas directly in a folder, by their `$id` without query and fragment.
pub fn by_uri(folder: &Path) -> Result<BTreeMap<String, Vec<SchemaText>>, Failure> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let failed = |path: &Path, error: &std::io::Error| Failure::one(format!("{}: {error}", path.display()));
    let entries = std::fs::read_dir(folder).map_err(|error| failed(folder, &error))?;
    let names = entries.map(|entry| entry.map(|entry| entry.file_name()));
    let mut names = names.collect::<Result<Vec<_>, _>>().map_err(|error| failed(folder, &error))?;
    names.retain(|name| is_one(&name.to_string_lossy()) && !folder.join(name).is_dir());
    names.sort_unstable();
    let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for name in names {
        let path = folder.join(&name);
        let bytes = read_file(&path).map_err(|error| failed(&path, &error))?;
        let name = name.to_string_lossy().into_owned();
        // References cannot lead to a file that is not JSON.
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
