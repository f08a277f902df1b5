//! Command-line arguments of `planwright agent`.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

use planwright_project::process::ProcessLimits;
use planwright_project::render::DataFormat;

/// Run an agent under a controller that checks and logs every step.
///
/// The state, the audit log and the tools are kept in a folder, the store.
#[derive(Debug, Subcommand)]
pub(crate) enum Agent {
    Init(AgentInit),
    Show(AgentShow),
    Check(AgentCheck),
    Run(AgentRun),
    Mark(AgentMark),
    Audit(AgentAudit),
    /// Change the tasks of a campaign by hand. The change is recorded in the audit log.
    #[command(subcommand)]
    Task(AgentTask),
    Leads(AgentLeads),
    Judge(AgentJudge),
}

/// Store that a person changes.
#[derive(Debug, clap::Args)]
pub(crate) struct Changed {
    /// Folder of the store.
    #[arg(value_name = "STORE")]
    pub store: PathBuf,
    /// File outside the store that records the head of the hash chains after every change. An existing file must
    /// belong to this store.
    #[arg(long, value_name = "FILE")]
    pub head_file: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AgentTask {
    /// Add a pending task at the end of the list.
    Add {
        #[command(flatten)]
        at: Changed,
        /// Description of the task.
        description: String,
        /// Id of a task that must be done first. Can be repeated.
        #[arg(long, value_name = "ID")]
        after: Vec<String>,
    },
    /// Mark a task as done.
    Finish {
        #[command(flatten)]
        at: Changed,
        /// Id of the task.
        id: String,
    },
    /// Set a blocked task back to pending.
    Unblock {
        #[command(flatten)]
        at: Changed,
        /// Id of the task.
        id: String,
    },
    /// Change the description or the dependencies of a task.
    Update {
        #[command(flatten)]
        at: Changed,
        /// Id of the task.
        id: String,
        /// Description of the task.
        #[arg(long, value_name = "DESCRIPTION", required_unless_present = "after")]
        description: Option<String>,
        /// Id of a task that must be done first. Replaces the earlier dependencies. Can be repeated.
        #[arg(long, value_name = "ID")]
        after: Vec<String>,
    },
}

/// Set the lead counts that an agent sees.
///
/// Counts that are not given stay unchanged. The change is recorded in the audit log.
#[derive(Debug, clap::Args)]
#[group(id = "counts", multiple = true)]
pub(crate) struct AgentLeads {
    #[command(flatten)]
    pub at: Changed,
    /// Total number of leads.
    #[arg(long, value_name = "N")]
    pub total: Option<u64>,
    /// Number of leads that have not been contacted.
    #[arg(long, value_name = "N")]
    pub pending: Option<u64>,
    /// Number of leads that have been contacted.
    #[arg(long, value_name = "N")]
    pub contacted: Option<u64>,
    /// Number of leads that have responded.
    #[arg(long, value_name = "N")]
    pub responded: Option<u64>,
    /// Id of the current lead.
    #[arg(long, value_name = "ID", requires = "current_name", conflicts_with = "no_current")]
    pub current_id: Option<String>,
    /// Name of the current lead.
    #[arg(long, value_name = "NAME", requires = "current_id")]
    pub current_name: Option<String>,
    /// Clear the current lead.
    #[arg(long)]
    pub no_current: bool,
}

/// Check the event log of your own controller against the contract.
///
/// The log is a JSON array of events, or has one event per line.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentJudge {
    /// Event log. Use - for standard input.
    #[arg(value_name = "LOG")]
    pub log: String,
}

/// Create a store for a campaign.
///
/// The campaign is a JSON object with `campaign`, `tasks`, `leads_summary` and optionally `available_artifacts` and
/// `operations`. `operations` sets limits for single operations, such as `{"browser_navigate": {"timeout_seconds":
/// 60, "attempts": 3, "wait_seconds": 1, "idempotent": true}}`.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentInit {
    /// Folder of the new store. It must not contain a store yet.
    #[arg(value_name = "STORE")]
    pub store: PathBuf,
    /// Campaign as JSON. Use - for standard input.
    #[arg(value_name = "FILE")]
    pub state: String,
    /// File outside the store that records the head of the hash chains after every change. An existing file must
    /// belong to this store.
    #[arg(long, value_name = "FILE")]
    pub head_file: Option<PathBuf>,
}

/// Print the state snapshot that an agent would receive now, as JSON.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentShow {
    /// Folder of the store.
    #[arg(value_name = "STORE")]
    pub store: PathBuf,
}

/// Check one proposal against the state of a store.
///
/// If the proposal is rejected, prints the rejection that the contract defines, as JSON.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentCheck {
    /// Folder of the store. Without it, only the schema is checked.
    #[arg(long, value_name = "STORE")]
    pub store: Option<PathBuf>,
    /// Number of this attempt, starting at 1.
    #[arg(long, value_name = "N", default_value = "1")]
    pub attempt: NonZeroU64,
    /// Maximum number of attempts.
    #[arg(long, value_name = "N", default_value = "3")]
    pub max_attempts: NonZeroU64,
    /// Proposal as JSON. Use - for standard input.
    #[arg(value_name = "FILE")]
    pub proposal: String,
}

