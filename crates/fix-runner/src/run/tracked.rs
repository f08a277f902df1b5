//! What test commands change among the files that are of the repository: a test that takes an edit back, or makes one of its own,
//! says nothing about the edits of the plan.

use std::collections::{BTreeMap, BTreeSet};

use super::Run;
use crate::plan::Action;
use crate::repo::FileContent;
use planwright_project::exit::Failure;

/// The files that are not as they were committed, with what they hold, and those that the plan is about.
#[derive(Debug)]
pub(super) struct TrackedFiles(BTreeMap<String, Option<FileContent>>);

impl TrackedFiles {
    /// Reads the files as they are now.
    pub(super) fn read(run: &Run<'_>) -> Result<Self, Failure> {
        Self::among(run, BTreeSet::new())
    }

    /// Reads them again, and returns the paths that are different.
    pub(super) fn update(&mut self, run: &Run<'_>) -> Result<Vec<String>, Failure> {
        // What is as it was committed again is not in Git's list any more.
        let now = Self::among(run, self.0.keys().cloned().collect())?;
        // Of what was as it was committed before it is known only that it is different now.
        let changed = now.0.iter().filter(|(path, content)| self.0.get(*path) != Some(content));
        let changed = changed.map(|(path, _)| path.clone()).collect();
        *self = now;
        Ok(changed)
    }

    fn among(run: &Run<'_>, mut paths: BTreeSet<String>) -> Result<Self, Failure> {
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
