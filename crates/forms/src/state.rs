//! Forms as the store keeps them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Form {
    /// Its id, from 1.
    pub id: u64,
    /// Its title as people see it.
    pub title: String,
    /// Who can see it.
    pub status: FormStatus,
    /// Its fields in their order.
    #[serde(default)]
    pub fields: Vec<Field>,
    /// What else the store knows of it; kept as it is.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// Who can see a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FormStatus {
    /// Its makers.
    Draft,
    /// Everybody.
    Published,
    /// Nobody for now. No step leads here.
    Disabled,
}

/// A field of a form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// Its type. Forms that were made otherwise may have types that no plan can add.
    #[serde(rename = "type")]
    pub kind: String,
    /// The text of the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Whether an answer is demanded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required: Option<bool>,
    /// What can be chosen from, where the type has options.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// What else the store knows of it; kept as it is.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}
