//! Compares the plan with the disk: what was edited by hand, what only has other line endings, what is an orphan.

use std::collections::{BTreeMap, BTreeSet};

use planwright_sync::{Files, Mode, read_tree, unified};
use planwright_templates::is_ours;

use crate::exit::Failure;

use super::deploy_plan::DeployPlan;
use super::existing::read;
use super::hashes::is_recorded;
use super::meaning::{meaning, unix};
use super::project_paths::{CLASS, ProjectPaths};
use super::record::Record;
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
    pub(super) fn compare(settings: &Settings, old: &Record, deployment: &DeployPlan) -> Result<Self, Failure> {
        let places = &settings.places;
        let mut found = Self { wanted: wanted(places, deployment), orphans: BTreeSet::new(), edited: BTreeMap::new() };
        let recorded = old.by_place(places);
        for (path, text) in &mut found.wanted {
            let Some(there) = read(path) else { continue };
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
        let astray = places.led_astray(found.wanted.keys().chain(&found.orphans));
        if !astray.is_empty() {
            let why = "a link leads out of the project, and none is followed; name the folder itself with --out";
            return Err(Failure::all(astray.iter().map(|path| format!("{path}: {why}"))));
        }
        Ok(found)
    }
}

fn wanted(places: &ProjectPaths, deployment: &DeployPlan) -> Files {
    let texts = deployment.texts.iter().map(|(path, text)| (places.file(path), text.clone()));
    let manifests = deployment.manifests.iter().map(|(name, text)| (places.manifest(name), text.clone()));
    texts.chain(manifests).chain([(places.record(), deployment.record.text())]).collect()
}

/// Classes that bear our mark and that no record names: from before there was one, or from a copy. The runtime stays.
fn unrecorded(places: &ProjectPaths, deployment: &DeployPlan) -> Result<Vec<String>, Failure> {
    if !places.out().is_dir() {
        return Ok(Vec::new());
    }
    let known: BTreeSet<&String> =
        deployment.record.files().map(|(path, _)| path).chain(deployment.texts.keys()).collect();
    let mut found = Vec::new();
    for (path, bytes) in read_tree(places.out(), CLASS).map_err(Failure::all)? {
        if known.contains(&path) || ProjectPaths::is_runtime(&path) || !is_ours(&String::from_utf8_lossy(&bytes)) {
            continue;
        }
        found.extend([places.file(&path), places.file(&format!("{path}-meta.xml"))]);
    }
    Ok(found)
}
