//! Writes the plan of a command, or reports how the disk differs from it.

use planwright_source::{printable, printable_lines};
use planwright_sync::{Created, Mode, Plan, Staging};

use crate::exit::{Failure, Outcome};
use crate::finding;
use crate::render::human;
use crate::report::CommandReport;

/// Options for carrying out a plan.
#[derive(Clone, Copy, Debug)]
pub struct Check<'s> {
    /// Mode of the run: write the plan, or only compare it with the disk.
    pub mode: Mode,
    /// `true` if a comparison prints the difference of each file and not only its name.
    pub diff: bool,
    /// Folder in which files are staged. If `None`, each file is staged next to its destination.
    pub staging: Option<&'s Staging>,
}

/// Writes a plan, or lists the files that it would change.
///
/// Every command that writes files uses this function. `advice` explains how to resolve the differences, one line per
/// entry. Returns the created files and the place where they were staged.
pub fn apply_plan(
    plan: &Plan,
    check: Check<'_>,
    advice: &[String],
    report: &mut CommandReport,
) -> Result<(Outcome, Created), Failure> {
    if check.mode == Mode::Check {
        // A file that was edited by hand, for example, is out of date for that reason.
        let known: Vec<Option<String>> = report.findings().into_iter().map(|finding| finding.file).collect();
        let differences = finding::of_plan(plan, &advice.join("; "));
        report.state(differences.into_iter().filter(|finding| !known.contains(&finding.file)));
        let number = |word: &str| plan.changes().iter().filter(|change| change.finding() == word).count();
        report.count("fresh", plan.unchanged_count());
        for word in ["stale", "missing", "orphaned"] {
            report.count(word, number(word));
        }
        if !plan.foreign().is_empty() {
            report.count("foreign", plan.foreign().len());
        }
        if plan.is_clean() {
            report.print(format!("{plan}\n"));
            return Ok((Outcome::Fine, Created::default()));
        }
        if check.diff {
            for change in plan.changes() {
                report.print(printable_lines(&change.diff()));
            }
        }
        report.print(format!("{plan}\n{}\n", advice.join("\n")));
        return Ok((Outcome::Findings, Created::default()));
    }
    let created = match check.staging {
        Some(staging) => plan.write_by(staging)?,
        None => plan.write().map(|()| Created::default())?,
    };
    for change in plan.changes() {
        let verb = if change.finding() == "orphaned" { "removed" } else { "wrote" };
        report.print(format!("{verb} {}\n", printable(&plan.path_of(change).display().to_string())));
    }
    report.count("written", plan.changes().len());
    report.count("fresh", plan.unchanged_count());
    let written = human::some(plan.changes().len(), "file");
    report.print(format!("{written} written, {} unchanged\n", plan.unchanged_count()));
    Ok((Outcome::Fine, created))
}

/// Returns the summary that [`apply_plan`] prints for a plan of `fresh` files if none of them changed.
pub fn unchanged_summary(fresh: usize, mode: Mode) -> String {
    match mode {
        Mode::Check => format!("{fresh} up to date, 0 stale, 0 missing, 0 orphaned\n"),
        Mode::Write => format!("0 files written, {fresh} unchanged\n"),
    }
}
