//! Command-line arguments of `planwright gen`.

use std::path::PathBuf;

use super::rust_args::RustArgs;
use crate::deny::DenyArgs;
use planwright_project::config::{DocumentArgs, FormatArgs, Lang};
use planwright_project::render::Format;

/// Generate Rust or Apex types with validators from JSON Schemas.
///
/// Without arguments, generates every set of the `[gen]` or `[[gen]]` sections of planwright.toml.
#[derive(Debug, Default, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct GenArgs {
    /// Configuration file. Command-line options override it [default: nearest planwright.toml in this folder or
    /// above]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Folder with schemas as *.json, *.jsonc, *.yaml or *.yml files, or one schema file, with those that it refers to.
    /// A subfolder becomes a Rust module or an Apex class. With a configuration, selects the sets with this folder.
    #[arg(long, value_name = "FILE|DIR")]
    pub schema: Option<PathBuf>,
    /// Output folder. Files in it that were not generated are not changed.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// File name suffix of schemas, such as `.schema.json` [default: .json, .jsonc, .yaml and .yml]
    #[arg(long, value_name = "SUFFIX")]
    pub suffix: Option<String>,
    #[command(flatten)]
    pub reading: DocumentArgs,
    /// Language of the generated code [default: rust]
    #[arg(long, value_enum)]
    pub lang: Option<Lang>,
    /// Write nothing, report files that are stale, missing or orphaned, and exit with 1 if there are any.
    #[arg(long)]
    pub check: bool,
    /// With --check: also print a diff of each file.
    #[arg(long, requires = "check")]
    pub diff: bool,
    /// Write nothing, and list the properties whose Rust type is any JSON value, with the reasons. For Rust sets
    /// only.
    #[arg(long, conflicts_with_all = ["check", "watch"])]
    pub explain: bool,
    /// Run again whenever a file of the project changes.
    #[arg(long)]
    pub watch: bool,
    /// Do all work, even if nothing has changed since the last clean run.
    #[arg(long)]
    pub no_cache: bool,
    #[command(flatten)]
    pub deny: DenyArgs,
    /// Output format of the report.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    #[command(flatten)]
    pub meaning: FormatArgs,
    #[command(flatten)]
    pub rust: RustArgs,
    /// Rust: also write a copy of the crate planwright-runtime, on whose path your crate can depend.
    #[arg(long, value_name = "DIR")]
    pub vendor_runtime: Option<PathBuf>,
    /// Apex: name of the class [default: name of the folder followed by Models]
    #[arg(long, value_name = "NAME")]
    pub class: Option<String>,
    /// Apex: schema file to start from, as a path below --schema. Can be repeated [default: all files]
    #[arg(long, value_name = "FILE")]
    pub root: Vec<String>,
    /// Apex: Salesforce API version of the metadata [default: 65.0]
    #[arg(long, value_name = "N")]
    pub api_version: Option<String>,
}
