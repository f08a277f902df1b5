//! Whether validators and readers judge by the keyword `format`.

/// What the keyword `format` means to the validators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Formats {
    /// A text of another format is a violation.
    #[default]
    Assert,
    /// A note for readers.
    Annotate,
}
