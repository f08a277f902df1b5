//! Deploys action blueprints into a Salesforce DX project. Nothing is written unless every blueprint passes its check.
//!
//! [`deploy`] renders the classes, tests and metadata of blueprints and records what it wrote next to them. From the record the
//! next run knows which files are generated, which of them you edited, and which blueprint was removed, even if it is given only
//! some of the blueprints.
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
mod blueprints;
mod deploy_plan;
mod disk;
mod existing;
mod hashes;
mod meaning;
mod namesakes;
mod notes;
mod options;
mod package;
mod project_paths;
mod record;
mod settings;
mod sources;
mod unchanged;

use std::collections::BTreeSet;
use std::time::Duration;

use planwright_contracts::action_blueprint::Context;
use planwright_org::standard_objects;
use planwright_runtime::Diagnostic;
use planwright_sync::{Created, Mode, Staging, plan_owned};
use planwright_templates::deploy::{Access, Known, permissions};

use planwright_project::apply::{Check, carry_out, fresh_summary};
use planwright_project::config::{Part, RuntimeExtent};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::Format;
use planwright_project::report::CommandReport;
use planwright_project::snapshot;

use blueprints::{OtherSources, TextPlaces};
use deploy_plan::DeployPlan;
use disk::Disk;
use hashes::{Hashes, hash};
pub use options::DeployOptions;
use record::{ReadRecord, Record};
use settings::Settings;
use unchanged::{RememberedRun, UnchangedRun};

/// Time that a run waits for a different one.
const PATIENCE: Duration = Duration::from_secs(600);

/// Checks every blueprint, then writes all files, or compares them with the disk if `check` is set.
///
/// Paths are relative to the current directory. The nearest `planwright.toml` and `sfdx-project.json` apply as they do to the
/// command `planwright apex`, whose arguments are [`DeployOptions`].
pub fn deploy(args: &DeployOptions) -> CommandReport {
    CommandReport::beside_output().collect(|report| run(args, report))
}

fn run(args: &DeployOptions, report: &mut CommandReport) -> Result<Outcome, Failure> {
    let settings = Settings::of(args)?;
    let mut unchanged = UnchangedRun::of(args, &settings)?;
    if let Some(RememberedRun { fresh, told }) = unchanged.recall() {
        report.note_text(told);
        report.print(fresh_summary(fresh, settings.mode));
        return Ok(Outcome::Fine);
    }
    unchanged.begin();
    let made = make(args, &settings, &mut unchanged, report)?;
    // The staging folder is gone by now, which is no part of what a run looks at.
    if let Made { outcome: Outcome::Fine, fresh, created: Some(created) } = &made {
        unchanged.keep(*fresh, created);
    }
    Ok(made.outcome)
}

/// Result of a run.
struct Made {
    outcome: Outcome,
    /// Number of files that were already up to date.
    fresh: usize,
    /// The files that were created; `None` where more was done than that.
    created: Option<Created>,
}

impl Made {
    /// Returns the result of a run that wrote nothing because of findings.
    fn nothing() -> Self {
        Self { outcome: Outcome::Findings, fresh: 0, created: None }
    }
}

