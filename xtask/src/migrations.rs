//! `cargo xtask migrations`: edits of schemas with documents drawn from the old one.

use std::path::Path;
use std::process::{Command, ExitCode};

/// Runs the tests over the folders of `cases`, with so many documents over all; they print what came of it.
pub(crate) fn run(root: &Path, cases: &Path, count: &str) -> ExitCode {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["test", "--workspace", "--test", "all", "migrations_sampled::", "--", "--nocapture"]);
    let cases = match std::path::absolute(cases) {
        Ok(cases) => cases,
        Err(error) => {
            eprintln!("error: {}: {error}", cases.display());
            return ExitCode::from(2);
        }
    };
    command.current_dir(root).env("MIGRATION_CASES", cases).env("MIGRATION_SAMPLES", count);
    match command.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: cargo does not start: {error}");
            ExitCode::from(2)
        }
    }
}
