//! Compares the plan with the disk: what was edited by hand, what only has other line endings, what is an orphan.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use planwright_sync::{Files, Mode, read_tree, unified};
use planwright_templates::is_ours;

use crate::exit::Failure;

use super::deploy_plan::DeployPlan;
use super::existing::read;
use super::hashes::{Hashes, is_recorded};
use super::meaning::{meaning, unix};
use super::project_paths::{CLASS, ProjectPaths};
use super::settings::Settings;

/// What was found. All paths are as a person would write them here.
pub(super) struct Disk {
    /// Every file to write, the record among them.
    pub wanted: Files,
    /// New files whose texts are staged, and where.
    pub staged: Vec<(String, PathBuf)>,
    /// How many files more need not be written.
    pub fresh: usize,
    /// Files of ours to remove, or in a check to report.
    pub orphans: BTreeSet<String>,
    /// Files of ours that somebody changed, and how they differ from what shall stand there.
    pub edited: BTreeMap<String, String>,
}

impl Disk {
    pub(super) fn compare(
        settings: &Settings,
        recorded: &Hashes,
        deployment: &mut DeployPlan,
    ) -> Result<Self, Failure> {
        let places = &settings.places;
        let fresh = deployment.fresh.len();
        let wanted = wanted(places, deployment);
        let staged = std::mem::take(&mut deployment.staged).into_iter();
        let staged = staged.map(|(path, file)| (places.file(&path), file)).collect();
        let mut found = Self { wanted, staged, fresh, orphans: BTreeSet::new(), edited: BTreeMap::new() };
        for (path, text) in &mut found.wanted {
            let Some(there) = read(path) else { continue };
            if there == *text {
                continue;
            }
            if meaning(path, &there) == meaning(path, text) {
                // What a checkout did to the line endings, and a formatter to the layout, is no change of ours to undo.
                *text = there;
            } else if recorded.get(path).is_some_and(|known| !is_recorded(known, path, &there)) {
                found.edited.insert(path.clone(), unified(path, text, &unix(&there)));
            }
        }
        if settings.deletes() || settings.mode == Mode::Check {
            for (path, known) in &deployment.leaving {
                let path = places.file(path);
                let Some(there) = read(&path) else { continue };
                if !is_recorded(known, &path, &there) {
                    found.edited.insert(path.clone(), String::new());
                }
                found.orphans.insert(path);
            }
        }
        if settings.prune || settings.mode == Mode::Check {
            found.orphans.extend(unrecorded(places, deployment)?);
        }
        let staged = found.staged.iter().map(|(path, _)| path);
        let fresh: Vec<String> = deployment.fresh.iter().map(|path| places.file(path)).collect();
        let astray = places.led_astray(found.wanted.keys().chain(&found.orphans).chain(&fresh).chain(staged));
        if !astray.is_empty() {
            let why = "a link leads out of the project, and none is followed; name the folder itself with --out";
            return Err(Failure::all(astray.iter().map(|path| format!("{path}: {why}"))));
        }
        Ok(found)
    }
}

/// Takes the texts out of the plan.
fn wanted(places: &ProjectPaths, deployment: &mut DeployPlan) -> Files {
    let texts = std::mem::take(&mut deployment.texts).into_iter().map(|(path, text)| (places.file(&path), text));
    let manifests = std::mem::take(&mut deployment.manifests);
    let manifests = manifests.into_iter().map(|(name, text)| (places.manifest(&name), text));
    texts.chain(manifests).chain([(places.record(), deployment.record.text())]).collect()
}

/// Classes that bear our mark and that no record names: from before there was one, or from a copy. The runtime stays.
fn unrecorded(places: &ProjectPaths, deployment: &DeployPlan) -> Result<Vec<String>, Failure> {
    if !places.out().is_dir() {
        return Ok(Vec::new());
    }
    let known: BTreeSet<&String> = deployment.record.files().map(|(path, _)| path).collect();
    let mut found = Vec::new();
    for (path, bytes) in read_tree(places.out(), CLASS).map_err(Failure::all)? {
        if known.contains(&path) || ProjectPaths::is_runtime(&path) || !is_ours(&String::from_utf8_lossy(&bytes)) {
            continue;
        }
        found.extend([places.file(&path), places.file(&format!("{path}-meta.xml"))]);
    }
    Ok(found)
}
