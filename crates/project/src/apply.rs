//! Writes the plan of a command, or reports how the disk differs from it.

use planwright_source::{printable, printable_lines};
use planwright_sync::{Created, Mode, Plan, Staging};

use crate::exit::{Failure, Outcome};
use crate::finding;
use crate::render::human;
use crate::report::CommandReport;

/// How a run applies its plan.
#[derive(Clone, Copy, Debug)]
pub struct Check<'s> {
    /// Whether the plan is written or only compared with the disk.
    pub mode: Mode,
    /// Whether a comparison prints the difference of each file, and not only its name.
    pub diff: bool,
    /// Where the files of a plan are staged; without it beside their places.
    pub staging: Option<&'s Staging>,
}

/// Writes a plan, or names the files that it would change; shared by every command that writes. `advice` is what a person
/// can do about them, one line each. Gives the files that were created, where they were staged.
pub fn carry_out(
    plan: &Plan,
    check: Check<'_>,
    advice: &[String],
    report: &mut CommandReport,
) -> Result<(Outcome, Created), Failure> {
    if check.mode == Mode::Check {
        report.state(finding::of_plan(plan, &advice.join("; ")));
        let number = |word: &str| plan.changes().iter().filter(|change| change.finding() == word).count();
        report.count("fresh", plan.fresh());
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
    report.count("fresh", plan.fresh());
    let written = human::some(plan.changes().len(), "file");
    report.print(format!("{written} written, {} unchanged\n", plan.fresh()));
    Ok((Outcome::Fine, created))
}

/// The summary of [`carry_out`] for a plan of so many files, every one of them fresh.
pub fn fresh_summary(fresh: usize, mode: Mode) -> String {
    match mode {
        Mode::Check => format!("{fresh} up to date, 0 stale, 0 missing, 0 orphaned\n"),
        Mode::Write => format!("0 files written, {fresh} unchanged\n"),
    }
}
