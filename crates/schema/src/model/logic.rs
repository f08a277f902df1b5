//! Keywords that apply other schemas to the same value.

use super::Schema;

/// Combinations of schemas.
#[derive(Clone, Debug, Default)]
pub struct Logic {
    /// `allOf`.
    pub all_of: Option<Vec<Schema>>,
    /// `anyOf`.
    pub any_of: Option<Vec<Schema>>,
    /// `oneOf`.
    pub one_of: Option<Vec<Schema>>,
    /// `not`.
    pub not: Option<Box<Schema>>,
    /// `if`.
    pub if_schema: Option<Box<Schema>>,
    /// `then`.
    pub then_schema: Option<Box<Schema>>,
    /// `else`.
    pub else_schema: Option<Box<Schema>>,
}
