//! Writes stores and generated folders while their writer is killed, has no room or meets another one.

use std::process::ExitCode;

#[cfg(unix)]
use planwright_tools::faults::{self, Settings};

#[cfg(unix)]
const USAGE: &str = "\
Usage: cargo tool faults -- [--points N] [--flips N] [--seed S] [--store NAME] [--program FILE] [--control]

Counts what is torn, lost, left over, or damaged without a report.

  --control    Use a file without lock and checksum; the run has to fail.
";

#[cfg(unix)]
fn main() -> ExitCode {
    planwright_tools::run(USAGE, |root, arguments| Some(faults::run(root, &Settings::parse(arguments)?)))
}

#[cfg(not(unix))]
fn main() -> ExitCode {
    eprintln!("error: faults needs a Unix system");
    ExitCode::from(2)
}
