//! Compiles every schema of a folder and counts which compile, are refused, or panic.

use std::process::ExitCode;

use planwright_tools::suite::{self, TYPIFY_WORKER};
use std::path::Path;

const USAGE: &str = "\
Usage: cargo tool schemas -- FOLDER [--pick N] [--typify]

  --pick N    Compile only N schemas, at even distances.
";

fn main() -> ExitCode {
    planwright_tools::run(USAGE, |root, arguments| match arguments {
        [TYPIFY_WORKER] => Some(suite::typify_work()),
        [folder, settings @ ..] => Some(suite::compile_each(root, Path::new(folder), suite::parse_sample(settings)?)),
        [] => None,
    })
}