fn make(
    args: &DeployOptions,
    settings: &Settings,
    unchanged: &mut UnchangedRun,
    report: &mut CommandReport,
) -> Result<Made, Failure> {
    let Some(context) = snapshot::context(settings.snapshot.as_ref(), report)? else { return Ok(Made::nothing()) };
    let for_agents = settings.writes(Part::Agent);
    let context = Context { no_standard: settings.no_standard, for_agents, ..context };
    let staging = staging(settings)?;
    let records = Records::read(settings, staging.as_ref(), unchanged, report)?;
    let old = records.old();
    let mut sources = sources::find(settings, !old.blueprints.is_empty())?;
    let holds_all = args.footprint || settings.runtime == Some(RuntimeExtent::Used);
    let text_places = TextPlaces { staging: staging.as_ref(), holds_all, holds_sources: args.format != Format::Human };
    let others = OtherSources::of(&settings.places);
    unchanged.reads(sources::recorded_beside(&sources, old).map(|key| settings.places.source(key)));
    let Some(given) = blueprints::check(&mut sources, &context, settings, (old, &others), &text_places, report)? else {
        report.note("nothing was written");
        return Ok(Made::nothing());
    };
    let keys: BTreeSet<&str> = sources.iter().filter_map(|source| source.key.as_deref()).collect();
    let absent = package::absent(settings, &given)?;
    let is_refused = absent.iter().any(Diagnostic::is_error);
    report.add(absent);
    if is_refused {
        report.note("nothing was written");
        return Ok(Made::nothing());
    }
    if args.footprint {
        notes::footprint(&given, settings, report);
    }
    let snapshots: Vec<_> = context.snapshot.iter().chain([standard_objects()]).collect();
    let reach = |accesses: &[Access]| permissions(accesses, Known(&snapshots));
    let mut deployment = DeployPlan::of(settings, (old, &others), given, &keys, reach);
    namesakes::refuse(settings, &deployment)?;
    let recorded = old.by_place(&settings.places);
    let disk = Disk::compare(settings, (records.on_disk(), &recorded), &mut deployment)?;
    notes::permissions(settings, &deployment, report);
    if !disk.edited.is_empty() {
        unchanged.forget();
    }
    if !disk.edited.is_empty() && !settings.force {
        notes::edited(&disk.edited, report);
        if settings.mode == Mode::Write {
            report.note("nothing was written; move the changes into the blueprints, or discard them with --force");
            return Ok(Made::nothing());
        }
    }
    if settings.mode == Mode::Write && !settings.deletes() {
        notes::orphans(&settings.places, &deployment, report);
    }
    if settings.mode == Mode::Write && !settings.force && !disk.unrecorded.is_empty() {
        unchanged.forget();
        notes::unrecorded(&disk.unrecorded, report);
    }
    unchanged.tell(report);
    drop(deployment);
    write(args, settings, &recorded, disk, (staging.as_ref(), report))
}

/// Locks the package directory, because only one run at a time can write. A check writes nothing, not even a lock.
fn staging(settings: &Settings) -> Result<Option<Staging>, Failure> {
    if settings.mode == Mode::Check {
        return Ok(None);
    }
    let out = settings.places.out().display().to_string();
    let waiting = || planwright_project::errln!("waiting for another planwright run that writes to {out}");
    Ok(Some(Staging::take(&settings.places.staging(), PATIENCE, waiting)?))
}

/// The record of earlier runs.
struct Records {
    on_disk: ReadRecord,
    /// With what a run that was interrupted has written, where that is not recorded yet.
    resumed: Option<Record>,
}

impl Records {
    /// Reads the record. What an interrupted run has written is recorded at once, because this run may end with findings, or be
    /// interrupted too; a check takes it into account and writes nothing.
    fn read(
        settings: &Settings,
        staging: Option<&Staging>,
        unchanged: &mut UnchangedRun,
        report: &mut CommandReport,
    ) -> Result<Self, Failure> {
        let places = &settings.places;
        let on_disk = Record::read(places)?;
        let Some(path) = Staging::interrupted_in(&places.staging()) else {
            return Ok(Self { on_disk, resumed: None });
        };
        unchanged.forget();
        let meant = Record::read_interrupted(&path)?;
        let found = |path: String| existing::read(&path).map(|text| hash(&path, &text));
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

    /// What was written before this run.
    fn old(&self) -> &Record {
        self.resumed.as_ref().unwrap_or(&self.on_disk.record)
    }

    /// What the file says.
    fn on_disk(&self) -> &ReadRecord {
        &self.on_disk
    }
}

fn write(
    args: &DeployOptions,
    settings: &Settings,
    recorded: &Hashes,
    disk: Disk,
    (staging, report): (Option<&Staging>, &mut CommandReport),
) -> Result<Made, Failure> {
    let orphans = disk.orphans;
    let plan = plan_owned("".as_ref(), disk.wanted, orphans.iter().cloned(), |path, text| {
        settings.force || orphans.contains(path) || settings.places.is_ours(recorded, path, text)
    })?;
    let plan = plan.with_staged(disk.staged).with_fresh(disk.fresh);
    if !plan.foreign().is_empty() {
        let help = "not written by planwright; move it, or overwrite it with --force";
        return Err(Failure::all(plan.foreign().iter().map(|path| format!("{path}: {help}"))));
    }
    let check = Check { mode: settings.mode, diff: args.diff, staging };
    let advice = advice::of(args, settings, (&orphans, &disk.unrecorded), &disk.edited);
    let plan = plan.ending_with(&settings.places.record());
    let (fresh, only_creates) = (plan.fresh(), plan.only_creates());
    let (outcome, created) = carry_out(&plan, check, &advice, report)?;
    Ok(Made { outcome, fresh, created: Some(created).filter(|_| only_creates) })
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
