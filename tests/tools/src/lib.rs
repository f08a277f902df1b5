//! Programs that test Planwright at length: official suites, mutated schemas, faults on disk, growth, benchmarks.
//!
//! Each program in `src/bin` is run with `cargo tool NAME -- ARGUMENTS`. `.ci/full` runs all of them.

pub mod bench;
pub mod bowtie;
#[cfg(target_os = "linux")]
pub mod complexity;
#[cfg(unix)]
pub mod faults;
pub mod hostile;
pub mod suite;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs a program with its arguments.
///
/// `run` returns `None` for invalid arguments. In that case the usage is printed and the exit code is 2.
pub fn run(usage: &str, run: impl FnOnce(&Path, &[&str]) -> Option<ExitCode>) -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    run(&root(), &arguments).unwrap_or_else(|| {
        eprint!("{usage}");
        ExitCode::from(2)
    })
}

/// Returns the root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).map_or_else(PathBuf::new, Path::to_path_buf)
}
