//! SFDX projects that are verified: those that are checked in, and those that are created below `target/verify`.
//!
//! A project that exists only for verification has a folder in `tests/cases/apex`. It contains `blueprints/`, the
//! `objects/` that they need in source format, and a `world.json` with the same objects for the offline interpreter.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::tools::{Obstacle, sfdx_project};
use crate::generated::planwright;

/// An SFDX project with a name for output.
pub(super) struct Project {
    pub(super) name: String,
    pub(super) dir: PathBuf,
}

/// Definition of a project that is created. Paths are relative to the workspace.
struct Recipe {
    name: &'static str,
    /// Folder of the blueprints.
    blueprints: &'static str,
    /// Folder of object metadata, which is copied into the package directory.
    objects: Option<&'static str>,
    /// Additional objects of the offline org.
    world: Option<&'static str>,
    /// Additional arguments of `planwright apex`, for example about the runtime and packages.
    flags: &'static [&'static str],
    /// Namespace of the project, or an empty string.
    namespace: &'static str,
}

/// Projects that are checked in: one generated from blueprints, and one from schemas.
const CHECKED_IN: [(&str, &str); 2] = [("examples", "examples"), ("types", "tests/cases/apex-types")];

const BUILT_PROJECTS: [Recipe; 4] = [
    Recipe {
        name: "library",
        blueprints: "crates/reference/blueprints",
        objects: None,
        world: None,
        flags: &["--runtime=used"],
        namespace: "",
    },
    Recipe {
        name: "awkward",
        blueprints: "tests/cases/apex/awkward/blueprints",
        objects: Some("tests/cases/apex/awkward/objects"),
        world: Some("tests/cases/apex/awkward/world.json"),
        flags: &["--runtime=all"],
        namespace: "",
    },
    Recipe {
        name: "trimmed",
        blueprints: "tests/cases/apex/trimmed/blueprints",
        objects: None,
        world: None,
        flags: &["--runtime=used"],
        namespace: "",
    },
    Recipe {
        name: "packaged",
        blueprints: "examples/blueprints",
        objects: Some("tests/cases/apex/packaged/objects"),
        world: None,
        flags: &["--runtime=all", "--packaged"],
        namespace: "acme",
    },
];

const PACKAGE: &str = "force-app";

/// Name of the project that `planwright init` creates.
const INITIAL_PROJECT: &str = "started";

/// Name of the project whose actions use the runtime package.
const SHARED_RUNTIME: &str = "shared-runtime";

/// Returns all projects, or only the one at `only`.
pub(super) fn projects(root: &Path, only: Option<&Path>) -> Result<Vec<Project>, Obstacle> {
    if let Some(dir) = only {
        return Ok(vec![Project { name: dir.display().to_string(), dir: sfdx_project(dir)? }]);
    }
    let mut all = Vec::new();
    for (name, place) in CHECKED_IN {
        all.push(Project { name: name.to_owned(), dir: sfdx_project(&root.join(place))? });
    }
    for recipe in &BUILT_PROJECTS {
        all.push(Project { name: recipe.name.to_owned(), dir: make(root, recipe)? });
    }
    all.push(Project { name: INITIAL_PROJECT.to_owned(), dir: start(root)? });
    all.push(Project { name: SHARED_RUNTIME.to_owned(), dir: share_runtime(root)? });
    Ok(all)
}

/// Creates a project like a new user: `planwright init`, then an agent with all its actions.
fn start(root: &Path) -> Result<PathBuf, Obstacle> {
    let dir = root.join("target/verify").join(INITIAL_PROJECT);
    let failed = |words: String| Obstacle::Project(INITIAL_PROJECT, words);
    empty_project(&dir, INITIAL_PROJECT, "").map_err(|error| failed(error.to_string()))?;
    let agent: &[&str] =
        &["agent-script", "write", "--bundle", "Started", "--out", PACKAGE, "blueprints/close-case.json"];
    for arguments in [&["init", "--for", "salesforce"][..], agent] {
        let output = planwright(root).args(arguments).current_dir(&dir).output();
        let output = output.map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            return Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
    }
    sfdx_project(&dir)
}

