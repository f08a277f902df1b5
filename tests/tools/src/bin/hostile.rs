//! Mutates schemas and compiles each mutant in a process that may die.

use std::process::ExitCode;

use planwright_tools::hostile::{self, Settings};

const USAGE: &str = "\
Usage: cargo tool hostile -- [FOLDER] [--count N] [--seed S] [--first N] [--seconds N] [--jobs N] [--accepted DIR] [--plain]
                             [--control KIND]

No mutant may panic, overflow the stack, or take more than its time and 512 MB. Without FOLDER, the schemas of the project are
mutated.

  --accepted DIR    Keep the mutants that compile.
  --plain           Use the files as they are.
  --control KIND    Make one mutant misbehave: panic, recurse, spin, sleep, allocate, nowhere.
";

fn main() -> ExitCode {
    planwright_tools::run(USAGE, |root, arguments| match arguments {
        [hostile::WORKER, settings @ ..] => Some(hostile::work(root, &Settings::parse(settings)?)),
        settings => Some(hostile::run(root, &Settings::parse(settings)?)),
    })
}
