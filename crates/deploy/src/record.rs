//! The record of written files, `.planwright/apex.json` in the package directory: every file with its hash and its
//! blueprint. It is committed with the files, and contains no absolute paths or times.

mod read;
mod resume;

pub(super) use read::ReadRecord;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use planwright_templates::deploy::{Access, Components, component_of};
use serde::{Deserialize, Serialize};

use super::hashes::Hashes;
use super::project_paths::ProjectPaths;

/// Format version that this version writes. There is only one so far.
pub(super) const FORMAT: u32 = 1;

/// All files that Planwright wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    format: u32,
    /// Entries by class name.
    pub blueprints: BTreeMap<String, Entry>,
    /// Files of no single blueprint: the runtime, the permission set.
    pub shared: Hashes,
    /// Manifests, by file name.
    pub manifest: Hashes,
    /// What destructiveChangesPost.xml names.
    pub deleted: Components,
}

/// One blueprint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub name: String,
    /// Its file, relative to the folder of the package directory; null where it came from standard input.
    pub source: Option<String>,
    pub object: String,
    pub reads: BTreeSet<String>,
    pub edits: BTreeSet<String>,
    /// Relative to the package directory.
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
    /// The entries by class, in any case of letters.
    pub(super) fn classes(&self) -> Classes<'_> {
        let folded = self.blueprints.iter().map(|(class, entry)| (class.to_ascii_lowercase(), entry)).collect();
        Classes { exact: &self.blueprints, folded }
    }

    /// Every recorded file of the package directory.
    pub(super) fn files(&self) -> impl Iterator<Item = (&String, &String)> {
        self.blueprints.values().flat_map(|entry| &entry.files).chain(&self.shared)
    }

    /// The hash of every recorded file, by where it is.
    pub(super) fn by_place(&self, places: &ProjectPaths) -> Hashes {
        let files = self.files().map(|(path, hash)| (places.file(path), hash.clone()));
        files.chain(self.manifest.iter().map(|(name, hash)| (places.manifest(name), hash.clone()))).collect()
    }

    /// What the recorded files are to the platform.
    pub(super) fn components(&self) -> Components {
        let mut components = Components::new();
        for component in self.files().filter_map(|(path, _)| component_of(path)) {
            components.entry(component.kind.to_owned()).or_default().insert(component.name);
        }
        components
    }

    /// The text of the file.
    pub(super) fn text(&self) -> String {
        // Some megabytes for ten thousand blueprints: a text that grows would be copied, and held twice meanwhile.
        let mut text = Vec::with_capacity(self.files().map(|(path, hash)| path.len() + hash.len() + 128).sum());
        let written = serde_json::to_writer_pretty(&mut text, self);
        text.push(b'\n');
        written.ok().and_then(|()| String::from_utf8(text).ok()).unwrap_or_default()
    }
}

/// The entries of a record by class, in any case of letters.
pub(super) struct Classes<'r> {
    exact: &'r BTreeMap<String, Entry>,
    folded: HashMap<String, &'r Entry>,
}

impl<'r> Classes<'r> {
    /// The entry of a class. One of exactly this name comes before one of another case.
    pub(super) fn entry(&self, class: &str) -> Option<&'r Entry> {
        self.exact.get(class).or_else(|| self.folded.get(&class.to_ascii_lowercase()).copied())
    }
}

impl Entry {
    pub(super) fn access(&self) -> Access {
        Access { object: self.object.clone(), reads: self.reads.clone(), edits: self.edits.clone() }
    }
}
