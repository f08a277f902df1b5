//! Runs a folder of files in the format of JSON-Schema-Test-Suite through generated code.

use std::process::ExitCode;

use planwright_tools::suite::{self, TYPIFY_WORKER};
use std::path::Path;

const USAGE: &str = "\
Usage: cargo tool suite -- FOLDER [--assert-formats] [--readers] [--typify] [--remotes DIR]

  --readers    Use the readers that validate, and compare each with the validator.
";

fn main() -> ExitCode {
    planwright_tools::run(USAGE, |root, arguments| match arguments {
        [TYPIFY_WORKER] => Some(suite::typify_work()),
        [folder, settings @ ..] => Some(suite::run(root, Path::new(folder), suite::parse_settings(settings)?)),
        [] => None,
    })
}
