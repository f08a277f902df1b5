//! Keywords that only inform readers.

use serde_json::Value;

/// Annotations of a schema.
#[derive(Clone, Debug, Default)]
pub struct Annotations {
    /// `title`.
    pub title: Option<String>,
    /// `description`.
    pub description: Option<String>,
    /// `default`.
    pub default: Option<Value>,
    /// `examples`.
    pub examples: Option<Vec<Value>>,
    /// `$comment`.
    pub comment: Option<String>,
    /// `deprecated`.
    pub deprecated: Option<bool>,
    /// `readOnly`.
    pub read_only: Option<bool>,
    /// `writeOnly`.
    pub write_only: Option<bool>,
}
