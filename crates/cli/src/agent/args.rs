//! Command-line arguments of `planwright agent`.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

use planwright_project::process::ProcessLimits;
use planwright_project::render::DataFormat;

/// Run an agent under a controller: state, audit log, tools and checks, from the command line.
#[derive(Debug, Subcommand)]
pub(crate) enum Agent {
    Init(AgentInit),
    Show(AgentShow),
    Check(AgentCheck),
    Run(AgentRun),
    Mark(AgentMark),
    Audit(AgentAudit),
    /// Change the tasks of a campaign, as a person. The audit log says so.
    #[command(subcommand)]
    Task(AgentTask),
    Leads(AgentLeads),
    Judge(AgentJudge),
}

/// The store that a person changes.
#[derive(Debug, clap::Args)]
pub(crate) struct Changed {
    /// Folder of the store.
    #[arg(value_name = "STORE")]
    pub store: PathBuf,
    /// File outside the store that keeps the head of its chains, written after every change. It must be the one of this
    /// store, if it is there.
    #[arg(long, value_name = "FILE")]
    pub head_file: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AgentTask {
    /// Add a pending task at the end.
    Add {
        #[command(flatten)]
        at: Changed,
        /// What it is about.
        description: String,
        /// Id of a task that must be done before; may be repeated.
        #[arg(long, value_name = "ID")]
        after: Vec<String>,
    },
    /// Say that a task is done.
    Finish {
        #[command(flatten)]
        at: Changed,
        /// Its id.
        id: String,
    },
    /// Make a blocked task pending.
    Unblock {
        #[command(flatten)]
        at: Changed,
        /// Its id.
        id: String,
    },
    /// Give a task another description, or others to wait for.
    Update {
        #[command(flatten)]
        at: Changed,
        /// Its id.
        id: String,
        /// What it is about.
        #[arg(long, value_name = "TEXT", required_unless_present = "after")]
        description: Option<String>,
        /// Id of a task that must be done before, in place of those that were named before; may be repeated.
        #[arg(long, value_name = "ID")]
        after: Vec<String>,
    },
}

/// Set the counts of leads that an agent is shown, as a person; what is not named stays. The audit log says so.
#[derive(Debug, clap::Args)]
#[group(id = "counts", multiple = true)]
pub(crate) struct AgentLeads {
    #[command(flatten)]
    pub at: Changed,
    /// Number of all leads.
    #[arg(long, value_name = "N")]
    pub total: Option<u64>,
    /// Number of leads not contacted yet.
    #[arg(long, value_name = "N")]
    pub pending: Option<u64>,
    /// Number of leads contacted.
    #[arg(long, value_name = "N")]
    pub contacted: Option<u64>,
    /// Number of leads that have responded.
    #[arg(long, value_name = "N")]
    pub responded: Option<u64>,
    /// Id of the lead that is being worked on.
    #[arg(long, value_name = "ID", requires = "current_name", conflicts_with = "no_current")]
    pub current_id: Option<String>,
    /// Its name.
    #[arg(long, value_name = "NAME", requires = "current_id")]
    pub current_name: Option<String>,
    /// No lead is being worked on.
    #[arg(long)]
    pub no_current: bool,
}

/// Judge the events that a controller of your own has recorded: a JSON array, or one event a line.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentJudge {
    /// The events; - is standard input.
    #[arg(value_name = "LOG")]
    pub log: String,
}

/// Make a store of a campaign: `campaign`, `tasks`, `leads_summary` and, if wanted, `available_artifacts` and `operations`: how
/// single operations are run, such as `{"browser_navigate": {"timeout_seconds": 60, "attempts": 3, "wait_seconds": 1,
/// "idempotent": true}}`.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentInit {
    /// Folder of the store; it must not hold one yet.
    #[arg(value_name = "STORE")]
    pub store: PathBuf,
    /// The campaign as JSON; - is standard input.
    #[arg(value_name = "FILE")]
    pub state: String,
    /// File outside the store that keeps the head of its chains, written after every change. It must be the one of this
    /// store, if it is there.
    #[arg(long, value_name = "FILE")]
    pub head_file: Option<PathBuf>,
}

/// Print the state snapshot that an agent would be shown now, as JSON.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentShow {
    /// Folder of the store.
    #[arg(value_name = "STORE")]
    pub store: PathBuf,
}

/// Check one proposal against the state of a store, and print the contract's answer to a refused one as JSON.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentCheck {
    /// Folder of the store. Without one the schema alone is judged.
    #[arg(long, value_name = "STORE")]
    pub store: Option<PathBuf>,
    /// Which attempt this was, from 1.
    #[arg(long, value_name = "N", default_value = "1")]
    pub attempt: NonZeroU64,
    /// How many attempts there are.
    #[arg(long, value_name = "N", default_value = "3")]
    pub max_attempts: NonZeroU64,
    /// The proposal; - is standard input.
    #[arg(value_name = "FILE")]
    pub proposal: String,
}

