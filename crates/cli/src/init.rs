//! Implements `planwright init`: creates the files of a new project. It asks nothing and changes no existing file.

mod detect;
mod editors;
mod files;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use planwright_source::printable;

use crate::generate;
use crate::starter::write_new;
use detect::ProjectFacts;
use planwright_compatibility::drift;
use planwright_project::config;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::{Format, human};
use planwright_project::report::CommandReport;

/// Set up a project: configuration, first schema or blueprint, CI.
///
/// Detects Cargo.toml, sfdx-project.json, package.json and pyproject.toml. Does not ask questions or change existing
/// files. Afterwards, `planwright ci` passes.
#[derive(Debug, clap::Args)]
pub(crate) struct InitArgs {
    /// Project folder [default: current folder]
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// What the project uses Planwright for, separated by commas [default: detected from the files]
    #[arg(long = "for", value_enum, value_delimiter = ',', value_name = "USE,…")]
    pub doors: Vec<Door>,
}

/// What a project uses Planwright for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Door {
    /// Generate Rust types and validators from schemas.
    Rust,
    /// Generate Apex from blueprints.
    Salesforce,
    /// Check model answers against a schema.
    Agents,
}

/// Writes missing files and generates code from them.
pub(crate) fn run(args: &InitArgs) -> Result<Outcome, Failure> {
    let folder = args.folder.clone().unwrap_or_default();
    let configuration = folder.join(config::NAME);
    if configuration.symlink_metadata().is_ok() {
        let configuration = configuration.display().to_string();
        outln!("{} already exists; nothing was changed", printable(&configuration));
        outln!("next: add a blueprint, schema or contract with `planwright new`");
        return Ok(Outcome::Fine);
    }
    let project = ProjectFacts::detect(&folder, &args.doors)?;
    for line in &project.facts {
        outln!("{line}");
    }
    write_new(&folder, files::wanted(&project)?)?.print(&folder);
    let outcome = make(&project, &configuration)?;
    for line in files::next(&project, &folder) {
        outln!("{line}");
    }
    Ok(outcome)
}

/// Generates the configured code, so that the first `planwright ci` finds it up to date.
fn make(project: &ProjectFacts, configuration: &Path) -> Result<Outcome, Failure> {
    let config = Some(configuration.to_owned());
    let mut reports: Vec<(&str, CommandReport)> = Vec::new();
    if project.is_for(Door::Rust) {
        let args = generate::GenArgs { config: config.clone(), ..generate::GenArgs::default() };
        reports.push(("gen", generate::report(&args)));
    }
    if project.is_for(Door::Salesforce) {
        let args =
            planwright_deploy::DeployOptions { config: config.clone(), ..planwright_deploy::DeployOptions::default() };
        reports.push(("apex", planwright_deploy::deploy(&args)));
    }
    if project.has_schemas() {
        let schemas = project.folder.join("schemas");
        let args = drift::DriftArgs {
            paths: vec![schemas],
            write_baseline: Some(project.folder.join(files::BASELINE)),
            ..drift::DriftArgs::default()
        };
        reports.push(("drift", drift::report(&args)));
    }
    let mut reasons = Vec::new();
    let mut outcome = Outcome::Fine;
    for (command, report) in reports {
        let is_fine = report.failures.is_empty() && report.outcome == Outcome::Fine;
        if is_fine {
            let written = report.counts.iter().find(|(what, _)| *what == "written").map(|(_, number)| *number);
            let summary = written.map_or_else(
                || human::text(&report).trim_end().to_owned(),
                |number| format!("{} written by `planwright {command}`", human::some(number, "file")),
            );
            outln!("{summary}");
            continue;
        }
        // Report problems in the same way as the command itself.
        match planwright_project::render::print(command, &report, Format::Human) {
            Ok(found) => outcome = found,
            Err(failure) => reasons.extend(failure.reasons()),
        }
    }
    if reasons.is_empty() { Ok(outcome) } else { Err(Failure::from_reasons(reasons)) }
}
