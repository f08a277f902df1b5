//! The files of a new project, by path, and the next steps for the user.

use std::fmt::Write as _;
use std::path::Path;

use planwright_sync::Files;
use planwright_templates::ApiVersion;

use super::detect::Pipeline;
use super::editors::{self, BLUEPRINT_SCHEMA, PLAN_SCHEMA};
use super::{Door, ProjectFacts};
use crate::published;
use crate::starter::{self, DOCUMENT, SCHEMA};
use planwright_project::config::NAME;
use planwright_project::exit::Failure;
use planwright_project::sfdx;
use planwright_project::terminal::printable_path;
use planwright_reference::blueprint_library;

/// Baseline file of the schemas, for `planwright drift`.
pub(super) const BASELINE: &str = "schemas.baseline.json";

const CONFIGURATION_SCHEMA: &str = ".planwright/schemas/planwright.schema.json";
const WORKFLOW_FILE: &str = ".github/workflows/planwright.yml";
const GITLAB_FILE: &str = ".gitlab/planwright.yml";

/// Returns all files of a new project, except generated ones.
pub(super) fn wanted(project: &ProjectFacts) -> Result<Files, Failure> {
    let mut wanted = Files::from([(NAME.to_owned(), configuration(project))]);
    wanted.extend(editors::files(project));
    if project.has_schemas() {
        wanted.insert(PLAN_SCHEMA.to_owned(), SCHEMA.to_owned());
        wanted.insert("plans/first.json".to_owned(), DOCUMENT.to_owned());
    }
    if project.is_for(Door::Salesforce) {
        let blueprint =
            blueprint_library::text("close-case").ok_or_else(|| Failure::one("the library has no close-case"))?;
        wanted.insert("blueprints/close-case.json".to_owned(), blueprint.to_owned());
        wanted.insert(BLUEPRINT_SCHEMA.to_owned(), format!("{:#}\n", published::named("action-blueprint")?));
    }
    wanted.insert(CONFIGURATION_SCHEMA.to_owned(), format!("{:#}\n", published::named(NAME)?));
    match project.pipeline {
        Some(Pipeline::GitHub) => {
            drop(wanted.insert(WORKFLOW_FILE.to_owned(), starter::workflow(project.is_for(Door::Salesforce))));
        }
        Some(Pipeline::GitLab) => {
            drop(wanted.insert(GITLAB_FILE.to_owned(), starter::gitlab(project.is_for(Door::Salesforce))));
        }
        None => {}
    }
    Ok(wanted)
}

/// Folder of the copy of the runtime crate.
const RUNTIME: &str = "planwright-runtime";

fn configuration(project: &ProjectFacts) -> String {
    let mut text =
        "# Settings of Planwright. `planwright ci` runs every section; each command uses its own.\n".to_owned();
    if project.is_for(Door::Rust) {
        text += "\n[gen]\nschemas = \"schemas\"\nout = \"src/plans\"\n";
        let _ = writeln!(text, "vendor-runtime = {RUNTIME:?}");
    }
    if project.is_for(Door::Salesforce) {
        text += "\n[apex]\nblueprints = [\"blueprints\"]\nruntime = \"used\"\n";
        // Without a project, the folder has no metadata to read.
        if project.folder.join(sfdx::NAME).is_file() {
            text += "# The objects and fields of this project. Blueprints must fit them.\nsnapshot = \".\"\n";
        }
        if project.older_version.is_some() {
            let _ = writeln!(text, "api-version = \"{}\"", ApiVersion::FIRST);
        }
    }
    if project.has_schemas() {
        let _ = write!(text, "\n[[check]]\nschema = {PLAN_SCHEMA:?}\nfiles = [\"plans\"]\n");
        text += "\n# Schema changes that break documents fail. To accept them:\n";
        let _ = writeln!(text, "# planwright drift schemas --write-baseline {BASELINE}");
        let _ = write!(text, "[drift]\nschemas = [\"schemas\"]\nbaseline = {BASELINE:?}\n");
    }
    text
}

/// Returns the next steps, one per line.
pub(super) fn next(project: &ProjectFacts, folder: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    let there = if folder.as_os_str().is_empty() { String::new() } else { format!(", in {}", printable_path(folder)) };
    if project.is_for(Door::Rust) {
        lines.push(format!(
            "next: `cargo add serde --features derive && cargo add serde_json && cargo add --path {RUNTIME}`{there}"
        ));
        lines.push("next: `mod plans;` in src/lib.rs or src/main.rs".to_owned());
    }
    match project.pipeline {
        Some(Pipeline::GitHub) => {}
        Some(Pipeline::GitLab) => {
            lines.push(format!("next: `include: {{ local: {GITLAB_FILE} }}` in .gitlab-ci.yml{there}"));
        }
        None => lines
            .push("next: run `planwright ci` in your continuous integration; no workflow file was written".to_owned()),
    }
    lines.push(format!("next: `planwright ci`{there}"));
    lines
}
