//! What a command found and did, as data. A command returns it; `render` prints it in the format that was asked for.

use serde_json::Value;

use crate::exit::{Failure, Outcome};
use crate::finding;
use crate::terminal::Stream;
use planwright_runtime::Diagnostic;

/// The result of a command that reports.
#[derive(Debug)]
pub struct CommandReport {
    /// How the run ended; without meaning where there are `failures`.
    pub outcome: Outcome,
    /// Why the command could not do its work, or a part of it.
    pub failures: Vec<String>,
    /// How many there are of what.
    pub counts: Vec<(&'static str, usize)>,
    /// The files that were checked.
    pub subjects: Vec<String>,
    /// What `--format json` prints, for commands with a form of their own.
    pub json: Option<Value>,
    /// The properties of the run in a SARIF log.
    pub properties: Value,
    /// How many findings people are shown.
    pub most_shown: usize,
    items: Vec<ReportItem>,
    findings_go_to: Stream,
}

/// How many findings of a run people are shown unless they ask for more: nobody reads on, and errors would scroll away.
pub const MOST_SHOWN: usize = 1000;

/// Which findings are shown where not all can be: errors before anything else, each in their order.
#[derive(Debug)]
pub struct FindingRoom {
    errors: usize,
    others: usize,
}

impl FindingRoom {
    /// The room for `most` of these findings.
    pub fn of<'f>(most: usize, findings: impl IntoIterator<Item = &'f Diagnostic>) -> Self {
        let errors = findings.into_iter().filter(|finding| finding.is_error()).count();
        Self { errors: most, others: most.saturating_sub(errors) }
    }

    /// Whether there is room for this one, which is taken.
    pub fn takes(&mut self, finding: &Diagnostic) -> bool {
        let room = if finding.is_error() { &mut self.errors } else { &mut self.others };
        let left = room.checked_sub(1);
        *room = left.unwrap_or_default();
        left.is_some()
    }
}

/// One piece of a report for people, in the order in which it was made.
#[derive(Debug)]
pub enum ReportItem {
    /// A finding.
    Finding(Diagnostic),
    /// A finding that the text beside it says to people in its own way.
    Stated(Diagnostic),
    /// Text that no other format shows, such as a difference or a summary.
    Text(Stream, String),
}

impl Default for CommandReport {
    fn default() -> Self {
        Self::new()
    }
}

impl CommandReport {
    /// A report whose findings are what the command is for: people read them on standard output.
    pub fn new() -> Self {
        Self {
            outcome: Outcome::Fine,
            failures: Vec::new(),
            counts: Vec::new(),
            subjects: Vec::new(),
            json: None,
            properties: Value::Null,
            most_shown: MOST_SHOWN,
            items: Vec::new(),
            findings_go_to: Stream::Output,
        }
    }

    /// A report of a command that makes something else: people read its findings on standard error.
    pub fn beside_output() -> Self {
        Self { findings_go_to: Stream::Error, ..Self::new() }
    }

    /// The report that a command fills; a failure joins what it has reported before.
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

    /// Adds findings that a text says to people.
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

    /// Adds a line for people to standard error.
    pub fn note(&mut self, line: impl AsRef<str>) {
        self.text(Stream::Error, line.as_ref());
        self.text(Stream::Error, "\n");
    }

    /// Adds text for people to standard error.
    pub fn note_text(&mut self, text: impl AsRef<str>) {
        self.text(Stream::Error, text.as_ref());
    }

    /// Adds text to the item before, if that is text of the same stream: a run can write many lines.
    fn text(&mut self, stream: Stream, text: &str) {
        match self.items.last_mut() {
            Some(ReportItem::Text(before, all)) if *before == stream => all.push_str(text),
            _ => self.items.push(ReportItem::Text(stream, text.to_owned())),
        }
    }

    /// Adds to the number of something.
    pub fn count(&mut self, what: &'static str, number: usize) {
        match self.counts.iter_mut().find(|(known, _)| *known == what) {
            Some((_, sum)) => *sum += number,
            None => self.counts.push((what, number)),
        }
    }

    /// Adds all of another report, with the worse outcome.
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

    /// The findings, those about failures last.
    pub fn findings(&self) -> Vec<Diagnostic> {
        let found = self.items.iter().filter_map(|item| match item {
            ReportItem::Finding(finding) | ReportItem::Stated(finding) => Some(finding.clone()),
            ReportItem::Text(..) => None,
        });
        found.chain(self.failures.iter().map(|reason| finding::of_failure(reason))).collect()
    }

    /// Returns the stream that people read the findings on.
    pub fn findings_go_to(&self) -> Stream {
        self.findings_go_to
    }

    /// The end of the run: the reasons why it could not do its work, or the outcome.
    pub fn end(&self) -> Result<Outcome, Failure> {
        if self.failures.is_empty() { Ok(self.outcome) } else { Err(Failure::all(&self.failures)) }
    }
}
