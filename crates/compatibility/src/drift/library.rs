//! Divides the loaded files into libraries: sources whose files refer to each other belong together.

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::uri;
use planwright_schema::{References, SchemaSet};

use super::load::{Side, SourceFile};
use super::paths;
use planwright_project::documents::Documents;
use planwright_project::exit::Reason;
use planwright_project::finding;
use planwright_project::render::human;
use planwright_runtime::Severity;

/// The files of one side that belong together, by name.
pub(super) struct Library<'s> {
    side: &'s Side,
    /// Path of the folder that contains all files: empty, or ending in `/`.
    prefix: String,
    pub files: BTreeMap<&'s str, &'s SourceFile>,
    /// Files to compare, each with the index of its source.
    pub listed: BTreeMap<&'s str, usize>,
}

/// The schemas of a library that can be used.
pub(super) struct UsableSchemas {
    pub set: SchemaSet,
    /// Names of the other files, with the reasons.
    pub broken: BTreeMap<String, Vec<Fault>>,
    /// Reasons why documents that were found by URI cannot be used. Then the set contains none of them.
    pub broken_documents: Vec<Fault>,
}

/// Reason why a file cannot be used.
#[derive(Clone)]
pub(super) struct Fault {
    /// The reason in one line.
    pub line: String,
    pub reason: Reason,
}

impl UsableSchemas {
    /// Returns why the broken files cannot be used.
    pub(super) fn reasons(&self) -> impl Iterator<Item = Reason> {
        self.broken.values().flatten().map(|fault| fault.reason.clone())
    }
}

impl Library<'_> {
    /// Returns a path as the user knows it.
    pub(super) fn location(&self, name: &str) -> String {
        self.side.display_path(&self.path(name))
    }

    /// Returns the path of a schema as the user knows it. A document that was found by its URI is not in a source, so its
    /// path is made of the URI.
    pub(super) fn schema_location(&self, name: &str) -> String {
        if self.files.contains_key(name) { self.location(name) } else { name.to_owned() }
    }

    /// Returns the path of a file below the folder of its source.
    pub(super) fn below(&self, name: &str) -> String {
        let path = self.path(name);
        let below = paths::nearest(&self.side.mounts, &path).and_then(|mount| mount.below(&path));
        below.unwrap_or(name).to_owned()
    }

    fn path(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// Parses the files, and the documents that they refer to by URI. A file that is not a valid schema is left out.
    pub(super) fn usable_schemas(&self, documents: &Documents) -> UsableSchemas {
        let mut broken: BTreeMap<String, Vec<Fault>> = BTreeMap::new();
        for (path, reason) in &self.side.unreadable {
            if let Some(name) = path.strip_prefix(self.prefix.as_str()) {
                let fault = Fault { line: reason.clone(), reason: Reason::Text(reason.clone()) };
                broken.entry(name.to_owned()).or_default().push(fault);
            }
        }
        let mut texts: Vec<(String, Vec<u8>)> =
            self.files.iter().map(|(name, file)| ((*name).to_owned(), file.bytes.clone())).collect();
        let mut broken_documents: Vec<Fault> = Vec::new();
        loop {
            let find = |uri: &str| documents.find(uri, |_, _| ()).filter(|_| broken_documents.is_empty());
            let parsed = SchemaSet::parse_unchecked_in(documents.dialect(), texts.iter().cloned(), &find);
            let usable = parsed.and_then(|set| References::new(&set).map(drop).map(|()| set));
            let errors = match usable {
                Ok(set) => return UsableSchemas { set, broken, broken_documents },
                Err(errors) => errors,
            };
            let is_own = |error: &planwright_schema::Error| self.files.contains_key(error.file.as_str());
            if broken_documents.is_empty() && !errors.iter().all(is_own) {
                let of_documents = errors.iter().filter(|error| !is_own(error));
                broken_documents = of_documents.map(|error| self.fault(error)).collect();
                continue;
            }
            let before = texts.len();
            for error in errors {
                texts.retain(|(name, _)| *name != error.file);
                let fault = self.fault(&error);
                broken.entry(error.file).or_default().push(fault);
            }
            if texts.len() == before {
                return UsableSchemas { set: SchemaSet::default(), broken, broken_documents };
            }
        }
    }

    /// Returns a schema error as the reason why its file cannot be used.
    pub(super) fn fault(&self, error: &planwright_schema::Error) -> Fault {
        let finding = finding::of_schema(self.schema_location(&error.file), error, Severity::Error);
        Fault { line: self.describe(error), reason: human::reason(finding) }
    }

    /// Formats a schema error with the file as the user knows it.
    pub(super) fn describe(&self, error: &planwright_schema::Error) -> String {
        let text = error.to_string();
        let rest = text.strip_prefix(error.file.as_str()).unwrap_or(&text);
        format!("{}{rest}", self.schema_location(&error.file))
    }

    /// Returns the given files and all files that refer to them, each with one of the given files.
    pub(super) fn dependents<'b>(&self, files: impl Iterator<Item = &'b String>) -> BTreeMap<String, String> {
        let mut users: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for name in self.files.keys() {
            for used in self.side.referred_paths(&self.path(name)) {
                if let Some(used) = used.strip_prefix(self.prefix.as_str()) {
                    users.entry(used.to_owned()).or_default().push(name);
                }
            }
        }
        let mut found: BTreeMap<String, String> = files.map(|file| (file.clone(), file.clone())).collect();
        let mut pending: Vec<String> = found.keys().cloned().collect();
        while let Some(used) = pending.pop() {
            let cause = found[&used].clone();
            for user in users.get(&used).into_iter().flatten() {
                if !found.contains_key(*user) {
                    found.insert((*user).to_owned(), cause.clone());
                    pending.push((*user).to_owned());
                }
            }
        }
        found
    }
}

