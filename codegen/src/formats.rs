//! Meaning of the keyword `format`, for validators and readers.

use planwright_schema::Semantics;

/// Meaning of the keyword `format` for validators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Formats {
    /// A string with another format is a violation.
    #[default]
    Assert,
    /// An annotation without effect on validation.
    Annotate,
}

impl From<Semantics> for Formats {
    fn from(semantics: Semantics) -> Self {
        if semantics.asserts_formats { Self::Assert } else { Self::Annotate }
    }
}
