//! Compares what is wanted with what is there.

use std::borrow::Cow;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::folders::{Parents, at, relative};
use crate::read::read_own_file;
use crate::staging::StagedFile;
use crate::{Files, diff};

/// One file that differs from what is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The file is missing.
    Create {
        /// Path relative to the root.
        path: String,
        /// The text to write.
        new: String,
    },
    /// The file is missing, and its text was [staged](crate::Staging::stage) before the plan was made.
    Staged {
        /// Path relative to the root.
        path: String,
        /// Where the text is.
        file: StagedFile,
    },
    /// The file is ours and stale.
    Update {
        /// Path relative to the root.
        path: String,
        /// The text that is there, invalid UTF-8 replaced.
        old: String,
        /// The text to write.
        new: String,
    },
    /// The file is ours and no longer wanted.
    Delete {
        /// Path relative to the root.
        path: String,
        /// The text that is there, invalid UTF-8 replaced.
        old: String,
    },
}

impl Change {
    /// Path relative to the root, with `/` between the parts.
    pub fn path(&self) -> &str {
        match self {
            Self::Create { path, .. }
            | Self::Staged { path, .. }
            | Self::Update { path, .. }
            | Self::Delete { path, .. } => path,
        }
    }

    /// The word for this change in a list of findings: `missing`, `stale` or `orphaned`.
    pub fn finding(&self) -> &'static str {
        match self {
            Self::Create { .. } | Self::Staged { .. } => "missing",
            Self::Update { .. } => "stale",
            Self::Delete { .. } => "orphaned",
        }
    }

    /// The change as a unified diff, from what is there to what is wanted. A text that was staged is not shown.
    pub fn diff(&self) -> String {
        match self {
            Self::Create { path, new } => diff::unified(path, "", new),
            Self::Staged { path, .. } => diff::unified(path, "", ""),
            Self::Update { path, old, new } => diff::unified(path, old, new),
            Self::Delete { path, old } => diff::unified(path, old, ""),
        }
    }
}

/// Why a file that looks generated is left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftReason {
    /// It was edited since it was written.
    Edited,
    /// No record names it.
    Unrecorded,
}

/// All that has to change below one root, sorted by path.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) root: PathBuf,
    changes: Vec<Change>,
    foreign: Vec<String>,
    fresh: usize,
    pub(crate) last: Option<String>,
    /// The change of the record of the folder, which is written with the plan and reported to nobody.
    pub(crate) record: Option<Change>,
    pub(crate) left: Vec<(String, LeftReason)>,
}

impl Plan {
    /// The same plan, with the file at `path` written after everything else has been done: it says what was.
    #[must_use]
    pub fn ending_with(self, path: &str) -> Self {
        Self { last: Some(path.to_owned()), ..self }
    }

    /// The same plan, with so many files more that are there already.
    #[must_use]
    pub fn with_fresh(self, more: usize) -> Self {
        Self { fresh: self.fresh + more, ..self }
    }

    /// The same plan, with files that were missing when their texts were staged. One that is there by now is foreign: whoever
    /// has the staging folder did not write it.
    #[must_use]
    pub fn with_staged(mut self, files: impl IntoIterator<Item = (String, StagedFile)>) -> Self {
        let mut parents = Parents::default();
        let files = files.into_iter();
        self.changes.reserve(files.size_hint().0);
        for (path, file) in files {
            let target = self.root.join(&path);
            if parents.is_there(&target) && fs::symlink_metadata(target).is_ok() {
                self.foreign.push(path);
            } else {
                self.changes.push(Change::Staged { path, file });
            }
        }
        self.changes.sort_unstable_by(|one, other| one.path().cmp(other.path()));
        self.foreign.sort();
        self
    }

    /// The changes, sorted by path.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Whether all that it does is to create files.
    pub fn only_creates(&self) -> bool {
        self.changes.iter().all(|change| change.finding() == "missing")
    }

    /// Wanted paths at which a file stands that is not ours. [`Plan::write`] refuses to run while there are any.
    pub fn foreign(&self) -> &[String] {
        &self.foreign
    }

    /// The files that look generated and that the plan neither wants nor removes.
    pub fn left(&self) -> &[(String, LeftReason)] {
        &self.left
    }

    /// Where a change of this plan is on disk.
    pub fn path_of(&self, change: &Change) -> PathBuf {
        self.place_of(change.path())
    }

    /// Where a path of this plan is on disk.
    pub fn place_of(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// How many wanted files are there already, byte for byte.
    pub fn fresh(&self) -> usize {
        self.fresh
    }

    /// Whether the disk is as wanted.
    pub fn is_clean(&self) -> bool {
        self.changes.is_empty() && self.foreign.is_empty()
    }
}

/// Prints one line per finding, then the counts: `3 up to date, 1 stale, 0 missing, 0 orphaned`.
impl fmt::Display for Plan {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for change in &self.changes {
            writeln!(out, "{:<9} {}", change.finding(), change.path())?;
        }
        for path in &self.foreign {
            writeln!(out, "{:<9} {path}", "foreign")?;
        }
        let count = |word| self.changes.iter().filter(|change| change.finding() == word).count();
        write!(
            out,
            "{} up to date, {} stale, {} missing, {} orphaned",
            self.fresh,
            count("stale"),
            count("missing"),
            count("orphaned")
        )
    }
}

