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
mod deploy_plan;
mod disk;
mod duplicate_names;
mod existing;
mod hashes;
mod layout;
mod notes;
mod options;
mod package;
mod project_paths;
mod record;
mod run_cache;
mod runtime_package;
mod settings;
mod sources;

use std::collections::BTreeSet;
use std::time::Duration;

use planwright_contracts::action_blueprint::Context;
use planwright_org::standard_objects;
use planwright_runtime::Diagnostic;
use planwright_sync::{Created, Mode, Staging, plan_owned};
use planwright_templates::deploy::{Access, Known, permissions};

use planwright_project::apply::{Check, apply_plan, unchanged_summary};
use planwright_project::config::{Part, RuntimeExtent};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::Format;
use planwright_project::report::CommandReport;
use planwright_project::snapshot;

pub use agent_bundle::write_agent_bundle;
use blueprints::{OtherSources, TextPlaces};
use deploy_plan::DeployPlan;
use disk::DiskComparison;
use hashes::{Hashes, hash};
pub use options::DeployOptions;
use record::{ReadRecord, Record};
use run_cache::{CachedRun, RunCache};
use settings::Settings;

/// Time to wait for another run in the same package directory.
const LOCK_TIMEOUT: Duration = Duration::from_secs(600);

/// Checks every blueprint, then writes all files, or compares them with the disk if `check` is set.
///
/// Paths are relative to the current directory. The nearest `planwright.toml` and `sfdx-project.json` apply as they do to the
/// command `planwright apex`, whose arguments are [`DeployOptions`].
pub fn deploy(args: &DeployOptions) -> CommandReport {
    CommandReport::beside_output().collect(|report| run(args, report))
}

fn run(args: &DeployOptions, report: &mut CommandReport) -> Result<Outcome, Failure> {
    if let Some(folder) = &args.runtime_package {
        return runtime_package::write(folder, args, report);
    }
    let settings = Settings::from_args(args)?;
    let mut cache = RunCache::new(args, &settings)?;
    if let Some(CachedRun { fresh, notes }) = cache.recall() {
        report.note_text(notes);
        report.print(unchanged_summary(fresh, settings.mode));
        notes::tests(args, &settings, report)?;
        return Ok(Outcome::Fine);
    }
    cache.record_inputs();
    let result = execute(args, &settings, &mut cache, report)?;
    // The staging folder, which the run must not count as an input, was deleted by now.
    if let RunResult { outcome: Outcome::Fine, fresh, created: Some(created) } = &result {
        cache.store(*fresh, created);
    }
    notes::tests(args, &settings, report)?;
    Ok(result.outcome)
}

/// Result of a run.
struct RunResult {
    outcome: Outcome,
    /// Number of files that were up to date.
    fresh: usize,
    /// The created files, or `None` if the run did more than create files.
    created: Option<Created>,
}

impl RunResult {
    /// Returns the result of a run that stops because of its findings.
    fn stopped() -> Self {
        Self { outcome: Outcome::Findings, fresh: 0, created: None }
    }
}

fn execute(
    args: &DeployOptions,
    settings: &Settings,
    cache: &mut RunCache,
    report: &mut CommandReport,
) -> Result<RunResult, Failure> {
    let Some(context) = snapshot::context(settings.snapshot.as_ref(), report)? else { return Ok(RunResult::stopped()) };
    let for_agents = settings.writes(Part::Agent);
    let context = Context { no_standard: settings.no_standard, for_agents, ..context };
    let staging = staging(settings)?;
    let records = Records::load(settings, staging.as_ref(), cache, report)?;
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
    write(args, settings, &recorded, disk, (staging.as_ref(), report))
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

/// Records of earlier runs.
struct Records {
    on_disk: ReadRecord,
    /// The record including the files of an interrupted run, if they are not recorded on disk yet.
    resumed: Option<Record>,
}

impl Records {
    /// Reads the record.
    ///
    /// Files that an interrupted run has written are recorded at once, because this run may also end early. A check
    /// takes them into account but writes nothing.
    fn load(
        settings: &Settings,
        staging: Option<&Staging>,
        cache: &mut RunCache,
        report: &mut CommandReport,
    ) -> Result<Self, Failure> {
        let places = &settings.places;
        let on_disk = Record::load(places)?;
        let Some(path) = Staging::interrupted_in(&places.staging()) else {
            return Ok(Self { on_disk, resumed: None });
        };
        cache.discard();
        let meant = Record::load_interrupted(&path)?;
        let found = |path: String| existing::read_text(&path).map(|text| hash(&path, &text));
        let there = |path: &str| found(places.file(path));
        let resumed = on_disk.record.clone().resumed(meant, there, |name| found(places.manifest(name)));
        let Some(staging) = staging else {
            report.note("note: an earlier run was interrupted or is still writing; the next run will complete it");
            return Ok(Self { on_disk, resumed: Some(resumed) });
        };
        report.note("note: an earlier run was interrupted while writing; this run completes it");
        let text = (resumed != on_disk.record).then(|| resumed.text());
        staging.take_up(places.record().as_ref(), text.as_deref())?;
        let on_disk = if text.is_some() { ReadRecord::written(resumed) } else { on_disk };
        Ok(Self { on_disk, resumed: None })
    }

    /// Returns the record of all earlier runs.
    fn old(&self) -> &Record {
        self.resumed.as_ref().unwrap_or(&self.on_disk.record)
    }

    /// Returns the record on disk.
    fn on_disk(&self) -> &ReadRecord {
        &self.on_disk
    }
}

fn write(
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
    if !plan.foreign().is_empty() {
        let help = "not written by planwright; move it, or overwrite it with --force";
        return Err(Failure::all(plan.foreign().iter().map(|path| format!("{path}: {help}"))));
    }
    let check = Check { mode: settings.mode, diff: args.diff, staging };
    let advice = advice::lines(args, settings, (&orphans, &disk.unrecorded), &disk.edited);
    let plan = plan.ending_with(&settings.places.record());
    let (fresh, only_creates) = (plan.unchanged_count(), plan.only_creates());
    let (outcome, created) = apply_plan(&plan, check, &advice, report)?;
    Ok(RunResult { outcome, fresh, created: Some(created).filter(|_| only_creates) })
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
