//! Compares the schemas of the old and the new side, each with its counterpart.

use std::collections::{BTreeMap, BTreeSet};

use planwright_drift::{FileGraph, Options, Pair, Source, severities, unchanged_pair};
use planwright_schema::SchemaFile;

use super::library::{Fault, Library, libraries};
use super::load::{Origin, Side, empty_folders, git_folder, require_schemas};
use super::settings::Settings;
use super::{Comparison, FileChange, FileComparison, migration, renames};
use planwright_project::exit::{Failure, Reason};
use planwright_project::progress;
use planwright_project::render::human;

/// Compares all pairs of all sources. Files that cannot be read are in `failures` of the result.
pub(super) fn all(mut settings: Settings) -> Result<Comparison, Failure> {
    let origin = settings.origin();
    if let Ok(origin) = &origin {
        origin.mark_removed(&mut settings.sources)?;
        let folder = settings.sources.first().map(|source| git_folder(source).0).unwrap_or_default();
        settings.accept.load_tags(&folder, origin.base())?;
    }
    let settings = &settings;
    let new = Side::load(&Origin::Disk, &settings.sources, &settings.filter);
    let old = origin.and_then(|origin| Ok((Side::load(&origin, &settings.sources, &settings.filter)?, origin)));
    let (mut new, (old, origin)) = match (new, old) {
        (Ok(new), Ok(old)) => (new, old),
        (new, old) => {
            let failures = new.err().into_iter().chain(old.err());
            return Err(Failure::from_reasons(failures.flat_map(Failure::reasons).collect()));
        }
    };
    new.list_former_schemas(&old);
    // If only the new folder is empty, its schemas were removed.
    let is_listed = |index: usize| old.listed.values().any(|of| *of == index);
    require_schemas(&new, &settings.sources, &settings.filter, is_listed)?;
    let mut warnings = unused_patterns(settings, &old, &new);
    if let Origin::Path(_) = origin {
        let empty = empty_folders(&old, &origin.sources(&settings.sources), &settings.filter, |_| false);
        warnings.extend(empty.into_iter().map(|reason| format!("{reason}; so nothing was promised there")));
    }
    let is_one = settings.sources.len() == 1;
    let mut comparison = Comparison {
        files: Vec::new(),
        is_many: !is_one || settings.sources.iter().any(|source| source.file.is_none()),
        semantics: settings.semantics,
        allow_undecided: settings.allow_undecided,
        base: origin.base().cloned(),
        skipped: new.skipped_paths(),
        warnings,
        notes: Vec::new(),
        failures: Vec::new(),
    };
    for (old, new) in libraries(&old, &new) {
        let mut run = LibraryComparison { settings, old: &old, new: &new, is_one, into: &mut comparison };
        run.compare();
    }
    comparison.files.sort_by(|one, other| (one.source, &one.label).cmp(&(other.source, &other.label)));
    comparison.warnings.extend(comparison.files.iter().flat_map(migration::hint_warnings).collect::<Vec<_>>());
    settings.accept.apply(&mut comparison);
    Ok(comparison)
}

/// Returns a warning for each pattern of `--include` and `--exclude` that matches no file of either side.
fn unused_patterns(settings: &Settings, old: &Side, new: &Side) -> Vec<String> {
    let found: BTreeSet<&(String, String)> = old.found.iter().chain(&new.found).collect();
    let found: Vec<_> = found.into_iter().collect();
    let files = human::some(found.len(), "file");
    let lists =
        [("include", settings.filter.unused_include(&found)), ("exclude", settings.filter.unused_exclude(&found))];
    let about_all = lists.into_iter().filter(|(key, _)| settings.is_about_all_files(key));
    let unused = about_all.flat_map(|(key, patterns)| patterns.into_iter().map(move |pattern| (key, pattern)));
    unused.map(|(key, pattern)| format!("the pattern {pattern:?} of `{key}` matches none of {files}")).collect()
}

struct LibraryComparison<'c, 's> {
    settings: &'c Settings,
    old: &'c Library<'s>,
    new: &'c Library<'s>,
    is_one: bool,
    into: &'c mut Comparison,
}

/// Names of the old and the new version of a file.
type Names<'n> = (Option<&'n str>, Option<&'n str>);

