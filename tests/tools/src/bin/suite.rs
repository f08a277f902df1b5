//! Runs a folder of files in the format of JSON-Schema-Test-Suite through generated code.

use std::process::ExitCode;

use planwright_tools::suite::{self, PageMode, TYPIFY_WORKER};
use std::path::Path;

const USAGE: &str = "\
Usage: cargo tool suite -- FOLDER [--assert-formats] [--readers] [--typify] [--remotes DIR]
       cargo tool suite -- --drafts TESTS [--check]

  --drafts     Write the results of the required tests of every dialect into docs/benchmarks.md.
  --check      Compare them with the page instead.
  --readers    Use the readers that validate, and compare each with the validator.
";

fn main() -> ExitCode {
    planwright_tools::run(USAGE, |root, arguments| match arguments {
        [TYPIFY_WORKER] => Some(suite::typify_work()),
        ["--drafts", folder] => Some(suite::run_drafts(root, Path::new(folder), PageMode::Write)),
        ["--drafts", folder, "--check"] => Some(suite::run_drafts(root, Path::new(folder), PageMode::Check)),
        [folder, settings @ ..] => Some(suite::run(root, Path::new(folder), suite::parse_settings(settings)?)),
        [] => None,
    })
}
