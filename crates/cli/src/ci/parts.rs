//! Selects the parts of a run, and runs each of them.

use std::path::{Path, PathBuf};

use planwright_source::printable;

use super::{CiArgs, Part, PartResult, Verdict};
use crate::snapshot::configured;
use crate::{check, generate};
use planwright_compatibility::{drift, lock};
use planwright_project::config::{self, Config};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::report::CommandReport;
use planwright_project::sfdx;

/// Example of a configuration, for users without one.
const SECTIONS: &str = r#"

    [gen]                        # planwright gen --check: the code of schemas is fresh
    schemas = "schemas"
    out = "src/plans"

    [apex]                       # planwright apex --check: the Apex of blueprints is fresh
    blueprints = ["blueprints"]

    [check]                      # planwright check: documents obey their contract, or a schema of yours
    contract = "action-blueprint"
    files = ["blueprints"]

    [drift]                      # planwright drift: no schema has changed so that it breaks somebody
    schemas = ["schemas"]
    against = "origin/main"      # or baseline = "schemas.baseline.json"

    [lock]                       # planwright lock --check: operations keep what the lock file promises
    sources = ["tools.json"]

    [snapshot]                   # planwright snapshot check: blueprints fit the org
    file = "org.json"
    blueprints = ["blueprints"]
"#;

/// Returns the configured parts, or those of `--only`.
pub(super) fn wanted(args: &CiArgs, config: &Config) -> Result<Vec<Part>, Failure> {
    let is_configured = |part: &Part| match part {
        Part::Gen => !config.sets.is_empty(),
        Part::Apex => config.has_apex,
        Part::Check => !config.checks.is_empty(),
        Part::Drift => config.drift.is_some(),
        Part::Actions => is_sfdx(config) && revision(args, config).is_some(),
        Part::Lock => !config.locks.is_empty(),
        Part::Snapshot => config.snapshot.is_some(),
    };
    let file = config.file.as_ref().map_or(config::NAME.to_owned(), |file| file.display().to_string());
    let is_asked = |part: &Part| args.only.is_empty() || args.only.contains(part);
    let wanted: Vec<Part> = Part::ALL.into_iter().filter(is_asked).filter(is_configured).collect();
    let mut reasons: Vec<String> = Part::ALL
        .iter()
        .filter(|part| args.only.contains(part) && !is_configured(part))
        .map(|part| match part {
            Part::Actions => format!("--only actions: requires {} next to {file}, and --against", sfdx::NAME),
            part => format!("--only {0}: {file} has no [{0}] section", part.name()),
        })
        .collect();
    if config.file.is_none() {
        let reason = format!(
            "{file} not found here or in a folder above; run `planwright init`, or write the sections that you need:"
        );
        reasons = vec![format!("{reason}{SECTIONS}")];
    } else if wanted.is_empty() && reasons.is_empty() {
        reasons.push(format!("{file} has no section to run; write those that you need:{SECTIONS}"));
    }
    if !reasons.is_empty() {
        return Err(Failure::all(reasons));
    }
    // A workflow that passes these options must work for every project, so this is not an error. Without the section,
    // there are no schemas to compare.
    let compares = is_configured(&Part::Drift) || args.against.is_some() && is_configured(&Part::Actions);
    if (args.against.is_some() || args.baseline.is_some()) && !compares {
        let option = if args.against.is_some() { "--against" } else { "--baseline" };
        errln!("note: {option} has no effect: {} has no [drift] section", printable(&file));
    }
    Ok(wanted)
}

/// Runs one part.
pub(super) fn run(part: Part, args: &CiArgs, config: &Config) -> PartResult {
    let report = match part {
        Part::Gen => generate::report(&generate::GenArgs {
            config: args.config.clone(),
            check: true,
            no_cache: true,
            ..generate::GenArgs::default()
        }),
        Part::Apex => {
            let (config, check, no_cache) = (args.config.clone(), true, true);
            planwright_deploy::deploy(&planwright_deploy::DeployOptions {
                config,
                check,
                no_cache,
                ..planwright_deploy::DeployOptions::default()
            })
        }
        Part::Check => {
            let (config, without_apex) = (args.config.clone(), true);
            check::report(&check::CheckArgs { config, without_apex, ..check::CheckArgs::default() })
        }
        Part::Drift => drift::report(&drift::DriftArgs {
            config: args.config.clone(),
            against: args.against.clone(),
            baseline: args.baseline.clone(),
            allow_undecided: args.allow_undecided,
            summary: args.summary.is_some(),
            ..drift::DriftArgs::default()
        }),
        Part::Actions => drift::report(&drift::DriftArgs {
            config: args.config.clone(),
            paths: vec![folder(config)],
            against: revision(args, config),
            ..drift::DriftArgs::default()
        }),
        Part::Lock => {
            let (config, check, allow_undecided) = (args.config.clone(), true, args.allow_undecided);
            lock::report(&lock::LockArgs { config, check, allow_undecided, ..lock::LockArgs::default() })
        }
        Part::Snapshot => configured::report(config),
    };
    let verdict = match report.outcome {
        _ if !report.failures.is_empty() => Verdict::NotRun,
        Outcome::Fine => Verdict::Passed,
        Outcome::Findings | Outcome::Undecided => Verdict::Failed,
    };
    let command = command(part, args, config, &report);
    PartResult { part, verdict, findings: report.findings(), report, command }
}

/// Returns the command that reproduces a part.
fn command(part: Part, args: &CiArgs, config: &Config, report: &CommandReport) -> String {
    let with = args.config.as_ref().map_or(String::new(), |file| format!(" --config {}", file.display()));
    let is_orphaned = report.counts.iter().any(|(what, number)| *what == "orphaned" && *number > 0);
    match part {
        Part::Gen => format!("planwright gen{with}"),
        Part::Apex => format!("planwright apex{with}{}", if is_orphaned { " --prune" } else { "" }),
        Part::Check => format!("planwright check{with}"),
        Part::Drift => {
            let against = args.against.as_ref().map_or(String::new(), |revision| format!(" --against {revision}"));
            let baseline = args.baseline.as_ref();
            let baseline = baseline.map_or(String::new(), |file| format!(" --baseline {}", file.display()));
            format!("planwright drift{with}{against}{baseline}")
        }
        Part::Actions => {
            let against = revision(args, config).unwrap_or_default();
            format!("planwright drift {}{with} --against {against}", folder(config).display())
        }
        Part::Lock => format!("planwright lock{with} --check"),
        Part::Snapshot => {
            let (file, blueprints) = configured::org(config);
            let file = file.unwrap_or_else(|| "FILE".to_owned());
            format!("planwright snapshot check {file} {}", blueprints.join(" "))
        }
    }
}

/// Returns the folder of the configuration.
fn folder(config: &Config) -> PathBuf {
    if config.folder.as_os_str().is_empty() { PathBuf::from(".") } else { config.folder.clone() }
}

/// Returns whether the folder of the configuration is an SFDX project.
fn is_sfdx(config: &Config) -> bool {
    config.folder.join(sfdx::NAME).is_file()
}

/// Returns the git revision whose actions are compared.
fn revision(args: &CiArgs, config: &Config) -> Option<String> {
    let configured = || config.drift.as_ref().and_then(|section| section.against.clone());
    let revision = args.against.clone().or_else(|| configured().filter(|_| args.baseline.is_none()));
    revision.filter(|revision| !Path::new(revision).exists())
}
