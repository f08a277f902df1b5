//! `planwright apex`: blueprints to deployable Apex. Nothing is written unless every blueprint passes.
//!
//! What was written is recorded beside it. So the deployment run knows which files are ours, which were edited by hand, and whose
//! blueprint is gone, even if it is given some of the blueprints only.

mod advice;
mod args;
mod blueprints;
mod deploy_plan;
mod disk;
mod existing;
mod hashes;
mod meaning;
mod namesakes;
mod notes;
mod package;
mod project_paths;
mod record;
mod settings;
mod sources;

use std::collections::BTreeSet;
use std::time::Duration;

use planwright_contracts::action_blueprint::Context;
use planwright_engines::goal::standard_objects;
use planwright_runtime::Diagnostic;
use planwright_sync::{Mode, Staging, plan_owned};
use planwright_templates::deploy::{Known, permissions};

use crate::config::RuntimeExtent;
use crate::exit::{Failure, Outcome};
use crate::generate::{Check, carry_out};
use crate::report::CommandReport;
use crate::snapshot;

pub(crate) use args::ApexArgs;
use blueprints::TextPlaces;
use deploy_plan::DeployPlan;
use disk::Disk;
use hashes::{Hashes, hash};
use record::Record;
use settings::Settings;

/// How long a run waits for another one.
const PATIENCE: Duration = Duration::from_secs(600);

/// Checks every blueprint, then writes, or checks, all files.
pub(crate) fn report(args: &ApexArgs) -> CommandReport {
    CommandReport::beside_output().collect(|report| run(args, report))
}

fn run(args: &ApexArgs, report: &mut CommandReport) -> Result<Outcome, Failure> {
    let settings = Settings::of(args)?;
    let Some(context) = snapshot::context(settings.snapshot.as_ref(), report)? else { return Ok(Outcome::Findings) };
    let context = Context { no_standard: settings.no_standard, ..context };
    let staging = staging(&settings)?;
    let old = record(&settings, staging.as_ref(), report)?;
    let mut sources = sources::read(&settings, !old.blueprints.is_empty())?;
    let holds_all = args.footprint || settings.runtime == Some(RuntimeExtent::Used);
    let text_places = TextPlaces { staging: staging.as_ref(), holds_all };
    let Some(given) = blueprints::check(&mut sources, &context, &settings, &old, &text_places, report)? else {
        report.note("nothing was written");
        return Ok(Outcome::Findings);
    };
    let keys: BTreeSet<&str> = sources.iter().filter_map(|source| source.key.as_deref()).collect();
    let absent = package::absent(&settings, &given)?;
    let is_refused = absent.iter().any(Diagnostic::is_error);
    report.add(absent);
    if is_refused {
        report.note("nothing was written");
        return Ok(Outcome::Findings);
    }
    if args.footprint {
        notes::footprint(&given, &settings, report);
    }
    let snapshots: Vec<_> = context.snapshot.iter().chain([standard_objects()]).collect();
    let mut deployment =
        DeployPlan::of(&settings, &old, given, &keys, |accesses| permissions(accesses, Known(&snapshots)));
    namesakes::refuse(&settings, &deployment)?;
    let recorded = old.by_place(&settings.places);
    let disk = Disk::compare(&settings, &recorded, &mut deployment)?;
    notes::permissions(&settings, &deployment, report);
    if !disk.edited.is_empty() && !settings.force {
        notes::edited(&disk.edited, report);
        if settings.mode == Mode::Write {
            report.note("nothing was written; move the changes into the blueprints, or lose them with --force");
            return Ok(Outcome::Findings);
        }
    }
    if settings.mode == Mode::Write && !settings.deletes() {
        notes::orphans(&settings.places, &deployment, report);
    }
    write(args, &settings, &recorded, disk, (staging.as_ref(), report))
}

/// One run at a time writes into a package directory. A check writes nothing, not even a lock.
fn staging(settings: &Settings) -> Result<Option<Staging>, Failure> {
    if settings.mode == Mode::Check {
        return Ok(None);
    }
    let out = settings.places.out().display().to_string();
    let waiting = || errln!("waiting: another planwright run writes into {out}");
    Ok(Some(Staging::take(&settings.places.staging(), PATIENCE, waiting)?))
}

/// The record, with what a run that was interrupted has written. That is recorded at once: this run may end with findings, or be
/// interrupted too.
fn record(settings: &Settings, staging: Option<&Staging>, report: &mut CommandReport) -> Result<Record, Failure> {
    let places = &settings.places;
    let old = Record::read(places)?;
    let Some(staging) = staging else { return Ok(old) };
    let Some(path) = staging.interrupted() else { return Ok(old) };
    let meant = Record::read_interrupted(&path)?;
    let found = |path: String| existing::read(&path).map(|text| hash(&path, &text));
    report.note("note: an earlier run was interrupted while it wrote; what it did is taken up");
    let resumed = old.clone().resumed(meant, |path| found(places.file(path)), |name| found(places.manifest(name)));
    let text = (resumed != old).then(|| resumed.text());
    staging.take_up(places.record().as_ref(), text.as_deref())?;
    Ok(resumed)
}

fn write(
    args: &ApexArgs,
    settings: &Settings,
    recorded: &Hashes,
    disk: Disk,
    (staging, report): (Option<&Staging>, &mut CommandReport),
) -> Result<Outcome, Failure> {
    let orphans = disk.orphans;
    let plan = plan_owned("".as_ref(), disk.wanted, orphans.iter().cloned(), |path, text| {
        settings.force || orphans.contains(path) || settings.places.is_ours(recorded, path, text)
    })?;
    let plan = plan.with_staged(disk.staged).with_fresh(disk.fresh);
    if !plan.foreign().is_empty() {
        let help = "not written by planwright; move it away, or overwrite it with --force";
        return Err(Failure::all(plan.foreign().iter().map(|path| format!("{path}: {help}"))));
    }
    let check = Check { mode: settings.mode, diff: args.diff, staging };
    let advice = advice::of(args, settings, &orphans, &disk.edited);
    carry_out(&plan.ending_with(&settings.places.record()), check, &advice, report)
}
