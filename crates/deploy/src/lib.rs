//! Deploys action blueprints into a Salesforce DX project. Nothing is written unless every blueprint passes its check.
//!
//! [`deploy`] renders the classes, tests and metadata of blueprints, and records the written files next to them. From
//! the record, the next run knows which files are generated, which of them were edited, and which blueprints were
//! removed. This works even if a run has only some of the blueprints.
//!
//! ```no_run
//! use planwright_deploy::{DeployOptions, deploy};
//! use planwright_project::exit::Outcome;
//!
//! let report = deploy(&DeployOptions {
//!     files: vec!["blueprints/CloseCase.json".to_owned()],
//!     out: Some("force-app".into()),
//!     ..DeployOptions::default()
//! });
//! for finding in report.findings() {
//!     eprintln!("{}: {}", finding.code, finding.message);
//! }
//! assert!(matches!(report.end(), Ok(Outcome::Fine)));
//! ```

mod advice;
mod agent_bundle;
mod blueprints;
mod cached_run;
mod deploy_plan;
mod deployed_files;
mod disk;
mod duplicate_names;
mod earlier_runs;
mod existing;
mod hashes;
mod layout;
mod notes;
mod options;
mod package;
mod project_paths;
mod record;
mod rendering;
mod run_cache;
mod runtime_package;
mod settings;
mod sources;
mod steps;

use planwright_project::report::CommandReport;

pub use agent_bundle::write_agent_bundle;
pub use options::DeployOptions;

/// Checks every blueprint, then writes all files, or compares them with the disk if `check` is set.
///
/// Paths are relative to the current directory. The nearest `planwright.toml` and `sfdx-project.json` apply as they do to the
/// command `planwright apex`, whose arguments are [`DeployOptions`].
pub fn deploy(args: &DeployOptions) -> CommandReport {
    CommandReport::beside_output().collect(|report| cached_run::run(args, report))
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
