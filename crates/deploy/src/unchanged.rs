//! Cache of clean runs: if nothing has changed since, the result is reused without repeating the work.
//!
//! Files are compared by time stamp and size, like in the index of Git, because reading them is most of the work.

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

/// Beyond so many new files it pays to wait for the clock of the file system, so that the next run need not look at them.
const MANY: usize = 500;

/// The memory of one run, and what the run looks at.
#[derive(Default)]
pub(super) struct UnchangedRun {
    memory: Option<Memory>,
    looks: Vec<Look>,
    seen: Seen,
    /// What the report says before it tells how many files were fresh.
    told: Option<String>,
}

/// A run that found everything as it should be.
pub(super) struct RememberedRun {
    /// Number of files.
    pub fresh: usize,
    /// What was said beside that, as people read it.
    pub told: String,
}

impl UnchangedRun {
    /// The memory for this run, with all that was decided about it. What cannot be looked at again is not remembered, nor what an
    /// interrupted run left, or another one does just now.
    pub(super) fn of(args: &DeployOptions, settings: &Settings) -> Result<Self, Failure> {
        let is_other = args.no_cache || args.footprint || args.format != Format::Human || is_quiet();
        let is_busy = settings.places.staging().symlink_metadata().is_ok();
        let Some(looks) = looks(settings)?.filter(|_| !is_other && !is_busy) else { return Ok(Self::default()) };
        let shown = (has_color(Stream::Error), source_width(Stream::Error));
        let memory = Memory::of(&format!("apex {settings:?} {looks:?} {shown:?}"));
        Ok(Self { memory, looks, ..Self::default() })
    }

    /// Returns the result of the last run, if it was clean and nothing has changed.
    pub(super) fn recall(&self) -> Option<RememberedRun> {
        let answer = self.memory.as_ref()?.recall()?;
        let (fresh, told) = answer.split_once('\n')?;
        Some(RememberedRun { fresh: fresh.parse().ok()?, told: told.to_owned() })
    }

    /// Looks at what the run will read.
    pub(super) fn begin(&mut self) {
        if self.memory.is_some() {
            self.seen.look(std::mem::take(&mut self.looks));
        }
    }

    /// The run reads more files.
    pub(super) fn reads(&mut self, files: impl IntoIterator<Item = PathBuf>) {
        if self.memory.is_some() {
            self.seen.look(files.into_iter().map(Look::Stamps));
        }
    }

    /// Forgets the run: another one like it would not say the same.
    pub(super) fn forget(&mut self) {
        self.memory = None;
    }

    /// What has been reported is what the next run will report too.
    pub(super) fn tell(&mut self, report: &CommandReport) {
        if self.memory.is_some() {
            self.told = human::text_on(report, Stream::Error);
        }
    }

    /// Remembers that so many files are as they should be, some of which were created.
    pub(super) fn keep(&self, fresh: usize, created: &Created) {
        let (Some(memory), Some(told)) = (&self.memory, &self.told) else { return };
        let answer = format!("{}\n{told}", fresh + created.len());
        if created.is_empty() {
            memory.keep(&self.seen, &answer);
        } else if created.len() >= MANY {
            memory.keep_after(&self.seen, created, &answer);
        }
    }
}

/// Everything that a run looks at, but for blueprint files that were not given; `None` where that is more than files.
fn looks(settings: &Settings) -> Result<Option<Vec<Look>>, Failure> {
    // What a pattern matches is known by reading folders.
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
