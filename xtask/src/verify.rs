//! Implements `cargo xtask verify [DIR]`: runs real analyzers on the generated Apex, each together with controls that
//! must fail.
//!
//! Every analyzer has blind spots and can break silently. A result of 0 findings therefore counts only if the analyzer
//! also detects the defects in `tests/analyzers/controls`. All analyzers run, even after a failure.

mod analyzer;
mod control;
mod projects;
mod tools;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use analyzer::AnalyzerReport;
use control::Control;
use projects::{Project, projects};
use tools::Obstacle;

/// Analyzers in order of cost. Each is a script `tests/analyzers/<name>.mjs` with controls of the same name.
const ANALYZERS: [&str; 8] = ["manifest", "convert", "names", "fixed-point", "user-mode", "apex-run", "pmd", "apex-ls"];

/// Expensive analyzers, which run only on the first project. It has a class of every kind, and the runtime.
const PROOFS: [&str; 1] = ["mutants"];

/// Extent of the expensive analyzers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// A sample of the mutants.
    Sample,
    /// Everything.
    All,
}

/// Verifies the SFDX project at `project`, or else all projects of [`projects()`].
///
/// Exit codes: 0 success; 1 findings; 2 the analyzers could not run.
pub(crate) fn verify(root: &Path, project: Option<&Path>, extent: Extent) -> ExitCode {
    match run(root, project, extent) {
        Ok(tally) => {
            println!("\n{} passed, {} failed", tally.passed, tally.failed);
            ExitCode::from(u8::from(tally.failed > 0))
        }
        Err(obstacle) => {
            eprintln!("error: {obstacle}");
            ExitCode::from(2)
        }
    }
}

/// Tries every mutant, whereas [`verify`] tries a fixed sample, and prints the result of each.
pub(crate) fn mutants(root: &Path, project: Option<&Path>) -> ExitCode {
    let outcome = || -> Result<bool, Obstacle> {
        let analyzers = root.join("tests/analyzers");
        tools::require()?;
        let project = tools::sfdx_project(project.unwrap_or(&root.join("examples")))?;
        tools::install(&analyzers)?;
        tools::install(&root.join("tests/apex-run"))?;
        Ok(PROOFS.iter().all(|name| analyzer::sweep(&analyzers, name, &project)))
    };
    match outcome() {
        Ok(passed) => ExitCode::from(u8::from(!passed)),
        Err(obstacle) => {
            eprintln!("error: {obstacle}");
            ExitCode::from(2)
        }
    }
}

fn run(root: &Path, project: Option<&Path>, extent: Extent) -> Result<Tally, Obstacle> {
    let (analyzers, interpreter) = (root.join("tests/analyzers"), root.join("tests/apex-run"));
    let ajv = root.join("tests/ajv");
    tools::require()?;
    let projects = projects(root, project)?;
    tools::install(&analyzers)?;
    tools::install(&interpreter)?;
    tools::install(&ajv)?;

    let mut tally = Tally::default();
    for name in ANALYZERS {
        analyze(&analyzers, name, &projects, &[], &mut tally);
    }
    for name in PROOFS {
        let flags: &[&str] = if extent == Extent::Sample && name == "mutants" { &["--sample"] } else { &[] };
        analyze(&analyzers, name, &projects[..1], flags, &mut tally);
    }
    for stray in control::unknown_controls(&analyzers, &[&ANALYZERS[..], &PROOFS].concat()) {
        tally.fail(&format!("control {stray}  belongs to no analyzer"), &[]);
    }
    match tools::npm_test(&interpreter) {
        Ok(()) => tally.pass("apex-run's own tests  pass"),
        Err(output) => tally.fail("apex-run's own tests  FAIL", &output),
    }
    match tools::ignored_test(root, "ajv") {
        Ok(()) => tally.pass("ajv  agrees with the law and with what is exported"),
        Err(output) => tally.fail("ajv  DISAGREES", &output),
    }
    match tools::ignored_test(root, "apex_rules") {
        Ok(()) => tally.pass("apex rules  report the same violations as Rust"),
        Err(output) => tally.fail("apex rules  DIFFER from Rust", &output),
    }
    match tools::ignored_test(root, "prettier") {
        Ok(()) => tally.pass("prettier  changes nothing that generated files mean"),
        Err(output) => tally.fail("prettier  CHANGES what generated files mean", &output),
    }
    Ok(tally)
}

/// Runs an analyzer in one process for all projects and controls, because starting it costs more than its work.
fn analyze(analyzers: &Path, name: &str, projects: &[Project], flags: &[&str], tally: &mut Tally) {
    let controls = control::list(analyzers, name);
    let mut dirs: Vec<PathBuf> = projects.iter().map(|project| project.dir.clone()).collect();
    dirs.extend(controls.iter().map(|control| control.dir.clone()));
    match analyzer::run(analyzers, name, flags, &dirs) {
        Ok(reports) => {
            let (judged, planted) = reports.split_at(projects.len());
            for (project, report) in projects.iter().zip(judged) {
                report_project(name, project, report, tally);
            }
            report_controls(name, &controls, planted, tally);
        }
        Err(breakdown) => tally.fail(&format!("{name:<12} could not run"), &breakdown.0),
    }
}

fn report_project(name: &str, project: &Project, report: &AnalyzerReport, tally: &mut Tally) {
    let line = format!("{name:<12} {:<10} {}", project.name, report.summary);
    if report.findings.is_empty() {
        tally.pass(&line);
    } else {
        tally.fail(&line, &report.findings);
    }
}

fn report_controls(name: &str, controls: &[Control], reports: &[AnalyzerReport], tally: &mut Tally) {
    if controls.is_empty() {
        tally.fail(&format!("control {name}  has no case: its 0 proves nothing"), &[]);
    }
    for (control, report) in controls.iter().zip(reports) {
        match control.fault(report) {
            None => tally.pass(&format!("control {}  fails as it must", control.name)),
            Some(fault) => tally.fail(&format!("control {}  {fault}", control.name), &report.findings),
        }
    }
}

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
}

impl Tally {
    fn pass(&mut self, line: &str) {
        self.passed += 1;
        println!("{line}");
    }

    fn fail(&mut self, line: &str, details: &[String]) {
        self.failed += 1;
        println!("{line}  <- FAILED");
        for detail in details {
            println!("    {detail}");
        }
    }
}
