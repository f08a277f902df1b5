//! Runs an analyzer script and parses its output, which `tests/analyzers/lib.mjs` writes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Report of an analyzer about one project.
#[derive(Debug, PartialEq)]
pub(super) struct AnalyzerReport {
    /// Findings, each as `file:line: rule: message`.
    pub(super) findings: Vec<String>,
    /// Summary line, such as `0 findings (14 classes)`.
    pub(super) summary: String,
}

/// Output of an analyzer that gave no verdict.
#[derive(Debug)]
pub(super) struct Breakdown(pub(super) Vec<String>);

/// Runs an analyzer, and returns its reports about `projects`, in order.
pub(super) fn run(
    analyzers: &Path,
    name: &str,
    flags: &[&str],
    projects: &[PathBuf],
) -> Result<Vec<AnalyzerReport>, Breakdown> {
    let script = analyzers.join(format!("{name}.mjs"));
    let output = Command::new("node").arg(script).args(flags).args(projects).current_dir(analyzers).output();
    let output = output.map_err(|error| Breakdown(vec![format!("node: {error}")]))?;
    let reports = sections(&String::from_utf8_lossy(&output.stdout));
    match output.status.code() {
        Some(0 | 1) if reports.len() == projects.len() => Ok(reports),
        _ => Err(Breakdown(printed(&output))),
    }
}

/// Runs all mutants of an analyzer and passes its output on. Returns whether there were no findings.
pub(super) fn sweep(analyzers: &Path, name: &str, project: &Path) -> bool {
    println!("\n== {name}");
    let script = analyzers.join(format!("{name}.mjs"));
    let status =
        Command::new("node").arg(script).args(["--full", "--list"]).arg(project).current_dir(analyzers).status();
    status.is_ok_and(|status| status.success())
}

/// Returns one report per section. A section without its summary line is dropped, so that the number of reports
/// differs.
fn sections(text: &str) -> Vec<AnalyzerReport> {
    let mut reports = Vec::new();
    let mut findings = Vec::new();
    for line in text.lines() {
        if line.starts_with("== ") {
            findings.clear();
        } else if count(line) == Some(findings.len()) {
            reports.push(AnalyzerReport { findings: std::mem::take(&mut findings), summary: line.to_owned() });
        } else {
            findings.push(line.to_owned());
        }
    }
    reports
}

/// Returns the number in a summary line.
fn count(line: &str) -> Option<usize> {
    let (number, rest) = line.split_once(' ')?;
    rest.starts_with("finding").then(|| number.parse().ok())?
}

/// Returns the output of a program, line by line.
pub(super) fn printed(output: &Output) -> Vec<String> {
    let all = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let mut lines: Vec<String> = all.iter().flat_map(|text| text.lines()).map(str::to_owned).collect();
    lines.push(output.status.to_string());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(findings: &[&str], summary: &str) -> AnalyzerReport {
        AnalyzerReport { findings: findings.iter().map(ToString::to_string).collect(), summary: summary.to_owned() }
    }

    #[test]
    fn reads_one_report_for_each_section() {
        let text = "== a\n0 findings (2 classes)\n== b\nA.cls:1: Rule: text\n1 finding (1 classes)\n";
        let want = [report(&[], "0 findings (2 classes)"), report(&["A.cls:1: Rule: text"], "1 finding (1 classes)")];
        assert_eq!(sections(text), want);
    }

    #[test]
    fn a_single_project_has_no_title() {
        assert_eq!(sections("0 findings (2 classes)\n"), [report(&[], "0 findings (2 classes)")]);
    }

    #[test]
    fn a_section_cut_short_or_miscounted_is_no_report() {
        assert_eq!(sections("== a\nA.cls:1: Rule: text\n"), []);
        assert_eq!(sections("== a\nA.cls:1: Rule: text\n0 findings (1 classes)\n"), []);
        assert_eq!(sections(""), []);
    }
}
