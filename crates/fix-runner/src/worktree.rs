//! Reads the state of a repository from git: the committed files, the changed files, and the ignored files.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use planwright_project::process::{Confinement, Ended, Job, Limits, RunError};

/// Limits for git. Listing a very large repository takes time and memory.
const LIMITS: Limits = Limits { time: Duration::from_secs(300), output: 256 << 20 };
/// Prefix of environment variables that make git use another repository or write a trace.
const GIT_VARIABLE_PREFIX: &str = "GIT_";
/// Options that keep git from writing. Filters from the configuration of the repository still run, so git is confined
/// like the commands of a plan.
const READ_ONLY_OPTIONS: [&str; 5] =
    ["--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];

/// Whether untracked files are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Untracked {
    Included,
    Excluded,
}

/// State of the files of a repository at the start of a run.
pub(super) struct Worktree<'c> {
    folder: PathBuf,
    confinement: &'c Confinement,
    /// Reason for which git has no information about the folder, if any.
    unknown: Option<String>,
    /// Path of the folder inside the repository, with a trailing `/`.
    prefix: String,
    /// Files that git tracks and compares with the disk.
    tracked: BTreeSet<String>,
    /// Files that differ from the last commit. A folder that git does not search is listed with a trailing `/`.
    changed: BTreeSet<String>,
}

impl<'c> Worktree<'c> {
    /// Reads the state of a folder from git.
    pub(super) fn from_git(folder: &Path, confinement: &'c Confinement) -> Result<Self, String> {
        let (tracked, changed) = (BTreeSet::new(), BTreeSet::new());
        let (folder, prefix) = (folder.to_owned(), String::new());
        let mut found = Self { folder, confinement, unknown: None, prefix, tracked, changed };
        let prefix = match found.git(&["rev-parse", "--show-prefix"], Vec::new()) {
            Ok(ended) if ended.status.success() => text(&ended).trim_end_matches('\n').to_owned(),
            Ok(ended) => {
                let why = String::from_utf8_lossy(&ended.stderr.tail);
                let is_none = why.contains("not a git repository");
                let first = why.lines().next().unwrap_or("git failed");
                found.unknown = Some(if is_none { "not a Git repository" } else { first }.to_owned());
                return Ok(found);
            }
            Err(why) => {
                found.unknown = Some(why);
                return Ok(found);
            }
        };
        found.prefix = prefix;
        found.changed = found.status(Untracked::Included)?;
        // `H path` is a tracked file. Other letters mark files that git was told not to compare.
        let entries = found.list(&["ls-files", "-v", "-z"])?;
        found.tracked = entries.iter().filter_map(|entry| entry.strip_prefix("H ").map(str::to_owned)).collect();
        Ok(found)
    }

    /// Returns the files that differ from the last commit.
    fn status(&self, untracked: Untracked) -> Result<BTreeSet<String>, String> {
        let untracked = match untracked {
            Untracked::Included => "--untracked-files=all",
            Untracked::Excluded => "--untracked-files=no",
        };
        let status = ["status", "--porcelain=v1", "-z", untracked, "--ignore-submodules=none", "--no-renames", "."];
        // Entries have the form `XY path`. The path is relative to the root of the repository.
        let entries = self.list(&status)?;
        let below = |entry: &String| entry.get(3..)?.strip_prefix(&self.prefix).map(str::to_owned);
        Ok(entries.iter().filter_map(below).collect())
    }

    /// Returns the tracked files that currently differ from the last commit. Returns nothing if git has no information.
    pub(super) fn changed_now(&self) -> Result<BTreeSet<String>, String> {
        if self.unknown.is_some() { Ok(BTreeSet::new()) } else { self.status(Untracked::Excluded) }
    }

    /// Returns the reason for which git has no information, if any.
    pub(super) fn unknown(&self) -> Option<&str> {
        self.unknown.as_deref()
    }

    /// Returns the files that differ from the last commit.
    pub(super) fn changed(&self) -> impl Iterator<Item = &str> {
        self.changed.iter().map(String::as_str)
    }

    /// Returns `true` if git can restore the current content of the file.
    pub(super) fn is_committed(&self, path: &str) -> bool {
        self.tracked.contains(path) && !self.changed.contains(path)
    }

    /// Returns the paths that git does not ignore.
    pub(super) fn not_ignored(&self, paths: Vec<String>) -> Vec<String> {
        if self.unknown.is_some() || paths.is_empty() {
            return paths;
        }
        let input = paths.join("\0").into_bytes();
        match self.git(&["check-ignore", "-z", "--stdin"], input) {
            Ok(ended) if ended.stdout.file.is_none() && matches!(ended.status.code(), Some(0 | 1)) => {
                let ignored = text(&ended);
                let ignored: BTreeSet<&str> = ignored.split('\0').collect();
                paths.into_iter().filter(|path| !ignored.contains(path.as_str())).collect()
            }
            // If git cannot answer, treat the paths as not ignored.
            _ => paths,
        }
    }

    fn list(&self, arguments: &[&str]) -> Result<Vec<String>, String> {
        let ended = self.git(arguments, Vec::new())?;
        if !ended.status.success() {
            let why = String::from_utf8_lossy(&ended.stderr.tail);
            return Err(format!("git {}: {}", arguments.join(" "), why.trim_end()));
        }
        if ended.stdout.file.is_some() {
            return Err(format!("git {}: the list is longer than {} MiB", arguments.join(" "), LIMITS.output >> 20));
        }
        Ok(text(&ended).split_terminator('\0').map(str::to_owned).collect())
    }

    fn git(&self, arguments: &[&str], input: Vec<u8>) -> Result<Ended, String> {
        let is_of_git =
            |(name, _): (OsString, OsString)| name.to_str()?.starts_with(GIT_VARIABLE_PREFIX).then_some(name);
        let job = Job {
            folder: Some(&self.folder),
            confinement: Some(self.confinement),
            input,
            without: std::env::vars_os().filter_map(is_of_git).collect(),
            with: &[("LC_ALL", "C")],
            ..Job::new("git".as_ref(), READ_ONLY_OPTIONS.iter().chain(arguments), LIMITS)
        };
        job.run().map_err(|error| match error {
            RunError::Start(error) => format!("git cannot be started: {error}"),
            other => format!("git: {other}"),
        })
    }
}

fn text(ended: &Ended) -> String {
    String::from_utf8_lossy(&ended.stdout.head).into_owned()
}
