//! Checks and installs the requirements of verification: programs, the project, and the npm packages of both tools.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::analyzer::printed;

const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };
const MIN_NODE_VERSION: u32 = 20;

/// Reason why nothing could be verified.
#[derive(Debug)]
pub(super) enum Obstacle {
    /// These programs are missing or too old.
    Programs(Vec<&'static str>),
    /// The folder has no SFDX project.
    NoProject(PathBuf),
    /// The project with this name could not be created, for this reason.
    Project(&'static str, String),
    /// `npm ci` failed in this folder, with this output.
    Install(PathBuf, String),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Programs(missing) => write!(
                f,
                "verify needs Node.js {MIN_NODE_VERSION} or newer with npm, and Java 11 or newer, on the PATH; install what is missing: {}",
                missing.join(", ")
            ),
            Self::NoProject(dir) => {
                write!(f, "{}: no sfdx-project.json here; run `cargo xtask gen` first", dir.display())
            }
            Self::Project(name, words) => write!(f, "the project {name} could not be made: {words}"),
            Self::Install(dir, words) => write!(f, "`npm ci` failed in {}: {words}", dir.display()),
        }
    }
}

/// Checks all programs, so that one run names all missing ones.
pub(super) fn require() -> Result<(), Obstacle> {
    let found =
        [("node", node_is_new_enough()), ("npm", answers(NPM, "--version")), ("java", answers("java", "-version"))];
    let missing: Vec<_> = found.into_iter().filter(|(_, found)| !found).map(|(name, _)| name).collect();
    if missing.is_empty() { Ok(()) } else { Err(Obstacle::Programs(missing)) }
}

/// Returns the absolute path of an SFDX project.
pub(super) fn sfdx_project(dir: &Path) -> Result<PathBuf, Obstacle> {
    let absent = || Obstacle::NoProject(dir.to_path_buf());
    if !dir.join("sfdx-project.json").is_file() {
        return Err(absent());
    }
    std::path::absolute(dir).map_err(|_| absent())
}

/// Installs the pinned packages, unless that was done since the lock file last changed.
pub(super) fn install(dir: &Path) -> Result<(), Obstacle> {
    if is_installed(dir) {
        return Ok(());
    }
    println!("npm ci in {}", dir.display());
    let output =
        Command::new(NPM).args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(dir).output();
    let failure = |words: String| Obstacle::Install(dir.to_path_buf(), words);
    let output = output.map_err(|error| failure(error.to_string()))?;
    if output.status.success() { Ok(()) } else { Err(failure(printed(&output).join("; "))) }
}

/// Runs the package's tests, and returns their output if one fails.
pub(super) fn npm_test(dir: &Path) -> Result<(), Vec<String>> {
    let output = Command::new(NPM).args(["test", "--silent"]).current_dir(dir).output();
    let output = output.map_err(|error| vec![error.to_string()])?;
    if output.status.success() { Ok(()) } else { Err(printed(&output)) }
}

/// Runs an ignored test of the workspace, which needs installed packages, and returns its output if it fails.
pub(super) fn ignored_test(root: &Path, name: &str) -> Result<(), Vec<String>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["test", "--quiet", "--locked", "--workspace", "--test", "all", "--", "--ignored", name];
    let output = Command::new(cargo).args(arguments).current_dir(root).output();
    let output = output.map_err(|error| vec![error.to_string()])?;
    if output.status.success() { Ok(()) } else { Err(printed(&output)) }
}

fn is_installed(dir: &Path) -> bool {
    let changed = |file: &str| fs::metadata(dir.join(file)).and_then(|meta| meta.modified());
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Ok(installed), Ok(pinned)) => installed >= pinned,
        _ => false,
    }
}

fn answers(program: &str, flag: &str) -> bool {
    Command::new(program).arg(flag).output().is_ok_and(|output| output.status.success())
}

fn node_is_new_enough() -> bool {
    let output = Command::new("node").arg("--version").output();
    output.is_ok_and(|output| {
        major(&String::from_utf8_lossy(&output.stdout)).is_some_and(|major| major >= MIN_NODE_VERSION)
    })
}

/// Returns the major version: 20 for `v20.11.1`.
fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_major_version_of_node() {
        assert_eq!(major("v20.11.1\n"), Some(20));
        assert_eq!(major("20.11.1"), None);
        assert_eq!(major(""), None);
    }
}
