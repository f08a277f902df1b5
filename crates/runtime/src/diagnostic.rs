//! What was found: one type for every check and command, as facts for a renderer.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use planwright_source::{Pointer, TextEdit};
use serde::Serialize;
use serde_json::Value;

/// One thing found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The stable name of what was found, such as `MISSING_FIELD`.
    pub code: &'static str,
    /// Whether it makes the document unusable, or fails the run.
    pub severity: Severity,
    /// Whether it is about a place in a document.
    #[serde(skip)]
    pub scope: FindingScope,
    /// The place in the document; for an absent or superfluous member that member itself. Of another scope, the root.
    pub at: Pointer,
    /// The bytes to show, where the check saw text. An absent member is shown at what should hold it; a container is shown
    /// by its name or its opening bracket.
    #[serde(skip)]
    pub span: Option<Range<usize>>,
    /// Line and column of the place, where a text was seen.
    #[serde(skip)]
    pub position: Option<Position>,
    /// The file as the user knows it, where there is one.
    #[serde(skip)]
    pub file: Option<String>,
    /// The text of the file, in which [`span`](Self::span) is marked for people.
    #[serde(skip)]
    pub source: Option<Arc<str>>,
    /// What is wrong, what was found and what is expected; one sentence without a full stop.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
    /// Other places that belong to it.
    #[serde(skip)]
    pub related: Vec<RelatedPlace>,
    /// What was compared, for programs, such as the allowed values under `allowed`.
    #[serde(skip)]
    pub facts: Vec<(&'static str, Value)>,
    /// Changes that mend it, each alone.
    #[serde(skip)]
    pub patches: Vec<Patch>,
}

/// What a [`Diagnostic`] is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FindingScope {
    /// A place in a document.
    #[default]
    Document,
    /// A file as such, or no file at all.
    Run,
}

/// How bad a [`Diagnostic`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Somebody should know.
    Note,
    /// The document is accepted; something in it is probably not meant.
    Warning,
    /// The document is refused.
    Error,
}

/// Line and column, both from 1, columns in characters; the end, where it is known, is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// Line and column of the end.
    pub end: Option<(usize, usize)>,
}

/// A further place of a [`Diagnostic`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelatedPlace {
    /// The file.
    pub file: String,
    /// Where in it.
    pub position: Option<Position>,
    /// What is there.
    pub message: String,
}

/// A change that mends what a [`Diagnostic`] is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Patch {
    /// What is changed.
    #[serde(flatten)]
    pub op: PatchOp,
    /// Whether the change has one reading and loses nothing, so that it can be made without asking.
    #[serde(rename = "safe")]
    pub is_safe: bool,
}

/// What a [`Patch`] does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum PatchOp {
    /// RFC 6902: a value where there is none.
    Add {
        /// Where.
        path: Pointer,
        /// The value.
        value: Value,
    },
    /// RFC 6902: takes a value away.
    Remove {
        /// Where.
        path: Pointer,
    },
    /// RFC 6902: another value.
    Replace {
        /// Where.
        path: Pointer,
        /// The value.
        value: Value,
    },
    /// RFC 6902: the same value elsewhere, such as a member under another name.
    Move {
        /// Where it is.
        from: Pointer,
        /// Where it should be.
        path: Pointer,
    },
    /// Other texts for some bytes of the document, where it is no JSON.
    Text {
        /// The changes, in the order of the text.
        edits: Vec<TextEdit>,
    },
}

impl Severity {
    /// The word for it: `note`, `warning` or `error`.
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
    /// An error without help.
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

    /// A warning without help.
    pub fn warning(code: &'static str, at: Pointer, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, at, message) }
    }

    /// An error about a file as such, or about no file at all.
    pub fn of_run(code: &'static str, message: impl Into<String>) -> Self {
        Self { scope: FindingScope::Run, ..Self::error(code, Pointer::root(), message) }
    }

    /// The same in a file.
    #[must_use]
    pub fn with_file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// The same at a line and column.
    #[must_use]
    pub fn with_position(mut self, position: Option<(usize, usize)>) -> Self {
        self.position = position.map(Position::from);
        self
    }

    /// The same with another file that belongs to it.
    #[must_use]
    pub fn with_related(mut self, file: impl Into<String>, message: impl Into<String>) -> Self {
        self.related.push(RelatedPlace { file: file.into(), position: None, message: message.into() });
        self
    }

    /// Whether this makes the document unusable, or fails the run.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The place in the document, where it is about one.
    pub fn pointer(&self) -> Option<&str> {
        (self.scope == FindingScope::Document).then(|| self.at.as_str())
    }
}

/// `3:5: error[MISSING_FIELD] at /label: the member "label" is missing; add it`.
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
