//! Findings of one check, sorted by location.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Deref, Range};

use planwright_source::{Extent, Found, Lines, Place, Pointer, Problem, ProblemKind, find_fix, locate_all};
use serde::Serialize;

use crate::codes;
use crate::diagnostic::{Diagnostic, Patch, PatchOp, Position};
use crate::limit::{FindingCounts, unlisted};

/// Diagnostics of one document in document order.
///
/// They are sorted by source position, or by pointer if there is no source, with array indices compared as numbers.
/// Equal input yields an equal report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Report(Vec<Diagnostic>);

impl Report {
    #[doc(hidden)]
    pub fn of_unwritable(error: &serde_json::Error) -> Self {
        let message = format!("the value cannot be written as JSON: {error}");
        Self::of_value(vec![Diagnostic::error(codes::SCHEMA_VIOLATION, Pointer::root(), message)])
    }

    /// Returns the sorted findings about a value without source.
    pub fn of_value(mut found: Vec<Diagnostic>) -> Self {
        let is_last = |one: &Diagnostic| one.code == codes::MORE_FINDINGS;
        found.sort_by(|a, b| {
            let order = || document_order(&a.at, &b.at).then_with(|| a.code.cmp(b.code));
            is_last(a).cmp(&is_last(b)).then_with(order)
        });
        Self(found)
    }

    /// Locates the findings in `text` and sorts them by position. Known spans are kept.
    pub fn of_text(found: Vec<Diagnostic>, text: &str) -> Self {
        let mut report = Self::of_value(found);
        if report.0.is_empty() {
            return report;
        }
        let listed = report.0.iter_mut().filter(|diagnostic| diagnostic.code != codes::MORE_FINDINGS);
        let mut listed: Vec<&mut Diagnostic> = listed.collect();
        let places = locate_all(text, listed.iter().map(|diagnostic| diagnostic.misnamed().unwrap_or(&diagnostic.at)));
        for (diagnostic, place) in listed.iter_mut().zip(places) {
            if diagnostic.span.is_none() {
                let is_name = diagnostic.code == codes::UNKNOWN_FIELD || diagnostic.misnamed().is_some();
                diagnostic.span = place.map(|place| span_of(&place, text, is_name));
            }
        }
        report.0.sort_by_key(sort_key);
        report.set_positions(text);
        report
    }

    /// Returns the report with the location of each diagnostic in `text`, the source of the document.
    #[must_use]
    pub fn located(self, text: &str) -> Self {
        Self::of_text(self.0, text)
    }

    /// Returns the report about input that could not be parsed.
    pub fn of_problems(problems: impl IntoIterator<Item = Problem>) -> Self {
        let mut found: Vec<Diagnostic> = problems.into_iter().map(|problem| diagnose(&problem)).collect();
        found.sort_by_key(sort_key);
        Self(found)
    }

    /// Returns the report about input that could not be parsed, with its lines and columns.
    pub fn of_problems_in(problems: impl IntoIterator<Item = Problem>, text: &str) -> Self {
        let problems: Vec<Problem> = problems.into_iter().collect();
        let mended = |problem: &Problem| Diagnostic { patches: text_patches(problem, text), ..diagnose(problem) };
        let mut report = Self(problems.iter().map(mended).collect());
        report.0.sort_by_key(sort_key);
        report.set_positions(text);
        report
    }

    /// Returns the report with lines and columns for all known locations in `text`, the source of the document.
    #[must_use]
    pub fn positioned(mut self, text: &str) -> Self {
        self.set_positions(text);
        self
    }

