//! Command-line arguments of `planwright gen`.

use std::path::PathBuf;

use super::rust_args::RustArgs;
use crate::check::policy::DenyArgs;
use planwright_project::config::{FormatArgs, Lang};
use planwright_project::render::Format;

/// Compile JSON Schemas to Rust types and validators, or to Apex types with their test.
///
/// Without arguments: every set of the section `[gen]`, or of the sections `[[gen]]`, of planwright.toml.
#[derive(Debug, Default, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct GenArgs {
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
    /// Write nothing; list the members whose type is any JSON value, with the reason of each and counts. Rust sets alone.
    #[arg(long, conflicts_with_all = ["check", "watch"])]
    pub explain: bool,
    /// Run again each time that a file of the project changes.
    #[arg(long)]
    pub watch: bool,
    /// Do the whole work even where nothing has changed since it was found fresh.
    #[arg(long)]
    pub no_cache: bool,
    #[command(flatten)]
    pub deny: DenyArgs,
    /// How the report is written.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    #[command(flatten)]
    pub meaning: FormatArgs,
    #[command(flatten)]
    pub rust: RustArgs,
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
