//! Implements `planwright workflow`: builds workflows from tool calls, validates them and draws them.

mod check;
mod document;
mod graph;
mod run;

use clap::{Args, Subcommand, ValueEnum};

use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::DataFormat;

/// Build workflows with tool calls, draw and validate them.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Run(Run),
    Graph(Graph),
    Check(Check),
}

/// Run tool calls, one per line, and print one result per line.
///
/// A call looks like `{"tool": "add_participant", "args": {…}}`.
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// File with the calls. Use - for standard input.
    #[arg(value_name = "CALLS.jsonl")]
    pub calls: String,
    /// Workflow document to continue, JSON or YAML (*.yaml, *.yml).
    #[arg(long, value_name = "FILE")]
    pub start: Option<String>,
    /// Folder of `planwright mcp --store` with the draft to continue. It is not changed.
    #[arg(long, value_name = "DIR", conflicts_with = "start")]
    pub store: Option<std::path::PathBuf>,
    /// Write the workflow to this file, JSON or YAML (*.yaml, *.yml).
    #[arg(long, value_name = "FILE")]
    pub export: Option<std::path::PathBuf>,
    /// Id of a new blueprint.
    #[arg(long, value_name = "ID", default_value = "blueprint-1")]
    pub id: String,
    /// Time of the change in the export, such as 2026-02-01T10:00:00Z [default: now]
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
}

/// Draw a workflow: participants, actions, routes and disclosed data.
#[derive(Debug, Args)]
pub(crate) struct Graph {
    #[command(flatten)]
    pub source: Source,
    /// Graph language.
    #[arg(long, value_enum, default_value = "mermaid")]
    pub format: Format,
    /// Write SVG sheets of at most 12 rows into this folder: sheet-1.svg and so on.
    #[arg(long, value_name = "DIR", conflicts_with = "format")]
    pub sheets: Option<std::path::PathBuf>,
}

/// Validate a workflow, finished or not.
#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub source: Source,
    #[arg(long, value_enum, default_value = "human")]
    pub format: DataFormat,
}

/// Source of a workflow.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Source {
    /// Workflow document, JSON or YAML (*.yaml, *.yml). Use - for JSON from standard input.
    pub file: Option<String>,
    /// Folder of `planwright mcp --store`. A server may be using it.
    #[arg(long, value_name = "DIR")]
    pub store: Option<std::path::PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Mermaid flowchart.
    Mermaid,
    /// Graphviz DOT.
    Dot,
    /// SVG image with one lane per participant.
    Svg,
}

/// Runs a subcommand.
pub(crate) fn run(command: &Command) -> Result<Outcome, Failure> {
    match command {
        Command::Run(args) => run::run(args),
        Command::Graph(args) => graph::run(args),
        Command::Check(args) => check::run(args),
    }
}
