//! The user's program that makes the edits.

use std::path::{Path, PathBuf};

use planwright_generated::fix_plan::{FixPlan, FixTask};
use serde_json::{Value, json};

use super::commands::Failed;
use super::plan::Step;
use super::repo::{Fault, Repo};
use planwright_project::process::{Confinement, Echo, Job, Limits};

/// Editor, as the user configured it.
pub(super) struct Editor {
    /// Name as it was given.
    name: String,
    program: PathBuf,
    arguments: Vec<String>,
}

impl Editor {
    /// Creates the editor from a command that was split into words.
    pub(super) fn new(words: Vec<String>) -> std::io::Result<Self> {
        let mut words = words.into_iter();
        let name = words.next().unwrap_or_default();
        // The editor starts in the repository, but its path is relative to the current folder.
        let program = if name.contains('/') { std::path::absolute(&name)? } else { (&name).into() };
        Ok(Self { name, program, arguments: words.collect() })
    }

    /// Passes one edit to the editor and waits for it.
    pub(super) fn edit(
        &self,
        folder: &Path,
        asked: &Value,
        confinement: &Confinement,
        limits: Limits,
    ) -> Result<(), String> {
        let job = Job {
            folder: Some(folder),
            input: asked.to_string().into_bytes(),
            echo: Echo::Stderr,
            confinement: Some(confinement),
            ..Job::new(self.program.as_ref(), &self.arguments, limits)
        };
        let status = job.run().map_err(|error| format!("{}: {error}", self.name))?.status;
        if status.success() { Ok(()) } else { Err(format!("the editor exited with {status}")) }
    }
}

/// Returns the input of the editor: the edit, its task, the affected files, and the failures of the previous attempt.
pub(super) fn asked(
    plan: &FixPlan,
    step: &Step<'_>,
    repo: &Repo,
    attempt: u64,
    failures: &[Failed],
) -> Result<Value, Fault> {
    let mut files = Vec::new();
    let mut paths = vec![step.path];
    paths.extend(step.context_files.iter().map(String::as_str).filter(|path| *path != step.path));
    for path in paths {
        files.push(match repo.text(path)? {
            Ok(text) => json!({ "path": path, "text": text }),
            Err(why) => json!({ "path": path, "text": null, "why": why }),
        });
    }
    let FixTask { id, title, rationale, acceptance, .. } = step.task;
    Ok(json!({
        "overview": plan.overview,
        "task": { "id": id, "title": title, "rationale": rationale, "acceptance": acceptance },
        "edit": step.edit,
        "files": files,
        "attempt": attempt,
        "failures": failures,
    }))
}
