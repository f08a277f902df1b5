//! Loads the records of earlier runs, including an interrupted one.

use planwright_project::exit::Failure;
use planwright_project::report::CommandReport;
use planwright_sync::Staging;

use super::existing;
use super::hashes::hash;
use super::record::{ReadRecord, Record};
use super::run_cache::RunCache;
use super::settings::Settings;

/// Records of earlier runs.
pub(super) struct EarlierRuns {
    on_disk: ReadRecord,
    /// The record including the files of an interrupted run, if they are not recorded on disk yet.
    resumed: Option<Record>,
}

impl EarlierRuns {
    /// Reads the record.
    ///
    /// Files that an interrupted run has written are recorded at once, because this run may also end early. A check
    /// takes them into account but writes nothing.
    pub(super) fn load(
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
    pub(super) fn old(&self) -> &Record {
        self.resumed.as_ref().unwrap_or(&self.on_disk.record)
    }

    /// Returns the record on disk.
    pub(super) fn on_disk(&self) -> &ReadRecord {
        &self.on_disk
    }
}
