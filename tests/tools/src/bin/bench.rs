//! Measures reading and validation next to other validators.

use std::process::ExitCode;

use planwright_tools::bench::{self, Task};

const USAGE: &str = "\
Usage: cargo tool bench -- [--print] [--lto] | --from FILE | --builds | --counts [--check]

Writes tests/peers/results/reading.md and its plots.

  --print        Print the tables and write nothing.
  --lto          Build with link-time optimization.
  --from FILE    Write the page from tables that were printed before.
  --builds       Build crates with generated code from nothing and write tests/peers/results/builds.md.
  --counts       Count instructions and record them; with --check, compare with the record. Needs valgrind.
";

fn main() -> ExitCode {
    planwright_tools::run(USAGE, |root, arguments| {
        Some(match arguments {
            ["--builds"] => bench::run(root, Task::Builds, "release"),
            ["--counts"] => bench::run(root, Task::Count, "release"),
            ["--counts", "--check"] => bench::run(root, Task::HoldCounts, "release"),
            ["--from", file] => bench::run(root, Task::PageOf(file), "release"),
            settings if settings.iter().all(|one| ["--print", "--lto"].contains(one)) => {
                let task = if settings.contains(&"--print") { Task::Print } else { Task::Page };
                bench::run(root, task, if settings.contains(&"--lto") { "lto" } else { "release" })
            }
            _ => return None,
        })
    })
}
