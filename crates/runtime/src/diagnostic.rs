//! The common type of all findings, as facts for a renderer.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use planwright_source::{Pointer, TextEdit};
use serde::Serialize;
use serde_json::Value;

/// A finding of a check or command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Stable name of the finding, such as `MISSING_FIELD`.
    pub code: &'static str,
    /// Whether the finding makes the document unusable, or fails the run.
    pub severity: Severity,
    /// Whether the finding is about a location in a document.
    #[serde(skip)]
    pub scope: FindingScope,
    /// Location in the document. For a missing or superfluous property, this is the property itself. For other scopes,
    /// it is the root.
    pub at: Pointer,
    /// Bytes to show, if the check had the source. A missing property is shown at the enclosing value, and a container
    /// by its name or opening bracket.
    #[serde(skip)]
    pub span: Option<Range<usize>>,
    /// Line and column of the location, if the check had the source.
    #[serde(skip)]
    pub position: Option<Position>,
    /// Name of the file as the user knows it, if there is one.
    #[serde(skip)]
    pub file: Option<String>,
    /// Source of the file, in which [`span`](Self::span) is marked in terminal output.
    #[serde(skip)]
    pub source: Option<Arc<str>>,
    /// What is wrong, what was found and what is expected, in one sentence without a full stop.
    pub message: String,
    /// How to fix it.
    pub help: Option<String>,
    /// Other related locations.
    #[serde(skip)]
    pub related: Vec<RelatedPlace>,
    /// Facts for programs, such as the allowed values under `allowed`.
    #[serde(skip)]
    pub facts: Vec<(&'static str, Value)>,
    /// Changes that fix it. Each one is sufficient.
    #[serde(skip)]
    pub patches: Vec<Patch>,
}

/// Subject of a [`Diagnostic`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FindingScope {
    /// A location in a document.
    #[default]
    Document,
    /// A file as a whole, or no file at all.
    Run,
}

/// Severity of a [`Diagnostic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// For information only.
    Note,
    /// The document is accepted, but probably contains a mistake.
    Warning,
    /// The document is rejected.
    Error,
}

/// Line and column, both starting at 1, with columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line of the start.
    pub line: usize,
    /// Column of the start.
    pub column: usize,
    /// Line and column of the end, if it is known. The end is exclusive.
    pub end: Option<(usize, usize)>,
}

/// A related location of a [`Diagnostic`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelatedPlace {
    /// The file.
    pub file: String,
    /// Location in the file.
    pub position: Option<Position>,
    /// Description of the location.
    pub message: String,
}

/// A change that fixes the subject of a [`Diagnostic`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Patch {
    /// The operation.
    #[serde(flatten)]
    pub op: PatchOp,
    /// Whether the change is unambiguous and loses no data, so that it can be applied without confirmation.
    #[serde(rename = "safe")]
    pub is_safe: bool,
}

/// Operation of a [`Patch`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum PatchOp {
    /// RFC 6902: adds a value.
    Add {
        /// Location of the new value.
        path: Pointer,
        /// The value.
        value: Value,
    },
    /// RFC 6902: removes a value.
    Remove {
        /// Location of the value.
        path: Pointer,
    },
    /// RFC 6902: replaces a value.
    Replace {
        /// Location of the value.
        path: Pointer,
        /// The new value.
        value: Value,
    },
    /// RFC 6902: moves a value, for example to a property with another name.
    Move {
        /// Current location.
        from: Pointer,
        /// New location.
        path: Pointer,
    },
    /// Replaces bytes of a document that is not valid JSON.
    Text {
        /// The edits, in source order.
        edits: Vec<TextEdit>,
    },
}

impl Severity {
    /// Returns the word for the severity: `note`, `warning` or `error`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl From<(usize, usize)> for Position {
    fn from((line, column): (usize, usize)) -> Self {
        Self { line, column, end: None }
    }
}

impl Diagnostic {
    /// Returns an error without help.
    pub fn error(code: &'static str, at: Pointer, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            scope: FindingScope::Document,
            at,
            span: None,
            position: None,
            file: None,
            source: None,
            message: message.into(),
            help: None,
            related: Vec::new(),
            facts: Vec::new(),
            patches: Vec::new(),
        }
    }

    /// Returns a warning without help.
    pub fn warning(code: &'static str, at: Pointer, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, at, message) }
    }

    /// Returns an error about a file as a whole, or about no file at all.
    pub fn of_run(code: &'static str, message: impl Into<String>) -> Self {
        Self { scope: FindingScope::Run, ..Self::error(code, Pointer::root(), message) }
    }

    /// Returns the finding with its file.
    #[must_use]
    pub fn with_file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Returns the finding with a line and column.
    #[must_use]
    pub fn with_position(mut self, position: Option<(usize, usize)>) -> Self {
        self.position = position.map(Position::from);
        self
    }

    /// Returns the finding with a related file.
    #[must_use]
    pub fn with_related(mut self, file: impl Into<String>, message: impl Into<String>) -> Self {
        self.related.push(RelatedPlace { file: file.into(), position: None, message: message.into() });
        self
    }

    /// Returns whether the finding makes the document unusable, or fails the run.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Returns the location in the document, if the finding is about one.
    pub fn pointer(&self) -> Option<&str> {
        (self.scope == FindingScope::Document).then(|| self.at.as_str())
    }
}

/// Writes `3:5: error[MISSING_FIELD] at /label: required property "label" is missing; add it`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
        }
        match self.position {
            Some(position) => write!(f, "{}:{}: ", position.line, position.column)?,
            None if self.file.is_some() => f.write_str(" ")?,
            None => {}
        }
        write!(f, "{}[{}]", self.severity, self.code)?;
        match self.pointer() {
            Some("") => f.write_str(" at the root")?,
            Some(pointer) => write!(f, " at {pointer}")?,
            None => {}
        }
        write!(f, ": {}", self.message)?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, "; {help}"))
    }
}
