//! The command line, as data.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

/// Compiles JSON Schemas to Rust, checks the plans that language models write, and renders Salesforce Apex.
#[derive(Debug, Parser)]
#[command(name = "planwright", version, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Gen(Gen),
    Check(Check),
    Apex(Apex),
    Conformance(Conformance),
    Plan(Plan),
    Library(Library),
    Rules(Rules),
    Explain(Explain),
    Drift(crate::drift::Args),
    #[command(subcommand)]
    Snapshot(Snapshot),
}

/// Compile JSON Schemas to Rust types and compiled validators.
#[derive(Debug, clap::Args)]
pub(crate) struct Gen {
    /// Folder of the schemas: every *.json file below it. A folder inside becomes a Rust module.
    #[arg(long, value_name = "DIR")]
    pub schemas: PathBuf,
    /// Folder that the Rust files go to. Files there that are not generated are left alone.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Write nothing; say what is stale, missing or orphaned, and exit with 1 if anything is.
    #[arg(long)]
    pub check: bool,
    /// Which files there are: the source of a crate (lib.rs), a module (mod.rs), or one file to include!.
    #[arg(long, value_enum, default_value = "module")]
    pub layout: Layout,
    /// Where the generated module stands in the crate that compiles it.
    #[arg(long, value_name = "PATH", default_value = "crate::planwright")]
    pub module_path: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Layout {
    /// lib.rs and a file a module.
    Crate,
    /// mod.rs and a file a module.
    Module,
    /// planwright.rs alone.
    SingleFile,
}

/// Check documents against a contract: text, schema and rules.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    /// action-blueprint, schema-snapshot, workflow-tools, agent-proposal, state-snapshot, form-plan or fix-plan; or one
    /// schema of a contract, such as agent-proposal/no-op-proposal, which is then checked without rules.
    pub contract: String,
    /// Schema snapshot of the org, for action-blueprint.
    #[arg(long, value_name = "FILE", conflicts_with = "context")]
    pub snapshot: Option<String>,
    /// What the rules may look at besides the document, as the contract defines it.
    #[arg(long, value_name = "FILE")]
    pub context: Option<String>,
    /// How findings are written.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    /// Documents to check; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The source line with the place underlined.
    Human,
    /// A JSON array with an element a file.
    Json,
}

/// Render blueprints as deployable Apex: class, test class and metadata.
#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct Apex {
    /// Schema snapshot of the org to check the blueprints against.
    #[arg(long, value_name = "FILE")]
    pub snapshot: Option<String>,
    /// Salesforce API version of the metadata, such as 65.0.
    #[arg(long, value_name = "N", default_value = "65.0")]
    pub api_version: String,
    /// Package directory that the files go to.
    #[arg(long, value_name = "DIR", default_value = "force-app")]
    pub out: PathBuf,
    /// Write the runtime classes too, which every generated class needs.
    #[arg(long)]
    pub runtime: bool,
    /// Write nothing; say what is stale, missing or orphaned, and exit with 1 if anything is.
    #[arg(long)]
    pub check: bool,
    /// Remove the generated classes below the package directory that no given blueprint makes.
    #[arg(long)]
    pub prune: bool,
    /// Overwrite files that are in the way even if planwright did not write them.
    #[arg(long)]
    pub force: bool,
    /// Blueprint files, each one blueprint, an array, or an object with `actions`; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
}

/// Run acceptance vectors and print each failure with what was expected and what came.
#[derive(Debug, clap::Args)]
pub(crate) struct Conformance {
    /// Files with one vector a line.
    #[arg(required = true, value_name = "FILE.jsonl")]
    pub files: Vec<String>,
}

/// Turn a goal in words into blueprints, without a model: `planwright plan "close the case" | planwright apex -`.
#[derive(Debug, clap::Args)]
pub(crate) struct Plan {
    /// What is to be done, in English; - is standard input.
    pub goal: String,
    /// Schema snapshot of the org, whose objects and fields the goal may name. Without one, standard objects are known.
    #[arg(long, value_name = "FILE")]
    pub snapshot: Option<String>,
}

/// Find ready blueprints for standard objects: `planwright library show CloseCase | planwright apex -`.
#[derive(Debug, clap::Args)]
pub(crate) struct Library {
    #[command(subcommand)]
    pub command: LibraryCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LibraryCommand {
    /// Name every blueprint, by category, with its operation, object and label.
    List {
        /// Only those of this category.
        #[arg(long, value_name = "C")]
        category: Option<String>,
    },
    /// Print one blueprint as JSON.
    Show {
        /// Name of the blueprint, in any case of letters.
        name: String,
    },
    /// Find the blueprints that have all of the words in name, label, object or descriptions; the best come first.
    Search {
        /// Words, or parts of words.
        #[arg(required = true, value_name = "WORD")]
        words: Vec<String>,
    },
}

/// List the codes that checks report, and what each is for.
#[derive(Debug, clap::Args)]
pub(crate) struct Rules {
    /// Only those of this contract, or `drift` for the rules of schema changes.
    pub contract: Option<String>,
    /// How the list is written.
    #[arg(long, value_enum, default_value = "human")]
    pub format: ListFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// A line a code.
    Human,
    /// A Markdown page with a table a contract.
    Markdown,
}

/// Say what a code or a rule means, whether of a contract or of drift.
#[derive(Debug, clap::Args)]
pub(crate) struct Explain {
    /// The code, such as `MISSING_FIELD`, or the rule, such as enum-value-added.
    pub rule: String,
}

/// The org that blueprints are checked against: take its snapshot, compare two, check blueprints against one.
#[derive(Debug, Subcommand)]
pub(crate) enum Snapshot {
    Import(SnapshotImport),
    Diff(SnapshotDiff),
    Check(SnapshotCheck),
}

/// Make a snapshot of describe files (`sf sobject describe --json`), folders of source-format metadata, or snapshots.
#[derive(Debug, clap::Args)]
pub(crate) struct SnapshotImport {
    /// File that the snapshot goes to instead of standard output. A file there that is no snapshot is left alone.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// What to read, the later winning over the earlier; of a folder its metadata, or else its *.json; - is standard input.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub sources: Vec<String>,
}

/// Say what changed in an org, and which blueprints and generated classes that breaks.
#[derive(Debug, clap::Args)]
pub(crate) struct SnapshotDiff {
    /// The org before: a snapshot, a describe file, or a folder of either or of metadata.
    pub old: String,
    /// The org now.
    pub new: String,
    /// Blueprint files, each one blueprint, an array, or an object with `actions`.
    #[arg(value_name = "BLUEPRINT")]
    pub blueprints: Vec<String>,
    /// How changes are written; json is one object with `changes` and `files`.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// Check blueprints against an org: objects, fields, rights, formulas, required fields, picklists, data types, keys.
#[derive(Debug, clap::Args)]
pub(crate) struct SnapshotCheck {
    /// The org: a snapshot, a describe file, or a folder of either or of metadata.
    pub snapshot: String,
    /// Blueprint files, each one blueprint, an array, or an object with `actions`; - is standard input.
    #[arg(required = true, value_name = "BLUEPRINT")]
    pub blueprints: Vec<String>,
    /// How findings are written.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}
