//! Keywords that apply to strings.

use super::Schema;
use super::part::Count;

/// Assertions about strings.
#[derive(Clone, Debug, Default)]
pub struct StringKeywords {
    /// `minLength`.
    pub min_length: Option<Count>,
    /// `maxLength`.
    pub max_length: Option<Count>,
    /// `pattern`.
    pub pattern: Option<String>,
}

/// Document that is encoded in a string.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// `contentEncoding`.
    pub encoding: Option<String>,
    /// `contentMediaType`.
    pub media_type: Option<String>,
    /// `contentSchema`.
    pub schema: Option<Box<Schema>>,
}
