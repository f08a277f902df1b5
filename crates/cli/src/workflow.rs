//! `planwright workflow`: workflows from tool calls, and as pictures.

mod document;
mod graph;
mod run;

use clap::{Args, Subcommand, ValueEnum};

use crate::exit::{Failure, Outcome};

/// Build a workflow with tool calls, or draw one.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Run(Run),
    Graph(Graph),
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
    /// Workflow document, JSON or YAML (*.yaml, *.yml); - is JSON from standard input.
    pub file: String,
    /// The language of the picture.
    #[arg(long, value_enum, default_value = "mermaid")]
    pub format: Format,
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
    }
}
