//! Reports of commands, as data. A command returns a report, and [`render`](crate::render) prints it in the requested
//! format.

use serde_json::Value;

use crate::exit::{Failure, Outcome, Reason};
use crate::finding;
use crate::terminal::Stream;
use planwright_runtime::Diagnostic;

/// The result of a command that reports.
#[derive(Debug)]
pub struct CommandReport {
    /// Outcome of the run. It has no meaning if there are `failures`.
    pub outcome: Outcome,
    /// Reasons why the command could not do its work, or a part of it.
    pub failures: Vec<Reason>,
    /// Counts, each with its name.
    pub counts: Vec<(&'static str, usize)>,
    /// Names of the checked files.
    pub subjects: Vec<String>,
    /// The value that `--format json` prints, for commands with a specific format.
    pub json: Option<Value>,
    /// The properties of the run in a SARIF log.
    pub properties: Value,
    /// Part of the summary of CI that follows the findings, in Markdown.
    pub markdown: String,
    /// Maximum number of findings to show to people.
    pub max_shown: usize,
    items: Vec<ReportItem>,
    findings_go_to: Stream,
}

/// Default limit on the findings that people see. More would only scroll the first errors out of view.
pub const MAX_SHOWN: usize = 1000;

/// Remaining number of findings that can be shown. Errors have priority over all other findings.
#[derive(Debug)]
pub struct FindingQuota {
    errors: usize,
    others: usize,
}

impl FindingQuota {
    /// Creates the counters for `max` of these findings.
    pub fn new<'f>(max: usize, findings: impl IntoIterator<Item = &'f Diagnostic>) -> Self {
        let errors = findings.into_iter().filter(|finding| finding.is_error()).count();
        Self { errors: max, others: max.saturating_sub(errors) }
    }

    /// Returns `true` if there is room for this finding, and uses it up.
    pub fn try_use(&mut self, finding: &Diagnostic) -> bool {
        let remaining = if finding.is_error() { &mut self.errors } else { &mut self.others };
        let left = remaining.checked_sub(1);
        *remaining = left.unwrap_or_default();
        left.is_some()
    }
}

/// Piece of a report for people, in order of creation.
#[derive(Debug)]
pub enum ReportItem {
    /// A finding.
    Finding(Diagnostic),
    /// A finding that the surrounding text already explains to people.
    Stated(Diagnostic),
    /// Text that no other format includes, such as a diff or a summary.
    Text(Stream, String),
}

impl Default for CommandReport {
    fn default() -> Self {
        Self::new()
    }
}

impl CommandReport {
    /// Creates a report whose findings are the main output: people read them on standard output.
    pub fn new() -> Self {
        Self {
            outcome: Outcome::Fine,
            failures: Vec::new(),
            counts: Vec::new(),
            subjects: Vec::new(),
            json: None,
            properties: Value::Null,
            markdown: String::new(),
            max_shown: MAX_SHOWN,
            items: Vec::new(),
            findings_go_to: Stream::Output,
        }
    }

    /// Creates a report for a command with a different main output: people read the findings on standard error.
    pub fn beside_output() -> Self {
        Self { findings_go_to: Stream::Error, ..Self::new() }
    }

    /// Runs a command that fills this report. The reasons of a failure are added to those reported before.
    #[must_use]
    pub fn collect(mut self, run: impl FnOnce(&mut Self) -> Result<Outcome, Failure>) -> Self {
        match run(&mut self) {
            Ok(outcome) => self.outcome = outcome,
            Err(failure) => self.failures.extend(failure.reasons()),
        }
        self
    }

    /// Adds findings.
    pub fn add(&mut self, findings: impl IntoIterator<Item = Diagnostic>) {
        self.items.extend(findings.into_iter().map(ReportItem::Finding));
    }

    /// Adds findings that the printed text already explains to people.
    pub fn state(&mut self, findings: impl IntoIterator<Item = Diagnostic>) {
        self.items.extend(findings.into_iter().map(ReportItem::Stated));
    }

    /// Adds the findings of one checked document.
    pub fn add_report(&mut self, name: &str, text: &str, report: &planwright_contracts::Report) {
        self.add(finding::of_report(name, text, report));
    }

    /// Adds text for people to standard output.
    pub fn print(&mut self, text: impl AsRef<str>) {
        self.text(Stream::Output, text.as_ref());
    }

    /// Adds a summary for people to the stream of the findings.
    pub fn summarize(&mut self, text: &str) {
        self.text(self.findings_go_to, text);
    }

    /// Adds a line for people to standard error.
    pub fn note(&mut self, line: impl AsRef<str>) {
        self.text(Stream::Error, line.as_ref());
        self.text(Stream::Error, "\n");
    }

    /// Adds text for people to standard error.
    pub fn note_text(&mut self, text: impl AsRef<str>) {
        self.text(Stream::Error, text.as_ref());
    }

    /// Adds text to the last item if both go to the same stream, because a run can print many lines.
    fn text(&mut self, stream: Stream, text: &str) {
        match self.items.last_mut() {
            Some(ReportItem::Text(before, all)) if *before == stream => all.push_str(text),
            _ => self.items.push(ReportItem::Text(stream, text.to_owned())),
        }
    }

    /// Adds to the count of a name.
    pub fn count(&mut self, what: &'static str, number: usize) {
        match self.counts.iter_mut().find(|(known, _)| *known == what) {
            Some((_, sum)) => *sum += number,
            None => self.counts.push((what, number)),
        }
    }

    /// Adds everything of another report, and keeps the worse outcome.
    pub fn absorb(&mut self, other: Self) {
        for (what, number) in other.counts {
            self.count(what, number);
        }
        self.items.extend(other.items);
        self.failures.extend(other.failures);
        self.subjects.extend(other.subjects);
        if self.outcome == Outcome::Fine {
            self.outcome = other.outcome;
        }
    }

    /// Returns the findings and texts in the order in which they were added.
    pub fn items(&self) -> &[ReportItem] {
        &self.items
    }

    /// Returns the findings, with those about failures last.
    pub fn findings(&self) -> Vec<Diagnostic> {
        let found = self.items.iter().filter_map(|item| match item {
            ReportItem::Finding(finding) | ReportItem::Stated(finding) => Some(finding.clone()),
            ReportItem::Text(..) => None,
        });
        found.chain(self.failures.iter().map(finding::of_reason)).collect()
    }

    /// Returns the stream that people read the findings on.
    pub fn findings_go_to(&self) -> Stream {
        self.findings_go_to
    }

    /// Returns the outcome, or the reasons why the command could not do its work.
    pub fn end(&self) -> Result<Outcome, Failure> {
        if self.failures.is_empty() { Ok(self.outcome) } else { Err(Failure::from_reasons(self.failures.clone())) }
    }
}
