//! `planwright apex`: blueprints to deployable Apex. Nothing is written unless every blueprint passes.
//!
//! What was written is recorded beside it. So the next run knows which files are ours, which were edited by hand, and whose
//! blueprint is gone, even if it is given some of the blueprints only.

mod advice;
mod blueprints;
mod disk;
mod next;
mod notes;
mod places;
mod record;
mod settings;
mod sources;

use std::collections::BTreeSet;

use planwright_engines::goal::standard_objects;
use planwright_sync::{Files, Mode, plan_among};
use planwright_templates::deploy::{Known, permissions};

use crate::args;
use crate::exit::{Failure, Outcome};
use crate::generate::{Check, carry_out};
use crate::report::CommandReport;
use crate::snapshot;

use disk::Disk;
use next::Next;
use record::Record;
use settings::Settings;

/// Checks every blueprint, then writes, or checks, all files.
pub(crate) fn report(args: &args::Apex) -> CommandReport {
    CommandReport::beside_output().collect(|report| run(args, report))
}

fn run(args: &args::Apex, report: &mut CommandReport) -> Result<Outcome, Failure> {
    let settings = Settings::of(args)?;
    let Some(context) = snapshot::context(settings.snapshot.as_ref(), report)? else { return Ok(Outcome::Findings) };
    let old = Record::read(&settings.places)?;
    let sources = sources::read(&settings, !old.blueprints.is_empty())?;
    let Some(given) = blueprints::check(&sources, &context, &settings, &old, report) else {
        report.note("nothing was written");
        return Ok(Outcome::Findings);
    };
    let keys: BTreeSet<&str> = sources.iter().filter_map(|source| source.key.as_deref()).collect();
    let snapshots: Vec<_> = context.snapshot.iter().chain([standard_objects()]).collect();
    let next = Next::of(&settings, &old, given, &keys, |accesses| permissions(accesses, Known(&snapshots)));
    let disk = Disk::look(&settings, &old, &next)?;
    notes::permissions(&settings, &next, report);
    if !disk.edited.is_empty() && !settings.force {
        notes::edited(&disk.edited, report);
        if settings.mode == Mode::Write {
            report.note("nothing was written; move the changes into the blueprints, or lose them with --force");
            return Ok(Outcome::Findings);
        }
    }
    if settings.mode == Mode::Write && !settings.deletes() {
        notes::orphans(&settings.places, &next, report);
    }
    write(args, &settings, &old, disk, report)
}

fn write(
    args: &args::Apex,
    settings: &Settings,
    old: &Record,
    disk: Disk,
    report: &mut CommandReport,
) -> Result<Outcome, Failure> {
    let recorded = old.by_place(&settings.places);
    let orphans = disk.orphans;
    let wanted: Files = disk.wanted;
    let plan = plan_among("".as_ref(), &wanted, orphans.iter().cloned(), |path, text| {
        let forced = settings.force && wanted.contains_key(path);
        forced || orphans.contains(path) || settings.places.is_ours(&recorded, path, text)
    })?;
    if !plan.foreign().is_empty() {
        let help = "not written by planwright; move it away, or overwrite it with --force";
        return Err(Failure::all(plan.foreign().iter().map(|path| format!("{path}: {help}"))));
    }
    let check = Check { mode: settings.mode, diff: args.diff };
    let advice = advice::of(args, settings, &orphans, &disk.edited);
    carry_out(&plan.ending_with(&settings.places.record()), check, &advice, report)
}
