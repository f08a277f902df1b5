//! Agent functions whose name another one of the project has: an org holds one of each name, whatever package directory it comes from.

use std::collections::BTreeMap;
use std::path::{Path, absolute};

use planwright_sync::list_tree;

use super::deploy_plan::DeployPlan;
use super::settings::Settings;
use crate::exit::Failure;
use crate::sfdx::Sfdx;

/// How the file of an agent function ends.
const FUNCTION: &str = ".genAiFunction-meta.xml";

/// Refuses the functions to write that stand in another place of the project too.
pub(super) fn refuse(settings: &Settings, deployment: &DeployPlan) -> Result<(), Failure> {
    let ours: BTreeMap<String, String> = deployment
        .texts
        .keys()
        .filter(|path| path.ends_with(FUNCTION))
        .map(|path| (name_in(path), settings.places.file(path)))
        .collect();
    if ours.is_empty() {
        return Ok(());
    }
    let out = settings.places.out();
    let mut folders = vec![out.display().to_string()];
    if let Some(project) = Sfdx::find(out).map_err(Failure::one)? {
        folders.extend(project.packages().map_err(Failure::one)?);
    }
    let mut found = Vec::new();
    for folder in folders.iter().filter(|folder| Path::new(folder).is_dir()) {
        for path in list_tree(Path::new(folder), FUNCTION).map_err(Failure::all)? {
            let there = Path::new(folder).join(&path);
            let Some(mine) = ours.get(&name_in(&path)) else { continue };
            let is_same =
                matches!((absolute(&there), absolute(mine)), (Ok(there), Ok(mine)) if plain(&there) == plain(&mine));
            if !is_same {
                found.push(format!(
                    "{}: an agent function of this name is there, and an org holds one; rename the blueprint, or move the file \
                     away",
                    there.display()
                ));
            }
        }
    }
    found.sort();
    found.dedup();
    if found.is_empty() { Ok(()) } else { Err(Failure::all(found)) }
}

/// The name of a function, which an org does not tell apart by the case of letters.
fn name_in(path: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_suffix(FUNCTION).unwrap_or(file).to_ascii_lowercase()
}

/// The path without the parts that lead nowhere; in small letters, since some disks do not tell them apart.
fn plain(path: &Path) -> String {
    let real = path.parent().and_then(|folder| folder.canonicalize().ok());
    let file = path.file_name().unwrap_or_default();
    real.map_or_else(|| path.to_owned(), |folder| folder.join(file)).display().to_string().to_lowercase()
}
