//! Checks the blueprints of all files, and renders what each becomes.

use std::collections::{BTreeMap, BTreeSet};

use planwright_contracts::Checked;
use planwright_contracts::action_blueprint::{Batch, Context, check_file, names};
use planwright_engines::org;
use planwright_generated::action_blueprint::ActionBlueprint;
use planwright_sync::{Files, read_file};
use planwright_templates::deploy::{Access, AgentFunction, access, agent_function};
use planwright_templates::{lower, lower_for_agents, render};

use crate::config::Part;
use crate::cores;
use crate::render::human;
use crate::report::CommandReport;
use planwright_runtime::Diagnostic;

use super::existing;
use super::hashes::hash;
use super::record::Record;
use super::settings::Settings;
use super::sources::Source;

/// A blueprint and what it becomes.
pub(super) struct Given {
    /// Its class.
    pub class: String,
    /// Its name.
    pub name: String,
    /// Its file, as the record names it.
    pub source: Option<String>,
    /// What it reads and writes.
    pub access: Access,
    /// Its files, relative to the package directory.
    pub files: BTreeMap<String, MadeFile>,
    /// What a person should know of it.
    note: Option<String>,
}

/// A file that a blueprint becomes.
pub(super) struct MadeFile {
    pub hash: String,
    /// `None` where the disk has it, byte for byte: most files of most runs, which need no room then.
    pub text: Option<String>,
}

/// The blueprints of all files, or `None` where there are errors. Every finding is added to the report. `keeps_texts` asks for the
/// texts of files that the disk has too.
pub(super) fn check(
    sources: &[Source],
    context: &Context,
    settings: &Settings,
    old: &Record,
    keeps_texts: bool,
    report: &mut CommandReport,
) -> Option<Vec<Given>> {
    let mut batches: Vec<(&Source, Batch)> = Vec::new();
    let (mut errors, mut warnings) = (0, 0);
    let checked = cores::map(sources.iter().collect(), |source: &Source| match &source.input.text {
        Ok(text) => org::check_file(text, context),
        Err(refused) => Err(refused.clone()),
    });
    for (source, checked) in sources.iter().zip(checked) {
        let input = &source.input;
        let found = match &checked {
            Ok(batch) => &batch.warnings,
            Err(refused) => refused,
        };
        report.add_report(&input.name, input.known_text(), found);
        report.subjects.push(input.name.clone());
        let counts = found.counts();
        errors += counts.errors;
        warnings += counts.warnings;
        batches.extend(checked.ok().map(|batch| (source, batch)));
    }
    let duplicates: Vec<Diagnostic> =
        collisions(&batches).into_iter().chain(usurpations(&batches, settings, old)).collect();
    errors += duplicates.len();
    report.add(duplicates);
    if errors > 0 {
        report.count("errors", errors);
    }
    if errors + warnings > 0 {
        report.note(human::count(errors, warnings));
    }
    if errors > 0 {
        return None;
    }
    let blueprints =
        batches.into_iter().flat_map(|(source, batch)| batch.actions.into_iter().map(move |one| (source, one)));
    let given =
        cores::map(blueprints.collect(), |(source, blueprint)| given(source, &blueprint, settings, keeps_texts));
    for note in given.iter().filter_map(|one| one.note.as_ref()) {
        report.note(note);
    }
    Some(given)
}

fn given(source: &Source, blueprint: &Checked<ActionBlueprint>, settings: &Settings, keeps_texts: bool) -> Given {
    let mut note = None;
    let view = if settings.writes(Part::Agent) { lower_for_agents(blueprint) } else { lower(blueprint) };
    let bundle = render(&view, &settings.options);
    let mut files: Files = bundle.files.into_iter().map(|file| (file.path, file.text)).collect();
    if settings.writes(Part::Agent) {
        match agent_function(blueprint, settings.namespace.as_ref()) {
            AgentFunction::Files(more) => files.extend(more.into_iter().map(|file| (file.path, file.text))),
            AgentFunction::Impossible { input } => {
                note = Some(format!(
                    "note: no agent function for {}: it needs {input}, and no agent can give a binary value",
                    blueprint.name
                ));
            }
        }
    }
    let files = files.into_iter().map(|(path, text)| {
        let hash = hash(&path, &text);
        let is_needed = keeps_texts || !existing::holds(&settings.places.file(&path), &text);
        (path, MadeFile { hash, text: is_needed.then_some(text) })
    });
    Given {
        class: bundle.class_name,
        name: blueprint.name.clone(),
        source: source.key.clone(),
        access: access(blueprint),
        files: files.collect(),
        note,
    }
}

/// Two files must not become one class; inside of a file the contract sees to it.
fn collisions(batches: &[(&Source, Batch)]) -> Vec<Diagnostic> {
    let mut taken: BTreeMap<String, &str> = BTreeMap::new();
    let mut found = Vec::new();
    for (source, batch) in batches {
        for class in classes(batch) {
            if let Some(other) = taken.insert(class.to_ascii_lowercase(), &source.input.name) {
                found.push(duplicate(other, &source.input.name, &class));
            }
        }
    }
    found
}

/// A class that an earlier run made of another file, which is not given now and still holds the blueprint, is that file's.
fn usurpations(batches: &[(&Source, Batch)], settings: &Settings, old: &Record) -> Vec<Diagnostic> {
    let keys: BTreeSet<&str> = batches.iter().filter_map(|(source, _)| source.key.as_deref()).collect();
    let is_given = |key: &str| keys.contains(key);
    let mut found = Vec::new();
    for (source, batch) in batches {
        for class in classes(batch) {
            let Some((_, entry)) = old.entry(&class) else { continue };
            let other = entry.source.as_deref().filter(|key| !is_given(key) && source.key.is_some());
            if let Some(other) = other.filter(|key| holds(settings, key, &class) == Some(true)) {
                found.push(duplicate(other, &source.input.name, &class));
            }
        }
    }
    found
}

/// Whether the file of a recorded blueprint still has one that becomes this class; `None` where that cannot be told.
pub(super) fn holds(settings: &Settings, key: &str, class: &str) -> Option<bool> {
    let path = settings.places.source(key);
    if !path.exists() {
        return Some(false);
    }
    let batch = check_file(&String::from_utf8(read_file(&path).ok()?).ok()?, &Context::default()).ok()?;
    Some(classes(&batch).any(|there| there.eq_ignore_ascii_case(class)))
}

fn classes(batch: &Batch) -> impl Iterator<Item = String> {
    batch.actions.iter().filter_map(|action| Some(names::class_name(&names::sanitize(&action.name)?)))
}

fn duplicate(one: &str, other: &str, class: &str) -> Diagnostic {
    let message = format!("{one} and {other} both become the class {class}");
    let finding = Diagnostic::of_run("DUPLICATE_ACTION_NAME", message).with_file(other);
    finding.with_related(one, "the other blueprint").with_help("rename one")
}
