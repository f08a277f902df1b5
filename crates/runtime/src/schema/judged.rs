//! Context for the messages of one report.

use std::cell::RefCell;
use std::collections::BTreeMap;

use jsonschema::ValidationError;
use planwright_source::Pointer;
use serde_json::Value;

use super::found::FoundViolations;
use crate::suggest::Comparisons;
use crate::validator::Validator;

/// Explanations of unions, by their locations in the schema and in the document.
pub(super) type ExplainedUnions = RefCell<BTreeMap<(String, Pointer), FoundViolations>>;

/// A document together with its schema.
#[derive(Clone, Copy)]
pub(super) struct Judged<'j> {
    pub(super) schema: &'j Validator,
    pub(super) document: &'j Value,
    /// Location of the part of the document that is being validated.
    pub(super) base: &'j Pointer,
    /// Remaining budget for "did you mean" comparisons.
    pub(super) comparisons: &'j Comparisons,
    pub(super) explained: &'j ExplainedUnions,
}

impl Judged<'_> {
    /// Returns the location of an error.
    pub(super) fn place(&self, error: &ValidationError<'_>) -> Pointer {
        format!("{}{}", self.base.as_str(), error.instance_path().as_str()).parse().unwrap_or_default()
    }
}
