//! The program of the user that makes the edits.

use std::path::{Path, PathBuf};

use planwright_generated::fix_plan::{FixPlan, FixTask};
use serde_json::{Value, json};

use super::commands::Failed;
use super::plan::Step;
use super::repo::{Fault, Repo};
use planwright_project::process::{Confinement, Echo, Job, Limits};

/// The editor, as the user configured it.
pub(super) struct Editor {
    /// As it was given.
    name: String,
    program: PathBuf,
    arguments: Vec<String>,
}

impl Editor {
    /// The editor of a command that was split into words.
    pub(super) fn new(words: Vec<String>) -> std::io::Result<Self> {
        let mut words = words.into_iter();
        let name = words.next().unwrap_or_default();
        // The editor starts in the repository; a path was meant from here.
        let program = if name.contains('/') { std::path::absolute(&name)? } else { (&name).into() };
        Ok(Self { name, program, arguments: words.collect() })
    }

    /// Hands one edit to the editor and waits for it; `Err` says what went wrong.
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

/// What the editor reads: the edit, its task, the files that it is about, and what failed in the attempt before.
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
