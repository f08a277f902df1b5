//! Checks the blueprints of all files and renders the files for each.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use planwright_contracts::Checked;
use planwright_contracts::action_blueprint::{Batch, Context, check_file, names};
use planwright_generated::action_blueprint::ActionBlueprint;
use planwright_org as org;
use planwright_sync::{Files, Parents, StagedFile, Staging, read_file};
use planwright_templates::deploy::{Access, AgentFunction, access, agent_function, custom_permission};
use planwright_templates::{lower, lower_for_agents, render};

use planwright_project::config::{Part, RuntimeExtent};
use planwright_project::exit::Failure;
use planwright_project::input::has_lines;
use planwright_project::progress;
use planwright_project::render::human;
use planwright_project::report::CommandReport;
use planwright_runtime::{Diagnostic, FindingCounts};

use super::existing::{self, DiskText};
use super::hashes::hash;
use super::project_paths::ProjectPaths;
use super::record::Record;
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
    note: Option<String>,
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

/// Findings of one source, and the blueprints in it.
struct CheckedSource {
    counts: FindingCounts,
    findings: Vec<Diagnostic>,
    /// Class names of the blueprints.
    classes: Vec<String>,
    /// The rendered blueprints, or an empty list if any source is rejected.
    given: io::Result<Vec<RenderedBlueprint>>,
}