impl LibraryComparison<'_, '_> {
    fn compare(&mut self) {
        let documents = &self.settings.documents;
        let (mut one, mut two) = (self.old.usable_schemas(documents), self.new.usable_schemas(documents));
        for fault in one.broken_documents.iter().chain(&two.broken_documents) {
            if !self.into.failures.contains(&fault.reason) {
                self.into.failures.push(fault.reason.clone());
            }
        }
        let asserts_nothing = |library: &Library<'_>, set: &planwright_schema::SchemaSet| {
            let errors = library.listed.keys().filter_map(|name| set.get(name).and_then(SchemaFile::is_no_schema));
            let named = errors.map(|error| (error.file.clone(), vec![library.fault(&error)]));
            named.collect::<BTreeMap<String, Vec<Fault>>>()
        };
        one.broken.append(&mut asserts_nothing(self.old, &one.set));
        two.broken.append(&mut asserts_nothing(self.new, &two.set));
        self.into.failures.extend(two.reasons());
        let (before, after) = (self.old.dependents(one.broken.keys()), self.new.dependents(two.broken.keys()));
        if self.settings.is_strict() {
            self.into.failures.extend(one.reasons());
        } else {
            let listed = before.iter().filter(|(name, _)| self.old.listed.contains_key(name.as_str()));
            for (name, cause) in listed {
                let reason = match one.broken.get(name) {
                    Some(faults) => faults.iter().map(|fault| fault.line.as_str()).collect::<Vec<_>>().join("; "),
                    None => {
                        format!("{} refers to {}, which is broken", self.old.location(name), self.old.location(cause))
                    }
                };
                self.into.warnings.push(format!("{reason}; so nothing was promised there"));
            }
        }
        let inferred = two.set.files().flat_map(SchemaFile::warnings).filter(|warning| is_inferred_dialect(warning));
        self.into.notes.extend(inferred.map(|warning| self.new.describe(warning)));
        let pairs = self.pairs(&before, &after);
        let schemas = (&one.set, &two.set);
        let libraries = (planwright_drift::Library::new(&one.set), planwright_drift::Library::new(&two.set));
        let (Ok(one), Ok(two)) = libraries else { return };
        let (before, after) = (FileGraph::new(&one), FileGraph::new(&two));
        let unchanged = after.unchanged_since(&before);
        let options = Options::from(self.settings.semantics);
        let sides = Sides { old: &one, new: &two, unchanged: &unchanged, options };
        let compare_group = |group| compare_group(group, &sides, self.new);
        let groups = grouped(pairs, &after);
        let results = progress::map(groups, "schemas done", compare_group).into_iter().flatten();
        let versions = |(from, to): Names<'_>| {
            let (from, to) = (from?, to?);
            let (before, after) = (schemas.0.get(from)?, schemas.1.get(to)?);
            let (old, new) = (self.old.location(from), self.new.location(to));
            self.settings.accept.versions((&old, &before.value), (&new, &after.value))
        };
        let mut left = if self.settings.summary { migration::MAX_SUMMARIES } else { 0 };
        let mut migration = |(from, to): Names<'_>, pair: &Pair| {
            let sides = (schemas.0.get(from?)?, schemas.1.get(to?)?);
            migration::of_change(sides, pair, options, &mut left)
        };
        let mut file = |(names, pair): (Names<'_>, Option<Pair>)| {
            let migration = pair.as_ref().and_then(|pair| migration(names, pair));
            FileComparison { versions: versions(names), migration, ..self.file(names, pair) }
        };
        let results: Vec<_> = results.map(|result| result.map(&mut file)).collect();
        for result in results {
            match result {
                Ok(file) => self.into.files.push(file),
                Err(failure) => self.into.failures.push(Reason::Text(failure)),
            }
        }
    }

    /// Pairs each file with its counterpart, except for broken files and files that refer to them.
    fn pairs(&self, before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Vec<Names<'_>> {
        let is_pair = self.settings.is_pair();
        let mut pairs: BTreeMap<&str, Names<'_>> = BTreeMap::new();
        let new_entry = self.new.listed.keys().next().copied().filter(|_| is_pair);
        for name in self.old.listed.keys().filter(|name| !before.contains_key(**name)) {
            pairs.entry(new_entry.unwrap_or(name)).or_default().0 = Some(name);
        }
        for name in self.new.listed.keys() {
            pairs.entry(name).or_default().1 = Some(name);
        }
        pairs.retain(|_, (from, to)| to.is_none_or(|to| !after.contains_key(to)) && (from.is_some() || to.is_some()));
        if self.settings.is_strict() {
            pairs.retain(|_, (from, _)| from.is_some());
        }
        let removed = pairs.values().filter_map(|(from, to)| from.filter(|_| to.is_none()));
        let added = pairs.values().filter_map(|(from, to)| to.filter(|to| from.is_none() && !before.contains_key(*to)));
        let removed = removed.map(|name| (name, self.old.files[name])).collect();
        let added = added.map(|name| (name, self.new.files[name])).collect();
        for (from, to) in renames::find(&removed, &added) {
            pairs.remove(from);
            pairs.insert(to, (Some(from), Some(to)));
        }
        pairs.into_values().collect()
    }

    fn file(&self, (from, to): Names<'_>, mut pair: Option<Pair>) -> FileComparison {
        if let Some(pair) = &mut pair {
            pair.changes.retain(|change| self.settings.reports(change.rule));
        }
        let library = if to.is_some() { self.new } else { self.old };
        let name = to.or(from).unwrap_or_default();
        let below = library.below(name);
        let role = self.settings.role_of(&below, &self.new.location(name));
        let spots = |of: fn(&planwright_drift::Change) -> Option<&planwright_drift::Spot>, library: &Library<'_>| {
            let spots = pair.iter().flat_map(|pair| &pair.changes).filter_map(of);
            let files: BTreeSet<&str> = spots.map(|spot| spot.file.as_str()).collect();
            files.into_iter().map(|file| (file.to_owned(), library.schema_location(file))).collect()
        };
        let (old_files, new_files) =
            (spots(|change| change.old.as_ref(), self.old), spots(|change| change.new.as_ref(), self.new));
        let change = match (from, to, pair) {
            (_, _, Some(pair)) => {
                let severities = severities(&pair, role, self.settings.semantics.content);
                FileChange::Pair { pair, severities }
            }
            (Some(_), None, None) => FileChange::Removed,
            _ => FileChange::Added,
        };
        FileComparison {
            label: if self.is_one { below } else { self.new.location(name) },
            source: library.listed.get(name).copied().unwrap_or_default(),
            old_name: from.map_or(String::new(), |name| self.old.location(name)),
            new_name: to.map_or(String::new(), |name| self.new.location(name)),
            is_renamed: !self.settings.is_pair() && from.is_some_and(|from| to.is_some_and(|to| from != to)),
            old_files,
            new_files,
            change,
            role,
            versions: None,
            migration: None,
            acceptance: None,
            is_raised: false,
        }
    }
}

