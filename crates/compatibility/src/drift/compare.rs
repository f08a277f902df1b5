//! Compares the schemas of the old and the new library, each with its counterpart.

use std::collections::BTreeMap;
use std::path::Path;

use planwright_drift::{Options, Source, compare, severities};
use planwright_schema::{SchemaFile, SchemaSet};

use super::load::{self, Library};
use super::settings::{Old, Settings};
use super::{Comparison, FileChange, FileComparison};
use planwright_project::exit::Failure;
use planwright_project::render::human;
use planwright_project::{finding, progress};
use planwright_runtime::{Diagnostic, Severity};

/// Compares all pairs of all sources. The error lists everything that cannot be read.
pub(super) fn all(settings: &Settings) -> Result<Comparison, Failure> {
    let mut files = Vec::new();
    let mut reasons = Vec::new();
    let is_one = settings.sources.len() == 1;
    let mut is_many = !is_one;
    for (old, new) in &settings.sources {
        let libraries = load::path(new).and_then(|library| Ok((load_old(old, new)?, library)));
        match libraries
            .and_then(|(old, new)| Ok((compare_libraries(settings, &old, &new, is_one)?, new.entry.is_none())))
        {
            Ok((compared, is_folder)) => {
                files.extend(compared);
                is_many |= is_folder;
            }
            Err(failure) => reasons.extend(failure.reasons()),
        }
    }
    if !reasons.is_empty() {
        return Err(Failure::from_reasons(reasons));
    }
    Ok(Comparison { files, is_many, content: settings.content, allow_undecided: settings.allow_undecided })
}

fn load_old(old: &Old, new: &Path) -> Result<Library, Failure> {
    match old {
        Old::Path(path) => load::path(path),
        Old::Revision(revision) => load::revision(new, revision),
        Old::Baseline(file) => load::baseline(file, new),
    }
}

fn compare_libraries(
    settings: &Settings,
    old: &Library,
    new: &Library,
    is_one: bool,
) -> Result<Vec<FileComparison>, Failure> {
    if old.entry.is_some() != new.entry.is_some() {
        return Err(Failure::one("OLD and NEW must be two files or two folders"));
    }
    let (one, two) = match (set(old), set(new)) {
        (Ok(one), Ok(two)) => (one, two),
        (one, two) => return Err(human::failure(one.err().into_iter().chain(two.err()).flatten())),
    };
    let errors = empty(old, &one, new, &two);
    if !errors.is_empty() {
        return Err(human::failure(errors));
    }
    let index = |library: &Library, set| {
        planwright_drift::Library::new(set)
            .map_err(|errors| errors.iter().map(|error| located(library, error)).collect::<Vec<_>>())
    };
    let (one, two) = match (index(old, &one), index(new, &two)) {
        (Ok(one), Ok(two)) => (one, two),
        (one, two) => return Err(human::failure(one.err().into_iter().chain(two.err()).flatten())),
    };
    let options = Options { assert_formats: settings.assert_formats };
    let compare_pair = |(from, to): (Option<&str>, Option<&str>)| {
        let name = to.or(from).unwrap_or_default().to_owned();
        let role = settings.role_of(&name, &new.location(&name));
        let change = match (from, to) {
            (Some(from), Some(to)) => {
                let (from, to) = (Source { library: &one, path: from }, Source { library: &two, path: to });
                let pair =
                    compare(from, to, options).map_err(|failure| format!("{}: {failure}", new.location(&name)))?;
                let severities = severities(&pair, role, settings.content);
                FileChange::Pair { pair, severities }
            }
            (Some(_), None) => FileChange::Removed,
            _ => FileChange::Added,
        };
        let location =
            |library: &Library, path: Option<&str>| path.map_or(String::new(), |path| library.location(path));
        let label = if is_one { name.clone() } else { new.location(&name) };
        Ok(FileComparison { name, label, old_name: location(old, from), new_name: location(new, to), change, role })
    };
    let (mut files, mut failures) = (Vec::new(), Vec::<String>::new());
    for result in progress::map(pairs(old, new), "schemas done", compare_pair) {
        match result {
            Ok(comparison) => files.push(comparison),
            Err(failure) => failures.push(failure),
        }
    }
    if failures.is_empty() { Ok(files) } else { Err(Failure::all(failures)) }
}

/// Returns an error for each compared document without constraints. Two such documents would always be compatible.
fn empty(old: &Library, one: &SchemaSet, new: &Library, two: &SchemaSet) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (from, to) in pairs(old, new) {
        let (Some(from), Some(to)) = (from, to) else { continue };
        for (library, set, path) in [(old, one, from), (new, two, to)] {
            let error = set.get(path).and_then(SchemaFile::asserts_nothing);
            found.extend(error.map(|error| located(library, &error)));
        }
    }
    found
}

/// Returns the finding for a schema error, with the file as the user knows it.
fn located(library: &Library, error: &planwright_schema::Error) -> Diagnostic {
    finding::of_schema(library.location(&error.file), error, Severity::Error)
}

/// Pairs each file with its counterpart.
fn pairs<'l>(old: &'l Library, new: &'l Library) -> Vec<(Option<&'l str>, Option<&'l str>)> {
    if let (Some(from), Some(to)) = (&old.entry, &new.entry) {
        return vec![(old.files.contains_key(from).then_some(from), Some(to))];
    }
    let mut pairs: BTreeMap<&str, (Option<&str>, Option<&str>)> = BTreeMap::new();
    for path in old.files.keys() {
        pairs.entry(path).or_default().0 = Some(path);
    }
    for path in new.files.keys() {
        pairs.entry(path).or_default().1 = Some(path);
    }
    pairs.into_values().collect()
}

/// Parses the schemas of a library.
pub(super) fn set(library: &Library) -> Result<SchemaSet, Vec<Diagnostic>> {
    let texts = library.files.iter().map(|(path, bytes)| (path.clone(), bytes.clone()));
    SchemaSet::parse_unchecked(texts).map_err(|errors| errors.iter().map(|error| located(library, error)).collect())
}
