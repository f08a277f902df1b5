//! The command line, as data.

mod agent;
mod fix;
mod form;
mod process;

pub(crate) use agent::{
    Agent, AgentAudit, AgentCheck, AgentInit, AgentMark, AgentRun, AgentShow, Approve, AuditOutcome, Mark,
};
pub(crate) use fix::{Fix, FixRun, Picture};
pub(crate) use form::{Form, FormAudit, FormExecute, FormLimits, FormMode, FormPlan, FormPreview, FormShow, FormUndo};
pub(crate) use process::ProcessLimits;

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use planwright_dialects::Dialect;

pub(crate) use crate::check::CheckFormat;
use crate::render::Format;

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
    Ci(crate::ci::Args),
    Conformance(Conformance),
    Plan(Plan),
    Library(Library),
    Export(Export),
    Normalize(Normalize),
    Rules(Rules),
    Explain(Explain),
    Drift(crate::drift::Args),
    #[command(subcommand)]
    Snapshot(Snapshot),
    #[command(subcommand)]
    Form(Form),
    #[command(subcommand)]
    Fix(Fix),
    #[command(subcommand)]
    Agent(Agent),
    Prompt(Prompt),
    #[command(subcommand)]
    Workflow(crate::workflow::Command),
    Mcp(crate::mcp::Mcp),
}

/// Compile JSON Schemas to Rust types and compiled validators, or to Apex types with their test.
///
/// Without arguments: every set of the section `[gen]`, or of the sections `[[gen]]`, of planwright.toml.
#[derive(Debug, Default, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct Gen {
    /// Configuration to use instead of the nearest planwright.toml, here or in a folder above. The command line wins over it.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Folder of the schemas: every *.json, *.jsonc, *.yaml and *.yml file below it. A folder inside becomes a Rust module, or
    /// an Apex class. Of the sets of the configuration, those of this folder are meant.
    #[arg(long, value_name = "DIR")]
    pub schemas: Option<PathBuf>,
    /// Folder that the files go to. Files there that are not generated are left alone.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// How the names of schema files end, such as `.schema.json`; without it as above.
    #[arg(long, value_name = "TEXT")]
    pub suffix: Option<String>,
    /// Folder that stands for the documents whose URIs begin so, such as `https://example.org/schemas/=vendor`; can be given
    /// again. Nothing is ever fetched.
    #[arg(long, value_name = "URI=DIR")]
    pub documents: Vec<String>,
    /// What is generated; without it `rust`.
    #[arg(long, value_enum)]
    pub lang: Option<Lang>,
    /// Write nothing; say what is stale, missing or orphaned, and exit with 1 if anything is.
    #[arg(long)]
    pub check: bool,
    /// With --check: print the difference of each file too.
    #[arg(long, requires = "check")]
    pub diff: bool,
    /// Do the whole work even where nothing has changed since it was found fresh.
    #[arg(long)]
    pub no_cache: bool,
    /// How the report is written.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    /// Rust: which files there are: the source of a crate (lib.rs), a module (mod.rs, as without it), one file of a module, or
    /// one file to include!.
    #[arg(long, value_enum)]
    pub layout: Option<Layout>,
    /// Rust: where the generated module stands in the crate that compiles it; without it `crate::planwright`.
    #[arg(long, value_name = "PATH")]
    pub module_path: Option<String>,
    /// Rust: where the code takes what all sets share, from itself (inline, as without it) or from the crate planwright-runtime.
    #[arg(long, value_enum)]
    pub support: Option<Support>,
    /// Rust: leave out the tool executors: the trait and dispatcher for `<tool>-params` beside `<tool>-returns`.
    #[arg(long)]
    pub no_tools: bool,
    /// Apex: name of the class; without it the folder and `Models`.
    #[arg(long, value_name = "NAME")]
    pub class: Option<String>,
    /// Apex: a schema file to start from, as a path below --schemas; can be given again. Without it all are.
    #[arg(long, value_name = "FILE")]
    pub root: Vec<String>,
    /// Apex: Salesforce API version of the metadata; without it 65.0.
    #[arg(long, value_name = "N")]
    pub api_version: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Lang {
    /// Types and compiled validators.
    Rust,
    /// A class with the types inside, and its test.
    Apex,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Layout {
    /// lib.rs and a file a module.
    Crate,
    /// mod.rs and a file a module.
    Module,
    /// mod.rs alone, with every type at its top too.
    Flat,
    /// planwright.rs alone.
    SingleFile,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Support {
    /// The text of it stands in the index.
    Inline,
    /// The index imports it, so that several sets have one trait.
    Crate,
}

/// Check documents against a contract, text, schema and rules, or against a schema of your own.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    /// action-blueprint, schema-snapshot, workflow-tools, agent-proposal, state-snapshot, form-plan or fix-plan; or one
    /// schema of a contract, such as agent-proposal/no-op-proposal, which is then checked without rules. With
    /// --schema the first document.
    pub contract: String,
    #[command(flatten)]
    pub own: OwnSchema,
    /// Schema snapshot of the org, for action-blueprint.
    #[arg(long, value_name = "FILE", conflicts_with = "context")]
    pub snapshot: Option<String>,
    /// What the rules may look at besides the document, as the contract defines it.
    #[arg(long, value_name = "FILE")]
    pub context: Option<String>,
    /// How findings are written.
    #[arg(long, value_enum, default_value = "human")]
    pub format: CheckFormat,
    /// Documents to check; folders, for every *.json below; - is standard input.
    #[arg(required_unless_present = "schema", value_name = "FILE|DIR")]
    pub files: Vec<String>,
}

/// A schema file of the user, in place of a contract.
#[derive(Debug, Default, clap::Args)]
#[group(skip)]
pub(crate) struct OwnSchema {
    /// A JSON Schema file to use instead of a contract.
    #[arg(long, value_name = "FILE")]
    pub schema: Option<PathBuf>,
    /// Folder of the schemas that the file refers to; else that of the file.
    #[arg(long, value_name = "DIR", requires = "schema")]
    pub schemas: Option<PathBuf>,
}

/// How results that are no findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DataFormat {
    /// For people.
    Human,
    /// JSON.
    Json,
}

