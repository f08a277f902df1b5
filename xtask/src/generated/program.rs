//! Runs programs of this workspace as processes, because xtask must compile even if they do not.

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

/// Builds `planwright-render`, with Cargo's progress, and returns what it prints on standard output, or on both streams if it
/// fails.
pub(super) fn render(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let run = |verb: &[&str]| {
        let mut command = Command::new(&cargo);
        command.current_dir(root).args(verb).args(["--bin", "planwright-render"]);
        command
    };
    let built = run(&["build"]).status().map_err(|error| format!("cargo build: {error}"))?;
    if !built.success() {
        return Err(format!("cargo build --bin planwright-render: {built}"));
    }
    let output = run(&["run", "--quiet"]).arg("--").args(arguments).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8(output.stdout).map_err(|error| error.to_string())?;
    if output.status.success() { Ok(text) } else { Err(text + &String::from_utf8_lossy(&output.stderr)) }
}
