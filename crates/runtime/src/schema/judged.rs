//! What the words of one report are made from.

use serde_json::Value;

use crate::suggest::Comparisons;
use crate::validator::Validator;

/// A document beside the schema that judges it.
#[derive(Clone, Copy)]
pub(super) struct Judged<'j> {
    pub(super) schema: &'j Validator,
    pub(super) document: &'j Value,
    /// What is left for "did you mean".
    pub(super) comparisons: &'j Comparisons,
}
