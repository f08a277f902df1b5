//! Rejects classes, permission sets and agent functions whose name already exists elsewhere in the project, because
//! an org can have only one of each name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf, absolute};

use planwright_sync::list_own_tree;
use planwright_templates::is_ours;

use super::deploy_plan::DeployPlan;
use super::existing;
use super::project_paths::plain;
use super::settings::Settings;
use planwright_project::exit::Failure;

/// How the files end, and what is in them.
const KINDS: [(&str, &str); 3] = [
    (".cls", "an Apex class"),
    (".permissionset-meta.xml", "a permission set"),
    (".genAiFunction-meta.xml", "an agent function"),
];

/// Refuses the files to write whose name stands in another place of the project too. What is written outside of the package
/// directories is no part of what the project deploys.
pub(super) fn refuse(settings: &Settings, deployment: &DeployPlan) -> Result<(), Failure> {
    let out = settings.places.out();
    let Some(project) = &settings.project else { return Ok(()) };
    let folders = project.packages().map_err(Failure::one)?;
    let place = real(out);
    if !folders.iter().any(|folder| place.starts_with(real(Path::new(folder)))) {
        return Ok(());
    }
    let mut found = Vec::new();
    for (ending, what) in KINDS {
        let ours: BTreeMap<String, String> = deployment
            .texts
            .keys()
            .chain(&deployment.fresh)
            .chain(deployment.staged.keys())
            .filter(|path| path.ends_with(ending))
            .map(|path| (name_in(path, ending), settings.places.file(path)))
            .collect();
        for folder in folders.iter().filter(|folder| !ours.is_empty() && Path::new(folder).is_dir()) {
            for path in list_own_tree(Path::new(folder), ending).map_err(Failure::all)? {
                let there = Path::new(folder).join(&path);
                let Some(mine) = ours.get(&name_in(&path, ending)) else { continue };
                if full(&there) != full(Path::new(mine)) && real(&there) != real(Path::new(mine)) {
                    let help = if existing::read(&there.display().to_string()).is_some_and(|text| is_ours(&text)) {
                        "it was generated; remove it, or name its package directory with --out"
                    } else {
                        "move the file, or rename the blueprint"
                    };
                    let there = there.display();
                    found.push(format!("{there}: {what} with this name already exists; {help}"));
                }
            }
        }
    }
    found.sort();
    found.dedup();
    if found.is_empty() { Ok(()) } else { Err(Failure::all(found)) }
}

/// The name of what a file holds, which an org does not tell apart by the case of letters.
fn name_in(path: &str, ending: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_suffix(ending).unwrap_or(file).to_ascii_lowercase()
}

/// The path from the root of the disk, by the text alone.
fn full(path: &Path) -> PathBuf {
    absolute(path).map_or_else(|_| path.to_owned(), |path| plain(&path))
}

/// The path as the disk has it, also of what is not there yet; in small letters, since some disks do not tell them apart.
fn real(path: &Path) -> PathBuf {
    let full = full(path);
    let there = full.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    let real = there.and_then(|(above, real)| Some(real.join(full.strip_prefix(above).ok()?)));
    real.unwrap_or(full).display().to_string().to_lowercase().into()
}
