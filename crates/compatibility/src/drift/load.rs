//! Loads the schemas of one side, with all files that they refer to.

mod origin;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use planwright_schema::uri::{declared_uri, referred_path, without_query};
use serde_json::{Value, json};

use super::is_file;
use super::paths::{self, Mount};
use planwright_project::exit::Failure;
use planwright_project::own_file;
use planwright_project::render::human;
use planwright_project::schemas::{self, FileFilter};

pub(super) use origin::{Base, Origin, git_folder};

/// Marker of a baseline file.
const MARK: &str = "planwright drift baseline 1";

/// A file or folder of the new side.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// The path as the user wrote it.
    pub path: PathBuf,
    /// Folder of the source, which is the source itself or contains it: empty, or ending in `/`.
    pub folder: String,
    /// Name of the file, if the source is a file.
    pub file: Option<String>,
    /// `true` if only the old side has it.
    pub is_removed: bool,
}

impl Source {
    pub(super) fn new(path: &Path) -> Self {
        if !is_file(path) {
            return Self::from_folder(path);
        }
        let (folder, name) = paths::split(&path.display().to_string());
        Self { path: path.to_owned(), folder, file: Some(name), is_removed: false }
    }

    /// Creates a source from a folder, which need not exist.
    pub(super) fn from_folder(path: &Path) -> Self {
        let folder = format!("{}/", path.display().to_string().trim_end_matches('/'));
        Self { path: path.to_owned(), folder, file: None, is_removed: false }
    }

    /// Returns the components of the absolute path of the folder.
    pub(super) fn absolute_folder(&self) -> Vec<String> {
        paths::absolute(&self.folder)
    }
}

/// Content of a schema file.
#[derive(Clone, Debug)]
pub(super) struct SourceFile {
    pub bytes: Vec<u8>,
    /// References as they are written.
    pub references: Vec<String>,
    /// URI that the file declares.
    pub id: Option<String>,
}

impl SourceFile {
    fn new(bytes: Vec<u8>, value: Option<&Value>) -> Self {
        let references = value.map(schemas::references).unwrap_or_default();
        let id = value.and_then(declared_uri).map(|id| without_query(id).to_owned());
        Self { bytes, references, id }
    }
}

/// The files of one side, by their absolute path on the new side.
#[derive(Debug, Default)]
pub(super) struct Side {
    pub mounts: Vec<Mount>,
    pub files: BTreeMap<String, SourceFile>,
    /// Files to compare, each with the index of its source. All others are only referred to.
    pub listed: BTreeMap<String, usize>,
    /// Paths of files that are referred to and do not exist.
    pub missing: BTreeSet<String>,
    /// Files that exist and cannot be read, with the reason.
    pub unreadable: BTreeMap<String, String>,
    /// Files that were left out, because they are not schemas, each with the index of its source.
    pub skipped: BTreeMap<String, (usize, SourceFile)>,
    /// All files of folders, by their path below the folder and as the user knows it on the new side.
    pub found: BTreeSet<(String, String)>,
}

impl Side {
    /// Loads the sources from an origin.
    pub(super) fn load(origin: &Origin, sources: &[Source], filter: &FileFilter) -> Result<Self, Failure> {
        let mut side = Self { mounts: origin.mounts(sources)?, ..Self::default() };
        let mut failures = Vec::new();
        for (index, source) in sources.iter().enumerate() {
            if let Err(failure) = side.list(origin, index, source, filter) {
                failures.extend(failure.reasons());
            }
        }
        if !failures.is_empty() {
            return Err(Failure::from_reasons(failures));
        }
        side.follow_references(origin)?;
        Ok(side)
    }

    /// Adds the files of one source.
    fn list(&mut self, origin: &Origin, index: usize, source: &Source, filter: &FileFilter) -> Result<(), Failure> {
        if source.is_removed && matches!(origin, Origin::Disk) {
            return Ok(());
        }
        let folder = source.absolute_folder().join("/");
        let at = |below: &str| if folder.is_empty() { below.to_owned() } else { format!("{folder}/{below}") };
        if source.file.is_some() {
            let Some((name, bytes)) = origin.file(source)? else { return Ok(()) };
            let value = schemas::value(&name, &bytes);
            let path = at(&name);
            self.files.insert(path.clone(), SourceFile::new(bytes, value.as_ref()));
            self.listed.entry(path).or_insert(index);
            return Ok(());
        }
        for (below, read) in origin.folder(source)? {
            let path = at(&below);
            // The patterns are about the paths of the new side. Otherwise, `schemas/*.json` would not select the old
            // version of a file, and its changes would pass as a new schema.
            let new_path = format!("{}{below}", source.folder);
            let is_selected = filter.selects(&below, &new_path);
            self.found.insert((below.clone(), new_path));
            if !is_selected || self.listed.contains_key(&path) {
                continue;
            }
            match read {
                Ok(bytes) => {
                    let value = schemas::value(&below, &bytes);
                    let is_schema = schemas::is_schema(&below, &bytes, value.as_ref());
                    let file = SourceFile::new(bytes, value.as_ref());
                    if !is_schema {
                        self.skipped.insert(path, (index, file));
                        continue;
                    }
                    self.files.insert(path.clone(), file);
                }
                Err(reason) => drop(self.unreadable.insert(path.clone(), reason)),
            }
            self.listed.insert(path, index);
        }
        Ok(())
    }

