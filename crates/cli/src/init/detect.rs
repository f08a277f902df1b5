//! Detects what a folder contains: the kinds of project, and the CI system.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use planwright_sync::read_bytes;
use planwright_templates::ApiVersion;
use toml::de::DeTable;

use super::Door;
use planwright_project::exit::Failure;
use planwright_project::sfdx::Sfdx;

/// Continuous integration that runs `planwright ci`.
#[derive(Clone, Copy)]
pub(super) enum Pipeline {
    GitHub,
    GitLab,
}

/// A folder, and the files to create in it.
pub(super) struct ProjectFacts {
    pub folder: PathBuf,
    pub doors: BTreeSet<Door>,
    /// Detected facts, one per line.
    pub facts: Vec<String>,
    /// Continuous integration to write a file for. `None` in a folder of a larger repository.
    pub pipeline: Option<Pipeline>,
    /// API version of the Salesforce project, if it is too old for generated classes.
    pub older_version: Option<String>,
}

impl ProjectFacts {
    /// Detects the content of a folder. Kinds that the user named take precedence.
    pub(super) fn detect(folder: &Path, given: &[Door]) -> Result<Self, Failure> {
        if folder.is_file() {
            return Err(Failure::one(format!("{} is a file; name a project folder", folder.display())));
        }
        let mut facts = Vec::new();
        let mut doors: BTreeSet<Door> = given.iter().copied().collect();
        if doors.is_empty() {
            doors = detect_kinds(folder, &mut facts);
        }
        let older_version =
            if doors.contains(&Door::Salesforce) { usable_sfdx(folder).map_err(Failure::one)? } else { None };
        if let Some(version) = &older_version {
            facts.push(format!(
                "sfdx-project.json uses API version {version}; generated classes use {}, the first version that supports them",
                ApiVersion::FIRST
            ));
        }
        let is_gitlab = folder.join(".gitlab-ci.yml").exists() && !folder.join(".github").exists();
        let pipeline = if is_gitlab { Pipeline::GitLab } else { Pipeline::GitHub };
        let pipeline = (!is_below_repository(folder)).then_some(pipeline);
        Ok(Self { folder: folder.to_owned(), doors, facts, pipeline, older_version })
    }

    pub(super) fn is_for(&self, door: Door) -> bool {
        self.doors.contains(&door)
    }

    /// Returns `true` if the project needs schemas.
    pub(super) fn has_schemas(&self) -> bool {
        self.is_for(Door::Rust) || self.is_for(Door::Agents)
    }
}

fn detect_kinds(folder: &Path, facts: &mut Vec<String>) -> BTreeSet<Door> {
    let has = |name: &str| folder.join(name).is_file();
    let mut doors = BTreeSet::new();
    if has("Cargo.toml") {
        if is_package(&folder.join("Cargo.toml")) {
            facts.push("found Cargo.toml: schemas become Rust types".to_owned());
            doors.insert(Door::Rust);
        } else {
            facts.push(
                "found Cargo.toml without a package: for Rust types, run `planwright init` in a crate".to_owned(),
            );
            doors.insert(Door::Agents);
        }
    }
    if has("sfdx-project.json") {
        facts.push("found sfdx-project.json: blueprints become Apex".to_owned());
        doors.insert(Door::Salesforce);
    }
    // Most Salesforce projects also have a package.json for their tools.
    let agents = ["pyproject.toml", "package.json"].into_iter().find(|name| has(name));
    if let (Some(name), true) = (agents, doors.is_empty()) {
        facts.push(format!("found {name}: model answers are checked against a schema"));
        doors.insert(Door::Agents);
    }
    if doors.is_empty() {
        facts.push(
            "found no Cargo.toml, sfdx-project.json, package.json or pyproject.toml: starting with a schema".to_owned(),
        );
        doors.insert(Door::Agents);
    }
    doors
}

/// Returns the API version of the Salesforce project if it is too old for generated classes. The error explains why
/// Apex cannot be written.
fn usable_sfdx(folder: &Path) -> Result<Option<String>, String> {
    let Some(project) = Sfdx::find(folder)? else { return Ok(None) };
    project.package()?;
    let older = project.older_version();
    if older.is_none() {
        project.api_version()?;
    }
    Ok(older)
}

fn is_package(manifest: &Path) -> bool {
    let Ok(bytes) = read_bytes(&manifest.display().to_string()) else { return false };
    let text = String::from_utf8_lossy(&bytes);
    let (table, _) = DeTable::parse_recoverable(&text);
    table.get_ref().keys().any(|key| key.get_ref() == "package")
}

/// Returns `true` if the folder is below the root of a repository, where CI would not find a workflow.
fn is_below_repository(folder: &Path) -> bool {
    let Ok(full) = std::path::absolute(if folder.as_os_str().is_empty() { Path::new(".") } else { folder }) else {
        return false;
    };
    full.ancestors().skip(1).any(|above| above.join(".git").exists()) && !full.join(".git").exists()
}
