//! Renders the files of a blueprint, and keeps their content in memory or in the staging folder.

use std::io;

use planwright_contracts::Checked;
use planwright_contracts::action_blueprint::names;
use planwright_generated::action_blueprint::ActionBlueprint;
use planwright_project::config::{Part, RuntimeExtent};
use planwright_sync::{Files, Parents, StagedFile, Staging};
use planwright_templates::deploy::{Access, AgentFunction, access, agent_function, custom_permission};
use planwright_templates::{lower, lower_for_agents, render};

use super::existing::{self, DiskText};
use super::hashes::hash;
use super::settings::Settings;
use super::sources::Source;

/// A blueprint with its generated files.
pub(super) struct RenderedBlueprint {
    /// Name of the generated class.
    pub class: String,
    /// Name of the blueprint.
    pub name: String,
    /// Blueprint file, as the record names it.
    pub source: Option<String>,
    /// Object and fields that the blueprint reads and writes.
    pub access: Access,
    /// Generated files by path relative to the package directory, sorted.
    pub files: Vec<(String, GeneratedFile)>,
    /// Note for the user about this blueprint.
    pub note: Option<String>,
}

/// A generated file.
pub(super) struct GeneratedFile {
    pub hash: String,
    pub text: FileContent,
}

/// Location of a file's content. A run can generate more than fits into memory.
pub(super) enum FileContent {
    /// The file on disk has exactly this content.
    Fresh,
    /// The file does not exist yet, and its content is staged.
    Staged(StagedFile),
    Held(String),
}

impl FileContent {
    pub(super) fn held(&self) -> Option<&str> {
        match self {
            Self::Held(text) => Some(text),
            Self::Fresh | Self::Staged(_) => None,
        }
    }
}

/// Options for storing the generated content of a run.
pub(super) struct TextPlaces<'r> {
    /// Folder for staging new files, or `None` in a check.
    pub staging: Option<&'r Staging>,
    /// `true` if all content is kept in memory, because a later step reads it.
    pub holds_all: bool,
    /// `true` if findings keep the whole source that they are about, because formats other than the human one need it.
    pub holds_sources: bool,
}

/// Renders the class, test and metadata of a blueprint.
pub(super) fn render_blueprint(
    source: &Source,
    blueprint: &Checked<ActionBlueprint>,
    settings: &Settings,
    places: &TextPlaces<'_>,
) -> io::Result<RenderedBlueprint> {
    let mut note = None;
    let view = if settings.writes(Part::Agent) { lower_for_agents(blueprint) } else { lower(blueprint) };
    let view = if settings.custom_permissions { view.with_permission() } else { view };
    let needs_package = settings.runtime == Some(RuntimeExtent::Package);
    let view = if needs_package { view.with_runtime_package() } else { view };
    let bundle = render(&view, &settings.options);
    let mut files: Files = bundle.files.into_iter().map(|file| (file.path, file.text)).collect();
    if settings.custom_permissions {
        let action = bundle.class_name.strip_prefix(names::CLASS_PREFIX).unwrap_or(&bundle.class_name);
        let file = custom_permission(action, &blueprint.label);
        files.insert(file.path, file.text);
    }
    if settings.writes(Part::Agent) {
        match agent_function(blueprint, settings.namespace.as_ref()) {
            AgentFunction::Files(more) => files.extend(more.into_iter().map(|file| (file.path, file.text))),
            AgentFunction::Impossible { input } => {
                note = Some(format!(
                    "note: no agent function for {}: it requires {input}, and agents cannot pass binary values",
                    blueprint.name
                ));
            }
        }
    }
    let mut parents = Parents::default();
    let files = files.into_iter().map(|(path, text)| {
        let hash = hash(&path, &text);
        let text = places.place(&settings.places.file(&path), text, &mut parents)?;
        Ok((path, GeneratedFile { hash, text }))
    });
    Ok(RenderedBlueprint {
        class: bundle.class_name,
        name: blueprint.name.clone(),
        source: source.key.clone(),
        access: access(blueprint),
        files: files.collect::<io::Result<_>>()?,
        note,
    })
}

impl TextPlaces<'_> {
    fn place(&self, target: &str, text: String, parents: &mut Parents) -> io::Result<FileContent> {
        if self.holds_all {
            return Ok(FileContent::Held(text));
        }
        let there =
            if parents.is_there(target.as_ref()) { existing::compare(target, &text) } else { DiskText::Nothing };
        match (there, self.staging) {
            (DiskText::Same, _) => Ok(FileContent::Fresh),
            (DiskText::Nothing, Some(staging)) => staging.stage(&text, target.as_ref()).map(FileContent::Staged),
            (DiskText::Nothing, None) | (DiskText::Other, _) => Ok(FileContent::Held(text)),
        }
    }
}
