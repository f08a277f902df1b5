//! The command line of `planwright apex`.

use std::path::PathBuf;

use planwright_project::config::{Part, RuntimeExtent};
use planwright_project::render::Format;

/// Render blueprints as deployable Apex: class, test class and metadata.
#[derive(Debug, Default, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub struct DeployOptions {
    /// Configuration to use instead of the nearest planwright.toml, here or in a folder above. The command line wins over it.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The org to check the blueprints against: a snapshot, a describe file, or a folder of either, of metadata or of a
    /// project; or REVISION:PATH of git.
    #[arg(long, value_name = "ORG")]
    pub snapshot: Option<String>,
    /// Without --snapshot: do not check blueprints of standard objects against the fields that are built in.
    #[arg(long)]
    pub no_standard: bool,
    /// Salesforce API version of the metadata, such as 65.0; without it that of sfdx-project.json, or 65.0.
    #[arg(long, value_name = "N")]
    pub api_version: Option<String>,
    /// Package directory that the files go to; without it the default one of the nearest sfdx-project.json, or force-app.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write the runtime classes too, which every generated class needs: all of them, or those that these actions need, as in --runtime=used.
    #[arg(long, value_enum, value_name = "EXTENT", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub runtime: Option<RuntimeExtent>,
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
    /// The classes are part of a package: what flows and agents call is `global`. With a namespace, here or in sfdx-project.json, they
    /// are, unless the configuration says otherwise.
    #[arg(long)]
    pub packaged: bool,
    /// Write nothing; say what is stale, missing or orphaned, and exit with 1 if anything is.
    #[arg(long)]
    pub check: bool,
    /// With --check: print the difference of each file too.
    #[arg(long, requires = "check")]
    pub diff: bool,
    /// Print how many classes and characters of Apex each blueprint and the runtime take.
    #[arg(long)]
    pub footprint: bool,
    /// Remove the generated files below the package directory that no given blueprint makes.
    #[arg(long)]
    pub prune: bool,
    /// Overwrite files that are in the way even if planwright did not write them, or they were edited since.
    #[arg(long)]
    pub force: bool,
    /// Take out of destructiveChangesPost.xml what it names: it has been deleted in every org.
    #[arg(long)]
    pub deployed: bool,
    /// Run again each time that a file of the project changes.
    #[arg(long)]
    pub watch: bool,
    /// Do the whole work even where nothing has changed since it was found fresh.
    #[arg(long)]
    pub no_cache: bool,
    /// Each line of the files is one of these; blank lines are none. Files whose names end in .ndjson or .jsonl are read so anyhow.
    #[arg(long)]
    pub ndjson: bool,
    /// How the report is written.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    /// Blueprint files, each one blueprint, an array, or an object with `actions`; folders, for every *.json below; patterns such as
    /// plans/*.json; - is standard input. The configuration can name them instead.
    #[arg(value_name = "FILE|DIR")]
    pub files: Vec<String>,
}