/// Render blueprints as deployable Apex: class, test class and metadata.
#[derive(Debug, Default, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct Apex {
    /// Configuration to use instead of the nearest planwright.toml, here or in a folder above. The command line wins over it.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Schema snapshot of the org to check the blueprints against.
    #[arg(long, value_name = "FILE")]
    pub snapshot: Option<String>,
    /// Salesforce API version of the metadata, such as 65.0; without it that of sfdx-project.json, or 65.0.
    #[arg(long, value_name = "N")]
    pub api_version: Option<String>,
    /// Package directory that the files go to; without it the default one of the nearest sfdx-project.json, or force-app.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write the runtime classes too, which every generated class needs.
    #[arg(long)]
    pub runtime: bool,
    /// What to write beside the classes, with commas between.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PART,…")]
    pub parts: Vec<Part>,
    /// Folder of package.xml and destructiveChangesPost.xml; `manifest` beside the package directory if nothing else is said.
    #[arg(long, value_name = "DIR")]
    pub manifest_dir: Option<PathBuf>,
    /// Name of the permission set, `Planwright_Actions` if nothing else is said.
    #[arg(long, value_name = "NAME")]
    pub permission_set: Option<String>,
    /// Give the permission set the fields too that the blueprints read and write, as far as permissions can be deployed.
    #[arg(long)]
    pub field_permissions: bool,
    /// Namespace in which the org knows the classes: the permission set and the agent functions refer to them with it.
    #[arg(long, value_name = "NAME")]
    pub namespace: Option<String>,
    /// Write nothing; say what is stale, missing or orphaned, and exit with 1 if anything is.
    #[arg(long)]
    pub check: bool,
    /// With --check: print the difference of each file too.
    #[arg(long, requires = "check")]
    pub diff: bool,
    /// Remove the generated files below the package directory that no given blueprint makes.
    #[arg(long)]
    pub prune: bool,
    /// Overwrite files that are in the way even if planwright did not write them, or they were edited since.
    #[arg(long)]
    pub force: bool,
    /// Take out of destructiveChangesPost.xml what it names: it has been deleted in every org.
    #[arg(long)]
    pub deployed: bool,
    /// How the report is written.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    /// Blueprint files, each one blueprint, an array, or an object with `actions`; folders, for every *.json below; - is
    /// standard input. The configuration can name them instead.
    #[arg(value_name = "FILE|DIR")]
    pub files: Vec<String>,
}

