//! Options of a run, which are the arguments of `planwright fix run`.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::ArgGroup;
use planwright_project::process::ProcessLimits;

/// Walk a plan: edits in order, then its test commands. The commands of a plan come from a model: read them first.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("mode").required(true).args(["dry_run", "execute"]))]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub struct FixRun {
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
    /// Bounds of every process that the run starts.
    #[command(flatten)]
    pub limits: ProcessLimits,
    /// File that notes what was done; beside the plan, with .journal at the end, unless said otherwise.
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Go on where an interrupted run of the same plan ended.
    #[arg(long, requires = "execute")]
    pub resume: bool,
}