/// Plans how to bring the folder `root` to `wanted`, where nobody else writes into the folder or below it. For folders of users there is
/// [`plan_recorded`](crate::plan_recorded).
///
/// `is_ours` is asked for every file found below `root`, with its relative path and its text, and says whether we wrote
/// it. A file of ours that is not wanted is an orphan; a wanted path at which a file of somebody else stands is
/// [foreign](Plan::foreign).
pub fn plan(root: &Path, wanted: &Files, is_ours: impl Fn(&str, &str) -> bool) -> io::Result<Plan> {
    plan_among(root, wanted, existing(root)?, is_ours)
}

/// [`plan`] where it is known which files can be orphans: only these, and the wanted ones, are looked at.
pub fn plan_among(
    root: &Path,
    wanted: &Files,
    candidates: impl IntoIterator<Item = String>,
    is_ours: impl Fn(&str, &str) -> bool,
) -> io::Result<Plan> {
    let candidates = candidates.into_iter().filter(|path| !wanted.contains_key(path)).collect();
    let wanted = wanted.iter().map(|(path, text)| (Cow::Borrowed(path.as_str()), Cow::Borrowed(text.as_str())));
    compare_all(root, wanted, candidates, is_ours)
}

/// [`plan_among`] that takes the texts, of which the plan then has the only copy.
pub fn plan_owned(
    root: &Path,
    wanted: Files,
    candidates: impl IntoIterator<Item = String>,
    is_ours: impl Fn(&str, &str) -> bool,
) -> io::Result<Plan> {
    let candidates = candidates.into_iter().filter(|path| !wanted.contains_key(path)).collect();
    let wanted = wanted.into_iter().map(|(path, text)| (Cow::Owned(path), Cow::Owned(text)));
    compare_all(root, wanted, candidates, is_ours)
}

/// Compares each text with what stands at its path. `candidates` are not wanted.
fn compare_all<'w>(
    root: &Path,
    wanted: impl Iterator<Item = (Cow<'w, str>, Cow<'w, str>)>,
    candidates: Vec<String>,
    is_ours: impl Fn(&str, &str) -> bool,
) -> io::Result<Plan> {
    let mut plan = Plan {
        root: root.to_owned(),
        changes: Vec::new(),
        foreign: Vec::new(),
        fresh: 0,
        last: None,
        record: None,
        left: Vec::new(),
    };
    for (path, new) in wanted {
        compare(&mut plan, path, new, &is_ours)?;
    }
    for path in candidates {
        let Ok(bytes) = read_own_file(&root.join(&path)) else { continue };
        let old = String::from_utf8_lossy(&bytes).into_owned();
        if is_ours(&path, &old) {
            plan.changes.push(Change::Delete { path, old });
        }
    }
    plan.changes.sort_by(|one, other| one.path().cmp(other.path()));
    Ok(plan)
}

/// A text is copied only where it has to be written.
fn compare(
    plan: &mut Plan,
    path: Cow<'_, str>,
    new: Cow<'_, str>,
    is_ours: impl Fn(&str, &str) -> bool,
) -> io::Result<()> {
    match read_own_file(&plan.root.join(&*path)) {
        Ok(bytes) if bytes == new.as_bytes() => plan.fresh += 1,
        Ok(bytes) => {
            let old = String::from_utf8_lossy(&bytes).into_owned();
            if is_ours(&path, &old) {
                plan.changes.push(Change::Update { path: path.into_owned(), old, new: new.into_owned() });
            } else {
                plan.foreign.push(path.into_owned());
            }
        }
        // A link or a device. It can be replaced; what is behind it is neither read nor shown.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
            if is_ours(&path, "") {
                let old = format!("({error})\n");
                plan.changes.push(Change::Update { path: path.into_owned(), old, new: new.into_owned() });
            } else {
                plan.foreign.push(path.into_owned());
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            plan.changes.push(Change::Create { path: path.into_owned(), new: new.into_owned() });
        }
        Err(error) => return Err(at(&plan.root.join(&*path), &error)),
    }
    Ok(())
}

fn existing(root: &Path) -> io::Result<Vec<String>> {
    if !root.exists() {
        return Ok(Vec::new());
    }
    let mut paths = Vec::new();
    for entry in WalkDir::new(root).sort_by_file_name() {
        let entry = entry.map_err(|error| io::Error::other(error.to_string()))?;
        if entry.file_type().is_file() {
            paths.extend(relative(root, entry.path()));
        }
    }
    Ok(paths)
}