    fn set_positions(&mut self, text: &str) {
        // A table of all lines takes time and memory proportional to the source, and most reports need none.
        if self.0.iter().all(|diagnostic| diagnostic.span.is_none()) {
            self.0.iter_mut().for_each(|diagnostic| diagnostic.position = None);
            return;
        }
        let lines = Lines::new(text);
        for diagnostic in &mut self.0 {
            let span = diagnostic.span.as_ref().filter(|span| span.start <= text.len());
            diagnostic.position = span.map(|span| {
                let (start, end) = (lines.line_column(span.start), lines.line_column(span.end));
                Position { line: start.line, column: start.column, end: Some((end.line, end.column)) }
            });
        }
    }

    /// Returns the diagnostics that make the document unusable.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter().filter(|diagnostic| diagnostic.is_error())
    }

    /// Returns the other diagnostics.
    pub fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter().filter(|diagnostic| !diagnostic.is_error())
    }

    /// Returns the numbers of errors and warnings, including those that are not listed.
    pub fn counts(&self) -> FindingCounts {
        self.0.iter().map(FindingCounts::from_finding).sum()
    }

    /// Splits the report into parts about the first `count` elements of the array at `base`.
    pub fn by_element(&self, base: &Pointer, count: usize) -> Vec<Self> {
        let mut parts = vec![Self::default(); count];
        let depth = base.tokens().count();
        for diagnostic in self.0.iter().filter(|diagnostic| diagnostic.at.is_within(base)) {
            let index = diagnostic.at.tokens().nth(depth).and_then(|token| token.parse::<usize>().ok());
            if let Some(part) = index.and_then(|index| parts.get_mut(index)) {
                part.0.push(diagnostic.clone());
            }
        }
        parts
    }

    /// Returns whether any finding makes the document unusable.
    pub fn has_errors(&self) -> bool {
        self.errors().next().is_some()
    }
}

impl Deref for Report {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.0
    }
}

impl IntoIterator for Report {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl From<Problem> for Report {
    fn from(problem: Problem) -> Self {
        Self::of_problems([problem])
    }
}

/// Writes one line per finding.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = self.0.iter().enumerate();
        lines.try_for_each(|(index, one)| write!(f, "{}{one}", if index == 0 { "" } else { "\n" }))
    }
}

impl std::error::Error for Report {}

/// Compares two pointers in document order, with a container before its content.
pub(crate) fn document_order(a: &Pointer, b: &Pointer) -> Ordering {
    let key = |token: &str| {
        token.parse::<usize>().map_or_else(|_| (1, 0, token.to_owned()), |index| (0, index, String::new()))
    };
    a.tokens().map(|token| key(&token)).cmp(b.tokens().map(|token| key(&token)))
}

fn diagnose(problem: &Problem) -> Diagnostic {
    if let ProblemKind::MoreDuplicateKeys { count } = problem.kind {
        return unlisted(count, true);
    }
    let code = if problem.is_duplicate_key() { codes::DUPLICATE_KEY } else { codes::PARSE_ERROR };
    Diagnostic {
        span: Some(problem.span.clone()),
        help: problem.help().map(str::to_owned),
        ..Diagnostic::error(code, problem.at.clone(), problem.message())
    }
}

/// Returns the patches that fix the source, if it can be fixed.
fn text_patches(problem: &Problem, text: &str) -> Vec<Patch> {
    let mended = find_fix(text, problem);
    mended
        .map(|(extent, edits)| Patch { op: PatchOp::Text { edits }, is_safe: extent == Extent::Safe })
        .into_iter()
        .collect()
}

/// Returns the sort key of a diagnostic: its position, with the one that counts others at the end.
fn sort_key(diagnostic: &Diagnostic) -> (bool, Option<usize>) {
    (diagnostic.code == codes::MORE_FINDINGS, diagnostic.span.as_ref().map(|span| span.start))
}

fn span_of(place: &Place, text: &str, is_name: bool) -> Range<usize> {
    let container = text[place.value.clone()].starts_with(['{', '[']);
    match &place.key {
        Some(key) if container || place.found == Found::Ancestor || is_name => key.clone(),
        _ if container => place.value.start..place.value.start + 1,
        _ => place.value.clone(),
    }
}