/// Run cycles of a controller until the model, or the campaign, has finished.
///
/// The model is a file with the text of one answer a line, or a program. A tool is run as a process, without a shell: it gets
/// `{"entry", "campaign", "tool", "parameters", "key"}` on standard input; what it prints is its result, and any exit code but 0
/// means that it failed.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentRun {
    /// Folder of the store.
    #[arg(value_name = "STORE")]
    pub store: PathBuf,
    /// Answers of the model, one a line; - reads them from standard input as they are needed.
    #[arg(
        long,
        value_name = "FILE.jsonl",
        required_unless_present = "model_command",
        conflicts_with = "model_command"
    )]
    pub model: Option<String>,
    /// Program that answers, with its arguments, started without a shell for every question: it reads the prompt from
    /// standard input (the contract, the state, what the last operations returned, why its last answer was refused) and
    /// prints one proposal, or nothing when it has finished.
    #[arg(long, value_name = "COMMAND")]
    pub model_command: Option<String>,
    /// Who approves actions that run code (`python_execute`), write to people (`send_message`, `generate_message`) or keep an
    /// artifact (`persist_artifact`). A proposal cannot turn this off: `requires_approval: false` has no effect.
    #[arg(long, value_enum, default_value = "none")]
    pub approve: Approve,
    /// Program that says whether the task at hand is done after a tool has run. It gets `{"task", "call", "result"}` and
    /// exits with 0 for done, 1 for not yet, 2 for blocked. Without one no task is ever done.
    #[arg(long, value_name = "PROGRAM")]
    pub verify: Option<String>,
    /// How often a cycle asks before it gives up.
    #[arg(long, value_name = "N", default_value = "3")]
    pub max_attempts: NonZeroU64,
    /// Stop after so many cycles.
    #[arg(long, value_name = "N")]
    pub cycles: Option<u64>,
    /// File outside the store that keeps the head of its chains, written after every change. It must be the one of this
    /// store, if it is there.
    #[arg(long, value_name = "FILE")]
    pub head_file: Option<PathBuf>,
    #[command(flatten)]
    pub limits: ProcessLimits,
    /// How cycles are written; json is a line each for every request to the model and every cycle.
    #[arg(long, value_enum, default_value = "human")]
    pub format: DataFormat,
    /// Program that runs the tools, and its arguments.
    #[arg(last = true, value_name = "PROGRAM ARGUMENTS")]
    pub tools: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Approve {
    /// Nobody: what needs approval is refused.
    None,
    /// Everything, but not what was interrupted before and may have been done.
    Usual,
    /// Everything.
    All,
}

/// Give a campaign another status, as a person: pause it, or let an agent go on after an error. The audit log says so.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentMark {
    /// Folder of the store.
    #[arg(value_name = "STORE")]
    pub store: PathBuf,
    /// The new status.
    #[arg(value_enum)]
    pub status: Mark,
    /// File outside the store that keeps the head of its chains, written after every change. It must be the one of this
    /// store, if it is there.
    #[arg(long, value_name = "FILE")]
    pub head_file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mark {
    /// An agent works on it.
    Active,
    /// No agent is asked.
    Paused,
    /// Nothing is left to do.
    Completed,
}

/// List the audit log of a store, also while a controller works on it.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentAudit {
    /// Folder of the store.
    #[arg(value_name = "STORE")]
    pub store: PathBuf,
    /// Only entries of this campaign.
    #[arg(long, value_name = "ID")]
    pub campaign: Option<String>,
    /// Only entries that ended so.
    #[arg(long, value_enum)]
    pub outcome: Option<AuditOutcome>,
    /// Only so many, the last ones.
    #[arg(long, value_name = "N")]
    pub last: Option<usize>,
    /// Recompute the hash chains of log and state instead, and print their head. That the store fits itself proves little:
    /// with a head that was kept elsewhere, that nothing before it was changed or cut off.
    #[arg(long, conflicts_with_all = ["campaign", "outcome", "last"])]
    pub verify: bool,
    /// List also what a damaged store still gives. Without this a store that is damaged, or was changed by other hands, is
    /// refused, as every other command refuses it.
    #[arg(long, conflicts_with = "verify")]
    pub damaged: bool,
    /// A head that was noted before and must still be in the chains.
    #[arg(long, value_name = "HEAD", requires = "verify")]
    pub head: Option<String>,
    /// File that keeps the head of the last change, which must be the last there is.
    #[arg(long, value_name = "FILE", requires = "verify", conflicts_with = "head")]
    pub head_file: Option<PathBuf>,
    /// How entries are written.
    #[arg(long, value_enum, default_value = "human")]
    pub format: DataFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AuditOutcome {
    /// Under way, or left by a crash.
    Open,
    /// Done.
    Succeeded,
    /// Tried.
    Failed,
    /// Nobody knows whether it was done.
    Interrupted,
    /// Not approved, and not tried.
    Refused,
}
