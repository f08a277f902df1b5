//! Rows of `tests/cases/typify.json`: schemas whose types typify generates, with documents.

use serde::Deserialize;
use serde_json::Value;

/// A schema with documents.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    /// Name of its folder.
    pub(crate) name: String,
    pub(crate) schema: Value,
    /// The definition that reads the documents, if it is not the root.
    #[serde(default)]
    pub(crate) root: Option<String>,
    /// Definitions that typify cannot express.
    #[serde(default)]
    pub(crate) native: Vec<String>,
    pub(crate) valid: Vec<Value>,
    /// Invalid documents, each with the codes and locations of its errors.
    pub(crate) invalid: Vec<(Value, Vec<String>)>,
}

impl Row {
    /// Returns the path of the schema in its set.
    pub(crate) fn file(&self) -> String {
        format!("{}/case.json", self.name)
    }
}

/// Returns every row.
pub(crate) fn rows() -> Vec<Row> {
    let rows = include_str!("../../../../tests/cases/typify.json");
    serde_json::from_str(rows).unwrap_or_else(|error| panic!("tests/cases/typify.json: {error}"))
}
