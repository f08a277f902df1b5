//! What the words of one report are made from.

use std::cell::RefCell;
use std::collections::BTreeMap;

use jsonschema::ValidationError;
use planwright_source::Pointer;
use serde_json::Value;

use super::found::FoundViolations;
use crate::suggest::Comparisons;
use crate::validator::Validator;

/// What unions were explained by, by their place in the schema and in the document.
pub(super) type ExplainedUnions = RefCell<BTreeMap<(String, Pointer), FoundViolations>>;

/// A document beside the schema that judges it.
#[derive(Clone, Copy)]
pub(super) struct Judged<'j> {
    pub(super) schema: &'j Validator,
    pub(super) document: &'j Value,
    /// Where the part of the document stands that is being judged.
    pub(super) base: &'j Pointer,
    /// What is left for "did you mean".
    pub(super) comparisons: &'j Comparisons,
    pub(super) explained: &'j ExplainedUnions,
}

impl Judged<'_> {
    /// The place that the validator means.
    pub(super) fn place(&self, error: &ValidationError<'_>) -> Pointer {
        format!("{}{}", self.base.as_str(), error.instance_path().as_str()).parse().unwrap_or_default()
    }
}
