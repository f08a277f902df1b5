//! Implements `planwright drift`.
//!
//! The command compares the schemas of two files, two folders, a git revision or a baseline, and reports breaking
//! changes. For two states of an SFDX project, it reports the callers that a changed action breaks.

mod accept;
mod actions;
mod changelog;
mod compare;
mod findings;
mod json;
mod library;
mod lines;
mod load;
mod migration;
mod paths;
mod renames;
mod settings;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use planwright_contracts::nearest;
use planwright_drift::{ContentModel, Pair, Role, Semantics, Severity, Spot, fails, is_undecided};
use planwright_migrate::Migration;
use planwright_source::printable;
use serde_json::Value;

use accept::{Acceptance, Versions};
pub use planwright_api::drift::verdict;
use planwright_project::config::{ContentArgs, DocumentArgs, FormatArgs};
use planwright_project::exit::{Failure, Outcome, Reason};
use planwright_project::render::{Format, human};
use planwright_project::report::CommandReport;
use settings::Settings;

/// Check whether a schema change breaks existing documents.
///
/// Each answer has a proof, or a document that is valid on one side only.
///
/// Without paths, uses the `[drift]` section of planwright.toml; command-line options override it. For folders with
/// an sfdx-project.json, compares the invocable Apex and lists the callers that the change breaks.
///
/// Exit codes: 0 success; 1 broken for the role; 2 usage or I/O error, or not enough memory; 3 undecided.
#[derive(Clone, Debug, Default, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub struct DriftArgs {
    /// Configuration file [default: nearest planwright.toml in this folder or above]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// OLD and NEW: two schema files or two folders. With --baseline or --write-baseline: the new one only. With
    /// --against: any number of new ones, which may refer to each other.
    #[arg(num_args = 0.., value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    /// Schema file or folder, after those without an option: OLD and NEW, or only the new one.
    #[arg(long, value_name = "FILE|DIR")]
    pub schema: Vec<PathBuf>,
    /// Compare with the same files and folders in git, at the commit where this branch left REV: the merge base of REV
    /// and HEAD.
    #[arg(long, value_name = "REV", conflicts_with_all = ["baseline", "write_baseline"])]
    pub against: Option<String>,
    /// Compare with the tip of --against instead of the merge base.
    #[arg(long)]
    pub against_tip: bool,
    /// Compare only the files of a folder that match a pattern, such as `**/*.schema.json`.
    #[arg(long, value_name = "PATTERN")]
    pub include: Vec<String>,
    /// Leave out the files of a folder that match a pattern, such as `**/fixtures/**`. Hidden folders, `node_modules` and
    /// files that are not schemas are always left out.
    #[arg(long, value_name = "PATTERN")]
    pub exclude: Vec<String>,
    /// List the files that were left out because they are not schemas.
    #[arg(long)]
    pub verbose: bool,
    /// Derive migrations for the summary of CI. Not an option of the command line.
    #[arg(skip)]
    pub summary: bool,
    /// Compare with a file that --write-baseline wrote, or with a folder of schemas.
    #[arg(long, value_name = "FILE|DIR", conflicts_with = "write_baseline")]
    pub baseline: Option<PathBuf>,
    /// Write the schemas to this file, for a later --baseline.
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,
    /// What you do with documents: consumed, produced or both. PREFIX=ROLE sets the role of files whose path starts
    /// with PREFIX [default: both]
    #[arg(long, value_name = "[PREFIX=]ROLE", value_parser = role)]
    pub role: Vec<(String, Role)>,
    /// Content model.
    #[command(flatten)]
    pub content: ContentArgs,
    /// Documents that the schemas refer to by URI.
    #[command(flatten)]
    pub documents: DocumentArgs,
    /// Whether `format` is asserted.
    #[command(flatten)]
    pub formats: FormatArgs,
    /// Accept undecided verdicts instead of failing.
    #[arg(long, conflicts_with = "strict")]
    pub allow_undecided: bool,
    /// Exit with 3 if a verdict is undecided, even if planwright.toml allows it. This is the default.
    #[arg(long)]
    pub strict: bool,
    /// Print Rust code that converts documents of OLD to NEW, and whether the conversion is proved for all documents.
    /// Requires two files without references to other files.
    #[arg(long, conflicts_with_all = ["against", "baseline", "write_baseline", "role", "content_model", "allow_undecided", "strict"])]
    pub migrate: bool,
    /// Print a changelog in Markdown for users of the schemas, with the step of the version that the changes require:
    /// major, minor or patch. With --format json, the steps only.
    #[arg(long, conflicts_with_all = ["migrate", "write_baseline"])]
    pub changelog: bool,
    /// Output format.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

impl DriftArgs {
    /// Returns the arguments with the paths of `--schema` after those without an option.
    fn with_paths_of_options(&self) -> Self {
        let paths = [self.paths.as_slice(), &self.schema].concat();
        Self { paths, schema: Vec::new(), ..self.clone() }
    }
}

fn role(text: &str) -> Result<(String, Role), String> {
    let (prefix, name) = text.rsplit_once('=').unwrap_or(("", text));
    let role = match name {
        "consumed" => Role::Consumed,
        "produced" => Role::Produced,
        "both" => Role::Both,
        _ => {
            let near = nearest(name, ["consumed", "produced", "both"]);
            let help = near
                .map_or_else(|| "use consumed, produced or both".to_owned(), |near| format!("did you mean {near:?}?"));
            return Err(format!("unknown role {name:?}; {help}"));
        }
    };
    Ok((prefix.to_owned(), role))
}

