//! Reports about checked documents: the findings of each document, and the totals of all.

use planwright_check::Fixable;
use planwright_contracts::Report;
use planwright_org::CountedFile;
use serde_json::Value;

use crate::exit::Outcome;
use crate::input::Input;
use crate::render::human;
use crate::report::CommandReport;
use planwright_runtime::{Diagnostic, FindingCounts};

/// Result of checking one file.
pub struct CheckedFile {
    /// The document.
    pub input: Input,
    /// Whether it has no errors.
    pub passed: bool,
    /// Its findings.
    pub report: Report,
}

/// Result of checking one document, without the document itself.
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
    /// The findings, or an empty list if only their number was requested.
    pub findings: Vec<Diagnostic>,
    /// Findings that `--fix` and `--unsafe-fixes` would remove, or zero if they were not counted.
    pub fixable: Fixable,
    /// The entry in `--format json`, if requested.
    pub json: Option<Value>,
}

/// Amount of detail to compute for a document. Rendering findings that nobody sees would dominate a run over many
/// documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictDetail {
    /// Numbers only.
    Counts,
    /// Findings if one of them is an error, otherwise numbers only.
    Errors,
    /// Findings with their locations in the file.
    Findings,
    /// Findings, and the entry in `--format json`.
    Json,
}

impl CheckedFile {
    /// Returns the entry of this file for a report.
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
            fixable: Fixable::default(),
            json: (detail == VerdictDetail::Json).then(entry),
            name: self.input.name,
        }
    }
}

impl CheckedDocument {
    /// Creates a document of which only the numbers are known.
    pub fn of_numbers(name: String, counted: CountedFile) -> Self {
        let CountedFile { passed, counts: FindingCounts { errors, warnings }, listed } = counted;
        let fixable = Fixable::default();
        Self { name, passed, errors, warnings, found: listed, findings: Vec::new(), fixable, json: None }
    }

    /// Sets the number of findings that fixes would remove.
    #[must_use]
    pub fn with_fixable(mut self, fixable: Fixable) -> Self {
        self.fixable = fixable;
        if let Some(entry) = self.json.as_mut().and_then(Value::as_object_mut) {
            let counts = [("fixable", fixable.safe), ("unsafe_fixable", fixable.only_unsafe)];
            let counts = counts.into_iter().filter(|(_, count)| *count > 0);
            entry.extend(counts.map(|(what, count)| (what.to_owned(), count.into())));
        }
        self
    }
}

/// Totals over all documents of a run.
#[derive(Debug, Default)]
pub struct CheckedCounts {
    all: usize,
    passed: usize,
    errors: usize,
    warnings: usize,
    fixable: Fixable,
}

impl CheckedCounts {
    /// Creates the totals of a run that ended earlier.
    pub fn new(all: usize, passed: usize, FindingCounts { errors, warnings }: FindingCounts) -> Self {
        Self { all, passed, errors, warnings, fixable: Fixable::default() }
    }

    /// Counts one more document.
    pub fn add(&mut self, document: &CheckedDocument) {
        self.add_numbers(document.passed, document.errors, document.warnings);
        self.fixable.safe += document.fixable.safe;
        self.fixable.only_unsafe += document.fixable.only_unsafe;
    }

    /// Adds a document of which only the numbers are known.
    pub fn add_numbers(&mut self, passed: bool, errors: usize, warnings: usize) {
        self.all += 1;
        self.passed += usize::from(passed);
        self.errors += errors;
        self.warnings += warnings;
    }

    /// Adds the counts and a summary to the report, and returns the outcome. `what` is the plural name of the documents
    /// and `one` the singular.
    pub fn finish(&self, report: &mut CommandReport, what: &'static str, one: &str) -> Outcome {
        let Self { all, passed, errors, warnings, fixable } = *self;
        for (what, number) in [(what, all), ("passed", passed), ("errors", errors), ("warnings", warnings)] {
            report.count(what, number);
        }
        let documents = human::some(all, one);
        let counts = human::count(errors, warnings);
        report.summarize(&format!("{passed} of {documents} passed: {counts}{}\n", fixes(fixable)));
        if passed == all { Outcome::Fine } else { Outcome::Findings }
    }
}

/// Describes the options that remove findings, or returns an empty string.
fn fixes(Fixable { safe, only_unsafe }: Fixable) -> String {
    const UNSAFE: &str = "--fix --unsafe-fixes, which may lose data";
    match (safe, only_unsafe) {
        (0, 0) => String::new(),
        (safe, 0) => format!("; {safe} fixable with --fix"),
        (0, only_unsafe) => format!("; {only_unsafe} fixable with {UNSAFE}"),
        (safe, only_unsafe) => format!("; {safe} fixable with --fix, {only_unsafe} more with {UNSAFE}"),
    }
}

/// Adds the findings of checked files, their counts and a summary to the report, and returns the outcome.
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
