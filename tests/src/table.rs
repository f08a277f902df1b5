//! The rows of the table in `docs/keywords.md`, which `cargo xtask gen` writes with this same file: small schemas,
//! each with documents that its law takes and refuses.

use std::fs;

use serde::Deserialize;
use serde_json::{Map, Value, json};

/// One schema of the table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The heading that it stands below.
    pub section: String,
    /// The keywords that it shows.
    pub keyword: String,
    /// The drafts that have them.
    pub drafts: String,
    /// The dialect that the row is in.
    #[serde(default = "newest")]
    pub draft: String,
    /// Definitions beside the schema, by the keyword that holds them.
    #[serde(default)]
    pub definitions: Map<String, Value>,
    /// Whether the member that has the schema may be missing.
    #[serde(default)]
    pub optional: bool,
    /// Whether the schema is the root of its document, and no member of it.
    #[serde(default)]
    pub root: bool,
    /// The schema.
    pub schema: Value,
    /// Documents that obey it.
    pub valid: Vec<Value>,
    /// Documents that break it.
    pub invalid: Vec<Value>,
    /// What the validator does.
    pub law: String,
}

fn newest() -> String {
    "2020-12".to_owned()
}

/// Every row, or what is wrong with the table.
pub fn read() -> Result<Vec<Row>, String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases/table.json");
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    serde_json::from_str(&text).map_err(|error| format!("{path}: {error}"))
}

/// Every row, in the order of the table.
///
/// # Panics
///
/// If the table is wrong: it is ours.
#[must_use]
pub fn rows() -> Vec<Row> {
    read().unwrap_or_else(|reason| panic!("{reason}"))
}

/// The file that holds the schema of a row.
#[must_use]
pub fn file(index: usize) -> String {
    format!("row{index}/row.json")
}

impl Row {
    /// The document around the schema: an object whose member `m` it is.
    #[must_use]
    pub fn document(&self) -> Value {
        let mut document = if self.root {
            self.schema.clone()
        } else {
            let required: &[&str] = if self.optional { &[] } else { &["m"] };
            let mut around =
                json!({ "type": "object", "properties": { "m": self.schema }, "additionalProperties": false });
            if !required.is_empty() {
                around["required"] = json!(required);
            }
            around
        };
        if let Some(members) = document.as_object_mut() {
            let uri = match self.draft.as_str() {
                "2019-09" | "2020-12" => format!("https://json-schema.org/draft/{}/schema", self.draft),
                old => format!("http://json-schema.org/{old}/schema#"),
            };
            members.insert("$schema".to_owned(), uri.into());
            members.insert("title".to_owned(), "Row".into());
            members.extend(self.definitions.clone());
        }
        document
    }

    /// A value as a document of the row.
    #[must_use]
    pub fn around(&self, value: &Value) -> Value {
        if self.root { value.clone() } else { json!({ "m": value }) }
    }

    /// The documents that obey the schema, as documents of the row.
    #[must_use]
    pub fn documents(&self) -> Vec<Value> {
        let mut documents: Vec<Value> = self.valid.iter().map(|value| self.around(value)).collect();
        if self.optional {
            documents.push(json!({}));
        }
        documents
    }
}
