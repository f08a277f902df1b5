//! The command line of fix plans.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{ArgGroup, Subcommand, ValueEnum};

use crate::check::CheckFormat;
use planwright_project::process::ProcessLimits;

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

/// Walk a plan: edits in order, then its test commands. The commands of a plan come from a model: read them first.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("mode").required(true).args(["dry_run", "execute"]))]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct FixRun {
    /// The plan; - is standard input.
    pub file: String,
    /// Root of the repository. No edit of the plan reads, renames or deletes anything outside of it.
    #[arg(long, value_name = "DIR")]
    pub repo: PathBuf,
    /// Say what would be done, the commands included, and do nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Do it.
    #[arg(long)]
    pub execute: bool,
    /// Program that makes the edits, with its arguments, split as a shell would but started without one. It runs in the
    /// repository, once for each file to modify or create, and reads the edit as JSON from its standard input.
    #[arg(long, value_name = "COMMAND")]
    pub editor_command: Option<String>,
    /// Delete files without asking.
    #[arg(long)]
    pub yes: bool,
    /// Run although the repository has changes that are not committed, or Git does not know it. A file that is not committed
    /// is not deleted even then.
    #[arg(long)]
    pub allow_dirty: bool,
    /// Folder that the editor and the commands may write to besides the repository; can be given more than once. Linux alone
    /// keeps them from the rest of the disk.
    #[arg(long, value_name = "DIR")]
    pub allow_write: Vec<PathBuf>,
    /// Hand the test commands to `sh -c`. Without this they are split into words and started as they are, and those that
    /// hand a program as text to an interpreter (`sh -c`, `python -c`, `node -e`) are refused.
    #[arg(long)]
    pub shell: bool,
    /// Make the edits and run the commands at most so often, however many attempts the plan asks for.
    #[arg(long, value_name = "N", default_value = "5")]
    pub max_attempts: NonZeroU64,
    #[command(flatten)]
    pub limits: ProcessLimits,
    /// File that notes what was done; beside the plan, with .journal at the end, unless said otherwise.
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Go on where an interrupted run of the same plan ended.
    #[arg(long, requires = "execute")]
    pub resume: bool,
}
