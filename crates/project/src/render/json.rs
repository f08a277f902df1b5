//! Renders reports as JSON, for commands without a specific format.

use serde_json::{Map, Value, json};

use crate::exit::Outcome;
use crate::report::CommandReport;
pub use planwright_check::render::findings;

/// Returns a report as `{"verdict", "counts", "findings"}`.
pub fn from_report(report: &CommandReport) -> Value {
    json!({ "verdict": verdict(report), "counts": counts(report), "findings": findings(&report.findings()) })
}

/// Returns the word for the outcome of a run.
pub fn verdict(report: &CommandReport) -> &'static str {
    match report.outcome {
        _ if !report.failures.is_empty() => "not run",
        Outcome::Fine => "passed",
        Outcome::Findings | Outcome::Undecided => "failed",
    }
}

/// Returns the counts of a report as an object.
pub fn counts(report: &CommandReport) -> Value {
    report.counts.iter().map(|(what, number)| ((*what).to_owned(), json!(number))).collect::<Map<_, _>>().into()
}
