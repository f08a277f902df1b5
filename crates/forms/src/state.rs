//! Forms in a store.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Stored form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Form {
    /// Id, from 1.
    pub id: u64,
    /// Title that people see.
    pub title: String,
    /// Visibility of the form.
    pub status: FormStatus,
    /// Fields in their order.
    #[serde(default)]
    pub fields: Vec<Field>,
    /// Other properties, which are preserved.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// Visibility of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FormStatus {
    /// Visible to its authors.
    Draft,
    /// Visible to everybody.
    Published,
    /// Currently visible to nobody. No step sets this status.
    Disabled,
}

/// Field of a form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// Type of the field. Forms from other sources may have types that no plan can add.
    #[serde(rename = "type")]
    pub kind: String,
    /// Text of the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// True if an answer is required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required: Option<bool>,
    /// Options, if the type has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Other properties, which are preserved.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}