/// Run controller cycles until the model or the campaign has finished.
///
/// The model is a program, or a file with one answer per line. A tool runs as a process without a shell. It receives
/// `{"entry", "campaign", "tool", "parameters", "key"}` on standard input. Its output is the result, and any exit
/// code except 0 means that it failed.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentRun {
    /// Folder of the store.
    #[arg(value_name = "STORE")]
    pub store: PathBuf,
    /// File with one model answer per line. Use - to read answers from standard input when they are needed.
    #[arg(
        long,
        value_name = "FILE.jsonl",
        required_unless_present = "model_command",
        conflicts_with = "model_command"
    )]
    pub model: Option<String>,
    /// Program that answers, with its arguments. It starts once per question, without a shell. It reads the prompt
    /// from standard input: the contract, the state, the last results and why its last answer was rejected. It prints
    /// one proposal, or nothing when it has finished.
    #[arg(long, value_name = "COMMAND")]
    pub model_command: Option<String>,
    /// Which actions to approve in advance. Approval is required to run code (`python_execute`), to write to people
    /// (`send_message`, `generate_message`) and to store an artifact (`persist_artifact`). A proposal cannot turn
    /// this off: `requires_approval: false` has no effect.
    #[arg(long, value_enum, default_value = "none")]
    pub approve: Approve,
    /// Program that decides after each tool run whether the current task is done. It reads `{"task", "call",
    /// "result"}` and exits with 0 (done), 1 (not yet) or 2 (blocked). Without it, no task is ever marked as done.
    #[arg(long, value_name = "PROGRAM")]
    pub verify: Option<String>,
    /// Maximum number of attempts per cycle.
    #[arg(long, value_name = "N", default_value = "3")]
    pub max_attempts: NonZeroU64,
    /// Maximum number of cycles.
    #[arg(long, value_name = "N")]
    pub cycles: Option<u64>,
    /// File outside the store that records the head of the hash chains after every change. An existing file must
    /// belong to this store.
    #[arg(long, value_name = "FILE")]
    pub head_file: Option<PathBuf>,
    #[command(flatten)]
    pub limits: ProcessLimits,
    /// Output format. `json` prints one line per model request and one per cycle.
    #[arg(long, value_enum, default_value = "human")]
    pub format: DataFormat,
    /// Program that runs the tools, and its arguments.
    #[arg(last = true, value_name = "PROGRAM ARGUMENTS")]
    pub tools: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Approve {
    /// None: actions that require approval are rejected
    None,
    /// All actions, except those that were interrupted and may already have run
    Usual,
    /// All actions
    All,
}

/// Set the status of a campaign, to pause it or to continue after an error.
///
/// The change is recorded in the audit log.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentMark {
    /// Folder of the store.
    #[arg(value_name = "STORE")]
    pub store: PathBuf,
    /// New status.
    #[arg(value_enum)]
    pub status: Mark,
    /// File outside the store that records the head of the hash chains after every change. An existing file must
    /// belong to this store.
    #[arg(long, value_name = "FILE")]
    pub head_file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mark {
    /// Agents work on the campaign
    Active,
    /// No agent is asked
    Paused,
    /// The campaign is finished
    Completed,
}

/// List the audit log of a store, even while a controller uses it.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentAudit {
    /// Folder of the store.
    #[arg(value_name = "STORE")]
    pub store: PathBuf,
    /// List only entries of this campaign.
    #[arg(long, value_name = "ID")]
    pub campaign: Option<String>,
    /// List only entries with this outcome.
    #[arg(long, value_enum)]
    pub outcome: Option<AuditOutcome>,
    /// List only the last N entries.
    #[arg(long, value_name = "N")]
    pub last: Option<usize>,
    /// Recompute the hash chains of log and state and print their head. Compare it with a head recorded elsewhere
    /// (--head or --head-file) to prove that no earlier entry was changed or removed.
    #[arg(long, conflicts_with_all = ["campaign", "outcome", "last"])]
    pub verify: bool,
    /// List the readable entries of a damaged store. Without this option, a store that is damaged or was edited by
    /// hand is rejected.
    #[arg(long, conflicts_with = "verify")]
    pub damaged: bool,
    /// Earlier head that the chains must still contain.
    #[arg(long, value_name = "HEAD", requires = "verify")]
    pub head: Option<String>,
    /// File with the head of the last change. It must match the current head.
    #[arg(long, value_name = "FILE", requires = "verify", conflicts_with = "head")]
    pub head_file: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value = "human")]
    pub format: DataFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AuditOutcome {
    /// Running, or left open by a crash
    Open,
    /// Completed successfully
    Succeeded,
    /// Ran and failed
    Failed,
    /// Interrupted: it may or may not have run
    Interrupted,
    /// Not approved and not run
    Refused,
}
