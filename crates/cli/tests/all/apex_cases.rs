//! Renders the blueprints of every project that `cargo xtask verify` analyzes, so that a blueprint that becomes invalid
//! fails here too.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::project::{repository, run, write};

/// Returns the files of a folder, sorted.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for path in entries(from) {
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_tree(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}

/// Renders the blueprints of a folder in a new project with these objects. Returns the error output, if it fails.
fn refusal(blueprints: &Path, objects: &Path) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let project = json!({
        "packageDirectories": [{"path": "force-app", "default": true}],
        "plugins": {"dependencies": [{"namespace": "ns"}]}
    });
    write(folder.path(), "sfdx-project.json", &project.to_string());
    if objects.is_dir() {
        copy_tree(objects, &folder.path().join("force-app/main/default/objects"));
    }
    let files = entries(blueprints).into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    let files: Vec<String> = files.map(|path| path.display().to_string()).collect();
    assert!(!files.is_empty(), "no blueprint in {}", blueprints.display());
    let arguments = ["apex", "--runtime=used"].into_iter().chain(files.iter().map(String::as_str));
    let (code, _, err) = run(folder.path(), &arguments.collect::<Vec<_>>());
    (code != 0).then_some(err)
}

#[test]
fn every_project_that_is_verified_can_be_rendered() {
    let (root, examples) = (repository(), repository().join("examples/blueprints"));
    let folders = entries(&root.join("tests/cases/apex")).into_iter().filter(|path| path.is_dir());
    let mut projects: Vec<(PathBuf, PathBuf)> = folders
        .map(|folder| {
            // A folder with objects only is a variant of the examples.
            let own = Some(folder.join("blueprints")).filter(|own| own.is_dir());
            (own.unwrap_or_else(|| examples.clone()), folder.join("objects"))
        })
        .collect();
    projects.push((root.join("crates/reference/blueprints"), PathBuf::new()));
    let refused = projects.iter().filter_map(|(blueprints, objects)| {
        Some(format!("{}:\n{}", blueprints.display(), refusal(blueprints, objects)?))
    });
    assert_eq!(refused.collect::<Vec<_>>().join("\n"), "");
}

#[test]
fn a_blueprint_that_is_refused_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let blueprint = fs::read_to_string(repository().join("tests/cases/apex/awkward/blueprints/sobject-type.json"));
    let changed = blueprint.unwrap().replace("ObjectPermissions", "RecordType");
    write(folder.path(), "changed.json", &changed);
    let refusal = refusal(folder.path(), Path::new("")).unwrap_or_default();
    assert!(refusal.contains("RecordType"), "{refusal}");
}
