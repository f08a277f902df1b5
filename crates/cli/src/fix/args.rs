//! Command-line arguments of fix plans.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use planwright_fix_runner::FixRun;

use crate::check::CheckFormat;

/// Plans that repair a failing build: check one, see its order, carry it out.
#[derive(Debug, Subcommand)]
pub(crate) enum Fix {
    /// Check plans: the text, the schema and all rules.
    Check {
        /// The plans; - is standard input.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// How findings are written.
        #[arg(long, value_enum, default_value = "human")]
        format: CheckFormat,
    },
    /// Print the tasks in the order in which they run.
    Order(FixFile),
    Graph(FixGraph),
    Run(FixRun),
}

/// One plan.
#[derive(Debug, clap::Args)]
pub(crate) struct FixFile {
    /// The plan; - is standard input.
    pub file: String,
}

/// Draw the tasks and what they wait for.
#[derive(Debug, clap::Args)]
pub(crate) struct FixGraph {
    /// The plan; - is standard input.
    pub file: String,
    /// The language of the graph.
    #[arg(long, value_enum, default_value = "mermaid")]
    pub format: Picture,
    /// Write the drawing as SVG into this folder, on sheets of at most 12 rows: sheet-1.svg and so on.
    #[arg(long, value_name = "DIR", conflicts_with = "format")]
    pub sheets: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Picture {
    /// For Markdown renderers.
    Mermaid,
    /// For Graphviz.
    Dot,
    /// A drawing.
    Svg,
}
