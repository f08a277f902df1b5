//! Schemas that validate documents.

use crate::validator::Validator;

/// A schema that validates documents, generated at build time or given at run time.
pub trait CompiledSchema {
    /// Returns the validator.
    fn validator(&self) -> &Validator;
}

impl CompiledSchema for Validator {
    fn validator(&self) -> &Validator {
        self
    }
}
