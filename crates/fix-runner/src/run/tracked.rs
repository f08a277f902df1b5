//! Detects changes of test commands to the files of the repository.
//!
//! If a test reverts an edit, or makes its own, its result says nothing about the edits of the plan.

use std::collections::{BTreeMap, BTreeSet};

use super::Run;
use crate::plan::Action;
use crate::repo::FileContent;
use planwright_project::exit::Failure;

/// Content of the files with uncommitted changes, and of the files of the plan.
#[derive(Debug)]
pub(super) struct TrackedFiles(BTreeMap<String, Option<FileContent>>);

impl TrackedFiles {
    /// Reads the current state.
    pub(super) fn from_run(run: &Run<'_>) -> Result<Self, Failure> {
        Self::read_files(run, BTreeSet::new())
    }

    /// Reads the files again, and returns the paths that changed.
    pub(super) fn update(&mut self, run: &Run<'_>) -> Result<Vec<String>, Failure> {
        // Git no longer lists a file that is back in its committed state, so the old paths are needed.
        let now = Self::read_files(run, self.0.keys().cloned().collect())?;
        // For a file that was in its committed state before, the content is unknown, but it differs now.
        let changed = now.0.iter().filter(|(path, content)| self.0.get(*path) != Some(content));
        let changed = changed.map(|(path, _)| path.clone()).collect();
        *self = now;
        Ok(changed)
    }

    fn read_files(run: &Run<'_>, mut paths: BTreeSet<String>) -> Result<Self, Failure> {
        for step in run.steps {
            paths.insert(step.path.to_owned());
            if let Action::Rename(target) = step.action {
                paths.insert(target.to_owned());
            }
        }
        paths.extend(run.worktree.changed_now().map_err(Failure::one)?);
        // The journal grows between two commands.
        let journal = run.journal_path().and_then(|path| run.inside(&path));
        paths.retain(|path| journal.as_ref().is_none_or(|journal| !path.starts_with(journal.as_str())));
        let content = |path: String| {
            let content = run.repo.content(&path).map_err(|error| Failure::one(format!("{path}: {error}")))?;
            Ok((path, content))
        };
        Ok(Self(paths.into_iter().map(content).collect::<Result<_, Failure>>()?))
    }
}
