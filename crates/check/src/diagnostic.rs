//! What a check found: facts for a renderer, in an order that depends on the document alone.

use std::fmt;
use std::ops::Range;

use planwright_source::Pointer;
use serde::Serialize;

/// One thing found in a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The stable name of what was found, such as `MISSING_FIELD`.
    pub code: &'static str,
    /// Whether it makes the document unusable.
    pub severity: Severity,
    /// The place in the document; for an absent or superfluous member that member itself.
    pub at: Pointer,
    /// The bytes to show, where the check saw text. An absent member is shown at what should hold it; a container is shown
    /// by its name or its opening bracket.
    #[serde(skip)]
    pub span: Option<Range<usize>>,
    /// What is wrong, what was found and what is expected; one sentence without a full stop.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
}

/// How bad a [`Diagnostic`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The document is refused.
    Error,
    /// The document is accepted; something in it is probably not meant.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

impl Diagnostic {
    /// An error without help.
    pub fn error(code: &'static str, at: Pointer, message: impl Into<String>) -> Self {
        Self { code, severity: Severity::Error, at, span: None, message: message.into(), help: None }
    }

    /// A warning without help.
    pub fn warning(code: &'static str, at: Pointer, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, at, message) }
    }

    /// The same with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Whether this makes the document unusable.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
