//! Command line of `planwright apex`.

use std::path::PathBuf;

use planwright_project::config::{Part, RuntimeExtent};
use planwright_project::render::Format;

/// Generate Apex classes, tests and metadata from blueprints.
#[derive(Debug, Default, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub struct DeployOptions {
    /// Configuration file. Command-line options override it [default: nearest planwright.toml in this folder or
    /// above]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Salesforce org to check against: a snapshot, a describe file, or a folder with snapshots, describe files,
    /// metadata or a project. REVISION:PATH reads from git.
    #[arg(long, value_name = "ORG")]
    pub snapshot: Option<String>,
    /// Without --snapshot: do not check standard objects against the built-in field list.
    #[arg(long)]
    pub no_standard: bool,
    /// Salesforce API version of the metadata [default: that of sfdx-project.json, or 65.0]
    #[arg(long, value_name = "N")]
    pub api_version: Option<String>,
    /// Package directory to write to [default: that of the nearest sfdx-project.json, or force-app]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Also write the runtime classes that these actions need, or with --runtime=all every class of the runtime. With
    /// --runtime=package, the org has them in a package.
    #[arg(long, value_enum, value_name = "EXTENT", num_args = 0..=1, require_equals = true, default_missing_value = "used")]
    pub runtime: Option<RuntimeExtent>,
    /// Write only the runtime, as the project of an unlocked package in this folder. Its README.md explains how to
    /// install and upgrade the package.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["files", "runtime", "out", "parts", "namespace", "packaged", "watch"])]
    pub runtime_package: Option<PathBuf>,
    /// What to write in addition to the classes, separated by commas.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PART,…")]
    pub parts: Vec<Part>,
    /// Folder of package.xml and destructiveChangesPost.xml [default: manifest, next to the package directory]
    #[arg(long, value_name = "DIR")]
    pub manifest_dir: Option<PathBuf>,
    /// Require a custom permission for each action, and write it. The permission set contains it.
    #[arg(long)]
    pub permission: bool,
    /// Name of the permission set [default: Planwright_Actions]
    #[allow(clippy::doc_markdown, reason = "the text is shown in a terminal")]
    #[arg(long, value_name = "NAME")]
    pub permission_set: Option<String>,
    /// Also grant access to the fields that the blueprints read and write, where such permissions can be deployed.
    #[arg(long)]
    pub field_permissions: bool,
    /// Namespace of the classes in the org. The permission set and the agent functions use it in references.
    #[arg(long, value_name = "NAME")]
    pub namespace: Option<String>,
    /// The classes belong to a package: declare what flows and agents call as `global`. This is the default if there
    /// is a namespace, here or in sfdx-project.json.
    #[arg(long)]
    pub packaged: bool,
    /// Write nothing, report files that are stale, missing or orphaned, and exit with 1 if there are any.
    #[arg(long)]
    pub check: bool,
    /// With --check: also print a diff of each file.
    #[arg(long, requires = "check")]
    pub diff: bool,
    /// Print the number of classes and characters of Apex for each blueprint and for the runtime.
    #[arg(long)]
    pub footprint: bool,
    /// Also print the generated test classes, as options of `sf project deploy` that run only these tests.
    #[arg(long)]
    pub tests: bool,
    /// Remove generated files below the package directory that belong to none of the given blueprints.
    #[arg(long)]
    pub prune: bool,
    /// Overwrite existing files even if planwright did not write them, or if they were edited since.
    #[arg(long)]
    pub force: bool,
    /// Clear destructiveChangesPost.xml, after its components have been deleted in every org.
    #[arg(long)]
    pub deployed: bool,
    /// Run again whenever a file of the project changes.
    #[arg(long)]
    pub watch: bool,
    /// Do all work, even if nothing has changed since the last clean run.
    #[arg(long)]
    pub no_cache: bool,
    /// Read each line as one blueprint, array or envelope. Blank lines are skipped. Always applies to *.ndjson and
    /// *.jsonl files.
    #[arg(long)]
    pub ndjson: bool,
    /// Output format of the report.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    /// Blueprint files, folders with *.json files, or patterns such as plans/*.json. A file contains one blueprint,
    /// an array, or an object with `actions`. Use - for standard input [default: `blueprints` of planwright.toml]
    #[arg(value_name = "FILE|DIR")]
    pub files: Vec<String>,
}
