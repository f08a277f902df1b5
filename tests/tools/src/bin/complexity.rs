//! Runs each command over an input and over one of four times its size.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
use planwright_tools::complexity::{self, Settings};

#[cfg(target_os = "linux")]
const USAGE: &str = "\
Usage: cargo tool complexity -- [--program FILE] [--only PART] [--control]

No command may take more than six times the processor time. Needs Linux.

  --control    Measure a worker that is quadratic; the run has to fail.
";

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    planwright_tools::run(USAGE, |root, arguments| match arguments {
        [complexity::WORKER, file] => Some(complexity::work(file)),
        settings => Some(complexity::run(root, &Settings::parse(settings)?)),
    })
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    eprintln!("error: complexity needs Linux");
    ExitCode::from(2)
}
