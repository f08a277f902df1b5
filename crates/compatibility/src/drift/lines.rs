//! Adds the results of a run to the report: verdicts as text, changes as findings.

use std::fmt::Write as _;

use planwright_drift::{Pair, Verdict};
use planwright_source::printable;

use super::{Comparison, FileChange, FileComparison, findings};
use planwright_project::render::human;
use planwright_project::report::CommandReport;

/// Adds the verdicts of each file with their witnesses, and its changes.
pub(super) fn add(report: &mut CommandReport, comparison: &Comparison) {
    let mut failed = 0;
    for one in &comparison.files {
        failed += usize::from(one.fails(comparison.semantics.content));
        match &one.change {
            FileChange::Added => report.print(format!("{}: a new schema\n", printable(&one.new_name))),
            FileChange::Removed => {
                let name = printable(&one.old_name);
                report.print(format!("{name}: the schema was removed, which breaks references to it\n"));
                if one.acceptance.is_none() {
                    report.state([findings::removed(one)]);
                }
            }
            FileChange::Pair { pair, severities } => {
                let is_same =
                    pair.changes.is_empty() && pair.backward() == Verdict::Proved && pair.forward() == Verdict::Proved;
                if is_same && one.is_renamed {
                    let (old, new) = (printable(&one.old_name), printable(&one.new_name));
                    report.print(format!("{old} was renamed to {new}\n"));
                } else if !(is_same && comparison.is_many) {
                    report.print(verdicts(pair, one));
                }
                let changes = pair.changes.iter().zip(severities);
                report.add(changes.map(|(change, severity)| findings::of_change(one, change, *severity)));
                report.state(findings::of_verdict(one, pair, comparison));
            }
        }
        if let Some(acceptance) = &one.acceptance {
            report.print(format!("  accepted: {}\n", printable(&acceptance.description())));
        }
        if let Some(refusal) = one.version_refusal(comparison.semantics.content) {
            report.print(format!("  not accepted: {}\n", printable(&refusal)));
        }
    }
    let is_uncompared =
        |one: &FileComparison| matches!(&one.change, FileChange::Pair { pair, .. } if !pair.has_formats);
    if comparison.files.iter().any(is_uncompared) {
        report.print("formats were not compared, because they are annotations\n");
    }
    if let Some(note) = comparison.semantics.dialect.note() {
        report.print(format!("{note}\n"));
    }
    if let Some(note) = comparison.semantics.content_note() {
        report.print(format!("{note}\n"));
    }
    let undecided = comparison.files.iter().filter(|one| one.is_undecided()).count();
    let undecided = if undecided > 0 { format!(", {undecided} undecided") } else { String::new() };
    let accepted = comparison.files.iter().filter(|one| one.acceptance.is_some()).count();
    let accepted = if accepted > 0 { format!(", {accepted} accepted") } else { String::new() };
    let schemas = human::some(comparison.files.len(), "schema");
    let base =
        comparison.base.as_ref().map_or(String::new(), |base| format!(" with {}", printable(&base.description())));
    report.print(format!("{schemas} compared{base}, {failed} broken{accepted}{undecided}\n"));
}

/// Adds what people should know about the files that were not compared.
pub(super) fn add_notes(report: &mut CommandReport, comparison: &Comparison, verbose: bool) {
    for warning in &comparison.warnings {
        report.note(format!("warning: {}", printable(warning)));
    }
    for note in &comparison.notes {
        report.note(format!("note: {}", printable(note)));
    }
    if let Some(base) = comparison.base.as_ref().filter(|base| base.is_unrelated) {
        report.note(format!(
            "note: HEAD and {} have no known common commit, so the tip is compared; in a shallow checkout, set `fetch-depth: 0`",
            printable(&base.revision)
        ));
    }
    let skipped = &comparison.skipped;
    if verbose {
        for file in skipped {
            report.note(format!("note: skipped {}: not a schema", printable(file)));
        }
    } else if !skipped.is_empty() {
        let files = human::some(skipped.len(), "file");
        report.note(format!("note: skipped {files} without a schema; list them with --verbose"));
    }
}

fn verdicts(pair: &Pair, comparison: &FileComparison) -> String {
    let mut text = format!("{} -> {}\n", printable(&comparison.old_name), printable(&comparison.new_name));
    for one in &pair.judged {
        let at = if one.at.is_root() { String::new() } else { format!("{}: ", printable(one.at.as_str())) };
        let _ = writeln!(
            text,
            "  {at}backward {}",
            verdict(&one.backward, "valid under the old schema, invalid under the new one")
        );
        let _ = writeln!(
            text,
            "  {at}forward  {}",
            verdict(&one.forward, "valid under the new schema, invalid under the old one")
        );
    }
    text
}

fn verdict(verdict: &Verdict, broken: &str) -> String {
    match verdict {
        Verdict::Proved => "proved: nothing breaks".to_owned(),
        Verdict::Broken(witness) => format!("broken by {}: {broken}", printable(&witness.to_string())),
        Verdict::Undecided(because) => format!("undecided, because {}", printable(because)),
    }
}
