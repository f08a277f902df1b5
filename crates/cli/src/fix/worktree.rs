//! Queries Git for committed, changed and ignored files of a repository.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use planwright_project::process::{Confinement, Ended, Job, Limits, RunError};

/// Git is given its own time, and the listing of a very large repository.
const LIMITS: Limits = Limits { time: Duration::from_secs(300), output: 256 << 20 };
/// Variables that begin so tell Git to look at another repository, or to write down what it does.
const OF_GIT: &str = "GIT_";
/// Git writes nothing. Filters, which the repository's own configuration names, are run all the same: Git is confined as the
/// commands of a plan are.
const SAFE: [&str; 5] = ["--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];

/// Whether files that Git does not track are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Untracked {
    Included,
    LeftOut,
}

/// The state of the files of a repository when a run begins.
pub(super) struct Worktree<'c> {
    folder: PathBuf,
    confinement: &'c Confinement,
    /// Reason why Git has no information on the folder, if so.
    unknown: Option<String>,
    /// The path of the folder in the repository, with `/` at the end.
    prefix: String,
    /// Files that Git tracks, and compares with what is on the disk.
    tracked: BTreeSet<String>,
    /// Files that are not as they were committed. Of a folder that Git does not look into, its name with `/` at the end.
    changed: BTreeSet<String>,
}

impl<'c> Worktree<'c> {
    /// Queries Git about a folder.
    pub(super) fn read(folder: &Path, confinement: &'c Confinement) -> Result<Self, String> {
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
        // `H path` is a file that is compared; other letters mark those that Git was told not to look at.
        let entries = found.list(&["ls-files", "-v", "-z"])?;
        found.tracked = entries.iter().filter_map(|entry| entry.strip_prefix("H ").map(str::to_owned)).collect();
        Ok(found)
    }

    /// The files that are different from the last commit.
    fn status(&self, untracked: Untracked) -> Result<BTreeSet<String>, String> {
        let untracked = match untracked {
            Untracked::Included => "--untracked-files=all",
            Untracked::LeftOut => "--untracked-files=no",
        };
        let status = ["status", "--porcelain=v1", "-z", untracked, "--ignore-submodules=none", "--no-renames", "."];
        // `XY path`, from the root of the repository.
        let entries = self.list(&status)?;
        let below = |entry: &String| entry.get(3..)?.strip_prefix(&self.prefix).map(str::to_owned);
        Ok(entries.iter().filter_map(below).collect())
    }

    /// The tracked files that are different from the last commit now; none where Git knows nothing.
    pub(super) fn changed_now(&self) -> Result<BTreeSet<String>, String> {
        if self.unknown.is_some() { Ok(BTreeSet::new()) } else { self.status(Untracked::LeftOut) }
    }

    /// Returns why Git has no information, if so.
    pub(super) fn unknown(&self) -> Option<&str> {
        self.unknown.as_deref()
    }

    /// Files that are not as they were committed.
    pub(super) fn changed(&self) -> impl Iterator<Item = &str> {
        self.changed.iter().map(String::as_str)
    }

    /// Whether the file can be had back from Git as it stands.
    pub(super) fn is_committed(&self, path: &str) -> bool {
        self.tracked.contains(path) && !self.changed.contains(path)
    }

    /// Those of the paths that Git does not ignore.
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
            // What Git cannot say is not ignored.
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
        let is_of_git = |(name, _): (OsString, OsString)| name.to_str()?.starts_with(OF_GIT).then_some(name);
        let job = Job {
            folder: Some(&self.folder),
            confinement: Some(self.confinement),
            input,
            without: std::env::vars_os().filter_map(is_of_git).collect(),
            with: &[("LC_ALL", "C")],
            ..Job::new("git".as_ref(), SAFE.iter().chain(arguments), LIMITS)
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
