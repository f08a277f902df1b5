//! What judges documents.

use crate::validator::Validator;

/// A schema that judges documents: generated at build time or given at run time.
pub trait CompiledSchema {
    /// What judges.
    fn validator(&self) -> &Validator;
}

impl CompiledSchema for Validator {
    fn validator(&self) -> &Validator {
        self
    }
}
