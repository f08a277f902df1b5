//! Command-line arguments of fix plans.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use planwright_fix_runner::FixRun;

use crate::check::CheckFormat;

/// Check, order and run plans that repair a failing build.
#[derive(Debug, Subcommand)]
pub(crate) enum Fix {
    /// Check plans against the schema and all rules.
    Check {
        /// Fix plans. Use - for standard input.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// Output format of findings.
        #[arg(long, value_enum, default_value = "human")]
        format: CheckFormat,
    },
    /// Print the tasks in the order in which they run.
    Order(FixFile),
    Graph(FixGraph),
    Run(FixRun),
}

/// One fix plan.
#[derive(Debug, clap::Args)]
pub(crate) struct FixFile {
    /// Plan. Use - for standard input.
    pub file: String,
}

/// Draw the tasks and their dependencies.
#[derive(Debug, clap::Args)]
pub(crate) struct FixGraph {
    /// Plan. Use - for standard input.
    pub file: String,
    /// Graph language.
    #[arg(long, value_enum, default_value = "mermaid")]
    pub format: Picture,
    /// Write SVG sheets of at most 12 rows into this folder: sheet-1.svg and so on.
    #[arg(long, value_name = "DIR", conflicts_with = "format")]
    pub sheets: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Picture {
    /// Mermaid, for Markdown renderers.
    Mermaid,
    /// Graphviz DOT.
    Dot,
    /// SVG image.
    Svg,
}