/// Returns the pairs of libraries to compare. Sources that do not refer to each other are in different pairs, because
/// their files may declare the same URIs.
pub(super) fn libraries<'s>(old: &'s Side, new: &'s Side) -> Vec<(Library<'s>, Library<'s>)> {
    let mut groups = Groups((0..new.mounts.len()).collect());
    groups.join_sources(old);
    groups.join_sources(new);
    let mut members: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for source in 0..new.mounts.len() {
        members.entry(groups.group_of(source)).or_default().insert(source);
    }
    let pair = |sources: BTreeSet<usize>| {
        let (before, after) = (reachable(old, &sources), reachable(new, &sources));
        let mut folders = sources.iter().map(|source| new.mounts[*source].folder.clone());
        let root = folders.next().unwrap_or_default();
        let root = folders.fold(root, |root, folder| paths::common(root, &folder.join("/")));
        let outside = before.iter().chain(&after).map(|path| paths::split(path).0);
        let root = outside.fold(root, |root, folder| paths::common(root, folder.trim_end_matches('/')));
        let prefix = if root.is_empty() { String::new() } else { root.join("/") + "/" };
        let library = |side, files| library(side, prefix.clone(), files, &sources);
        (library(old, &before), library(new, &after))
    };
    members.into_values().map(pair).collect()
}

fn library<'s>(side: &'s Side, prefix: String, paths: &BTreeSet<String>, sources: &BTreeSet<usize>) -> Library<'s> {
    let files = side.files.iter().filter(|(path, _)| paths.contains(*path));
    let files = files.filter_map(|(path, file)| Some((path.strip_prefix(prefix.as_str())?, file))).collect();
    let listed = side.listed.iter().filter(|(_, source)| sources.contains(source));
    let listed = listed.filter_map(|(path, source)| Some((path.strip_prefix(prefix.as_str())?, *source))).collect();
    Library { side, prefix, files, listed }
}

/// Returns the files of some sources and the files that they refer to, including missing ones.
fn reachable(side: &Side, sources: &BTreeSet<usize>) -> BTreeSet<String> {
    let listed = side.listed.iter().filter(|(_, source)| sources.contains(source));
    let mut found: BTreeSet<String> = listed.map(|(path, _)| path.clone()).collect();
    let mut pending: Vec<String> = found.iter().cloned().collect();
    while let Some(path) = pending.pop() {
        for referred in side.referred_paths(&path) {
            if found.insert(referred.clone()) {
                pending.push(referred);
            }
        }
    }
    found
}

/// Groups of sources: the number of another source in the same group, or the own number.
struct Groups(Vec<usize>);

impl Groups {
    fn group_of(&self, mut source: usize) -> usize {
        while self.0[source] != source {
            source = self.0[source];
        }
        source
    }

    /// Joins each source with the sources that its files refer to, by path or by URI.
    fn join_sources(&mut self, side: &Side) {
        let mut by_uri: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (path, source) in &side.listed {
            if let Some(id) = side.files.get(path).and_then(|file| file.id.as_deref()) {
                by_uri.entry(id).or_default().push(*source);
            }
        }
        // A file that is in no source connects all sources that refer to it.
        let mut owners: BTreeMap<String, usize> = side.listed.clone();
        for source in 0..side.mounts.len() {
            for path in reachable(side, &BTreeSet::from([source])) {
                self.join(source, *owners.entry(path.clone()).or_insert(source));
                let Some(file) = side.files.get(&path) else { continue };
                let base = file.id.clone().unwrap_or_else(|| uri::from_path(&path));
                for target in file.references.iter().filter_map(|reference| uri::join(&base, reference)) {
                    let others = by_uri.get(target.as_str()).into_iter().flatten();
                    if others.clone().all(|other| *other != source) {
                        others.for_each(|other| self.join(source, *other));
                    }
                }
            }
        }
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.group_of(one), self.group_of(other));
        self.0[one.max(other)] = one.min(other);
    }
}
