//! Checks the blueprints of all files, and renders what each becomes.

use std::collections::BTreeMap;

use planwright_contracts::Checked;
use planwright_contracts::action_blueprint::{Batch, Context, check_file, names};
use planwright_generated::action_blueprint::ActionBlueprint;
use planwright_sync::Files;
use planwright_templates::deploy::{Access, AgentFunction, access, agent_function};
use planwright_templates::{lower, render};

use crate::args::Part;
use crate::finding::Finding;
use crate::{human, output};

use super::disk;
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
    pub files: Files,
}

/// The blueprints of all files, or `None` after printing every finding.
pub(super) fn check(sources: &[Source], context: &Context, settings: &Settings, old: &Record) -> Option<Vec<Given>> {
    let mut batches: Vec<(&Source, Batch)> = Vec::new();
    let (mut errors, mut warnings) = (0, 0);
    for source in sources {
        let input = &source.input;
        let checked = input.text.clone().and_then(|text| check_file(&text, context));
        let report = match &checked {
            Ok(batch) => &batch.warnings,
            Err(report) => report,
        };
        human::tell(&input.name, input.shown(), report);
        errors += report.errors().count();
        warnings += report.warnings().count();
        batches.extend(checked.ok().map(|batch| (source, batch)));
    }
    errors += collisions(&batches) + usurpations(&batches, settings, old);
    if errors > 0 {
        output::count("errors", errors);
    }
    if errors + warnings > 0 {
        errln!("{}", human::count(errors, warnings));
    }
    if errors > 0 {
        return None;
    }
    let blueprints = batches.iter().flat_map(|(source, batch)| batch.actions.iter().map(|action| (*source, action)));
    Some(blueprints.map(|(source, blueprint)| given(source, blueprint, settings)).collect())
}

fn given(source: &Source, blueprint: &Checked<ActionBlueprint>, settings: &Settings) -> Given {
    let bundle = render(&lower(blueprint), &settings.options);
    let mut files: Files = bundle.files.into_iter().map(|file| (file.path, file.text)).collect();
    if settings.writes(Part::Agent) {
        match agent_function(blueprint, settings.namespace.as_ref()) {
            AgentFunction::Files(more) => files.extend(more.into_iter().map(|file| (file.path, file.text))),
            AgentFunction::Impossible { input } => errln!(
                "note: no agent function for {}: it needs {input}, and no agent can give a binary value",
                blueprint.name
            ),
        }
    }
    Given {
        class: bundle.class_name,
        name: blueprint.name.clone(),
        source: source.key.clone(),
        access: access(blueprint),
        files,
    }
}

/// Two files must not become one class; inside of a file the contract sees to it.
fn collisions(batches: &[(&Source, Batch)]) -> usize {
    let mut taken: BTreeMap<String, &str> = BTreeMap::new();
    let mut count = 0;
    for (source, batch) in batches {
        for class in classes(batch) {
            if let Some(other) = taken.insert(class.to_ascii_lowercase(), &source.input.name) {
                duplicate(other, &source.input.name, &class);
                count += 1;
            }
        }
    }
    count
}

/// A class that an earlier run made of another file, which is not given now and still holds the blueprint, is that file's.
fn usurpations(batches: &[(&Source, Batch)], settings: &Settings, old: &Record) -> usize {
    let is_given = |key: &str| batches.iter().any(|(source, _)| source.key.as_deref() == Some(key));
    let mut count = 0;
    for (source, batch) in batches {
        for class in classes(batch) {
            let Some((_, entry)) = old.entry(&class) else { continue };
            let other = entry.source.as_deref().filter(|key| !is_given(key) && source.key.is_some());
            if let Some(other) = other.filter(|key| holds(settings, key, &class) == Some(true)) {
                duplicate(other, &source.input.name, &class);
                count += 1;
            }
        }
    }
    count
}

/// Whether the file of a recorded blueprint still has one that becomes this class; `None` where that cannot be told.
pub(super) fn holds(settings: &Settings, key: &str, class: &str) -> Option<bool> {
    let path = settings.places.source(key);
    if !path.exists() {
        return Some(false);
    }
    let batch = check_file(&disk::read(path.to_str()?)?, &Context::default()).ok()?;
    Some(classes(&batch).any(|there| there.eq_ignore_ascii_case(class)))
}

fn classes(batch: &Batch) -> impl Iterator<Item = String> {
    batch.actions.iter().filter_map(|action| Some(names::class_name(&names::sanitize(&action.name)?)))
}

fn duplicate(one: &str, other: &str, class: &str) {
    let message = format!("{one} and {other} both become the class {class}");
    errln!("error[DUPLICATE_ACTION_NAME]: {message}; rename one");
    let (code, file) = ("DUPLICATE_ACTION_NAME", other.to_owned());
    output::found([Finding::of_file(code, file, message, "rename one".to_owned())]);
}
