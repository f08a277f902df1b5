//! Compares the plan with the disk: what was edited by hand, what only has other line endings, what is an orphan.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::Path;

use planwright_sync::{Files, Mode, read_own_file, read_tree, unified};
use planwright_templates::{CLASSES_DIR, is_ours};

use crate::exit::Failure;

use super::next::Next;
use super::places::{CLASS, Places};
use super::record::{Hashes, Record, hash, unix};
use super::settings::Settings;

/// What was found. All paths are as a person would write them here.
pub(super) struct Disk {
    /// Every file to write, the record among them.
    pub wanted: Files,
    /// Files of ours to remove, or in a check to report.
    pub orphans: BTreeSet<String>,
    /// Files of ours that somebody changed, and how they differ from what shall stand there.
    pub edited: BTreeMap<String, String>,
}

impl Disk {
    pub(super) fn look(settings: &Settings, old: &Record, next: &Next) -> Result<Self, Failure> {
        let places = &settings.places;
        let mut found = Self { wanted: wanted(places, next), orphans: BTreeSet::new(), edited: BTreeMap::new() };
        let recorded = old.by_place(places);
        for (path, text) in &mut found.wanted {
            let Some(there) = read(path) else { continue };
            if unix(&there) == *text {
                // A checkout that changed the line endings is no change of ours to undo.
                *text = there;
            } else if recorded.get(path).is_some_and(|known| *known != hash(&there)) {
                found.edited.insert(path.clone(), unified(path, text, &unix(&there)));
            }
        }
        if settings.deletes() || settings.mode == Mode::Check {
            for (path, known) in &next.leaving {
                let path = places.file(path);
                let Some(there) = read(&path) else { continue };
                if *known != hash(&there) {
                    found.edited.insert(path.clone(), String::new());
                }
                found.orphans.insert(path);
            }
        }
        if settings.prune || settings.mode == Mode::Check {
            found.orphans.extend(unrecorded(places, next)?);
        }
        let astray = places.led_astray(found.wanted.keys().chain(&found.orphans));
        if !astray.is_empty() {
            let why = "a link leads out of the project, and none is followed; name the folder itself with --out";
            return Err(Failure::all(astray.iter().map(|path| format!("{path}: {why}"))));
        }
        Ok(found)
    }
}

/// The hash of a runtime class, or of its metadata, that was written before there was a record.
pub(super) fn adopt(settings: &Settings, path: &str) -> Option<String> {
    let class = settings.places.file(path.strip_suffix("-meta.xml").unwrap_or(path));
    let ours = read(&class).is_some_and(|text| is_ours(&text));
    ours.then(|| read(&settings.places.file(path)).map(|text| hash(&text)))?
}

/// Whether a component that we do not write any more is there all the same, and is not what this run removes.
pub(super) fn is_of_others(settings: &Settings, leaving: &Hashes, kind: &str, name: &str) -> bool {
    let path = match kind {
        "ApexClass" => format!("{CLASSES_DIR}/{name}.cls"),
        "PermissionSet" => format!("main/default/permissionsets/{name}.permissionset-meta.xml"),
        "GenAiFunction" => format!("main/default/genAiFunctions/{name}/{name}.genAiFunction-meta.xml"),
        _ => return false,
    };
    !leaving.contains_key(&path) && Path::new(&settings.places.file(&path)).exists()
}

fn wanted(places: &Places, next: &Next) -> Files {
    let texts = next.texts.iter().map(|(path, text)| (places.file(path), text.clone()));
    let manifests = next.manifests.iter().map(|(name, text)| (places.manifest(name), text.clone()));
    texts.chain(manifests).chain([(places.record(), next.record.text())]).collect()
}

/// Classes that bear our mark and that no record names: from before there was one, or from a copy. The runtime stays.
fn unrecorded(places: &Places, next: &Next) -> Result<Vec<String>, Failure> {
    if !places.out().is_dir() {
        return Ok(Vec::new());
    }
    let known: BTreeSet<&String> = next.record.files().map(|(path, _)| path).chain(next.texts.keys()).collect();
    let mut found = Vec::new();
    for (path, bytes) in read_tree(places.out(), CLASS).map_err(Failure::all)? {
        if known.contains(&path) || Places::is_runtime(&path) || !is_ours(&String::from_utf8_lossy(&bytes)) {
            continue;
        }
        found.extend([places.file(&path), places.file(&format!("{path}-meta.xml"))]);
    }
    Ok(found)
}

/// What stands there. Of a link, a device or a file that is too large, only that it is one: it differs from all that we write.
pub(super) fn read(path: &str) -> Option<String> {
    match read_own_file(Path::new(path)) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => None,
        Err(error) => Some(format!("({error})\n")),
    }
}
