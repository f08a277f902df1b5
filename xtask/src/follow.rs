//! `cargo xtask follow`: documents with one planted error each, judged while they arrive.

use std::path::Path;
use std::process::{Command, ExitCode};

/// The test that plants the errors.
const TEST: &str = "follow::a_planted_error_is_seen_within_its_token";

/// Runs the test for so many documents of each kind; it prints what came of it.
pub(crate) fn run(root: &Path, count: &str) -> ExitCode {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["test", "--workspace", "--test", "all", TEST, "--", "--nocapture"]);
    match command.current_dir(root).env("FOLLOW_MUTANTS", count).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: cargo does not start: {error}");
            ExitCode::from(2)
        }
    }
}
