//! The steps of a deployment, from the blueprints to the files on disk. Each reports all of its findings.

use std::collections::BTreeSet;
use std::time::Duration;

use planwright_contracts::action_blueprint::Context;
use planwright_org::standard_objects;
use planwright_project::config::{Part, RuntimeExtent};
use planwright_project::exit::Failure;
use planwright_project::render::Format;
use planwright_project::report::CommandReport;
use planwright_project::snapshot;
use planwright_runtime::Diagnostic;
use planwright_sync::{Mode, Staging};
use planwright_templates::deploy::{Access, Known, permissions};

use super::blueprints::{self, OtherSources};
use super::deploy_plan::DeployPlan;
use super::deployed_files::{RunResult, write_files};
use super::disk::DiskComparison;
use super::earlier_runs::EarlierRuns;
use super::options::DeployOptions;
use super::rendering::TextPlaces;
use super::run_cache::RunCache;
use super::settings::Settings;
use super::{duplicate_names, notes, package, runtime_package, sources};

/// Time to wait for another run in the same package directory.
const LOCK_TIMEOUT: Duration = Duration::from_secs(600);

/// Checks and renders all blueprints, and compares the result with the disk.
pub(super) fn execute(
    args: &DeployOptions,
    settings: &Settings,
    cache: &mut RunCache,
    report: &mut CommandReport,
) -> Result<RunResult, Failure> {
    let Some(context) = snapshot::context(settings.snapshot.as_ref(), report)? else { return Ok(RunResult::stopped()) };
    let for_agents = settings.writes(Part::Agent);
    let context = Context { no_standard: settings.no_standard, for_agents, ..context };
    let staging = staging(settings)?;
    let records = EarlierRuns::load(settings, staging.as_ref(), cache, report)?;
    let old = records.old();
    let mut sources = sources::find(settings, !old.blueprints.is_empty())?;
    let holds_all = args.footprint || settings.runtime == Some(RuntimeExtent::Used);
    let text_places = TextPlaces { staging: staging.as_ref(), holds_all, holds_sources: args.format != Format::Human };
    let others = OtherSources::new(&settings.places);
    cache.add_inputs(sources::recorded_elsewhere(&sources, old).map(|key| settings.places.source(key)));
    let Some(given) = blueprints::check(&mut sources, &context, settings, (old, &others), &text_places, report)? else {
        report.note("nothing was written");
        return Ok(RunResult::stopped());
    };
    let keys: BTreeSet<&str> = sources.iter().filter_map(|source| source.key.as_deref()).collect();
    let mut unusable = package::absent(settings, &given)?;
    unusable.extend(runtime_package::unusable_version(settings)?);
    let is_refused = unusable.iter().any(Diagnostic::is_error);
    report.add(unusable);
    if is_refused {
        report.note("nothing was written");
        return Ok(RunResult::stopped());
    }
    if args.footprint {
        notes::footprint(&given, settings, report);
    }
    let snapshots: Vec<_> = context.snapshot.iter().chain([standard_objects()]).collect();
    let reach = |accesses: &[Access]| permissions(accesses, Known(&snapshots));
    let mut deployment = DeployPlan::new(settings, (old, &others), given, &keys, reach);
    duplicate_names::reject(settings, &deployment)?;
    let recorded = old.by_place(&settings.places);
    let disk = DiskComparison::compare(settings, (records.on_disk(), &recorded), &mut deployment)?;
    notes::permissions(settings, &deployment, report);
    if !disk.edited.is_empty() {
        cache.discard();
    }
    if !disk.edited.is_empty() && !settings.force {
        notes::edited(&disk.edited, report);
        if settings.mode == Mode::Write {
            report.note("nothing was written; move the changes into the blueprints, or discard them with --force");
            return Ok(RunResult::stopped());
        }
    }
    if settings.mode == Mode::Write && !settings.deletes() {
        notes::orphans(&settings.places, &deployment, report);
    }
    if settings.mode == Mode::Write && !settings.force && !disk.unrecorded.is_empty() {
        cache.discard();
        notes::unrecorded(&disk.unrecorded, report);
    }
    cache.store_notes(report);
    drop(deployment);
    write_files(args, settings, &recorded, disk, (staging.as_ref(), report))
}

/// Acquires the staging folder, so that only one run at a time writes into a package directory. A check writes nothing,
/// and takes no lock.
fn staging(settings: &Settings) -> Result<Option<Staging>, Failure> {
    if settings.mode == Mode::Check {
        return Ok(None);
    }
    let out = settings.places.out().display().to_string();
    let waiting = || planwright_project::errln!("waiting for another planwright run that writes to {out}");
    Ok(Some(Staging::acquire(&settings.places.staging(), LOCK_TIMEOUT, waiting)?))
}