/// Creates the runtime package, and actions that use it. An org has both, so the analyzers see them as one project.
fn share_runtime(root: &Path) -> Result<PathBuf, Obstacle> {
    let dir = root.join("target/verify").join(SHARED_RUNTIME);
    let failed = |words: String| Obstacle::Project(SHARED_RUNTIME, words);
    empty_project(&dir, SHARED_RUNTIME, "").map_err(|error| failed(error.to_string()))?;
    let objects = dir.join(PACKAGE).join("main/default/objects");
    copy_tree(&root.join("tests/cases/apex/packaged/objects"), &objects).map_err(|error| failed(error.to_string()))?;
    let blueprints = root.join("examples/blueprints").display().to_string();
    let package: &[&str] = &["apex", "--runtime-package", "runtime"];
    for arguments in [package, &["apex", "--runtime=package", &blueprints]] {
        let output = planwright(root).args(arguments).current_dir(&dir).output();
        let output = output.map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            return Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
    }
    // A package directory can use those before it.
    let both = format!(
        r#"{{"packageDirectories": [{{"path": "runtime/{PACKAGE}"}}, {{"path": "{PACKAGE}", "default": true}}],
"name": "{SHARED_RUNTIME}", "namespace": "", "sourceApiVersion": "65.0"}}
"#
    );
    fs::write(dir.join("sfdx-project.json"), both).map_err(|error| failed(error.to_string()))?;
    sfdx_project(&dir)
}

/// Creates a project from scratch, so that files of an earlier run have no influence.
fn make(root: &Path, recipe: &Recipe) -> Result<PathBuf, Obstacle> {
    let dir = root.join("target/verify").join(recipe.name);
    let failed = |words: String| Obstacle::Project(recipe.name, words);
    add_sources(root, recipe, &dir).map_err(|error| failed(error.to_string()))?;
    let blueprints = blueprints(&root.join(recipe.blueprints)).map_err(|error| failed(error.to_string()))?;
    if blueprints.is_empty() {
        return Err(failed(format!("no blueprint in {}", recipe.blueprints)));
    }
    let mut command = planwright(root);
    command.arg("apex").args(recipe.flags).arg("--out").arg(dir.join(PACKAGE)).args(blueprints);
    let output = command.output().map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    sfdx_project(&dir)
}

/// Creates a folder that contains only `sfdx-project.json`.
fn empty_project(dir: &Path, name: &str, namespace: &str) -> io::Result<()> {
    match fs::remove_dir_all(dir) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => fs::create_dir_all(dir)?,
    }
    // The manifest contains the version, the package directory, and a namespace of installed packages as in a difficult
    // org.
    let manifest = format!(
        r#"{{"packageDirectories": [{{"path": "{PACKAGE}", "default": true}}], "name": "{name}", "namespace": "{namespace}",
"plugins": {{"dependencies": [{{"namespace": "ns"}}]}}, "sourceApiVersion": "65.0"}}
"#
    );
    fs::write(dir.join("sfdx-project.json"), manifest)
}

fn add_sources(root: &Path, recipe: &Recipe, dir: &Path) -> io::Result<()> {
    empty_project(dir, recipe.name, recipe.namespace)?;
    if let Some(world) = recipe.world {
        fs::copy(root.join(world), dir.join("world.json"))?;
    }
    match recipe.objects {
        Some(objects) => copy_tree(&root.join(objects), &dir.join(PACKAGE).join("main/default/objects")),
        None => Ok(()),
    }
}

fn copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Returns the JSON files of a folder, sorted.
fn blueprints(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let paths = entries.into_iter().map(|entry| entry.path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|ending| ending == "json")).collect();
    files.sort();
    Ok(files)
}
