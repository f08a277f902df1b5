//! Checks the blueprints of all files. Each is rendered as soon as it has passed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use planwright_contracts::Checked;
use planwright_contracts::action_blueprint::{Batch, Context, check_file, names};
use planwright_generated::action_blueprint::ActionBlueprint;
use planwright_org as org;
use planwright_sync::read_file;

use planwright_project::exit::Failure;
use planwright_project::input::has_lines;
use planwright_project::progress;
use planwright_project::render::human;
use planwright_project::report::CommandReport;
use planwright_runtime::{Diagnostic, FindingCounts};

use super::project_paths::ProjectPaths;
use super::record::Record;
use super::rendering::{RenderedBlueprint, TextPlaces, render_blueprint};
use super::settings::Settings;
use super::sources::Source;

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
