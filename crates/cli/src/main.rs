//! The `planwright` program, and the only place where a user's files are read and written.
//!
//! Exit codes: 0 success, 1 findings, 2 usage error, I/O error or missing memory, 3 (`drift`, `lock --check`) undecided.

#![deny(clippy::print_stdout, clippy::print_stderr, reason = "`output` is the one writer")]

#[macro_use(errln, out, out_json, outln)]
extern crate planwright_project;

#[cfg(feature = "engines")]
mod agent;
mod agent_script;
mod apex;
mod check;
mod ci;
mod commands;
mod completions;
#[cfg(feature = "engines")]
mod conformance;
mod create;
mod demo;
mod deny;
mod explain;
mod export;
mod extract;
#[cfg(feature = "engines")]
mod fix;
#[cfg(feature = "engines")]
mod form;
mod generate;
mod help;
mod init;
mod interrupt;
mod library;
mod lint;
mod manual;
mod old_spellings;
#[cfg(feature = "report")]
mod pages;
#[cfg(feature = "engines")]
mod plan;
mod prompt;
mod published;
mod records;
mod rules;
#[cfg(feature = "engines")]
mod sheets;
mod snapshot;
mod starter;
mod subject;
mod suggestions;
#[cfg(feature = "engines")]
mod workflow;

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser};
use planwright_project::{exit, input, output, process, render, terminal};

use commands::Command;

/// A run allocates millions of small strings. With the system allocator that takes a fifth of the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Checks JSON plans that language models write, and generates Rust and Apex code.
#[derive(Debug, Parser)]
#[command(name = "planwright", version = version(), arg_required_else_help = true)]
struct Args {
    #[command(flatten)]
    terminal: terminal::TerminalArgs,
    #[command(flatten)]
    reading: input::ReadingArgs,
    #[command(subcommand)]
    command: Command,
}

/// Returns the version, with the commit if the build sets `PLANWRIGHT_COMMIT`.
fn version() -> String {
    let commit = option_env!("PLANWRIGHT_COMMIT").map_or_else(String::new, |commit| format!(" ({commit})"));
    format!("{}{commit}", env!("CARGO_PKG_VERSION"))
}

/// Returns the definition of the command line.
fn program() -> clap::Command {
    help::grouped(Args::command())
}

fn main() -> ExitCode {
    // A bug must not end with an exit code that looks like a result. The panic message was already printed.
    std::panic::catch_unwind(run).unwrap_or_else(|_| output::finish(2))
}

fn run() -> ExitCode {
    if let Some(code) = process::run_watcher_if_requested() {
        return code;
    }
    interrupt::listen();
    render::sarif::describe_rules_with(planwright_reference::code_tables::sarif_rules);
    let (words, renamed) = old_spellings::translated(std::env::args_os().collect(), commands::GROUPS);
    let given = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let matches = program().try_get_matches_from(words).map_err(|error| suggestions::with_suggestion(error, given));
    let command = match matches.and_then(|matches| Args::from_arg_matches(&matches)) {
        Ok(args) => {
            terminal::choose(args.terminal);
            input::set_read_limit(args.reading);
            for spelling in renamed {
                spelling.note();
            }
            args.command
        }
        Err(usage) => return output::finish(exit::usage(&usage)),
    };
    let outcome = command.run();
    planwright_sync::wait_if_abandoned();
    output::finish(exit::code(outcome))
}
