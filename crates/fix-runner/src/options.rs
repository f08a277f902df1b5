//! Options of a run, which are the arguments of `planwright fix run`.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::ArgGroup;
use planwright_project::process::ProcessLimits;

/// Run a plan: make its edits in order, then run its test commands.
///
/// The commands come from a model, so read them first.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("mode").required(true).args(["dry_run", "execute"]))]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub struct FixRun {
    /// Plan. Use - for standard input.
    pub file: String,
    /// Root of the repository. The plan's edits cannot read, rename or delete anything outside of it.
    #[arg(long, value_name = "DIR")]
    pub repo: PathBuf,
    /// Print the edits and commands without running them.
    #[arg(long)]
    pub dry_run: bool,
    /// Run the plan.
    #[arg(long)]
    pub execute: bool,
    /// Program that makes the edits, with its arguments. It is split into words like in a shell, but started without
    /// one. It runs in the repository, once per file to modify or create, and reads the edit as JSON from standard
    /// input.
    #[arg(long, value_name = "COMMAND")]
    pub editor_command: Option<String>,
    /// Delete files without asking for confirmation.
    #[arg(long)]
    pub yes: bool,
    /// Run even if the folder has uncommitted changes or is not a Git repository. An uncommitted file is never
    /// deleted.
    #[arg(long)]
    pub allow_dirty: bool,
    /// Additional folder that the editor and the commands may write to. Can be repeated. The restriction is enforced
    /// on Linux only.
    #[arg(long, value_name = "DIR")]
    pub allow_write: Vec<PathBuf>,
    /// Run the test commands with `sh -c`. Without it, they are split into words and started directly, and commands
    /// that pass code to an interpreter (`sh -c`, `python -c`, `node -e`) are rejected.
    #[arg(long)]
    pub shell: bool,
    /// Maximum number of attempts, even if the plan requires more.
    #[arg(long, value_name = "N", default_value = "5")]
    pub max_attempts: NonZeroU64,
    /// Bounds of every process that the run starts.
    #[command(flatten)]
    pub limits: ProcessLimits,
    /// Journal file, which --resume reads [default: the plan file with .journal appended]
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Continue an interrupted run of the same plan.
    #[arg(long, requires = "execute")]
    pub resume: bool,
}
