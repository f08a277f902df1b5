//! Meaning of the keyword `format`, for validators and readers.

/// Meaning of the keyword `format` for validators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Formats {
    /// A string with another format is a violation.
    #[default]
    Assert,
    /// An annotation without effect on validation.
    Annotate,
}
