//! Compares the wanted files with the existing ones.

use std::borrow::Cow;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::folders::{Parents, relative, with_path};
use crate::read::read_own_file;
use crate::staging::StagedFile;
use crate::{Files, diff};

/// A file that differs from what is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The file is missing.
    Create {
        /// Path relative to the root.
        path: String,
        /// Content to write.
        new: String,
    },
    /// The file is missing, and its content was [staged](crate::Staging::stage) before the plan was made.
    Staged {
        /// Path relative to the root.
        path: String,
        /// The staged content.
        file: StagedFile,
    },
    /// The file is ours and stale.
    Update {
        /// Path relative to the root.
        path: String,
        /// Current content, with invalid UTF-8 replaced.
        old: String,
        /// Content to write.
        new: String,
    },
    /// The file is ours and no longer wanted.
    Delete {
        /// Path relative to the root.
        path: String,
        /// Current content, with invalid UTF-8 replaced.
        old: String,
    },
}

impl Change {
    /// Returns the path relative to the root, with `/` between the components.
    pub fn path(&self) -> &str {
        match self {
            Self::Create { path, .. }
            | Self::Staged { path, .. }
            | Self::Update { path, .. }
            | Self::Delete { path, .. } => path,
        }
    }

    /// Returns the word for this change in a list of findings: `missing`, `stale` or `orphaned`.
    pub fn finding(&self) -> &'static str {
        match self {
            Self::Create { .. } | Self::Staged { .. } => "missing",
            Self::Update { .. } => "stale",
            Self::Delete { .. } => "orphaned",
        }
    }

    /// Returns a unified diff from the current to the wanted content. Staged content is not shown.
    pub fn diff(&self) -> String {
        match self {
            Self::Create { path, new } => diff::unified(path, "", new),
            Self::Staged { path, .. } => diff::unified(path, "", ""),
            Self::Update { path, old, new } => diff::unified(path, old, new),
            Self::Delete { path, old } => diff::unified(path, old, ""),
        }
    }
}

/// Reason why a file that looks generated is neither changed nor removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftReason {
    /// The file was edited after it was written.
    Edited,
    /// No record names the file.
    Unrecorded,
}

/// All changes below one root, sorted by path.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) root: PathBuf,
    changes: Vec<Change>,
    foreign: Vec<String>,
    unchanged_count: usize,
    pub(crate) last: Option<String>,
    /// Change of the folder's record, which is written with the plan but not reported.
    pub(crate) record: Option<Change>,
    pub(crate) left: Vec<(String, LeftReason)>,
}

impl Plan {
    /// Returns the plan with the file at `path` written after all other changes, because it records what was done.
    #[must_use]
    pub fn ending_with(self, path: &str) -> Self {
        Self { last: Some(path.to_owned()), ..self }
    }

    /// Returns the plan with `more` added to the number of up-to-date files.
    #[must_use]
    pub fn with_unchanged(self, more: usize) -> Self {
        Self { unchanged_count: self.unchanged_count + more, ..self }
    }

    /// Returns the plan with files that were missing when their contents were staged.
    ///
    /// A file that exists now is foreign: only the owner of the staging folder writes our files, so someone else wrote
    /// it.
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

    /// Returns the changes, sorted by path.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Returns whether the plan only creates files.
    pub fn only_creates(&self) -> bool {
        self.changes.iter().all(|change| change.finding() == "missing")
    }

    /// Returns the wanted paths at which a file of someone else exists. [`Plan::write`] fails if there are any.
    pub fn foreign(&self) -> &[String] {
        &self.foreign
    }

    /// Returns the files that look generated and that the plan neither wants nor removes.
    pub fn left(&self) -> &[(String, LeftReason)] {
        &self.left
    }

    /// Returns the path of a change on disk.
    pub fn path_of(&self, change: &Change) -> PathBuf {
        self.place_of(change.path())
    }

    /// Returns the location of a path of this plan on disk.
    pub fn place_of(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Returns the number of wanted files that are up to date, byte for byte.
    pub fn unchanged_count(&self) -> usize {
        self.unchanged_count
    }

    /// Returns whether nothing needs to change.
    pub fn is_clean(&self) -> bool {
        self.changes.is_empty() && self.foreign.is_empty()
    }
}

/// Writes one line per finding, then the counts: `3 fresh, 1 stale, 0 missing, 0 orphaned`.
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
            self.unchanged_count,
            count("stale"),
            count("missing"),
            count("orphaned")
        )
    }
}

/// Plans how to make the folder `root` contain `wanted`, if nobody else writes into the folder. For folders of users,
/// use [`plan_recorded`](crate::plan_recorded).
///
/// `is_ours` gets the relative path and the content of a file below `root`, and returns whether we wrote the file. A
/// file of ours that is not wanted is orphaned. A file of someone else at a wanted path is [foreign](Plan::foreign).
pub fn plan(root: &Path, wanted: &Files, is_ours: impl Fn(&str, &str) -> bool) -> io::Result<Plan> {
    plan_among(root, wanted, existing(root)?, is_ours)
}

/// Same as [`plan`], but only the candidates can be orphaned. Other files are not read.
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

/// Same as [`plan_among`], but takes ownership of the contents, so that the plan has the only copy.
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

/// Compares each content with the file at its path. `candidates` are not wanted.
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
        unchanged_count: 0,
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

/// Compares one file. The content is copied only if it has to be written.
fn compare(
    plan: &mut Plan,
    path: Cow<'_, str>,
    new: Cow<'_, str>,
    is_ours: impl Fn(&str, &str) -> bool,
) -> io::Result<()> {
    match read_own_file(&plan.root.join(&*path)) {
        Ok(bytes) if bytes == new.as_bytes() => plan.unchanged_count += 1,
        Ok(bytes) => {
            let old = String::from_utf8_lossy(&bytes).into_owned();
            if is_ours(&path, &old) {
                plan.changes.push(Change::Update { path: path.into_owned(), old, new: new.into_owned() });
            } else {
                plan.foreign.push(path.into_owned());
            }
        }
        // This is a link or a device. It can be replaced, but its target is neither read nor shown.
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
        Err(error) => return Err(with_path(&plan.root.join(&*path), &error)),
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