/// Result of comparing one file.
struct FileComparison {
    /// Label of the file, unique among all files of the run.
    label: String,
    /// Index of the source that contains the file.
    source: usize,
    /// Paths under which the user can open the files.
    new_name: String,
    old_name: String,
    /// `true` if the file has another path than before.
    is_renamed: bool,
    /// Paths of all files with changes, by their names.
    old_files: BTreeMap<String, String>,
    new_files: BTreeMap<String, String>,
    change: FileChange,
    role: Role,
    /// Migration of old documents, if the new schema has hints, or if they break and a summary shows it.
    migration: Option<Migration>,
    /// Versions of the old and the new schema, if the project allows new major versions to break.
    versions: Option<Versions>,
    /// Why its break is accepted.
    acceptance: Option<Acceptance>,
    /// `true` if the configuration makes a change an error that breaks no document.
    is_raised: bool,
}

enum FileChange {
    Pair { pair: Pair, severities: Vec<Severity> },
    Added,
    Removed,
}

impl FileComparison {
    /// Returns the path of a file in the new schema as the user knows it.
    fn new_file_of(&self, spot: &Spot) -> String {
        self.new_files.get(&spot.file).unwrap_or(&spot.file).clone()
    }

    /// Returns the path of a file in the old schema as the user knows it.
    fn old_file_of(&self, spot: &Spot) -> String {
        self.old_files.get(&spot.file).unwrap_or(&spot.file).clone()
    }

    /// Returns whether the file fails the check: it breaks and the break is not accepted, or a rule is an error.
    fn fails(&self, content: ContentModel) -> bool {
        self.is_raised || self.acceptance.is_none() && self.breaks(content)
    }

    /// Returns whether the new version breaks documents, for the role of the file.
    fn breaks(&self, content: ContentModel) -> bool {
        match &self.change {
            FileChange::Pair { pair, .. } => fails(pair, self.role, content),
            FileChange::Added => false,
            FileChange::Removed => true,
        }
    }

    /// Explains why the version of the schema does not accept its break, if the project looks at versions.
    fn version_refusal(&self, content: ContentModel) -> Option<String> {
        let is_refused = self.fails(content) && self.breaks(content);
        let versions = self.versions.as_ref().filter(|_| is_refused)?;
        Some(versions.refusal(&self.old_name, &self.new_name))
    }

    fn is_undecided(&self) -> bool {
        matches!(&self.change, FileChange::Pair { pair, .. } if is_undecided(pair, self.role))
    }
}

/// The results of a run.
struct Comparison {
    files: Vec<FileComparison>,
    /// `true` if the run compares any number of files, rather than two.
    is_many: bool,
    semantics: Semantics,
    allow_undecided: bool,
    /// The git revision of the old side.
    base: Option<load::Base>,
    /// Files that were left out because they are not schemas.
    skipped: Vec<String>,
    /// Old files that cannot be used.
    warnings: Vec<String>,
    /// New files whose dialect was inferred.
    notes: Vec<String>,
    /// New files that cannot be used.
    failures: Vec<Reason>,
}

/// Runs `planwright drift`.
pub fn run(args: &DriftArgs) -> Result<Outcome, Failure> {
    planwright_project::render::print("drift", &report(args), args.format)
}

/// Compares every pair of schemas, or writes a baseline.
pub fn report(args: &DriftArgs) -> CommandReport {
    CommandReport::new().collect(|report| {
        let args = &args.with_paths_of_options();
        if args.migrate {
            return migration::report(args, report);
        }
        if let Some(sides) = actions::ProjectVersions::from_args(args)? {
            return actions::report(&sides, report);
        }
        report.json = Some(Value::Null);
        if let Some(file) = &args.write_baseline {
            let (path, filter) = settings::only_path(args)?;
            let side = load::path(&path, &filter)?;
            load::write_baseline(file, &side)?;
            let schemas = human::some(side.files.len(), "schema");
            report.print(format!("wrote {}: {schemas}\n", printable(&file.display().to_string())));
            return Ok(Outcome::Fine);
        }
        let comparison = compare::all(Settings::from_args(args)?)?;
        lines::add_notes(report, &comparison, args.verbose);
        if args.changelog && comparison.failures.is_empty() {
            report.print(changelog::markdown(&comparison));
            report.json = Some(changelog::json(&comparison));
            return Ok(comparison.outcome());
        }
        if !comparison.files.is_empty() || comparison.failures.is_empty() {
            add(report, &comparison);
        }
        if comparison.failures.is_empty() {
            Ok(comparison.outcome())
        } else {
            Err(Failure::from_reasons(comparison.failures))
        }
    })
}

fn add(report: &mut CommandReport, comparison: &Comparison) {
    lines::add(report, comparison);
    let files = &comparison.files;
    report.subjects.extend(files.iter().map(|one| one.new_name.clone()));
    report.count("compared", files.len());
    report.count("broken", files.iter().filter(|one| one.fails(comparison.semantics.content)).count());
    let accepted = files.iter().filter(|one| one.acceptance.is_some()).count();
    if accepted > 0 {
        report.count("accepted", accepted);
    }
    report.count("undecided", files.iter().filter(|one| one.is_undecided()).count());
    if !comparison.skipped.is_empty() {
        report.count("skipped", comparison.skipped.len());
    }
    report.json = Some(json::from_comparison(comparison));
    report.properties = json::verdicts(comparison);
    report.markdown = migration::summary(comparison);
}

impl Comparison {
    fn outcome(&self) -> Outcome {
        if self.files.iter().any(|one| one.fails(self.semantics.content)) {
            Outcome::Findings
        } else if !self.allow_undecided && self.files.iter().any(FileComparison::is_undecided) {
            Outcome::Undecided
        } else {
            Outcome::Fine
        }
    }
}

/// Returns `true` if a path names one schema rather than a folder of schemas.
fn is_file(path: &Path) -> bool {
    !path.is_dir()
}
