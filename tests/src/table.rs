//! Rows of the table in `docs/keywords.md`: small schemas with valid and invalid documents. `cargo xtask gen` includes
//! this file to write the table.

use std::fs;

use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Schema of the table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Heading of the section.
    pub section: String,
    /// Keywords that it shows.
    pub keyword: String,
    /// Set if the page does not show the row, because other lines of the page have the same.
    #[serde(default)]
    pub hidden: bool,
    /// Drafts that have them. Empty if all of them do.
    #[serde(default)]
    pub drafts: String,
    /// Dialect of the row.
    #[serde(default = "newest")]
    pub draft: String,
    /// Definitions next to the schema, by keyword.
    #[serde(default)]
    pub definitions: Map<String, Value>,
    /// Set if the property with this schema may be missing.
    #[serde(default)]
    pub optional: bool,
    /// Set if the schema is the root of its document instead of a property.
    #[serde(default)]
    pub root: bool,
    /// Schema.
    pub schema: Value,
    /// Valid documents.
    pub valid: Vec<Value>,
    /// Invalid documents.
    pub invalid: Vec<Value>,
    /// Effect of the keyword, if its name does not describe it.
    #[serde(default)]
    pub note: String,
}

fn newest() -> String {
    "2020-12".to_owned()
}

/// Reads every row, or returns the error in the table.
pub fn try_rows() -> Result<Vec<Row>, String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases/table.json");
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    serde_json::from_str(&text).map_err(|error| format!("{path}: {error}"))
}

/// Returns every row, in the order of the table.
///
/// # Panics
///
/// Panics if the table is invalid.
#[must_use]
pub fn rows() -> Vec<Row> {
    try_rows().unwrap_or_else(|reason| panic!("{reason}"))
}

/// Returns the path of the schema of a row.
#[must_use]
pub fn file(index: usize) -> String {
    format!("row{index}/row.json")
}

impl Row {
    /// Returns the document around the schema: an object with the property `m`.
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

    /// Wraps a value as a document of the row.
    #[must_use]
    pub fn around(&self, value: &Value) -> Value {
        if self.root { value.clone() } else { json!({ "m": value }) }
    }

    /// Returns the valid documents of the row.
    #[must_use]
    pub fn documents(&self) -> Vec<Value> {
        let mut documents: Vec<Value> = self.valid.iter().map(|value| self.around(value)).collect();
        if self.optional {
            documents.push(json!({}));
        }
        documents
    }
}