/// Checks and renders the blueprints of all files. Returns `None` if there are errors.
///
/// Every finding is added to the report. The content is moved out of the sources. The error lists all sources that
/// cannot be read.
///
/// A blueprint is rendered as soon as it has passed, so that the run does not keep all of them in memory. If another
/// one has errors, the staged files are deleted together with the staging folder.
pub(super) fn check(
    sources: &mut [Source],
    context: &Context,
    settings: &Settings,
    (old, others): (&Record, &OtherSources<'_>),
    places: &TextPlaces<'_>,
    report: &mut CommandReport,
) -> Result<Option<Vec<RenderedBlueprint>>, Failure> {
    let is_refused = AtomicBool::new(false);
    let checked = progress::map(sources.iter_mut().collect(), "files checked and generated", |source: &mut Source| {
        let input = source.take_input().inspect_err(|_| is_refused.store(true, Ordering::Relaxed))?;
        let checked = match &input.text {
            Ok(text) => org::check_file(text, context),
            Err(refused) => Err(refused.clone()),
        };
        let (found, actions) = match checked {
            Ok(batch) => (batch.warnings, batch.actions),
            Err(refused) => {
                is_refused.store(true, Ordering::Relaxed);
                (refused, Vec::new())
            }
        };
        let findings = input.findings(&found);
        let findings = if places.holds_sources {
            findings
        } else {
            findings.into_iter().map(human::without_hidden_source).collect()
        };
        let classes = actions.iter().filter_map(class).collect();
        let actions = if is_refused.load(Ordering::Relaxed) { Vec::new() } else { actions };
        let given = actions.iter().map(|blueprint| render_blueprint(source, blueprint, settings, places)).collect();
        Ok::<_, String>(CheckedSource { counts: found.counts(), findings, classes, given })
    });
    let unreadable: Vec<&String> = checked.iter().filter_map(|checked| checked.as_ref().err()).collect();
    if !unreadable.is_empty() {
        return Err(Failure::all(unreadable));
    }
    let (mut errors, mut warnings) = (0, 0);
    let mut named: Vec<(&Source, Vec<String>)> = Vec::new();
    let mut all = Ok(Vec::new());
    for (source, checked) in sources.iter().zip(checked.into_iter().flatten()) {
        report.add(checked.findings);
        if report.subjects.last() != Some(&source.name) {
            report.subjects.push(source.name.clone());
        }
        errors += checked.counts.errors;
        warnings += checked.counts.warnings;
        named.push((source, checked.classes));
        match (&mut all, checked.given) {
            (Ok(all), Ok(given)) => all.extend(given),
            (Ok(_), Err(error)) => all = Err(error),
            (Err(_), _) => {}
        }
    }
    let duplicates: Vec<Diagnostic> =
        collisions(&named).into_iter().chain(foreign_overwrites(&named, old, others)).collect();
    errors += duplicates.len();
    report.add(duplicates);
    if errors > 0 {
        report.count("errors", errors);
    }
    if errors + warnings > 0 {
        report.note(human::count(errors, warnings));
    }
    if errors > 0 {
        return Ok(None);
    }
    let all: Vec<RenderedBlueprint> = all?;
    for note in all.iter().filter_map(|one| one.note.as_ref()) {
        report.note(note);
    }
    Ok(Some(all))
}

fn render_blueprint(
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

/// Returns a finding for each class that two files would generate. Within a file, the contract already rejects
/// duplicates.
fn collisions(named: &[(&Source, Vec<String>)]) -> Vec<Diagnostic> {
    let mut taken: BTreeMap<String, &str> = BTreeMap::new();
    let mut found = Vec::new();
    for (source, classes) in named {
        for class in classes {
            if let Some(other) = taken.insert(class.to_ascii_lowercase(), &source.name) {
                found.push(duplicate(other, &source.name, class));
            }
        }
    }
    found
}

/// Returns a finding for each class that belongs to another file: an earlier run generated it from a file that is not
/// part of this run but still contains the blueprint.
fn foreign_overwrites(named: &[(&Source, Vec<String>)], old: &Record, others: &OtherSources<'_>) -> Vec<Diagnostic> {
    let recorded = old.classes();
    let keys: BTreeSet<&str> = named.iter().filter_map(|(source, _)| source.key.as_deref()).collect();
    let is_given = |key: &str| keys.contains(key);
    let mut found = Vec::new();
    for (source, classes) in named {
        for class in classes {
            let Some(entry) = recorded.entry(class) else { continue };
            let other = entry.source.as_deref().filter(|key| !is_given(key) && source.key.is_some());
            if let Some(other) = other.filter(|key| others.holds(key, class) == Some(true)) {
                found.push(duplicate(other, &source.name, class));
            }
        }
    }
    found
}

/// Recorded blueprint files that are not part of this run. Each is read when it is first needed.
pub(super) struct OtherSources<'s> {
    places: &'s ProjectPaths,
    read: RefCell<BTreeMap<String, OtherSource>>,
}

/// Content of such a file.
enum OtherSource {
    Absent,
    Unreadable,
    /// Class names of its blueprints, in lowercase.
    Classes(BTreeSet<String>),
}

impl<'s> OtherSources<'s> {
    pub(super) fn new(places: &'s ProjectPaths) -> Self {
        Self { places, read: RefCell::default() }
    }

    /// Returns whether a recorded blueprint file still contains a blueprint for this class, or `None` if the file
    /// cannot be read.
    pub(super) fn holds(&self, key: &str, class: &str) -> Option<bool> {
        let mut read = self.read.borrow_mut();
        match read.entry(key.to_owned()).or_insert_with(|| OtherSource::from_file(&self.places.source(key))) {
            OtherSource::Absent => Some(false),
            OtherSource::Unreadable => None,
            OtherSource::Classes(classes) => Some(classes.contains(&class.to_ascii_lowercase())),
        }
    }
}

impl OtherSource {
    fn from_file(path: &Path) -> Self {
        if !path.exists() {
            return Self::Absent;
        }
        let Some(text) = read_file(path).ok().and_then(|bytes| String::from_utf8(bytes).ok()) else {
            return Self::Unreadable;
        };
        let pieces: Vec<&str> = if has_lines(&path.to_string_lossy()) {
            text.lines().filter(|line| !line.trim().is_empty()).collect()
        } else {
            vec![&text]
        };
        let batches: Result<Vec<Batch>, _> =
            pieces.into_iter().map(|piece| check_file(piece, &Context::default())).collect();
        match batches {
            Ok(batches) => Self::Classes(
                batches
                    .iter()
                    .flat_map(|batch| batch.actions.iter().filter_map(class))
                    .map(|class| class.to_ascii_lowercase())
                    .collect(),
            ),
            Err(_) => Self::Unreadable,
        }
    }
}

fn class(action: &Checked<ActionBlueprint>) -> Option<String> {
    Some(names::class_name(&names::sanitize(&action.name)?))
}

fn duplicate(one: &str, other: &str, class: &str) -> Diagnostic {
    let message = format!("{one} and {other} have the same class name {class}");
    let finding = Diagnostic::of_run("DUPLICATE_ACTION_NAME", message).with_file(other);
    finding.with_related(one, "the other blueprint").with_help("rename one")
}
