//! Diagnostics of commands: about documents, schemas, and files that differ from what they should be.

use std::sync::Arc;

pub use planwright_api::of_schema;
use planwright_contracts::Report;
use planwright_runtime::{Diagnostic, Position};
use planwright_sync::Plan;

/// Code of a failure.
pub const NOT_RUN: &str = "NOT_RUN";

/// Returns the diagnostic for a command that could not do its work.
pub fn of_failure(reason: &str) -> Diagnostic {
    Diagnostic::of_run(NOT_RUN, reason)
}

/// Returns the findings of a checked document. `text` must be the string that was checked.
pub fn of_report(name: &str, text: &str, report: &Report) -> Vec<Diagnostic> {
    if report.is_empty() {
        return Vec::new();
    }
    let source: Arc<str> = Arc::from(text);
    let in_file = |diagnostic: &Diagnostic| {
        let is_seen = diagnostic.span.as_ref().is_some_and(|span| span.start <= text.len());
        Diagnostic {
            source: is_seen.then(|| Arc::clone(&source)),
            span: diagnostic.span.clone().filter(|_| is_seen),
            ..diagnostic.clone().with_file(name)
        }
    };
    report.clone().positioned(text).iter().map(in_file).collect()
}

/// Moves a finding down by `lines` lines, for a document that starts in the middle of a file.
pub fn shift_down(mut finding: Diagnostic, lines: usize) -> Diagnostic {
    let place = finding.position.get_or_insert(Position::from((1, 1)));
    place.line += lines;
    if let Some((line, _)) = &mut place.end {
        *line += lines;
    }
    finding
}

/// Returns a finding for each file that differs from a plan. `advice` explains how to resolve the difference.
pub fn of_plan(plan: &Plan, advice: &str) -> Vec<Diagnostic> {
    let changed = plan.changes().iter().map(|change| {
        let (code, message) = match change.finding() {
            "missing" => ("MISSING_FILE", "this generated file is missing"),
            "orphaned" => ("ORPHANED_FILE", "nothing makes this generated file any more"),
            _ => ("STALE_FILE", "this generated file is not what it should be"),
        };
        let finding = Diagnostic::of_run(code, message).with_file(plan.path_of(change).display().to_string());
        finding.with_help(advice)
    });
    let foreign = plan.foreign().iter().map(|path| {
        Diagnostic::of_run("FOREIGN_FILE", "planwright did not write this file, and would write one here")
            .with_file(plan.place_of(path).display().to_string())
            .with_help("move it away")
    });
    changed.chain(foreign).collect()
}
