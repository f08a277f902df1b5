//! Folder of schemas that represents a catalogue on the web, such as a checkout of `SchemaStore`. Resolves URIs to
//! files and selects samples.

use std::collections::BTreeMap;
use std::path::Path;

use planwright_sync::read_tree;
use serde_json::Value;

/// URI prefixes of `SchemaStore`, where a file has its name with or without `.json`. The last one is for schemas
/// without a URI.
const PLACES: &[&str] =
    &["https://json.schemastore.org/", "https://www.schemastore.org/", "https://schemastore.org/", "planwright:///"];

/// Schemas of one folder.
pub(super) struct Catalogue {
    texts: BTreeMap<String, String>,
    by_uri: BTreeMap<String, String>,
}

impl Catalogue {
    /// Reads every `*.json` below `folder`.
    pub(super) fn load(folder: &Path) -> Result<Self, String> {
        let files = read_tree(folder, ".json")
            .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
        let texts: BTreeMap<String, String> =
            files.into_iter().map(|(path, bytes)| (path, String::from_utf8_lossy(&bytes).into_owned())).collect();
        let mut by_uri = BTreeMap::new();
        for (path, text) in &texts {
            if let Some(id) = id_of(text) {
                by_uri.entry(id).or_insert_with(|| path.clone());
            }
        }
        Ok(Self { texts, by_uri })
    }

    /// Returns the document with this URI: by its `$id`, or by its file name under one of the prefixes.
    ///
    /// A schema without a URI is treated as a file at the top of the folder.
    pub(super) fn find(&self, uri: &str) -> Option<&String> {
        let served = || PLACES.iter().find_map(|place| uri.strip_prefix(place));
        let by_name =
            || served().and_then(|name| self.texts.get(name).or_else(|| self.texts.get(&format!("{name}.json"))));
        self.by_uri.get(uri).and_then(|path| self.texts.get(path)).or_else(by_name)
    }

    /// Returns `count` files at even distances, among those without references to other catalogues. Returns all files
    /// without a count.
    pub(super) fn pick(&self, count: Option<usize>) -> BTreeMap<&str, &str> {
        let texts = || self.texts.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        let Some(count) = count else { return texts().collect() };
        let whole: Vec<(&str, &str)> = texts().filter(|(_, text)| self.is_whole(text)).collect();
        let count = count.min(whole.len());
        (0..count).filter_map(|index| whole.get(index * whole.len() / count).copied()).collect()
    }

    /// Checks that every document with an absolute URI that a schema references is in the folder.
    fn is_whole(&self, text: &str) -> bool {
        let Ok(schema) = serde_json::from_str::<Value>(text) else { return true };
        let mut references = Vec::new();
        references_of(&schema, &mut references);
        let absolute = references.into_iter().filter_map(|uri| uri.split('#').next()).filter(|uri| uri.contains("://"));
        absolute.into_iter().all(|uri| uri.contains("//json-schema.org/") || self.find(uri).is_some())
    }
}

/// Returns the `$id` of a document.
fn id_of(text: &str) -> Option<String> {
    let schema: Value = serde_json::from_str(text).ok()?;
    let id = schema.get("$id").or_else(|| schema.get("id"))?.as_str()?;
    Some(id.trim_end_matches('#').to_owned())
}

fn references_of<'a>(value: &'a Value, references: &mut Vec<&'a str>) {
    match value {
        Value::Object(members) => {
            references.extend(members.get("$ref").and_then(Value::as_str));
            members.values().for_each(|member| references_of(member, references));
        }
        Value::Array(items) => items.iter().for_each(|item| references_of(item, references)),
        _ => {}
    }
}
