//! Answers a run from a cache if no input has changed since a run that found every file up to date.
//!
//! Files are compared by their metadata, like in the index of git, because reading them is most of the work.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf, absolute};

use planwright_sync::{Created, Look, Memory, Seen};

use super::options::DeployOptions;
use super::project_paths::MANIFESTS;
use super::settings::Settings;
use planwright_project::exit::Failure;
use planwright_project::git;
use planwright_project::render::{Format, human};
use planwright_project::report::CommandReport;
use planwright_project::terminal::{Stream, has_color, is_quiet, source_width};

/// Number of new files from which waiting for the clock of the file system is worthwhile. The next run then need not
/// read them.
const MIN_FILES_TO_WAIT: usize = 500;

/// Cache entry of a run, and the inputs of the run.
#[derive(Default)]
pub(super) struct RunCache {
    memory: Option<Memory>,
    inputs: Vec<Look>,
    seen: Seen,
    /// Text of the report before the summary.
    notes: Option<String>,
}

/// Cached result of a run that found every file up to date.
pub(super) struct CachedRun {
    /// Number of files.
    pub fresh: usize,
    /// Text of the report before the summary, as people see it.
    pub notes: String,
}

impl RunCache {
    /// Creates the cache entry for these arguments and settings.
    ///
    /// A run is not cached if an input cannot be checked again, or if another run was interrupted or is active.
    pub(super) fn new(args: &DeployOptions, settings: &Settings) -> Result<Self, Failure> {
        let is_other = args.no_cache || args.footprint || args.format != Format::Human || is_quiet();
        let is_busy = settings.places.staging().symlink_metadata().is_ok();
        let Some(inputs) = all_inputs(settings)?.filter(|_| !is_other && !is_busy) else { return Ok(Self::default()) };
        let shown = (has_color(Stream::Error), source_width(Stream::Error));
        let memory = Memory::for_question(&format!("apex {settings:?} {inputs:?} {shown:?}"));
        Ok(Self { memory, inputs, ..Self::default() })
    }

    /// Returns the result of the last run, if every file was up to date and no input has changed.
    pub(super) fn recall(&self) -> Option<CachedRun> {
        let answer = self.memory.as_ref()?.recall()?;
        let (fresh, notes) = answer.split_once('\n')?;
        Some(CachedRun { fresh: fresh.parse().ok()?, notes: notes.to_owned() })
    }

    /// Records the state of the inputs before the run reads them.
    pub(super) fn record_inputs(&mut self) {
        if self.memory.is_some() {
            self.seen.add_inputs(std::mem::take(&mut self.inputs));
        }
    }

    /// Adds files that the run reads.
    pub(super) fn add_inputs(&mut self, files: impl IntoIterator<Item = PathBuf>) {
        if self.memory.is_some() {
            self.seen.add_inputs(files.into_iter().map(Look::Stamps));
        }
    }

    /// Discards the cache entry, because the same run would not report the same again.
    pub(super) fn discard(&mut self) {
        self.memory = None;
    }

    /// Stores the current text of the report, which later runs will repeat.
    pub(super) fn store_notes(&mut self, report: &CommandReport) {
        if self.memory.is_some() {
            self.notes = human::text_on(report, Stream::Error);
        }
    }

    /// Stores the result: `fresh` files are up to date, and the files in `created` were created.
    pub(super) fn store(&self, fresh: usize, created: &Created) {
        let (Some(memory), Some(notes)) = (&self.memory, &self.notes) else { return };
        let answer = format!("{}\n{notes}", fresh + created.len());
        if created.is_empty() {
            memory.store_answer(&self.seen, &answer);
        } else if created.len() >= MIN_FILES_TO_WAIT {
            memory.store_answer_after(&self.seen, created, &answer);
        }
    }
}

/// Returns all inputs of a run, except recorded blueprint files. Returns `None` if an input is not a file or folder.
fn all_inputs(settings: &Settings) -> Result<Option<Vec<Look>>, Failure> {
    // The matches of a pattern can change without a change to a known file.
    let is_pattern = |source: &str| source.contains(['*', '?']) && !Path::new(source).exists();
    let is_file = |source: &&String| *source != "-" && git::at_revision(source).is_none() && !is_pattern(source);
    if !settings.sources.iter().chain(&settings.snapshot).all(|source| is_file(&source)) {
        return Ok(None);
    }
    let packages = match &settings.project {
        Some(project) => project.packages().map_err(Failure::one)?,
        None => Vec::new(),
    };
    let named = settings.sources.iter().chain(&settings.snapshot).chain(&packages).map(PathBuf::from);
    let manifests = MANIFESTS.into_iter().map(|name| PathBuf::from(settings.places.manifest(name)));
    let all = named.chain(manifests).chain([settings.places.out().to_owned()]);
    let Ok(all) = all.map(|path| absolute(if path.as_os_str().is_empty() { Path::new(".") } else { &path })).collect()
    else {
        return Ok(None);
    };
    let all: BTreeSet<PathBuf> = all;
    let is_below = |path: &PathBuf| path.ancestors().skip(1).any(|above| all.contains(above) && above.is_dir());
    Ok(Some(all.iter().filter(|path| !is_below(path)).cloned().map(Look::Stamps).collect()))
}