/// What `planwright apex` can write beside the classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Part {
    /// package.xml, which names every component written here.
    Manifest,
    /// destructiveChangesPost.xml, which names those whose blueprint is gone; their files are deleted. Brings `manifest` along.
    Destructive,
    /// A permission set for the classes, and with --field-permissions for the fields.
    PermissionSet,
    /// A function of Agentforce for each action.
    Agent,
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
    /// What a model answered to the goal; - is standard input. Its blueprints are printed if all of them pass. Otherwise the
    /// plan made without a model is printed, marked `"fallback": true` with the reason, and the exit code is 1.
    #[arg(long, value_name = "FILE")]
    pub answer: Option<String>,
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
    /// Find the blueprints that have all of the words, or a synonym of each, in name, label, object or descriptions; the best
    /// come first.
    Search {
        /// Words, or parts of words.
        #[arg(required = true, value_name = "WORD")]
        words: Vec<String>,
    },
}

/// List the codes that checks report, and what each is for.
#[derive(Debug, clap::Args)]
pub(crate) struct Rules {
    /// Only those of this contract, or `drift` for the rules of schema changes, or `guardrails` for those of Apex actions.
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
    /// Blueprint files, each one blueprint, an array, or an object with `actions`; folders, for every *.json below.
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
    /// Blueprint files, each one blueprint, an array, or an object with `actions`; folders, for every *.json below; - is
    /// standard input.
    #[arg(required = true, value_name = "BLUEPRINT")]
    pub blueprints: Vec<String>,
    /// How findings are written.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// Print what to tell a model that shall write documents of a contract: schema, rules, a good and a bad example.
#[derive(Debug, clap::Args)]
pub(crate) struct Prompt {
    /// action-blueprint, workflow-tools, agent-proposal, form-plan or fix-plan.
    #[arg(required_unless_present = "schema", conflicts_with = "schema")]
    pub contract: Option<String>,
    #[command(flatten)]
    pub own: OwnSchema,
    /// workflow-tools: for a model that writes whole workflows, instead of one that calls the tools.
    #[arg(long)]
    pub document: bool,
}

/// Write a schema in the dialect of a model vendor; what is weaker than the schema goes to standard error.
#[derive(Debug, clap::Args)]
pub(crate) struct Export {
    #[command(flatten)]
    pub subject: Subject,
    /// For tools, the schema alone, without name and description.
    #[arg(long)]
    pub bare: bool,
    /// For mcp, a schema or a contract's schema that the tool's result obeys. The result of a contract's tool is known.
    #[arg(long, value_name = "NAME|FILE")]
    pub returns: Option<String>,
    /// File that the schema goes to instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// How what is weaker is written; json is one object with `schema` and `weakenings` on standard output.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// Turn what a model answered in a vendor's shape into the canonical document, check it, and print it.
#[derive(Debug, clap::Args)]
pub(crate) struct Normalize {
    #[command(flatten)]
    pub subject: Subject,
    /// How findings are written; human goes to standard error.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    /// The answer; - is standard input.
    #[arg(value_name = "FILE")]
    pub file: String,
}

/// A schema and a dialect.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Subject {
    /// The vendor's dialect.
    #[arg(long, value_name = "DIALECT", value_parser = dialect())]
    pub dialect: Dialect,
    /// A contract, such as fix-plan, or one schema of one, such as agent-proposal/no-op-proposal.
    #[arg(long, value_name = "NAME", required_unless_present = "schema", conflicts_with = "schema")]
    pub contract: Option<String>,
    /// A schema file.
    #[arg(long, value_name = "FILE")]
    pub schema: Option<PathBuf>,
    /// Folder of the schemas that the file refers to; else that of the file.
    #[arg(long, value_name = "DIR", requires = "schema")]
    pub schemas: Option<PathBuf>,
}

/// The dialects that there are, from their own table.
fn dialect() -> impl TypedValueParser<Value = Dialect> {
    let known = Dialect::ALL.map(|dialect| PossibleValue::new(dialect.as_str()).help(dialect.about()));
    PossibleValuesParser::new(known)
        .try_map(|name| Dialect::named(&name).ok_or_else(|| format!("{name:?} is no dialect")))
}
