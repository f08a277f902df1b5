//! The command line of fix plans.

use clap::{Subcommand, ValueEnum};

use super::Format;

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
        format: Format,
    },
    /// Print the tasks in the order in which they run.
    Order(FixFile),
    Graph(FixGraph),
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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Picture {
    /// For Markdown renderers.
    Mermaid,
    /// For Graphviz.
    Dot,
}
