//! The record of written files, `.planwright/apex.json` in the package directory.
//!
//! It lists every file with its hash and its blueprint, and is meant to be committed together with them. It contains no
//! path outside the project and no time, so that it is the same on every machine.

mod read;
mod resume;

pub(super) use read::ReadRecord;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use planwright_templates::deploy::{Access, Components, components_in};
use serde::{Deserialize, Serialize};

use super::hashes::Hashes;
use super::project_paths::ProjectPaths;

/// File format that this version writes. There has been no other.
pub(super) const FORMAT: u32 = 1;

/// All files that were written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    format: u32,
    /// Entries by the name of the class.
    pub blueprints: BTreeMap<String, Entry>,
    /// Files that belong to no single blueprint: the runtime and the permission set.
    pub shared: Hashes,
    /// Manifests, by file name.
    pub manifest: Hashes,
    /// Components in destructiveChangesPost.xml.
    pub deleted: Components,
}

/// One blueprint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub name: String,
    /// Blueprint file, relative to the folder of the package directory. `None` if it came from standard input.
    pub source: Option<String>,
    pub object: String,
    pub reads: BTreeSet<String>,
    pub edits: BTreeSet<String>,
    /// Hashes of the files, by path relative to the package directory.
    pub files: Hashes,
}

impl Default for Record {
    fn default() -> Self {
        Self {
            format: FORMAT,
            blueprints: BTreeMap::new(),
            shared: Hashes::new(),
            manifest: Hashes::new(),
            deleted: Components::new(),
        }
    }
}

impl Record {
    /// Returns the entries by class, ignoring case.
    pub(super) fn classes(&self) -> Classes<'_> {
        let folded = self.blueprints.iter().map(|(class, entry)| (class.to_ascii_lowercase(), entry)).collect();
        Classes { exact: &self.blueprints, folded }
    }

    /// Returns all recorded files of the package directory, with their hashes.
    pub(super) fn files(&self) -> impl Iterator<Item = (&String, &String)> {
        self.blueprints.values().flat_map(|entry| &entry.files).chain(&self.shared)
    }

    /// Returns the hashes of all recorded files, by path on disk.
    pub(super) fn by_place(&self, places: &ProjectPaths) -> Hashes {
        let files = self.files().map(|(path, hash)| (places.file(path), hash.clone()));
        files.chain(self.manifest.iter().map(|(name, hash)| (places.manifest(name), hash.clone()))).collect()
    }

    /// Returns the Salesforce components of the recorded files.
    pub(super) fn components(&self) -> Components {
        let mut components = Components::new();
        for component in self.files().flat_map(|(path, _)| components_in(path)) {
            components.entry(component.kind.to_owned()).or_default().insert(component.name);
        }
        components
    }

    /// Returns the content of the record file.
    pub(super) fn text(&self) -> String {
        // A record of ten thousand blueprints has some megabytes. Without a capacity, a growing buffer would be copied
        // several times.
        let mut text = Vec::with_capacity(self.files().map(|(path, hash)| path.len() + hash.len() + 128).sum());
        let written = serde_json::to_writer_pretty(&mut text, self);
        text.push(b'\n');
        written.ok().and_then(|()| String::from_utf8(text).ok()).unwrap_or_default()
    }
}

/// Entries of a record by class, ignoring case.
pub(super) struct Classes<'r> {
    exact: &'r BTreeMap<String, Entry>,
    folded: HashMap<String, &'r Entry>,
}

impl<'r> Classes<'r> {
    /// Returns the entry of a class. An entry with exactly this name takes precedence over one with different case.
    pub(super) fn entry(&self, class: &str) -> Option<&'r Entry> {
        self.exact.get(class).or_else(|| self.folded.get(&class.to_ascii_lowercase()).copied())
    }
}

impl Entry {
    pub(super) fn access(&self) -> Access {
        Access { object: self.object.clone(), reads: self.reads.clone(), edits: self.edits.clone() }
    }
}