/// The parsed libraries of a comparison.
struct Sides<'l> {
    old: &'l planwright_drift::Library<'l>,
    new: &'l planwright_drift::Library<'l>,
    unchanged: &'l BTreeSet<String>,
    options: Options,
}

/// Result for one file: its verdicts, unless only one side has it, or the reason why the comparison failed.
type Compared<'n> = Result<(Names<'n>, Option<Pair>), String>;

/// Compares files whose new versions refer to each other.
fn compare_group<'n>(group: Vec<Names<'n>>, sides: &Sides<'_>, new: &Library<'_>) -> Vec<Compared<'n>> {
    let source = |(from, to): Names<'n>| {
        let (from, to) = (from?, to?);
        let is_same = from == to && sides.unchanged.contains(to);
        Some((is_same, (Source { library: sides.old, path: from }, Source { library: sides.new, path: to })))
    };
    let sources = || group.iter().filter_map(|names| source(*names));
    let changed: Vec<_> = sources().filter(|(is_same, _)| !is_same).map(|(_, sources)| sources).collect();
    let mut pairs = match planwright_drift::compare_group(&changed, sides.options) {
        Ok(pairs) => pairs.into_iter(),
        Err(failure) => {
            let names = group.iter().filter_map(|(_, to)| *to);
            return names.map(|to| Err(format!("{}: {failure}", new.location(to)))).collect();
        }
    };
    let each = group.into_iter().map(|names| match source(names) {
        None => Ok((names, None)),
        Some((true, (old, new))) => Ok((names, Some(unchanged_pair(old, new, sides.options)))),
        Some((false, _)) => Ok((names, pairs.next())),
    });
    each.collect()
}

fn is_inferred_dialect(warning: &planwright_schema::Error) -> bool {
    warning.kind.code() == planwright_schema::lint::INFERRED_DIALECT
}

/// Divides the pairs into groups whose new files refer to each other.
fn grouped<'n>(pairs: Vec<Names<'n>>, new: &FileGraph<'_>) -> Vec<Vec<Names<'n>>> {
    let groups = new.mutual_references();
    let numbers: BTreeMap<&str, usize> = groups
        .iter()
        .enumerate()
        .flat_map(|(number, files)| files.iter().map(move |file| (file.as_str(), number)))
        .collect();
    let mut by_group: BTreeMap<(Option<usize>, &str), Vec<Names<'n>>> = BTreeMap::new();
    for (from, to) in pairs {
        let number = to.and_then(|to| numbers.get(to).copied());
        let alone = if number.is_none() { from.unwrap_or_default() } else { "" };
        by_group.entry((number, alone)).or_default().push((from, to));
    }
    by_group.into_values().collect()
}
