//! `planwright`: the command-line program, and the only crate that reads and writes a user's files.
//!
//! Exit codes: 0 success; 1 findings; 2 usage error, I/O error or not enough memory; 3 undecided (`drift`, `lock
//! --check`).

#![deny(clippy::print_stdout, clippy::print_stderr, reason = "`output` is the one writer")]

#[macro_use(err, errln, out, out_json, outln)]
extern crate planwright_project;

mod agent;
mod agent_script;
mod certificate;
mod check;
mod ci;
mod clock;
mod completions;
mod conformance;
mod create;
mod demo;
mod drift;
mod explain;
mod export;
mod fix;
mod form;
mod generate;
mod help;
mod init;
mod interrupt;
mod library;
mod lint;
mod lock;
mod manual;
mod mcp;
mod pages;
mod plan;
mod prompt;
mod published;
mod records;
mod rules;
mod sheets;
mod shell_split;
mod snapshot;
mod starter;
mod watch;
mod workflow;

use planwright_project::{exit, input, output, process, render, terminal};
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

/// A run allocates millions of small strings, and the system allocator would take a fifth of its time.
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

#[derive(Debug, Subcommand)]
enum Command {
    Init(init::InitArgs),
    New(create::NewArgs),
    Demo(demo::DemoArgs),
    Gen(generate::GenArgs),
    Check(check::CheckArgs),
    Apex(planwright_deploy::DeployOptions),
    Ci(ci::CiArgs),
    Conformance(conformance::ConformanceArgs),
    Plan(plan::PlanArgs),
    Library(library::LibraryArgs),
    Export(export::ExportArgs),
    Normalize(export::normalize::NormalizeArgs),
    Report(ReportArgs),
    Rules(rules::RulesArgs),
    Explain(explain::ExplainArgs),
    Manual(manual::ManualArgs),
    Schema(published::SchemaArgs),
    Completions(completions::CompletionsArgs),
    Drift(drift::DriftArgs),
    Lint(lint::LintArgs),
    Lock(lock::LockArgs),
    #[command(subcommand)]
    Snapshot(snapshot::SnapshotCommand),
    #[command(subcommand)]
    AgentScript(agent_script::AgentScriptCommand),
    #[command(subcommand)]
    Form(form::Form),
    #[command(subcommand)]
    Fix(fix::Fix),
    #[command(subcommand)]
    Agent(agent::Agent),
    Prompt(prompt::PromptArgs),
    #[command(subcommand)]
    Workflow(workflow::Command),
    Mcp(mcp::Mcp),
}

/// Write HTML pages about a project, or merge check reports.
///
/// The pages show contracts, schemas, blueprints, classes, drift, operations, drawings and the org.
///
/// Without a planwright.toml, they show only the contracts. Outdated pages of an earlier run are deleted. Other files
/// in the folder stay.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
struct ReportArgs {
    #[command(flatten)]
    pages: Option<pages::PagesArgs>,
    #[command(subcommand)]
    merge: Option<ReportCommand>,
}

#[derive(Debug, Subcommand)]
enum ReportCommand {
    Merge(records::MergeArgs),
}

/// Returns the definition of the command line.
fn program() -> clap::Command {
    help::grouped(Args::command())
}

fn main() -> ExitCode {
    // A panic must not end with an exit code that a caller could take for a verdict. Its message has been printed.
    std::panic::catch_unwind(run).unwrap_or_else(|_| output::finish(2))
}

fn run() -> ExitCode {
    if let Some(code) = process::watch_if_asked() {
        return code;
    }
    interrupt::listen();
    render::sarif::describe_rules_with(rules::rules_of);
    let matches = program().try_get_matches().map_err(help::with_suggestion);
    let command = match matches.and_then(|matches| Args::from_arg_matches(&matches)) {
        Ok(args) => {
            terminal::choose(args.terminal);
            input::limit(args.reading);
            args.command
        }
        Err(usage) => return output::finish(exit::usage(&usage)),
    };
    if matches!(command, Command::Form(_) | Command::Fix(_) | Command::Agent(_)) {
        output::immediate();
    }
    let outcome = match command {
        Command::Init(args) => init::run(&args),
        Command::New(args) => create::run(&args),
        Command::Demo(args) => demo::run(&args),
        Command::Gen(args) => watched(args.watch, &[], || render::print("gen", &generate::report(&args), args.format)),
        Command::Check(args) => watched(args.watch, &args.files, || check::run(&args)),
        Command::Apex(args) => {
            watched(args.watch, &args.files, || render::print("apex", &planwright_deploy::deploy(&args), args.format))
        }
        Command::Ci(args) => ci::run(&args),
        Command::Conformance(args) => conformance::run(&args),
        Command::Plan(args) => plan::run(&args),
        Command::Library(args) => library::run(&args),
        Command::Export(args) => render::print("export", &export::report(&args), args.format),
        Command::Normalize(args) => render::print("normalize", &export::normalize::report(&args), args.format),
        Command::Report(ReportArgs { merge: Some(ReportCommand::Merge(args)), .. }) => {
            render::print("report merge", &records::merge(&args), render::Format::Human)
        }
        Command::Report(ReportArgs { pages, .. }) => pages.map_or(Ok(exit::Outcome::Fine), |args| pages::run(&args)),
        Command::Rules(args) => rules::run(&args),
        Command::Drift(args) => render::print("drift", &drift::report(&args), args.format),
        Command::Lock(args) => render::print("lock", &lock::report(&args), args.format),
        Command::Lint(args) => render::print("lint", &lint::report(&args), args.format),
        Command::Explain(args) => explain::run(&args),
        Command::Manual(args) => manual::run(&args, program()),
        Command::Schema(args) => published::run(&args),
        Command::Completions(args) => Ok(completions::run(&args, program())),
        Command::Snapshot(args) => snapshot::run(&args),
        Command::AgentScript(args) => agent_script::run(&args),
        Command::Form(args) => form::run(&args),
        Command::Fix(args) => fix::run(&args),
        Command::Agent(args) => agent::run(&args),
        Command::Prompt(args) => prompt::run(&args),
        Command::Workflow(args) => workflow::run(&args),
        Command::Mcp(args) => mcp::run(&args),
    };
    planwright_sync::wait_if_abandoned();
    output::finish(exit::code(outcome))
}

/// Runs a command once, or again after each change.
fn watched(
    is_watched: bool,
    files: &[String],
    mut run: impl FnMut() -> Result<exit::Outcome, exit::Failure>,
) -> Result<exit::Outcome, exit::Failure> {
    if is_watched { watch::repeat(files, run) } else { run() }
}
