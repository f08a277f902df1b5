//! Tasks for developing the project: `gen`, `verify` and `mutants`.
//!
//! This crate depends only on `schema`, `codegen` and `sync`. It therefore runs, and can repair `generated/`, even if
//! other crates do not compile.

mod generated;
mod verify;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use generated::Recall;
use verify::Extent;

const USAGE: &str = "\
Usage: cargo xtask <TASK>

Tasks:
  gen              Regenerate the checked-in Rust and Apex from schemas/ and examples/. Writes only files that differ.
  gen --check      Write nothing; list files that are stale, missing or left over, and fail if there are any.
      --no-cache   Check again even if nothing has changed since the last clean check.
  verify [DIR]     Run the Salesforce analyzers and the Apex tests over all projects, or over the project in DIR.
                   Needs Node, npm and Java.
      --sample     Try a sample of the mutants only.
  mutants [DIR]    Apply every known mutation to the Apex, not only a sample, and list those that no test notices.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["gen"] => generated::write_all(&root()),
        ["gen", "--check"] => generated::check_all(&root(), Recall::Yes),
        ["gen", "--check", "--no-cache"] => generated::check_all(&root(), Recall::No),
        ["verify"] => verify::verify(&root(), None, Extent::All),
        ["verify", "--sample"] => verify::verify(&root(), None, Extent::Sample),
        ["verify", "--sample", project] => verify::verify(&root(), Some(Path::new(project)), Extent::Sample),
        ["verify", project] => verify::verify(&root(), Some(Path::new(project)), Extent::All),
        ["mutants"] => verify::mutants(&root(), None),
        ["mutants", project] => verify::mutants(&root(), Some(Path::new(project))),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            ExitCode::SUCCESS
        }
        _ => {
            eprint!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// Returns the root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}
