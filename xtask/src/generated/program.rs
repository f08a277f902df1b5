//! Runs the command line of this workspace as a process, because xtask must compile even if it does not.

use std::path::Path;
use std::process::Command;

/// Returns a command that builds the command line if needed and runs it.
///
/// It does not use `--package`, so that dependencies are built once for all commands of the workspace (see
/// `.cargo/config.toml`).
pub(crate) fn planwright(root: &Path) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(["run", "--quiet", "--bin", "planwright", "--"]);
    command
}

/// Builds the command line, and shows Cargo's progress.
pub(super) fn build(root: &Path) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).current_dir(root).args(["build", "--bin", "planwright"]).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("cargo build --bin planwright: {status}")),
        Err(error) => Err(format!("cargo build --bin planwright: {error}")),
    }
}

/// Returns the standard output of the command line, or both streams if it fails.
pub(super) fn output(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = planwright(root).args(arguments).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8(output.stdout).map_err(|error| error.to_string())?;
    if output.status.success() { Ok(text) } else { Err(text + &String::from_utf8_lossy(&output.stderr)) }
}
