//! Runs the user's editor command, which makes the edits.

use std::path::{Path, PathBuf};

use planwright_generated::fix_plan::{FixPlan, FixTask};
use serde_json::{Value, json};

use super::commands::FailedCommand;
use super::plan::Step;
use super::repo::{Fault, Repo};
use planwright_project::process::{Confinement, Echo, Job, Limits};

/// The editor command.
pub(super) struct Editor {
    /// Name of the program, as the user wrote it.
    name: String,
    program: PathBuf,
    arguments: Vec<String>,
}

impl Editor {
    /// Creates an editor from the words of a command.
    pub(super) fn new(words: Vec<String>) -> std::io::Result<Self> {
        let mut words = words.into_iter();
        let name = words.next().unwrap_or_default();
        // The editor starts in the repository, but a path is relative to the current folder.
        let program = if name.contains('/') { std::path::absolute(&name)? } else { (&name).into() };
        Ok(Self { name, program, arguments: words.collect() })
    }

    /// Passes one edit to the editor and waits until it ends. The error explains the failure.
    pub(super) fn edit(
        &self,
        folder: &Path,
        edit_input: &Value,
        confinement: &Confinement,
        limits: Limits,
    ) -> Result<(), String> {
        let job = Job {
            folder: Some(folder),
            input: edit_input.to_string().into_bytes(),
            echo: Echo::Stderr,
            confinement: Some(confinement),
            ..Job::new(self.program.as_ref(), &self.arguments, limits)
        };
        let status = job.run().map_err(|error| format!("{}: {error}", self.name))?.status;
        if status.success() { Ok(()) } else { Err(format!("the editor exited with {status}")) }
    }
}

/// Builds the input of the editor: the edit, its task, the files that it is about, and the failures of the last
/// attempt.
pub(super) fn editor_input(
    plan: &FixPlan,
    step: &Step<'_>,
    repo: &Repo,
    attempt: u64,
    failures: &[FailedCommand],
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
