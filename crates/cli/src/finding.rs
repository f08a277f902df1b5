//! One reported diagnostic: what is wrong in which file, with all facts that a renderer may show.

use std::ops::Range;
use std::sync::Arc;

use planwright_contracts::{Diagnostic, Report};
use planwright_drift::Severity;
use planwright_source::Lines;
use planwright_sync::Plan;

/// A diagnostic and its place.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// Whether it fails the run.
    pub severity: Severity,
    /// The code, or the id of the rule.
    pub code: &'static str,
    /// The file as the user knows it, where there is one.
    pub file: Option<String>,
    /// Where it stands in the file.
    pub place: Option<Place>,
    /// Where in the document, as a JSON Pointer.
    pub pointer: Option<String>,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// The text of the file and the bytes to underline, for people.
    pub source: Option<(Arc<str>, Range<usize>)>,
}

/// Line and column, both from 1; the end, where it is known, is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub line: usize,
    pub column: usize,
    pub end: Option<(usize, usize)>,
}

/// A further place of a finding.
#[derive(Clone, Debug)]
pub(crate) struct Related {
    pub file: String,
    pub place: Option<Place>,
    pub message: String,
}

impl Place {
    pub(crate) fn new((line, column): (usize, usize)) -> Self {
        Self { line, column, end: None }
    }
}

impl Finding {
    /// An error without a place.
    pub(crate) fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            file: None,
            place: None,
            pointer: None,
            message: message.into(),
            help: None,
            related: Vec::new(),
            source: None,
        }
    }

    /// Why a command could not do its work.
    pub(crate) fn of_failure(reason: &str) -> Self {
        Self::error("NOT_RUN", reason)
    }

    pub(crate) fn with_file(self, file: impl Into<String>) -> Self {
        Self { file: Some(file.into()), ..self }
    }

    pub(crate) fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    pub(crate) fn with_related(mut self, file: impl Into<String>, message: impl Into<String>) -> Self {
        self.related.push(Related { file: file.into(), place: None, message: message.into() });
        self
    }

    pub(crate) fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The findings of a check of a document; `text` must be the one that was checked.
pub(crate) fn of_report(name: &str, text: &str, report: &Report) -> Vec<Finding> {
    if report.is_empty() {
        return Vec::new();
    }
    let (lines, shared) = (Lines::new(text), Arc::from(text));
    report.iter().map(|diagnostic| of_diagnostic(name, &shared, &lines, diagnostic)).collect()
}

fn of_diagnostic(name: &str, text: &Arc<str>, lines: &Lines<'_>, diagnostic: &Diagnostic) -> Finding {
    let span = diagnostic.span.clone().filter(|span| span.start <= text.len());
    let place = span.as_ref().map(|span| {
        let (start, end) = (lines.line_column(span.start), lines.line_column(span.end));
        Place { line: start.line, column: start.column, end: Some((end.line, end.column)) }
    });
    Finding {
        severity: if diagnostic.is_error() { Severity::Error } else { Severity::Warning },
        file: Some(name.to_owned()),
        place,
        pointer: Some(diagnostic.at.as_str().to_owned()),
        help: diagnostic.help.clone(),
        source: span.map(|span| (Arc::clone(text), span)),
        ..Finding::error(diagnostic.code, diagnostic.message.clone())
    }
}

/// The files that differ from a plan; `advice` is what a person can do about them.
pub(crate) fn of_plan(plan: &Plan, advice: &str) -> Vec<Finding> {
    let changed = plan.changes().iter().map(|change| {
        let (code, message) = match change.finding() {
            "missing" => ("MISSING_FILE", "this generated file is missing"),
            "orphaned" => ("ORPHANED_FILE", "nothing makes this generated file any more"),
            _ => ("STALE_FILE", "this generated file is not what it should be"),
        };
        let finding = Finding::error(code, message).with_file(plan.path_of(change).display().to_string());
        finding.with_help(advice)
    });
    let foreign = plan.foreign().iter().map(|path| {
        Finding::error("FOREIGN_FILE", "planwright did not write this file, and would write one here")
            .with_file(plan.place_of(path).display().to_string())
            .with_help("move it away")
    });
    changed.chain(foreign).collect()
}

/// An error, or a warning, about a schema in this file.
pub(crate) fn of_schema(file: String, error: &planwright_schema::Error, severity: Severity) -> Finding {
    let code = match &error.kind {
        planwright_schema::ErrorKind::Unsupported { code, .. } | planwright_schema::ErrorKind::Lint { code, .. } => {
            code
        }
        _ => "INVALID_SCHEMA",
    };
    // Where no code stands before them, the words of some errors begin with it.
    let message = error.kind.to_string();
    let message = message.strip_prefix(code).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&message);
    Finding {
        severity,
        place: error.line_column.map(Place::new),
        pointer: Some(error.pointer.as_str().to_owned()),
        ..Finding::error(code, message).with_file(file)
    }
}
