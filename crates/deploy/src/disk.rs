//! Compares the plan with the disk.
//!
//! Finds files that were edited by hand, files that differ only in layout, and files that are no longer generated.

use std::collections::{BTreeMap, BTreeSet};

use planwright_sync::{Files, Mode, StagedFile, list_own_tree, read_bytes, resolved, unified};
use planwright_templates::is_ours;

use planwright_project::exit::Failure;
use planwright_project::sfdx::Sfdx;

use super::deploy_plan::DeployPlan;
use super::existing::read_text;
use super::hashes::{Hashes, is_recorded};
use super::layout::{unix, without_layout};
use super::project_paths::{CLASS, ProjectPaths};
use super::record::ReadRecord;
use super::settings::Settings;

/// Result of the comparison. All paths are relative to the current folder.
pub(super) struct DiskComparison {
    /// Files to write, including the record.
    pub wanted: Files,
    /// New files whose content is staged.
    pub staged: Vec<(String, StagedFile)>,
    /// Number of further files that are up to date.
    pub fresh: usize,
    /// Generated files to remove. A check only reports them.
    pub orphans: BTreeSet<String>,
    /// Generated files that the user edited, each with the difference from the new content.
    pub edited: BTreeMap<String, String>,
    /// Classes with our marker that are not in the record. Nothing shows whether they were edited.
    pub unrecorded: BTreeSet<String>,
}

impl DiskComparison {
    /// Compares the plan with the disk. `record` is the record that was read before, so that it is not read again.
    pub(super) fn compare(
        settings: &Settings,
        (record, recorded): (&ReadRecord, &Hashes),
        deployment: &mut DeployPlan,
    ) -> Result<Self, Failure> {
        let places = &settings.places;
        let staged = std::mem::take(&mut deployment.staged).into_iter();
        let staged = staged.map(|(path, file)| (places.file(&path), file)).collect();
        let fresh = deployment.fresh.len();
        let mut found = Self {
            wanted: Files::new(),
            staged,
            fresh,
            orphans: BTreeSet::new(),
            edited: BTreeMap::new(),
            unrecorded: BTreeSet::new(),
        };
        // The later plan does not look at files again that are up to date.
        let mut fresh: Vec<String> = deployment.fresh.iter().map(|path| places.file(path)).collect();
        for (path, text) in texts(places, deployment) {
            // Line endings may differ because of a checkout, and the layout because of a formatter. Neither is a change
            // to undo.
            match read_text(&path) {
                Some(there) if there == text || without_layout(&path, &there) == without_layout(&path, &text) => {
                    fresh.push(path);
                }
                Some(there) => {
                    if recorded.get(&path).is_some_and(|known| !is_recorded(known, &path, &there)) {
                        found.edited.insert(path.clone(), unified(&path, &text, &unix(&there)));
                    }
                    found.wanted.insert(path, text);
                }
                None => _ = found.wanted.insert(path, text),
            }
        }
        found.fresh = fresh.len();
        let place = places.record();
        if record.is_of(&place, &deployment.record) {
            found.fresh += 1;
        } else {
            found.wanted.insert(place, deployment.record.text());
        }
        if settings.deletes() || settings.mode == Mode::Check {
            for (path, known) in &deployment.leaving {
                let path = places.file(path);
                let Some(there) = read_text(&path) else { continue };
                if !is_recorded(known, &path, &there) {
                    found.edited.insert(path.clone(), String::new());
                }
                found.orphans.insert(path);
            }
        }
        if settings.prune || settings.mode == Mode::Check {
            found.unrecorded = unrecorded(settings, deployment)?;
            if settings.force || settings.mode == Mode::Check {
                found.orphans.extend(found.unrecorded.iter().cloned());
            }
        }
        let staged = found.staged.iter().map(|(path, _)| path);
        let outside = places.leading_outside(found.wanted.keys().chain(&found.orphans).chain(&fresh).chain(staged));
        if !outside.is_empty() {
            let why = "a symbolic link leads out of the project; name the folder itself with --out";
            return Err(Failure::all(outside.iter().map(|path| format!("{path}: {why}"))));
        }
        Ok(found)
    }
}

/// Moves the content of all files out of the plan, except that of the record.
fn texts(places: &ProjectPaths, deployment: &mut DeployPlan) -> Files {
    let texts = std::mem::take(&mut deployment.texts).into_iter().map(|(path, text)| (places.file(&path), text));
    let manifests = std::mem::take(&mut deployment.manifests);
    let manifests = manifests.into_iter().map(|(name, text)| (places.manifest(&name), text));
    texts.chain(manifests).collect()
}

/// Returns classes that have our marker but are not in the record, with their metadata.
///
/// They come from a version without records, or were copied. The runtime is left out, and so are nested package
/// directories.
fn unrecorded(settings: &Settings, deployment: &DeployPlan) -> Result<BTreeSet<String>, Failure> {
    let places = &settings.places;
    if !places.out().is_dir() {
        return Ok(BTreeSet::new());
    }
    let packages = settings.project.as_ref().map_or_else(Vec::new, Sfdx::folders);
    let out = resolved(places.out());
    let mut inner: BTreeSet<String> = packages
        .iter()
        .filter_map(|package| Some(resolved(package).strip_prefix(&out).ok()?.to_str()?.replace('\\', "/")))
        .filter(|folder| !folder.is_empty())
        .collect();
    let recorded = deployment.record.files().map(|(path, _)| path);
    let known: BTreeSet<&String> = recorded.chain(deployment.leaving.keys()).collect();
    let mut found = BTreeSet::new();
    let mut without_record = BTreeSet::new();
    for path in list_own_tree(places.out(), CLASS).map_err(Failure::all)? {
        if known.contains(&path) || ProjectPaths::is_runtime(&path) {
            continue;
        }
        let folders: Vec<&str> = path.match_indices('/').map(|(at, _)| &path[..at]).collect();
        for folder in &folders {
            if !inner.contains(*folder) && without_record.insert((*folder).to_owned()) && places.has_record(folder) {
                inner.insert((*folder).to_owned());
            }
        }
        if folders.iter().any(|folder| inner.contains(*folder)) {
            continue;
        }
        let bytes = read_bytes(&places.file(&path)).map_err(Failure::one)?;
        if is_ours(&String::from_utf8_lossy(&bytes)) {
            found.extend([places.file(&path), places.file(&format!("{path}-meta.xml"))]);
        }
    }
    Ok(found)
}
