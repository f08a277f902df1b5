//! Reports checked documents: the findings of each, and the totals.

use planwright_api::RecordCounts;
use planwright_contracts::Report;
use planwright_org::CountedFile;
use serde_json::Value;

use crate::exit::Outcome;
use crate::input::Input;
use crate::render::human;
use crate::report::CommandReport;
use planwright_runtime::{Diagnostic, FindingCounts};

/// Result for one file.
pub struct CheckedFile {
    /// The document.
    pub input: Input,
    /// Whether it has no errors.
    pub passed: bool,
    /// Its findings.
    pub report: Report,
}

/// Result for one document, without its contents.
pub struct CheckedDocument {
    /// Name of the file or stream.
    pub name: String,
    /// Whether it has no errors.
    pub passed: bool,
    /// Number of errors.
    pub errors: usize,
    /// Number of warnings.
    pub warnings: usize,
    /// Number of findings.
    pub found: usize,
    /// The findings; none where only their number was asked for.
    pub findings: Vec<Diagnostic>,
    /// The entry in `--format json`, where it was asked for.
    pub json: Option<Value>,
}

/// Level of detail of a verdict. In a run over many documents, details that are not shown would take most of the
/// time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictDetail {
    /// Numbers only.
    Counts,
    /// Findings where one of them is an error, else numbers only.
    Errors,
    /// Findings at their places in the file.
    Findings,
    /// Findings, and the entry in `--format json`.
    Json,
}

impl CheckedFile {
    /// Converts the file to a result for a report.
    pub fn document(self, detail: VerdictDetail) -> CheckedDocument {
        let FindingCounts { errors, warnings } = self.report.counts();
        let is_counted = match detail {
            VerdictDetail::Counts => true,
            VerdictDetail::Errors => errors == 0,
            VerdictDetail::Findings | VerdictDetail::Json => false,
        };
        let findings = if is_counted { Vec::new() } else { self.input.findings(&self.report) };
        let entry = || planwright_contracts::render::json(&self.input.name, self.input.known_text(), &self.report);
        CheckedDocument {
            passed: self.passed,
            errors,
            warnings,
            found: self.report.len(),
            findings,
            json: (detail == VerdictDetail::Json).then(entry),
            name: self.input.name,
        }
    }
}

impl CheckedDocument {
    /// Creates a document with counts only.
    pub fn of_numbers(name: String, counted: CountedFile) -> Self {
        let CountedFile { passed, counts: FindingCounts { errors, warnings }, listed } = counted;
        Self { name, passed, errors, warnings, found: listed, findings: Vec::new(), json: None }
    }
}

/// Totals of all documents of a run.
#[derive(Debug, Default)]
pub struct CheckedCounts {
    all: usize,
    passed: usize,
    errors: usize,
    warnings: usize,
}

impl From<RecordCounts> for CheckedCounts {
    fn from(counts: RecordCounts) -> Self {
        let RecordCounts { documents, passed, errors, warnings } = counts;
        Self { all: documents, passed, errors, warnings }
    }
}

impl CheckedCounts {
    /// Counts one more document.
    pub fn add(&mut self, document: &CheckedDocument) {
        self.add_numbers(document.passed, document.errors, document.warnings);
    }

    /// Adds a document of which only the numbers are known.
    pub fn add_numbers(&mut self, passed: bool, errors: usize, warnings: usize) {
        self.all += 1;
        self.passed += usize::from(passed);
        self.errors += errors;
        self.warnings += warnings;
    }

    /// Adds the counts and a summary, and says how the run ends. `what` is what was checked.
    pub fn finish(&self, report: &mut CommandReport, what: &'static str, one: &str) -> Outcome {
        let Self { all, passed, errors, warnings } = *self;
        for (what, number) in [(what, all), ("passed", passed), ("errors", errors), ("warnings", warnings)] {
            report.count(what, number);
        }
        let documents = human::some(all, one);
        report.print(format!("{passed} of {documents} passed: {}\n", human::count(errors, warnings)));
        if passed == all { Outcome::Fine } else { Outcome::Findings }
    }
}

/// Adds the findings of checked files, their counts and a summary, and says how the run ends.
pub fn add_files(report: &mut CommandReport, checked: impl IntoIterator<Item = CheckedDocument>) -> Outcome {
    let mut counts = CheckedCounts::default();
    let mut entries = Vec::new();
    for document in checked {
        counts.add(&document);
        report.add(document.findings);
        report.subjects.push(document.name);
        entries.extend(document.json);
    }
    report.json = Some(Value::Array(entries));
    counts.finish(report, "files", "file")
}