    /// Lists skipped files that were schemas on the old side. They are broken, and not removed.
    pub(super) fn list_former_schemas(&mut self, old: &Self) {
        let (former, others) =
            std::mem::take(&mut self.skipped).into_iter().partition(|(path, _)| old.listed.contains_key(path));
        self.skipped = others;
        let former: BTreeMap<String, (usize, SourceFile)> = former;
        for (path, (index, file)) in former {
            self.files.insert(path.clone(), file);
            self.listed.insert(path, index);
        }
    }

    /// Returns the paths of the files that were left out, as the user knows them.
    pub(super) fn skipped_paths(&self) -> Vec<String> {
        self.skipped.iter().map(|(path, (index, _))| self.mounts[*index].shown_path(path)).collect()
    }

    /// Adds all files that are referred to by path, level by level.
    fn follow_references(&mut self, origin: &Origin) -> Result<(), Failure> {
        let mut pending: Vec<String> = self.files.keys().cloned().collect();
        while !pending.is_empty() {
            let referred: BTreeSet<String> = pending.iter().flat_map(|path| self.referred_paths(path)).collect();
            let is_known = |path: &String| {
                self.files.contains_key(path) || self.missing.contains(path) || self.unreadable.contains_key(path)
            };
            let wanted: Vec<String> = referred.into_iter().filter(|path| !is_known(path)).collect();
            pending.clear();
            for (path, read) in origin.referenced(&self.mounts, wanted)? {
                match read {
                    Ok(Some(bytes)) => {
                        let value = schemas::value(&path, &bytes);
                        self.files.insert(path.clone(), SourceFile::new(bytes, value.as_ref()));
                        pending.push(path);
                    }
                    Ok(None) => drop(self.missing.insert(path)),
                    Err(reason) => drop(self.unreadable.insert(path, reason)),
                }
            }
        }
        Ok(())
    }

    /// Returns the paths that a file refers to.
    pub(super) fn referred_paths(&self, path: &str) -> Vec<String> {
        let references = self.files.get(path).into_iter().flat_map(|file| &file.references);
        references.filter_map(|reference| referred_path(path, reference)).collect()
    }

    /// Returns a path as the user knows it.
    pub(super) fn display_path(&self, path: &str) -> String {
        paths::nearest(&self.mounts, path).map_or_else(|| path.to_owned(), |mount| mount.shown_path(path))
    }

    /// Returns the files that cannot be read, as one failure.
    pub(super) fn require_readable(&self) -> Result<(), Failure> {
        let reasons: Vec<&String> = self.unreadable.values().collect();
        if reasons.is_empty() { Ok(()) } else { Err(Failure::all(reasons)) }
    }
}

/// Loads the new side of a run without an old one.
pub(super) fn path(path: &Path, filter: &FileFilter) -> Result<Side, Failure> {
    let sources = [Source::new(path)];
    let side = Side::load(&Origin::Disk, &sources, filter)?;
    side.require_readable()?;
    require_schemas(&side, &sources, filter, |_| false)?;
    Ok(side)
}

/// Returns an error for each folder without schemas, except for those that the other side explains.
pub(super) fn require_schemas(
    side: &Side,
    sources: &[Source],
    filter: &FileFilter,
    is_explained: impl Fn(usize) -> bool,
) -> Result<(), Failure> {
    let reasons = empty_folders(side, sources, filter, is_explained);
    if reasons.is_empty() { Ok(()) } else { Err(Failure::all(reasons)) }
}

/// Returns the folders without schemas, each with the reason.
pub(super) fn empty_folders(
    side: &Side,
    sources: &[Source],
    filter: &FileFilter,
    is_explained: impl Fn(usize) -> bool,
) -> Vec<String> {
    let is_empty =
        |index: &usize, source: &Source| source.file.is_none() && !side.listed.values().any(|of| of == index);
    let empty = sources.iter().enumerate().filter(|(index, source)| is_empty(index, source) && !is_explained(*index));
    empty
        .map(|(_, source)| {
            let folder = source.path.display();
            let inside: Vec<_> = side.found.iter().filter(|(_, path)| path.starts_with(&source.folder)).collect();
            let unused = filter.unused_include(&inside);
            match (inside.len(), side.skipped.len()) {
                (0, _) => format!("{folder}: no {} below this folder", schemas::FILES),
                (count, 0) if unused.is_empty() => {
                    let files = human::some(count, "file");
                    format!("{folder}: {files} below this folder, and all are left out by --exclude, or because their folders are hidden")
                }
                (count, 0) => {
                    let patterns: Vec<String> = unused.iter().map(|pattern| format!("{pattern:?}")).collect();
                    let (patterns, files) = (patterns.join(", "), human::some(count, "file"));
                    format!("{folder}: --include {patterns} matches none of {files} below it; a pattern is compared with the path below the folder or the whole path, and `*` matches no `/`")
                }
                (_, count) => {
                    let files = human::some(count, "other file");
                    format!("{folder}: no schema below this folder; {files} skipped")
                }
            }
        })
        .collect()
}

/// Writes a side to one file. Paths are relative to the folder of its only source.
pub(super) fn write_baseline(file: &Path, side: &Side) -> Result<(), Failure> {
    let mut files = serde_json::Map::new();
    for (path, source) in &side.files {
        let text = std::str::from_utf8(&source.bytes)
            .map_err(|error| Failure::one(format!("{}: not UTF-8: {error}", side.display_path(path))))?;
        let relative =
            side.mounts.first().and_then(|mount| Mount { own: String::new(), ..mount.clone() }.own_path(path));
        files.insert(relative.unwrap_or_else(|| path.clone()), Value::from(text));
    }
    let text = format!("{:#}\n", json!({ "kind": MARK, "files": files }));
    own_file::write(file, text, "baseline", |there| there.contains(MARK)).map(drop)
}
