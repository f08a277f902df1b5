//! Rejects classes, permission sets and agent functions whose API name already exists elsewhere in the project.
//!
//! An org has only one component of each name, whatever folder or package directory it comes from.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf, absolute};

use planwright_sync::list_own_tree;
use planwright_templates::is_ours;

use super::deploy_plan::DeployPlan;
use super::existing;
use super::project_paths::plain;
use super::settings::Settings;
use planwright_project::exit::Failure;

/// File suffixes, and a description of each kind.
const KINDS: [(&str, &str); 3] = [
    (".cls", "an Apex class"),
    (".permissionset-meta.xml", "a permission set"),
    (".genAiFunction-meta.xml", "an agent function"),
];

/// Returns an error if a file to write has the same name as another component of the project.
///
/// Files outside the package directories are not part of a deployment, so they are not checked.
pub(super) fn reject(settings: &Settings, deployment: &DeployPlan) -> Result<(), Failure> {
    let out = settings.places.out();
    let Some(project) = &settings.project else { return Ok(()) };
    let folders = project.packages().map_err(Failure::one)?;
    let place = resolved_path(out);
    if !folders.iter().any(|folder| place.starts_with(resolved_path(Path::new(folder)))) {
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
                if absolute_path(&there) != absolute_path(Path::new(mine))
                    && resolved_path(&there) != resolved_path(Path::new(mine))
                {
                    let help = if existing::read_text(&there.display().to_string()).is_some_and(|text| is_ours(&text)) {
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

/// Returns the name of the component in a file, in lowercase, because orgs ignore case.
fn name_in(path: &str, ending: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_suffix(ending).unwrap_or(file).to_ascii_lowercase()
}

/// Returns the absolute path, without reading the disk.
fn absolute_path(path: &Path) -> PathBuf {
    absolute(path).map_or_else(|_| path.to_owned(), |path| plain(&path))
}

/// Returns the resolved path in lowercase, because some file systems ignore case. The path itself need not exist.
fn resolved_path(path: &Path) -> PathBuf {
    let full = absolute_path(path);
    let there = full.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    let real = there.and_then(|(above, real)| Some(real.join(full.strip_prefix(above).ok()?)));
    real.unwrap_or(full).display().to_string().to_lowercase().into()
}
