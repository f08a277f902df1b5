//! Implements `planwright workflow`: builds workflows from tool calls, validates them and draws them.

mod check;
mod document;
mod graph;
mod run;

use clap::{Args, Subcommand, ValueEnum};

use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::DataFormat;

/// Build a workflow with tool calls, draw or validate one.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Run(Run),
    Graph(Graph),
    Check(Check),
}

/// Run tool calls, each a line such as `{"tool": "add_participant", "args": {…}}`, and print a result a line.
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// File with the calls; - is standard input.
    #[arg(value_name = "CALLS.jsonl")]
    pub calls: String,
    /// Workflow document to go on with, JSON or YAML (*.yaml, *.yml).
    #[arg(long, value_name = "FILE")]
    pub start: Option<String>,
    /// Folder of `planwright mcp --store` whose draft to go on with; it stays as it is.
    #[arg(long, value_name = "DIR", conflicts_with = "start")]
    pub store: Option<std::path::PathBuf>,
    /// File that the workflow goes to, JSON or YAML (*.yaml, *.yml).
    #[arg(long, value_name = "FILE")]
    pub export: Option<std::path::PathBuf>,
    /// Id of a new blueprint.
    #[arg(long, value_name = "ID", default_value = "blueprint-1")]
    pub id: String,
    /// Time of the change that the export notes, such as 2026-02-01T10:00:00Z; now, if none is given.
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
}

/// Draw a workflow document: who does what, where it goes from there and when, and who sees which data.
#[derive(Debug, Args)]
pub(crate) struct Graph {
    #[command(flatten)]
    pub source: Source,
    /// The language of the picture.
    #[arg(long, value_enum, default_value = "mermaid")]
    pub format: Format,
    /// Write the drawing as SVG into this folder, on sheets of at most 12 rows: sheet-1.svg and so on.
    #[arg(long, value_name = "DIR", conflicts_with = "format")]
    pub sheets: Option<std::path::PathBuf>,
}

/// Validate a workflow, finished or not: the errors and warnings that its engine finds.
#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub source: Source,
    #[arg(long, value_enum, default_value = "human")]
    pub format: DataFormat,
}

/// Where a workflow comes from.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Source {
    /// Workflow document, JSON or YAML (*.yaml, *.yml); - is JSON from standard input.
    pub file: Option<String>,
    /// Folder of `planwright mcp --store`, also while a server uses it.
    #[arg(long, value_name = "DIR")]
    pub store: Option<std::path::PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Format {
    /// A Mermaid flowchart.
    Mermaid,
    /// Graphviz DOT.
    Dot,
    /// A drawing of its own, with a lane a participant.
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
