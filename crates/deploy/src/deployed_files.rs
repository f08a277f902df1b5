//! Writes the files of a deployment, or reports those that differ.

use std::path::Path;

use planwright_project::apply::{Check, apply_plan};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::report::CommandReport;
use planwright_sync::{Created, Plan, Staging, plan_owned};

use super::advice;
use super::disk::DiskComparison;
use super::hashes::Hashes;
use super::options::DeployOptions;
use super::settings::Settings;

/// Result of a run.
pub(super) struct RunResult {
    pub outcome: Outcome,
    /// Number of files that were up to date.
    pub fresh: usize,
    /// The created files, or `None` if the run did more than create files.
    pub created: Option<Created>,
}

impl RunResult {
    /// Returns the result of a run that stops because of its findings.
    pub(super) fn stopped() -> Self {
        Self { outcome: Outcome::Findings, fresh: 0, created: None }
    }
}

pub(super) fn write_files(
    args: &DeployOptions,
    settings: &Settings,
    recorded: &Hashes,
    disk: DiskComparison,
    (staging, report): (Option<&Staging>, &mut CommandReport),
) -> Result<RunResult, Failure> {
    let orphans = disk.orphans;
    let plan = plan_owned("".as_ref(), disk.wanted, orphans.iter().cloned(), |path, text| {
        settings.force || orphans.contains(path) || settings.places.is_ours(recorded, path, text)
    })?;
    let plan = plan.with_staged(disk.staged).with_unchanged(disk.fresh);
    reject_foreign_files(&plan, Path::new(""))?;
    let check = Check { mode: settings.mode, diff: args.diff, staging };
    let advice = advice::lines(args, settings, (&orphans, &disk.unrecorded), &disk.edited);
    let plan = plan.ending_with(&settings.places.record());
    let (fresh, only_creates) = (plan.unchanged_count(), plan.only_creates());
    let (outcome, created) = apply_plan(&plan, check, &advice, report)?;
    Ok(RunResult { outcome, fresh, created: Some(created).filter(|_| only_creates) })
}

/// Returns an error that lists the files of a plan which others wrote, and which therefore stay. Their paths are relative to
/// `folder`.
pub(super) fn reject_foreign_files(plan: &Plan, folder: &Path) -> Result<(), Failure> {
    if plan.foreign().is_empty() {
        return Ok(());
    }
    let help = "not written by planwright; move it, or overwrite it with --force";
    Err(Failure::all(plan.foreign().iter().map(|path| format!("{}: {help}", folder.join(path).display()))))
}
