//! `cargo xtask verify [DIR]`: real analyzers over the emitted and the generated Apex, each beside controls that must fail.
//!
//! Every analyzer is blind somewhere and can break in silence, so a count of 0 is believed only from one that
//! caught the defects planted for it in `tests/analyzers/controls`. All run; nothing stops at the first failure.

mod analyzer;
mod control;
mod tools;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use analyzer::Report;
use control::Control;
use tools::Obstacle;

/// In the order of their cost; each is a script `tests/analyzers/<name>.mjs` with controls of the same name.
const ANALYZERS: [&str; 6] = ["manifest", "fixed-point", "user-mode", "apex-run", "pmd", "apex-ls"];

/// The checked-in projects: what blueprints become, and what schemas become.
const PROJECTS: [&str; 2] = ["examples", "tests/cases/apex-types"];

/// Verifies the SFDX project at `project`, or else the checked-in ones.
///
/// Exit code 0: everything is as it must be; 1: something is not; 2: it could not be tried.
pub(crate) fn verify(root: &Path, project: Option<&Path>) -> ExitCode {
    match run(root, project) {
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

fn run(root: &Path, project: Option<&Path>) -> Result<Tally, Obstacle> {
    let (analyzers, interpreter) = (root.join("tests/analyzers"), root.join("tests/apex-run"));
    tools::require()?;
    let projects = match project {
        Some(project) => vec![tools::sfdx_project(project)?],
        None => PROJECTS.iter().map(|place| tools::sfdx_project(&root.join(place))).collect::<Result<_, _>>()?,
    };
    tools::install(&analyzers)?;
    tools::install(&interpreter)?;

    let mut tally = Tally::default();
    for name in ANALYZERS {
        analyze(&analyzers, name, &projects, &mut tally);
    }
    for stray in control::strays(&analyzers, &ANALYZERS) {
        tally.fail(&format!("control {stray}  belongs to no analyzer"), &[]);
    }
    match tools::npm_test(&interpreter) {
        Ok(()) => tally.pass("apex-run's own tests  pass"),
        Err(output) => tally.fail("apex-run's own tests  FAIL", &output),
    }
    Ok(tally)
}

/// One process for the projects and all controls: starting an analyzer costs more than its work.
fn analyze(analyzers: &Path, name: &str, projects: &[PathBuf], tally: &mut Tally) {
    let controls = control::list(analyzers, name);
    let mut all = projects.to_vec();
    all.extend(controls.iter().map(|control| control.dir.clone()));
    match analyzer::run(analyzers, name, &all) {
        Ok(reports) => {
            let (ours, planted) = reports.split_at(projects.len());
            for (project, report) in projects.iter().zip(ours) {
                judge(name, project, report, tally);
            }
            judge_controls(name, &controls, planted, tally);
        }
        Err(breakdown) => tally.fail(&format!("{name:<12} could not run"), &breakdown.0),
    }
}

fn judge(name: &str, project: &Path, report: &Report, tally: &mut Tally) {
    let place = project.file_name().unwrap_or_default().to_string_lossy();
    let line = format!("{name:<12} {place}: {}", report.summary);
    if report.findings.is_empty() {
        tally.pass(&line);
    } else {
        tally.fail(&line, &report.findings);
    }
}

fn judge_controls(name: &str, controls: &[Control], planted: &[Report], tally: &mut Tally) {
    if controls.is_empty() {
        tally.fail(&format!("control {name}  has no case: its 0 proves nothing"), &[]);
    }
    for (control, report) in controls.iter().zip(planted) {
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
